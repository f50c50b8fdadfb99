/** Guards: conditions of a commit on documents that it does not change. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { AdapterEntry } from "../../src/adapters.ts"
import { type Adapter, type Guard, maxRows, Storage } from "../../src/storage.ts"
import { run } from "../child.ts"
import { dangling, refer, removeUnreferred, type Side } from "../referring.ts"
import { areBothSeen, untilShown, won } from "../shown.ts"
import { adding, changing, fresh, guardOf, handle, keys, opened, removing, rowOf, shop, things } from "../things.ts"

/** Registers the tests. */
export const guarding = (adapter: AdapterEntry): void => {
  const on = (title: string, body: (store: Adapter) => Effect.Effect<void, unknown>) =>
    it.live(`guards ${title}`, () => Effect.flatMap(opened(adapter), body).pipe(Effect.scoped))

  on(
    "a document: the commit is applied only if it is still as it was read",
    Effect.fnUntraced(function* (store) {
      yield* store.commit([adding(1)])
      const guard = yield* guardOf(store, 1)
      yield* store.commit([adding(2)], [guard])
      yield* store.commit([adding(3), adding(4)], [guard])
      assert.strictEqual((yield* rowOf(store, 1))?.version, 1)
      yield* store.commit([changing(1, 1, { stock: 1 })])
      yield* stale(1, store.commit([adding(5)], [guard]))
      const next = yield* guardOf(store, 1)
      yield* store.commit([changing(2, 1)], [next])
      yield* store.commit([removing(1, 2)])
      yield* stale(1, store.commit([removing(2, 2)], [next]))
      yield* store.commit([adding(1)])
      yield* stale(1, store.commit([adding(5)], [next]))
      yield* store.commit([adding(5)], [yield* guardOf(store, 1)])
      assert.deepStrictEqual(yield* keys(store, {}), [1, 2, 3, 4, 5])
    })
  )

  on(
    "an absence: the commit is applied only if no document has the value",
    Effect.fnUntraced(function* (store) {
      const tagged = absence("tags", "t")
      const coded = absence("code", "c")
      yield* store.commit([adding(1)], [tagged, coded])
      yield* store.commit([adding(2, { tags: ["s", "t"] })])
      yield* stale(2, store.commit([removing(1, 1)], [coded, tagged]))
      yield* store.commit([adding(3, { tags: ["t"], code: "c" }, "south")])
      yield* store.commit([removing(1, 1)], [coded])
      yield* store.commit([changing(2, 1, { code: "c" })])
      yield* store.commit([adding(4)], [tagged])
      yield* stale(2, store.commit([removing(4, 1)], [coded]))
      yield* store.commit([removing(4, 1)], [absence("status", "lost")])
    })
  )

  on(
    "an absence of a key: the commit is applied only if there is no such document",
    Effect.fnUntraced(function* (store) {
      yield* store.commit([adding(1)], [absence("key", 2)])
      yield* store.commit([adding(2), adding(3, {}, "south")])
      yield* stale(2, store.commit([removing(1, 1)], [absence("key", 3), absence("key", 2)]))
      yield* store.commit([removing(1, 1)], [absence("key", 3)])
      yield* store.commit([removing(2, 1)])
      yield* store.commit([adding(4)], [absence("key", 2)])
    })
  )

  on(
    "an absence but for documents that the commit changes itself",
    Effect.fnUntraced(function* (store) {
      yield* store.commit([adding(1, { tags: ["t"] }), adding(2, { tags: ["t"] })])
      const but = (...except: ReadonlyArray<number>): Guard => ({
        shop,
        collection: things,
        on: "tags",
        eq: "t",
        except
      })
      yield* stale(2, store.commit([removing(1, 1)], [but(1)]))
      yield* store.commit([removing(1, 1), changing(2, 1)], [but(1, 2)])
      yield* store.commit([adding(3)], [but()])
      assert.deepStrictEqual(yield* keys(store, {}), [2, 3])
    })
  )

  on(
    "an absence but for more documents than one query reads",
    Effect.fnUntraced(function* (store) {
      const ids = Array.from({ length: maxRows + 1 }, (_, id) => id)
      yield* store.commit(ids.map((id) => adding(id, { tags: ["t"] })))
      const but = (except: ReadonlyArray<number>): Guard => ({ shop, collection: things, on: "tags", eq: "t", except })
      yield* stale(maxRows, store.commit([adding(5000)], [but(ids.slice(0, -1))]))
      yield* store.commit(
        ids.map((id) => removing(id, 1)),
        [but(ids)]
      )
      assert.deepStrictEqual(yield* keys(store, {}), [])
    })
  )

  on(
    "before any write: what is refused for a guard is refused for nothing else, and leaves nothing behind",
    Effect.fnUntraced(function* (store) {
      yield* store.commit([adding(1), adding(2, { code: "a" })])
      const guard = yield* guardOf(store, 1)
      yield* store.commit([changing(1, 1)])
      yield* stale(1, store.commit([adding(3), changing(2, 9), adding(4, { code: "a" })], [guard]))
      yield* stale(2, store.commit([adding(3), changing(2, 9)], [absence("tags", "t")]))
      assert.deepStrictEqual(yield* keys(store, {}), [1, 2])
    })
  )

  on(
    "one document in many simultaneous commits, none of which is stale",
    Effect.fnUntraced(function* (store) {
      yield* store.commit([adding(1)])
      const guard = yield* guardOf(store, 1)
      yield* Effect.forEach(
        Array.from({ length: 200 }, (_, index) => 10 + index),
        (id) => store.commit([adding(id)], [guard]),
        { concurrency: 50 }
      )
      assert.strictEqual((yield* rowOf(store, 1))?.version, 1)
      assert.lengthOf(yield* keys(store, {}), 201)
    })
  )

  const sides = adapter.sharable ? "two handles" : "one handle"
  const racing = (title: string, guarded: boolean, judge: typeof judged) =>
    it.live(`${title}, over ${sides}`, () =>
      untilShown(
        Effect.gen(function* () {
          const location = yield* fresh(adapter)
          const one = yield* handle(adapter, location)
          const other = adapter.sharable ? yield* handle(adapter, location) : one
          yield* one.commit(targets.map((id) => adding(id)))
          const race = (id: number) => {
            const [maker, remover] = id % 2 === 0 ? [one, other] : [other, one]
            return Effect.all(
              [
                Effect.provideService(refer(id, guarded), Storage, maker),
                Effect.provideService(removeUnreferred(id, guarded), Storage, remover)
              ],
              { concurrency: "unbounded" }
            )
          }
          const outcomes = yield* Effect.forEach(targets, race, { concurrency: 8 })
          return yield* judge(adapter, other, outcomes.flat())
        }).pipe(Effect.scoped)
      )
    )

  racing("lets no reference dangle that is made while its target is removed", true, judged)
  // Without guards the race must show dangling references.
  racing("leaves references dangling that nobody guards", false, (_, store) =>
    Effect.map(dangling(store), (left) => left.length > 0)
  )

  if (adapter.sharable)
    it.live("leaves no dangling reference when a target is removed in another process", () =>
      untilShown(
        Effect.gen(function* () {
          const location = yield* fresh(adapter)
          const store = yield* handle(adapter, location)
          yield* store.commit(targets.map((id) => adding(id)))
          const lines = yield* Effect.promise(() =>
            Promise.all((["refer", "remove"] as const).map((task) => run(adapter.name, location, task, races).done))
          )
          return yield* judged(adapter, store, lines.flat() as ReadonlyArray<Side>)
        }).pipe(Effect.scoped)
      )
    )
}

/** The targets of the races. */
const races = 300
const targets = Array.from({ length: races }, (_, index) => index + 1)

const judged = Effect.fnUntraced(function* (adapter: AdapterEntry, store: Adapter, outcomes: ReadonlyArray<Side>) {
  const [made, removed, left] = [won(outcomes, "made"), won(outcomes, "removed"), yield* dangling(store)]
  console.log(`references: ${adapter.name}, ${made} made, ${removed} removed, ${left.length} dangling of ${races}`)
  assert.deepStrictEqual(left, [])
  assert.strictEqual(made + removed, races)
  return areBothSeen(outcomes)
})

const absence = (on: keyof typeof things.lookups | "key", eq: string | number): Guard => ({
  shop,
  collection: things,
  on,
  eq
})

const stale = (key: number, commit: ReturnType<Adapter["commit"]>) =>
  Effect.map(Effect.flip(commit), (failure) => {
    assert.strictEqual(failure._tag, "Stale")
    if (failure._tag === "Stale") assert.strictEqual(failure.key, key)
  })
