/**
 * Prepares a start with a demo: the demo shop, and two pairs for it, one that may read and write and one that may only
 * read. Pairs that were issued before stay valid while the store knows them, so that an integrator's settings survive a
 * restart; a pair that is no longer valid is replaced within its key set.
 */
export { Chance } from "./demo/chance.ts"
export { isDemo } from "./demo/shop.ts"

import { collections } from "@bottega/domain/areas"
import {
  type KeySet,
  keySetFrom,
  reasonEnded,
  reasonUnusable,
  rotated,
  rotationOverlapSeconds
} from "@bottega/domain/areas/keys"
import type { Shop } from "@bottega/domain/areas/shops"
import { Conflict } from "@bottega/domain/contract"
import { all, get, installation, retryOnConflict, Storage, type Stored } from "@bottega/storage"
import { Effect } from "effect"
import { pair } from "./areas/keys.ts"
import { type DemoOptions, makeDemo } from "./demo/making.ts"
import { isDemo } from "./demo/shop.ts"
import { digest, matchesDigest, serviceId } from "./engine/ids.ts"

/** The five entries besides the token in the credentials file; all null if there is no shop. */
export interface DemoCredentials {
  readonly shop: string | null
  readonly key: string | null
  readonly exchange: string | null
  readonly readKey: string | null
  readonly readExchange: string | null
}

/** Both halves of a pair, as an application sends them. */
export interface ShownPair {
  readonly key: string
  readonly exchange: string
}

/** The options of a start with a demo; `known` is the content of the credentials file. */
export interface PrepareOptions extends DemoOptions {
  readonly known?: DemoCredentials | undefined
  /** The pairs that must be used, by permission. */
  readonly fixed?: { readonly [P in KeySet["permission"]]?: ShownPair | undefined } | undefined
}

/** The demo shop, made if there is none, and its two pairs: the fixed ones, else the known ones, else new ones. */
export const ensureDemoShop = Effect.fnUntraced(function* ({ fixed, known, ...options }: PrepareOptions) {
  return yield* pairsOf(yield* demoShop(known?.shop ?? null, options), { fixed, known, now: options.now })
})

/** The two pairs of a shop for a start of the server: the fixed ones, else the known ones, else new ones. */
export const pairsOf = Effect.fnUntraced(function* (
  shop: Shop,
  { fixed = {}, known, now }: Pick<PrepareOptions, "fixed" | "known" | "now">
) {
  const pairOf = (permission: KeySet["permission"], key?: string | null, exchange?: string | null) =>
    demoPair({
      ...{ shop, permission, now, fixed: fixed[permission] },
      known: key && exchange ? { key, exchange } : undefined
    })
  const write = yield* pairOf("read-write", known?.key, known?.exchange)
  const read = yield* pairOf("read", known?.readKey, known?.readExchange)
  return { shop: shop.id, ...write, readKey: read.key, readExchange: read.exchange } satisfies DemoCredentials
})

/** The demo shop of a store, made if there is none. If there are several, the known one, else the first one. */
export const demoShop = Effect.fnUntraced(function* (known: string | null, options: DemoOptions) {
  const found = yield* all(installation, collections.shops, { sort: { by: "group_number" } })
  const shops = found.map(({ doc }) => doc).filter(isDemo)
  return shops.find(({ id }) => id === known) ?? shops[0] ?? (yield* makeDemo(options))
})

/** How a pair is found or made; `now` is in milliseconds. */
interface PairOptions {
  readonly shop: Shop
  readonly permission: KeySet["permission"]
  readonly known: ShownPair | undefined
  readonly fixed: ShownPair | undefined
  readonly now: number
}

/**
 * The fixed pair, else the known one while it is valid, else a new one. A new pair belongs to the demo's own key set for
 * the permission, where the previous pair stays valid for a day. A key set is made only the first time, or after the
 * operator has revoked the previous one.
 */
const demoPair = (options: PairOptions) =>
  retryOnConflict(
    Effect.gen(function* () {
      const wanted = options.fixed ?? options.known
      const found = wanted && (yield* get(installation, collections.keySets, { on: "pair", eq: wanted.key }, latest))
      const own = found !== undefined && isOf(found.doc, options) ? found : undefined
      if (wanted !== undefined && own !== undefined && isGood(own.doc, wanted, options)) return wanted
      if (options.fixed !== undefined && found !== undefined && own === undefined)
        return yield* new Conflict({ message: `the key of the fixed ${options.permission} pair is another key set's` })
      return yield* issue(own, options)
    })
  )

const latest = { latest: true } as const

const isOf = (set: KeySet, { permission, shop }: PairOptions): boolean =>
  set.shop === shop.id && set.permission === permission

/** Whether a pair is valid. A fixed one must also be the newest of its key set, or it would expire after its overlap. */
const isGood = (set: KeySet, { exchange, key }: ShownPair, { fixed, now }: PairOptions): boolean => {
  const at = set.pairs.findIndex((one) => one.key === key)
  const isPlaced = fixed === undefined || at === 0
  return (
    isPlaced &&
    matchesDigest(exchange, set.pairs[at]!.digest) &&
    reasonUnusable(set, key, Math.floor(now / 1000)) === undefined
  )
}

const issue = Effect.fnUntraced(function* (own: Stored<KeySet> | undefined, options: PairOptions) {
  const { fixed, now, permission, shop } = options
  const created = Math.floor(now / 1000)
  const { exchange, key } = fixed ?? (yield* pair)
  const issued = { key, digest: digest(exchange), created }
  const usual = yield* get(installation, collections.keySets, idOf(options), latest)
  const written = (doc: KeySet, before?: Stored<KeySet>) =>
    Storage.use(({ commit }) =>
      commit([
        {
          ...{ shop: installation, collection: collections.keySets, key: doc.id, doc },
          ...{ expect: before?.version ?? 0, before: before?.row }
        }
      ])
    )
  for (const before of [own, usual]) {
    // A fixed pair works after every start, so a revoked key set becomes valid again.
    const set = before && (fixed === undefined ? before.doc : { ...before.doc, revoked: null, expires: null })
    const next =
      set && reasonEnded(set, created) === undefined
        ? rotated(set, issued, created + rotationOverlapSeconds)
        : undefined
    if (next === undefined) continue
    yield* written(next, before)
    return { key, exchange }
  }
  const id = usual === undefined ? idOf(options) : yield* serviceId
  const instance = yield* serviceId
  yield* written(keySetFrom({ id, shop: shop.id, instance, permission, label: "start" }, issued))
  return { key, exchange }
})

/** The id of the demo's own key set: the shop's id with another last digit, so that no other key set has it. */
const idOf = ({ permission, shop }: PairOptions): string => shop.id.slice(0, -1) + (permission === "read" ? "2" : "1")
