/** Tests how long a decision is retried after conflicts, and how often it is made. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { make as memory } from "../src/memory.ts"
import { commitInLine, conflictTimeoutMs, retryOnConflict } from "../src/retry-on-conflict.ts"
import { type Adapter, Stale, Storage } from "../src/storage.ts"
import { adding, changing, collections, shop, things } from "./things.ts"

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

it.live("is made a few times, however many others change the same documents meanwhile", () =>
  Effect.gen(function* () {
    const memoryStore = memory(collections)
    // As from a database: what is decided takes a while to be committed.
    const store: Adapter = {
      ...memoryStore,
      commit: (writes, guards) => Effect.andThen(Effect.sleep(1), memoryStore.commit(writes, guards))
    }
    const ids = [1, 2, 3, 4, 5]
    yield* store.commit(ids.map((id) => adding(id)))
    const made = new Map<number, number>()
    const change = (caller: number) =>
      retryOnConflict(
        Effect.gen(function* () {
          made.set(caller, (made.get(caller) ?? 0) + 1)
          const where = [{ on: "key", in: ids }] as const
          const rows = yield* store.find(shop, things, { where, limit: 5, latest: true })
          yield* Effect.sleep(1)
          // Each begins with another document, and leaves one out.
          const mine = rows.filter((_, index) => index !== caller % 5).map((row) => ({ ...row, id: row.key as number }))
          const turned = [...mine.slice(caller % 4), ...mine.slice(0, caller % 4)]
          yield* commitInLine(
            store,
            turned.map(({ id, version }) => changing(id, version)),
            []
          )
        })
      ).pipe(Effect.provideService(Storage, store))
    yield* Effect.forEach(Array.from({ length: 40 }).keys(), change, { concurrency: "unbounded" })
    // Mostly twice; once more after each commit that was on its way when the locks were taken.
    assert.isAtMost(Math.max(...made.values()), 4)
    const rows = yield* store.find(shop, things, { limit: 5 })
    const changes = rows.reduce((sum, { version }) => sum + version - 1, 0)
    assert.strictEqual(changes, 40 * 4)
  })
)
