/** Checks in which order a lock is granted. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { Locks } from "../src/locks.ts"
import { Calling, CurrentCall } from "../src/turns.ts"

const within = (locks: Locks, calling: Calling, effect: Effect.Effect<void>) =>
  Effect.provideService(
    locks.holding(
      ["document"],
      (line) => line,
      () => effect
    ),
    CurrentCall,
    calling
  )

it.effect("a lock goes round key sets, and keeps nothing of those that leave", () =>
  Effect.gen(function* () {
    const locks = new Locks()
    const free = yield* Deferred.make<void>()
    const granted: Array<string> = []
    const ask = (keySet: string) => {
      const calling = new Calling({ shop: "shop", keySet })
      return Effect.forkChild(
        within(
          locks,
          calling,
          Effect.sync(() => void granted.push(keySet))
        )
      )
    }
    const held = yield* Effect.forkChild(
      within(locks, new Calling({ shop: "shop", keySet: "a" }), Deferred.await(free))
    )
    yield* Effect.yieldNow
    const many = yield* Effect.forEach(Array.from({ length: 300 }), () => ask("a"))
    const gone = yield* Effect.forEach(Array.from({ length: 50 }), () => ask("gone"))
    const other = yield* ask("b")
    yield* Effect.yieldNow
    for (const fiber of gone) yield* Fiber.interrupt(fiber)
    yield* Deferred.succeed(free, undefined)
    yield* Fiber.join(other)
    assert.isAtMost(granted.length, 4)
    yield* Fiber.joinAll([held, ...many])
    assert.deepStrictEqual([granted.length, granted.includes("gone")], [301, false])
    yield* Fiber.join(yield* ask("c"))
  })
)
