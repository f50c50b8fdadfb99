/**
 * What a start hands out: a shop, and two pairs on it, one that may read and write and one that may only read. Pairs that
 * were handed out before stay good for as long as the store knows them, so that an integrator's settings survive.
 */
import { collections, type KeySet, keySetFrom, unusable } from "@bottega/domain/keys"
import { type Shop, collections as shopCollections } from "@bottega/domain/shops"
import { get, list } from "@bottega/storage/derived"
import { installation, Storage } from "@bottega/storage/storage"
import { Effect } from "effect"
import { type DemoOptions, makeDemo } from "./demo/making.ts"
import { isDemo } from "./demo/shop.ts"
import { fits, serviceId } from "./ids.ts"
import { pair } from "./keys.ts"

/** The five names beside the token in the credentials file; all null where there is no shop. */
export interface HandedOut {
  readonly shop: string | null
  readonly key: string | null
  readonly exchange: string | null
  readonly readKey: string | null
  readonly readExchange: string | null
}

/** How a start prepares; `known` is what the credentials file says, `now` is in milliseconds. */
export interface PrepareOptions extends Pick<DemoOptions, "now" | "onProgress"> {
  /** Whether the store must have a demo shop, which is then the one handed out. */
  readonly demo: boolean
  /** How many orders a demo shop is made with. */
  readonly orders: number
  readonly known: HandedOut | undefined
}

/**
 * Finds what to hand out, making what is missing: the demo shop where one is wanted and there is none; a pair where the
 * known one cannot be used any more. Without `demo` it is the known shop, else the first one.
 */
export const prepare = Effect.fnUntraced(function* ({ known = nothing, ...options }: PrepareOptions) {
  const shop = yield* shopFor(known, options)
  if (shop === undefined) return nothing
  const write = yield* pairFor(shop, "read-write", known.key, known.exchange, options.now)
  const read = yield* pairFor(shop, "read", known.readKey, known.readExchange, options.now)
  const made = [write.made, read.made].filter((set) => set !== undefined)
  const storage = yield* Storage
  if (made.length > 0)
    yield* storage.commit(
      made.map((set) => ({ shop: installation, collection: collections.keySets, key: set.id, expect: 0, doc: set }))
    )
  return {
    shop: shop.id,
    key: write.key,
    exchange: write.exchange,
    readKey: read.key,
    readExchange: read.exchange
  } as HandedOut
})

const nothing: HandedOut = { shop: null, key: null, exchange: null, readKey: null, readExchange: null }

const shopFor = Effect.fnUntraced(function* (
  known: HandedOut,
  { demo, now, onProgress, orders }: Omit<PrepareOptions, "known">
) {
  const found = yield* list(installation, shopCollections.shops, { sort: { by: "group_number" } })
  const shops = found.map(({ doc }) => doc).filter((shop) => !demo || isDemo(shop))
  const shop = shops.find(({ id }) => id === known.shop) ?? shops[0]
  if (shop !== undefined || !demo) return shop
  return yield* makeDemo({ orders, now, ...(onProgress === undefined ? {} : { onProgress }) })
})

/** The known pair where it is good, else another one and the key set to be kept for it. */
const pairFor = Effect.fnUntraced(function* (
  shop: Shop,
  permission: KeySet["permission"],
  key: string | null,
  exchange: string | null,
  now: number
) {
  const created = Math.floor(now / 1000)
  const found = key === null ? undefined : yield* get(installation, collections.keySets, { on: "pair", eq: key })
  if (key !== null && exchange !== null && found !== undefined) {
    const { doc } = found
    const digest = doc.pairs.find((one) => one.key === key)!.digest
    const good = doc.shop === shop.id && doc.permission === permission && fits(exchange, digest)
    if (good && unusable(doc, key, created) === undefined) return { key, exchange, made: undefined }
  }
  const { kept, ...made } = yield* pair
  const [id, instance] = [yield* serviceId, yield* serviceId]
  return { ...made, made: keySetFrom({ id, shop: shop.id, instance, permission, label: "start", created }, kept) }
})
