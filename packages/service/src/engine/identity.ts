/** Finds out who calls: the key set and the shop of the credentials, as they are when the call is made. */
import { collections } from "@bottega/domain/areas"
import { type KeySet, reasonUnusable, withPair } from "@bottega/domain/areas/keys"
import type { Shop } from "@bottega/domain/areas/shops"
import { Unauthenticated } from "@bottega/domain/contract"
import { type Adapter, docOf, installation, modify, Storage, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { digest, matchesDigest } from "./ids.ts"

/** The credentials that a caller sends. */
export interface Credentials {
  readonly key?: string | undefined
  readonly exchange?: string | undefined
  /** The bearer token of the control surface. */
  readonly token?: string | undefined
}

/** A caller with a valid key set. */
export interface Caller {
  readonly shop: Shop
  readonly keySet: KeySet
}

/** The refusal of a caller that is not known. */
export const stranger = (message: string) => new Unauthenticated({ message })

/** Makes the function that identifies the callers of a store. Both reads of a call begin after the call. */
export const callers = (storage: Adapter) => {
  /** The shop of each key whose caller was identified: an assumption, which every call checks. */
  const shopsByKey = new Map<string, string>()

  const identify = (credentials: Credentials, now: number) => {
    const { exchange, key } = credentials
    if (key === undefined || exchange === undefined)
      return Effect.fail(stranger("The headers key and exchange are required."))
    const query = { where: [{ on: "pair", eq: key }], limit: 1 } as const
    return Effect.flatMap(storage.find(installation, collections.keySets, query), ([row]): Known => {
      const keySet = row && docOf(collections.keySets, row)
      const pair = keySet?.pairs.find((one) => one.key === key)
      // An unknown key takes the same time as a known one with a wrong exchange.
      if (!matchesDigest(exchange, pair?.digest ?? nobody) || keySet === undefined)
        return Effect.fail(stranger("The key set is unknown."))
      const reason = reasonUnusable(keySet, key, Math.floor(now / 1000))
      return reason === undefined ? markUsed(keySet, key, pair?.used ?? 0, now) : Effect.fail(stranger(reason))
    })
  }

  /** The key set, after the use of its pair is recorded to the hour, so that a busy pair causes 24 writes a day. */
  const markUsed = (keySet: KeySet, key: string, last: number, now: number): Effect.Effect<KeySet, Unavailable> => {
    const used = Math.floor(now / 1000 / hour) * hour
    // A later hour was recorded before the clock was set back, or by a server whose clock is slightly ahead.
    if (last >= used && last <= used + hour) return Effect.succeed(keySet)
    const mark = (doc: KeySet | undefined) => {
      const isMarked = doc?.pairs.some((pair) => pair.key === key && pair.used === used)
      return Effect.succeed(isMarked ? doc : doc && withPair(doc, key, { used }))
    }
    const marked = modify(installation, collections.keySets, keySet.id, mark)
    // No unique value changes, so `Taken` cannot occur. A full store must not prevent reads.
    const known = Effect.catchTags(marked, {
      Taken: Effect.die,
      Unavailable: (failure) => (failure.reason === "full" ? Effect.void : Effect.fail(failure))
    })
    return Effect.provideService(Effect.as(known, keySet), Storage, storage)
  }

  const shopOf = (id: string) =>
    Effect.map(
      storage.find(installation, collections.shops, { where: [{ on: "key", eq: id }], limit: 1 }),
      ([row]) => row && docOf(collections.shops, row)
    )

  const callerOf = (keySet: KeySet, key: string) =>
    Effect.map(shopOf(keySet.shop), (shop): Caller => {
      // An embedded store answers at once, so reading the two one after the other costs nothing.
      if (storage.revision === undefined) shopsByKey.set(key, keySet.shop)
      if (shopsByKey.size > maxKnownShops) shopsByKey.delete(shopsByKey.keys().next().value!)
      return { keySet, shop: shop! }
    })

  /** The key set and its shop, read at once if the shop is known from an earlier call. */
  return (credentials: Credentials, now: number): Effect.Effect<Caller, Unauthenticated | Unavailable> => {
    const { key = "" } = credentials
    const identified = identify(credentials, now)
    const known = shopsByKey.get(key)
    if (known === undefined) return Effect.flatMap(identified, (keySet) => callerOf(keySet, key))
    return Effect.flatMap(Effect.all([identified, shopOf(known)], { concurrency: 2 }), ([keySet, shop]) =>
      shop?.id === keySet.shop ? Effect.succeed({ keySet, shop }) : callerOf(keySet, key)
    )
  }
}

type Known = Effect.Effect<KeySet, Unauthenticated | Unavailable>

const nobody = digest("")

const hour = 3600

const maxKnownShops = 10_000
