/** What the worker that sums orders by day asks of a store: nothing while nothing changes, and little after work. */
import { collections } from "@bottega/domain/areas"
import { type Adapter, modify, retryOnConflict, Storage } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { afterAll, expect, it } from "vitest"
import { orderDaysWorker } from "../src/areas/orders/days/worker.ts"
import { monotonicMs } from "../src/engine/background/shares.ts"
import { furnish, names, open, sweep } from "./maintenance/given.ts"

afterAll(sweep)

/** The worker on a store whose queries are counted. */
const watched = (storage: Adapter, onFind: () => void = () => {}) => {
  const worker = orderDaysWorker()
  const counts = { finds: 0 }
  const find: Adapter["find"] = (...query) =>
    Effect.suspend(() => {
      counts.finds++
      onFind()
      return storage.find(...query)
    })
  const counted = <A, E>(effect: Effect.Effect<A, E, Storage>) =>
    Effect.map(Effect.provideService(effect, Storage, { ...storage, find }), (result) => {
      const { finds } = counts
      counts.finds = 0
      return { result, finds }
    })
  return {
    /** A turn as the supervisor makes it. */
    turn: Effect.map(
      counted(
        Effect.gen(function* () {
          const isPending = yield* worker.pending!
          if (isPending) yield* worker.run(retryOnConflict, Effect.void)
          return isPending
        })
      ),
      ({ finds, result }) => ({ finds, ran: result })
    )
  }
}

it.each(names)("looks at %s again only after a change, if the store can tell", async (name) => {
  const store = open(name)
  const shop = await furnish(store, 40)
  const [order] = await store.run(Storage.use(({ find }) => find(shop.id, collections.orders, { limit: 1 })))
  const seen = await store.run(
    Effect.gen(function* () {
      const storage = yield* Storage
      // The rest after work is not the matter here: each turn comes an hour later.
      let hours = 0
      const real = yield* Clock.clockWith(Effect.succeed)
      const later = Object.assign(Object.create(real), {
        monotonicTimeNanos: Effect.sync(() => BigInt(hours) * 3_600_000_000_000n)
      }) as Clock.Clock
      const { turn } = watched(storage)
      const next = Effect.suspend(() => {
        hours++
        return Effect.provideService(turn, Clock.Clock, later)
      })
      const first = yield* next
      const second = yield* next
      const idle = [yield* next, yield* next]
      yield* modify(shop.id, collections.orders, order!.key, (doc) => Effect.succeed({ ...doc!, tags: ["x"] }))
      const changed = yield* next
      return { first, second, idle, changed, tells: storage.revision !== undefined }
    })
  )
  expect(seen.first.ran).toBe(true)
  // The shops, and three reads of the one that there is.
  const look = { ran: true, finds: 4 }
  expect(seen.second).toEqual(look)
  expect(seen.idle).toEqual(Array(2).fill(seen.tells ? { ran: false, finds: 0 } : look))
  expect(seen.changed).toEqual(look)
  await store.close()
})

it("rests nineteen times as long as it worked", async () => {
  const store = open("memory")
  await furnish(store, 40)
  await store.run(
    Effect.gen(function* () {
      const storage = yield* Storage
      let nowMs = 1000
      const real = yield* Clock.clockWith(Effect.succeed)
      const clock = Object.assign(Object.create(real), {
        monotonicTimeNanos: Effect.sync(() => BigInt(nowMs) * 1_000_000n)
      }) as Clock.Clock
      const { turn } = watched(storage, () => nowMs++)
      const next = Effect.provideService(turn, Clock.Clock, clock)
      const { finds: workMs } = yield* next
      expect(workMs).toBeGreaterThan(10)
      expect(yield* Effect.provideService(monotonicMs, Clock.Clock, clock)).toBe(1000 + workMs)
      nowMs += 19 * workMs - 1
      expect(yield* next).toEqual({ ran: true, finds: 0 })
      nowMs++
      expect((yield* next).finds).toBeGreaterThan(0)
    })
  )
  await store.close()
})
