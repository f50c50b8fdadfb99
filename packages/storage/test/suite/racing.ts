/** Races: many writers in one process, two handles on one store, and two real processes. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { AdapterEntry } from "../../src/adapters.ts"
import { next } from "../../src/counters.ts"
import { get, modify, retryOnConflict } from "../../src/derived.ts"
import { type Adapter, Storage } from "../../src/storage.ts"
import { run } from "../child.ts"
import { take } from "../taking.ts"
import { adding, changing, fresh, handle, shop, thing, things } from "../things.ts"

/** Registers the tests; a store that cannot be shared runs them with one handle. */
export const racing = (adapter: AdapterEntry): void => {
  const over = adapter.sharable ? "two handles" : "one handle"
  const on = (title: string, body: (one: Adapter, other: Adapter) => Effect.Effect<void, unknown>) =>
    it.live(`${title}, over ${over}`, () =>
      Effect.gen(function* () {
        const location = yield* fresh(adapter)
        const one = yield* handle(adapter, location)
        yield* body(one, adapter.sharable ? yield* handle(adapter, location) : one)
      }).pipe(Effect.scoped)
    )

  on(
    "sells exactly 100 of a stock of 100 to 400 buyers",
    Effect.fnUntraced(function* (one, other) {
      yield* one.commit([adding(1, { stock: 100 })])
      const outcomes = yield* together(400, (index) =>
        Effect.provideService(take, Storage, index % 2 === 0 ? one : other)
      )
      assert.strictEqual(outcomes.filter((outcome) => outcome === "taken").length, 100)
      assert.strictEqual(outcomes.filter((outcome) => outcome === "sold out").length, 300)
      const left = yield* Effect.provideService(get(shop, things, 1), Storage, other)
      assert.deepStrictEqual([left!.doc.stock, left!.version], [0, 101])
    })
  )

  on(
    "moves units between documents in opposite orders and loses none",
    Effect.fnUntraced(function* (one, other) {
      yield* one.commit([1, 2, 3].map((id) => adding(id, { stock: 1000 })))
      yield* together(120, (index) => {
        const [from, to] = [
          [1, 2],
          [2, 1],
          [2, 3],
          [3, 1]
        ][index % 4]! as [number, number]
        return Effect.provideService(retryOnConflict(move(from, to)), Storage, index % 3 === 0 ? other : one)
      })
      const rows = yield* other.find(shop, things, { limit: 1000 })
      const stocks = rows.map(({ text }) => things.decode(text).stock)
      assert.strictEqual(
        stocks.reduce((sum, stock) => sum + stock),
        3000
      )
      assert.strictEqual(
        rows.reduce((sum, { version }) => sum + version - 1, 0),
        240
      )
    })
  )

  on(
    "gives a unique value to one of many",
    Effect.fnUntraced(function* (one, other) {
      const outcomes = yield* together(60, (index) =>
        Effect.match((index % 2 === 0 ? one : other).commit([adding(index, { code: "only" })]), {
          onFailure: ({ _tag }) => _tag,
          onSuccess: () => "done"
        })
      )
      assert.deepStrictEqual([...new Set(outcomes)].sort(), ["Taken", "done"])
      assert.strictEqual(outcomes.filter((outcome) => outcome === "done").length, 1)
    })
  )

  on(
    "never assigns a number twice, and assigns them in the order of the calls of a process",
    Effect.fnUntraced(function* (one, other) {
      const given = yield* together(500, (index) =>
        Effect.provideService(next(shop, "uid"), Storage, index % 2 === 0 ? one : other)
      )
      assert.strictEqual(new Set(given).size, 500)
      assert.isAtLeast(Math.min(...given), 1)
      // A process reserves less than three times as many numbers as it assigns.
      assert.isAtMost(Math.max(...given), 3 * 500)
      for (const handle of adapter.sharable ? [0, 1] : [0]) {
        const own = given.filter((_, index) => !adapter.sharable || index % 2 === handle)
        assert.deepStrictEqual(
          own,
          own.toSorted((first, second) => first - second)
        )
      }
      assert.strictEqual(yield* Effect.provideService(next("another", "uid"), Storage, one), 1)
    })
  )

  on(
    "shows an answered write to every reader immediately",
    Effect.fnUntraced(function* (one, other) {
      yield* one.commit([adding(1)])
      for (let version = 1; version <= 50; version++) {
        const [writer, reader] = version % 2 === 0 ? [one, other] : [other, one]
        yield* writer.commit([changing(1, version, { stock: version })])
        for (const store of [writer, reader])
          for (const latest of [false, true]) {
            const [row] = yield* store.find(shop, things, { limit: 1000, where: [{ on: "key", eq: 1 }], latest })
            assert.strictEqual(row!.version, version + 1)
          }
      }
    })
  )

  it.live("can interrupt a waiting writer without delaying the next", () =>
    Effect.gen(function* () {
      const store = yield* handle(adapter, yield* fresh(adapter))
      yield* store.commit([adding(1, { stock: 9 })])
      const slow = modify(shop, things, 1, (doc) => Effect.as(Effect.sleep("20 millis"), doc)).pipe(
        Effect.timeoutOption("30 millis"),
        Effect.asVoid
      )
      yield* together(20, (index) =>
        Effect.provideService(index % 2 === 0 ? slow : Effect.asVoid(take), Storage, store)
      )
      assert.strictEqual((yield* store.find(shop, things, { limit: 1000 }))[0]!.version, 10)
    }).pipe(Effect.scoped)
  )

  if (adapter.sharable)
    it.live("sells no unit twice over two processes", () =>
      Effect.gen(function* () {
        const location = yield* fresh(adapter)
        const store = yield* handle(adapter, location)
        yield* store.commit([adding(1, { stock: 150 })])
        const sold = yield* together(2, () => Effect.promise(() => run(adapter.name, location, "take", 100).done))
        assert.strictEqual(sold.flat().filter((line) => line === "taken").length, 150)
        assert.strictEqual(sold.flat().filter((line) => line === "sold out").length, 50)
        assert.strictEqual(things.decode((yield* store.find(shop, things, { limit: 1000 }))[0]!.text).stock, 0)
      }).pipe(Effect.scoped)
    )

  if (adapter.sharable)
    it.live("is created once and never assigns a number twice when three processes start together", () =>
      Effect.gen(function* () {
        const location = yield* fresh(adapter)
        const given = yield* together(3, () => Effect.promise(() => run(adapter.name, location, "count", 300).done))
        assert.strictEqual(new Set(given.flat()).size, 900)
      }).pipe(Effect.scoped)
    )
}

const move = Effect.fnUntraced(function* (from: number, to: number) {
  const storage = yield* Storage
  const source = (yield* get(shop, things, from, { latest: true }))!
  yield* Effect.yieldNow
  const target = (yield* get(shop, things, to, { latest: true }))!
  yield* storage.commit([
    { shop, collection: things, key: from, expect: source.version, doc: thing(from, { stock: source.doc.stock - 1 }) },
    { shop, collection: things, key: to, expect: target.version, doc: thing(to, { stock: target.doc.stock + 1 }) }
  ])
})

const together = <A, E>(count: number, each: (index: number) => Effect.Effect<A, E>) =>
  Effect.forEach(
    Array.from({ length: count }, (_, index) => index),
    each,
    { concurrency: "unbounded" }
  )
