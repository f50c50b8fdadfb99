/** Leases: work that only one process at a time does. */
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber } from "effect"
import type { AdapterEntry } from "../../src/adapters.ts"
import { all } from "../../src/derived.ts"
import { HoldsLease, leases, withLease } from "../../src/lease.ts"
import { installation, Storage } from "../../src/storage.ts"
import { fresh, handle } from "../things.ts"

/** A holder is lost after a minute, which no busy machine delays a beat for. */
const pace = { beat: 20, misses: 3000 }

/** Registers the tests. */
export const leasing = (adapter: AdapterEntry): void => {
  const on = Effect.fnUntraced(function* () {
    const location = yield* fresh(adapter)
    const one = yield* handle(adapter, location)
    return [one, adapter.sharable ? yield* handle(adapter, location) : one] as const
  })
  const held = Effect.map(all(installation, leases), (found) => found.map(({ doc }) => doc.name))

  it.live("lets one holder at a time work, and leaves no lease", () =>
    Effect.gen(function* () {
      const stores = yield* on()
      let [within, peak] = [0, 0]
      const work = Effect.gen(function* () {
        peak = Math.max(peak, ++within)
        yield* Effect.sleep(50)
        within--
      })
      const failing = withLease("sweep", Effect.andThen(work, Effect.fail("broken")), pace)
      const works = [
        withLease("sweep", work, pace),
        failing,
        withLease("sweep", work, pace),
        withLease("other", Effect.void, pace)
      ]
      const exits = yield* Effect.forEach(
        works,
        (one, at) => Effect.exit(Effect.provideService(one, Storage, stores[at % 2]!)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, false, true, true])
      assert.strictEqual(peak, 1)
      assert.deepStrictEqual(yield* Effect.provideService(held, Storage, stores[1]), [])
    }).pipe(Effect.scoped)
  )

  it.live("takes over from a silent holder, and interrupts it when it comes back", () =>
    Effect.gen(function* () {
      const [one, other] = yield* on()
      const begun = Promise.withResolvers<void>()
      // Never renews its lease, like a stalled process.
      const still = withLease(
        "sweep",
        Effect.andThen(
          Effect.sync(() => begun.resolve()),
          Effect.never
        ),
        { beat: 1000, misses: 1 }
      )
      const standing = yield* Effect.forkChild(Effect.provideService(still, Storage, one))
      yield* Effect.promise(() => begun.promise)
      const hasty = { beat: 10, misses: 5 }
      const over = withLease(
        "sweep",
        Effect.map(Fiber.join(standing), (lost) => ["taken over", lost]),
        hasty
      )
      assert.deepStrictEqual(yield* Effect.provideService(over, Storage, other), ["taken over", undefined])
      assert.deepStrictEqual(yield* Effect.provideService(held, Storage, one), [])
    }).pipe(Effect.scoped)
  )

  it.live("tells a holder that was stopped that it may have lost its lease, until it has renewed it", () =>
    Effect.gen(function* () {
      const [one] = yield* on()
      const real = yield* Clock.clockWith(Effect.succeed)
      let stoppedNs = 0n
      const clock: Clock.Clock = {
        ...real,
        sleep: (duration) => real.sleep(duration),
        monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe() + stoppedNs
      }
      const work = Effect.gen(function* () {
        const holds = yield* HoldsLease
        const before = holds()
        // Half of the minute after which another process takes the lease.
        stoppedNs += 31_000_000_000n
        const stopped = holds()
        while (!holds()) yield* Effect.sleep(5)
        return [before, stopped]
      })
      const ran = withLease("sweep", work, pace).pipe(
        Effect.provideService(Clock.Clock, clock),
        Effect.provideService(Storage, one)
      )
      assert.deepStrictEqual(yield* ran, [true, false])
      assert.isTrue((yield* HoldsLease)())
    }).pipe(Effect.scoped)
  )
}
