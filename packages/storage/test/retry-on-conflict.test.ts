/** Tests how long a decision is retried after conflicts. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { make as memory } from "../src/memory.ts"
import { conflictTimeoutMs, retryOnConflict } from "../src/retry-on-conflict.ts"
import { Stale, Storage } from "../src/storage.ts"
import { collections, shop } from "./things.ts"

const stale = new Stale({ shop, collection: "things", key: 1 })

it.effect("lasts until a database has ended the transactions of a process that died", () =>
  Effect.gen(function* () {
    let isHeld = true
    const attempt = Effect.suspend(() => (isHeld ? Effect.fail(stale) : Effect.succeed("done")))
    const asked = retryOnConflict(attempt).pipe(Effect.provideService(Storage, memory(collections)))
    const waiting = yield* Effect.forkChild(asked)
    yield* TestClock.adjust("90 seconds")
    isHeld = false
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(waiting), "done")
    isHeld = true
    const refused = yield* Effect.forkChild(Effect.flip(asked))
    yield* TestClock.adjust(conflictTimeoutMs + 1000)
    assert.include(yield* Fiber.join(refused), { _tag: "Unavailable", reason: "busy" })
  })
)
