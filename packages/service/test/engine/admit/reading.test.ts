/** Checks how many calls of one key set read at once. */

import { Calling } from "@bottega/storage"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { maxReading, Reading } from "../../../src/engine/admit/reading.ts"

it.live("a bounded number of calls of one key set read, the others wait in their order", () =>
  Effect.gen(function* () {
    const reading = new Reading()
    const free = yield* Deferred.make<void>()
    const begun: Array<number> = []
    let [now, maxNow] = [0, 0]
    const read = (at: number) =>
      Effect.gen(function* () {
        begun.push(at)
        maxNow = Math.max(maxNow, ++now)
        yield* Deferred.await(free)
        yield* Effect.yieldNow
        now--
      })
    const of = (keySet: string) => new Calling({ shop: "shop", keySet })
    const many = yield* Effect.forEach(Array.from({ length: 300 }), (_, at) =>
      Effect.forkChild(reading.within(of("a"), undefined, read(at)))
    )
    const other = yield* Effect.forkChild(reading.within(of("b"), undefined, read(1000)))
    yield* Effect.yieldNow
    assert.deepStrictEqual([begun.length, begun.at(-1)], [maxReading + 1, 1000])
    yield* Deferred.succeed(free, undefined)
    yield* Fiber.joinAll([...many, other])
    assert.deepStrictEqual(
      begun.filter((at) => at !== 1000),
      Array.from({ length: 300 }, (_, at) => at)
    )
    assert.isAtMost(maxNow, maxReading + 1)
    assert.strictEqual(reading.owners, 0)
  })
)

it.live("a call that leaves while it waits, or when its turn comes, gives its place to the next", () =>
  Effect.gen(function* () {
    const reading = new Reading()
    const free = yield* Deferred.make<void>()
    const calling = () => new Calling({ shop: "shop", keySet: "a" })
    const held = yield* Effect.forEach(Array.from({ length: maxReading }), () =>
      Effect.forkChild(reading.within(calling(), undefined, Deferred.await(free)))
    )
    yield* Effect.yieldNow
    let read = 0
    const waits = (gone?: Effect.Effect<void>) =>
      Effect.forkChild(
        reading.within(
          calling(),
          gone,
          Effect.sync(() => read++)
        )
      )
    const left = yield* Deferred.make<void>()
    const gone = yield* Effect.forEach(Array.from({ length: 20 }), () => waits(Deferred.await(left)))
    const interrupted = yield* Effect.forEach(Array.from({ length: 20 }), () => waits())
    const last = yield* waits()
    yield* Effect.yieldNow
    yield* Deferred.succeed(left, undefined)
    for (const fiber of gone) assert.strictEqual((yield* Fiber.await(fiber))._tag, "Failure")
    yield* Deferred.succeed(free, undefined)
    // Their turn has come by now, and they have not begun.
    for (const fiber of interrupted) yield* Fiber.interrupt(fiber)
    yield* Fiber.joinAll([...held, last])
    assert.isAtMost(read, 21)
    assert.strictEqual(reading.owners, 0)
  })
)
