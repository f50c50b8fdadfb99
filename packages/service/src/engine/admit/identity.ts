/** Finds out who calls: the key set and the shop of the credentials, as they are when the call is made. */
import { collections } from "@bottega/domain/areas"
import { type KeySet, reasonUnusable, withPair } from "@bottega/domain/areas/keys"
import type { Person } from "@bottega/domain/areas/people"
import type { Shop } from "@bottega/domain/areas/shops"
import { Unauthenticated } from "@bottega/domain/contract"
import { type Adapter, docOf, installation, modify, Storage, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { digest, matchesDigest } from "../ids.ts"

/** The credentials that a caller sends. */
export interface Credentials {
  readonly key?: string | undefined
  readonly exchange?: string | undefined
  /** The bearer token of the control surface. */
  readonly token?: string | undefined
  /** The value of a session's cookie. */
  readonly session?: string | undefined
  /** The shop in the path of an operation of shops on the control surface. */
  readonly shop?: string | undefined
  /** A caller that needs no proof, for code of this process that calls in the name of a key set; no transport sets it. */
  readonly known?: Caller | undefined
}

/** A caller with a valid key set. */
export interface Caller {
  readonly shop: Shop
  readonly keySet: KeySet
}

/** A person who has signed in, on the control surface; `shop` is the id of the only shop that is theirs. */
interface SignedInPerson {
  readonly person: Person
  readonly shop: string
}

/** The caller; `anyone` calls operations that need no credentials. */
export type Identity = Caller | SignedInPerson | "operator" | "anyone"

/** Whether a caller calls an operation of one shop, as that shop. */
export const isOfShop = (caller: Identity): caller is Caller => typeof caller === "object" && "keySet" in caller

/** The refusal of a caller that is not known. */
export const stranger = (message: string) => new Unauthenticated({ message })

/** Identifies the callers of a store. */
export interface Callers {
  /** The caller, if its key set and shop were read by an earlier call and have not changed since. */
  readonly known: (credentials: Credentials, now: number) => Caller | undefined
  /** The caller by its key set and its shop, both read after the call. */
  readonly identify: (credentials: Credentials, now: number) => Effect.Effect<Caller, Unauthenticated | Unavailable>
}

interface Known {
  readonly caller: Caller
  readonly pair: KeySet["pairs"][number]
  /** The revisions of both collections before the two were read. */
  readonly revision: number
  /** The exchange that was found to have the pair's digest; a digest at each call would take as long as the rest of admission. */
  exchange: string | undefined
}

/** Makes what identifies the callers of a store. */
export const callers = (storage: Adapter): Callers => {
  const { revision } = storage
  const callersByKey = new RecentMap<Known>()
  /** For a store that cannot tell what changed: the shop of each key, an assumption that every call checks. */
  const shopsByKey = new RecentMap<string>()

  const revisionNow = (): number | undefined => revision && revision(keySets) + revision(shops)

  const known = ({ exchange, key }: Credentials, now: number): Caller | undefined => {
    const one = key === undefined ? undefined : callersByKey.get(key)
    if (one === undefined || exchange === undefined || one.revision !== revisionNow()) return undefined
    const { caller, pair } = one
    // Whatever else is the case, `identify` says.
    const isUsable = reasonUnusable(caller.keySet, pair.key, secondsOf(now)) === undefined
    return isUsable && isMarked(pair, now) && isProven(one, exchange) ? caller : undefined
  }

  const keySetOf = ({ exchange, key }: Credentials, now: number) => {
    if (key === undefined || exchange === undefined)
      return Effect.fail(stranger("The headers key and exchange are required."))
    const query = { where: [{ on: "pair", eq: key }], limit: 1 } as const
    return Effect.flatMap(storage.find(installation, keySets, query), ([row]): Marked => {
      const keySet = row && docOf(keySets, row)
      const pair = keySet?.pairs.find((one) => one.key === key)
      // An unknown key takes the same time as a known one with a wrong exchange.
      if (!matchesDigest(exchange, pair?.digest ?? nobody) || keySet === undefined)
        return Effect.fail(stranger("The key set is unknown."))
      const reason = reasonUnusable(keySet, key, secondsOf(now))
      return reason === undefined ? markUsed(keySet, pair!, now) : Effect.fail(stranger(reason))
    })
  }

  /** The key set, after the use of its pair is recorded to the hour, so that a busy pair causes 24 writes a day. */
  const markUsed = (keySet: KeySet, { key, used: last }: Known["pair"], now: number): Marked => {
    if (isMarked({ used: last }, now)) return Effect.succeed(keySet)
    const used = hourOf(now)
    const mark = (doc: KeySet | undefined) => {
      const isMarked = doc?.pairs.some((pair) => pair.key === key && pair.used === used)
      return Effect.succeed(isMarked ? doc : doc && withPair(doc, key, { used }))
    }
    const marked = modify(installation, keySets, keySet.id, mark)
    // No unique value changes, so `Taken` cannot occur. A full store must not prevent reads.
    const done = Effect.catchTags(marked, {
      Taken: Effect.die,
      Unavailable: (failure) => (failure.reason === "full" ? Effect.void : Effect.fail(failure))
    })
    return Effect.provideService(Effect.as(done, keySet), Storage, storage)
  }

  const shopOf = (id: string) =>
    Effect.map(
      storage.find(installation, shops, { where: [{ on: "key", eq: id }], limit: 1 }),
      ([row]) => row && docOf(shops, row)
    )

  const callerOf = (keySet: KeySet, key: string, revision: number | undefined) =>
    Effect.map(shopOf(keySet.shop), (shop): Caller => {
      const caller = { keySet, shop: shop! }
      const pair = keySet.pairs.find((one) => one.key === key)!
      // An embedded store answers at once, so reading the two one after the other costs nothing.
      if (revision === undefined) shopsByKey.set(key, keySet.shop)
      else callersByKey.set(key, { caller, pair, revision, exchange: undefined })
      return caller
    })

  /** Both are read at once if the shop is known from an earlier call. */
  const identify: Callers["identify"] = (credentials, now) => {
    const { key = "" } = credentials
    const revision = revisionNow()
    const identified = keySetOf(credentials, now)
    const shop = shopsByKey.get(key)
    if (shop === undefined) return Effect.flatMap(identified, (keySet) => callerOf(keySet, key, revision))
    return Effect.flatMap(Effect.all([identified, shopOf(shop)], { concurrency: 2 }), ([keySet, shop]) =>
      shop?.id === keySet.shop ? Effect.succeed({ keySet, shop }) : callerOf(keySet, key, revision)
    )
  }

  return { known, identify }
}

type Marked = Effect.Effect<KeySet, Unauthenticated | Unavailable>

/** Whether an exchange is the pair's. */
const isProven = (one: Known, exchange: string): boolean => {
  if (one.exchange !== undefined) return isSame(exchange, one.exchange)
  if (!matchesDigest(exchange, one.pair.digest)) return false
  one.exchange = exchange
  return true
}

/** Compares two secrets in a time that depends on their length alone. */
const isSame = (sent: string, known: string): boolean => {
  let difference = sent.length ^ known.length
  for (let at = 0; at < known.length; at++) difference |= sent.charCodeAt(at) ^ known.charCodeAt(at)
  return difference === 0
}

/** The last entries, by key. */
class RecentMap<A> extends Map<string, A> {
  override set(key: string, one: A): this {
    super.set(key, one)
    if (this.size > maxKnown) this.delete(this.keys().next().value!)
    return this
  }
}

const { keySets, shops } = collections

const nobody = digest("")

const hour = 3600

const secondsOf = (now: number): number => Math.floor(now / 1000)

const hourOf = (now: number): number => Math.floor(now / 1000 / hour) * hour

/**
 * Whether the use of a pair is recorded already. A later hour was recorded before the clock was set back, or by a server whose
 * clock is slightly ahead.
 */
const isMarked = ({ used }: Pick<Known["pair"], "used">, now: number): boolean => {
  const last = used ?? 0
  const due = hourOf(now)
  return last >= due && last <= due + hour
}

const maxKnown = 10_000
