/** Durability: answered commits exist after a restart and after the writer was killed. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { AdapterEntry } from "../../src/adapters.ts"
import { next } from "../../src/counters.ts"
import { type Adapter, Storage } from "../../src/storage.ts"
import { run } from "../child.ts"
import { adding, changing, fresh, handle, keys, shop, things } from "../things.ts"

/** Registers the tests for a store that outlives its process. */
export const lasting = (adapter: AdapterEntry): void => {
  if (adapter.needs === "nothing") return

  it.live("keeps everything across a restart", () =>
    Effect.gen(function* () {
      const location = yield* fresh(adapter)
      const written = yield* Effect.scoped(
        Effect.gen(function* () {
          const store = yield* handle(adapter, location)
          yield* store.commit([adding(1, { tags: ["a"] }), adding(2, { code: "c" })])
          yield* store.commit([changing(1, 1, { tags: ["b"] })])
          yield* Effect.provideService(next(shop, "uid"), Storage, store)
          return yield* store.find(shop, things, { limit: 1000 })
        })
      )
      const store = yield* handle(adapter, location)
      assert.deepStrictEqual(yield* store.find(shop, things, { limit: 1000 }), written)
      assert.deepStrictEqual(yield* keys(store, { where: [{ on: "tags", eq: "b" }] }), [1])
      assert.strictEqual((yield* Effect.flip(store.commit([adding(3, { code: "c" })])))._tag, "Taken")
      assert.isAbove(yield* Effect.provideService(next(shop, "uid"), Storage, store), 1)
    }).pipe(Effect.scoped)
  )

  it.live("loses no commit that a killed process had answered", () =>
    Effect.gen(function* () {
      // A fresh process starts where no other has written, so its numbers are its own.
      for (let cycle = 1; cycle <= 3; cycle++) yield* Effect.scoped(killed(adapter))
    })
  )

  it.live("closes while it reserves numbers ahead, and assigns none of them twice", () =>
    Effect.gen(function* () {
      const location = yield* fresh(adapter)
      const assigned: Array<number> = []
      for (const count of [1, 2, 3, 4, 5])
        yield* Effect.scoped(
          Effect.gen(function* () {
            const store = yield* handle(adapter, location)
            assigned.push(...(yield* numbers(store, count)))
          })
        )
      assert.strictEqual(new Set(assigned).size, 15)
    }).pipe(Effect.scoped)
  )

  it.live("assigns no number again that a killed process had assigned", () =>
    Effect.gen(function* () {
      const location = yield* fresh(adapter)
      const store = yield* handle(adapter, location)
      const { child, done, printed } = run(adapter.name, location, "count", 10 ** 6)
      yield* Effect.promise(() => printed(200))
      const meanwhile = yield* numbers(store, 200)
      child.kill("SIGKILL")
      const assigned = [
        ...meanwhile,
        ...(yield* Effect.promise(() => done)).map(Number),
        ...(yield* numbers(store, 200))
      ]
      assert.strictEqual(new Set(assigned).size, assigned.length)
    }).pipe(Effect.scoped)
  )
}

const numbers = (store: Adapter, count: number) =>
  Effect.provideService(
    Effect.forEach(Array.from({ length: count }), () => next(shop, "uid")),
    Storage,
    store
  )

const killed = Effect.fnUntraced(function* (adapter: AdapterEntry) {
  const location = yield* fresh(adapter)
  const { child, done, printed } = run(adapter.name, location, "write", 10 ** 6)
  yield* Effect.promise(() => printed(60))
  child.kill("SIGKILL")
  const answered = (yield* Effect.promise(() => done)).map(Number)
  const store = yield* handle(adapter, location)
  const found = new Set(yield* keys(store, {}))
  assert.deepStrictEqual(
    answered.filter((id) => !found.has(id) || !found.has(-id)),
    []
  )
  assert.deepStrictEqual(
    [...found].filter((id) => !found.has(-Number(id))),
    []
  )
  assert.strictEqual((yield* keys(store, { where: [{ on: "tags", eq: "a" }] })).length, found.size / 2)
  yield* store.commit([adding(0)])
})
