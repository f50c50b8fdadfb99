/** Takes away what is kept for a time: answers to idempotency keys, once they are a day old. */
import { collections as shopCollections } from "@bottega/domain/shops"
import { contended, list, stored } from "@bottega/storage/derived"
import { leased } from "@bottega/storage/lease"
import { installation, Storage, type Unavailable } from "@bottega/storage/storage"
import { Clock, Effect, Schedule } from "effect"
import { keptFor } from "./answered.ts"
import { remove } from "./change.ts"
import { collections } from "./records.ts"

/**
 * Sweeps every ten minutes, for as long as it runs; a store that does not answer is swept another time. Of several
 * processes on one store one sweeps at a time, and those after it find little left.
 */
export const janitor: Effect.Effect<unknown, never, Storage> = Effect.suspend(() => leased("janitor", sweep)).pipe(
  Effect.ignore,
  Effect.repeat(Schedule.spaced("10 minutes"))
)

/** Removes what is too old, of every shop and the installation, in steps between which others have their turn. */
export const sweep: Effect.Effect<void, Unavailable, Storage> = Effect.gen(function* () {
  const before = (yield* Clock.currentTimeMillis) - keptFor
  const shops = yield* list(installation, shopCollections.shops)
  for (const shop of [installation, ...shops.map(({ doc }) => doc.id)]) {
    while ((yield* contended(removeSome(shop, before))) === step) yield* Effect.sleep("20 millis")
  }
})

/** Documents of one step: a commit that holds up nobody. */
const step = 100

const removeSome = (shop: string, before: number) =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const old = yield* storage.find(shop, collections.answered, {
      where: [{ on: "at", lte: before }],
      sort: { by: "at" },
      limit: step,
      latest: true
    })
    const writes = old.map((row) => ({ shop, ...remove(collections.answered, stored(collections.answered, row)) }))
    if (writes.length > 0) yield* storage.commit(writes)
    return writes.length
  })
