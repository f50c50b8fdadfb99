/** Commits: versions, unique lookups, atomicity, and the separation of shops. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { AdapterEntry } from "../../src/adapters.ts"
import { get, modify } from "../../src/derived.ts"
import { type Adapter, Storage, type Write } from "../../src/storage.ts"
import { adding, changing, keys, opened, removing, shop, thing, things } from "../things.ts"

/** Registers the tests. */
export const committing = (adapter: AdapterEntry): void => {
  const on = (title: string, body: (store: Adapter) => Effect.Effect<void, unknown, Storage>) =>
    it.live(`commits ${title}`, () =>
      Effect.flatMap(opened(adapter), (store) => Effect.provideService(body(store), Storage, store)).pipe(Effect.scoped)
    )

  on(
    "only over the version it names",
    Effect.fnUntraced(function* (store) {
      const refused = refusing(store)
      yield* refused(["Stale", 1], [changing(1, 1)])
      yield* refused(["Stale", 1], [removing(1, 1)])
      yield* store.commit([removing(1, 0)])
      yield* store.commit([adding(1)])
      yield* refused(["Stale", 1], [adding(1)])
      yield* refused(["Stale", 1], [removing(1, 0)])
      yield* refused(["Stale", 1], [changing(1, 2)])
      yield* store.commit([changing(1, 1, { stock: 7 })])
      yield* refused(["Stale", 1], [changing(1, 1)])
      const [row] = yield* store.find(shop, things, { limit: 1000 })
      assert.deepStrictEqual([row!.version, row!.text], [2, things.encode(thing(1, { stock: 7 }))])
      yield* store.commit([removing(1, 2)])
      assert.deepStrictEqual(yield* keys(store, {}), [])
      yield* store.commit([adding(1)])
      assert.strictEqual((yield* get(shop, things, 1))!.version, 1)
    })
  )

  on(
    "a document that replaces another, which the next reader gets without decoding it",
    Effect.fnUntraced(function* (store) {
      yield* store.commit([adding(1)])
      const write = changing(1, 1, { stock: 7, tags: ["unique to this test"] })
      yield* store.commit([write])
      for (const latest of [true, false]) {
        const found = yield* get(shop, things, 1, { latest })
        assert.strictEqual(found!.doc, write.doc)
      }
    })
  )

  on(
    "in order: the first refused write is named",
    Effect.fnUntraced(function* (store) {
      const refused = refusing(store)
      yield* store.commit([adding(5)])
      yield* store.commit([changing(5, 1)])
      yield* refused(["Stale", 1], [removing(1, 1), adding(5)])
      yield* refused(["Stale", 5], [adding(2), changing(5, 1), removing(1, 1)])
      yield* store.commit([adding(3, { code: "a" })])
      yield* refused(["Taken", 4, "code"], [adding(4, { code: "a" }), changing(5, 1)])
    })
  )

  on(
    "no value of a unique lookup twice",
    Effect.fnUntraced(function* (store) {
      const refused = refusing(store)
      yield* store.commit([adding(1, { code: "a", serials: ["x", "y"] }), adding(2), adding(3)])
      yield* refused(["Taken", 4, "code"], [adding(4, { code: "a" })])
      yield* refused(["Taken", 2, "code"], [changing(2, 1, { code: "a" })])
      yield* refused(["Taken", 4, "serials"], [adding(4, { serials: ["z", "y"] })])
      yield* refused(["Taken", 5, "code"], [adding(4, { code: "b" }), adding(5, { code: "b" })])
      yield* refused(["Taken", 5, "serials"], [adding(4, { serials: ["q"] }), adding(5, { serials: ["q"] })])
      yield* refused(["Stale", 1], [adding(1, { code: "a" })])
      yield* store.commit([changing(1, 1, { code: "a", serials: ["y"], stock: 1 })])
      yield* store.commit([adding(4, { code: "A", serials: ["x", "x"] })])
      yield* store.commit([removing(1, 2), adding(5, { code: "a", serials: ["y"] })])
      assert.deepStrictEqual(yield* keys(store, { where: [{ on: "code", eq: "a" }] }), [5])
    })
  )

  on(
    "all of its writes or none, whichever one fails",
    Effect.fnUntraced(function* (store) {
      yield* store.commit([
        adding(1, { code: "a", tags: ["old"] }),
        adding(2, { tags: ["old"] }),
        adding(3, { code: "c" })
      ])
      const good: ReadonlyArray<Write> = [
        adding(10, { code: "n", tags: ["new"] }),
        changing(1, 1, { tags: ["new"], stock: 5 }),
        removing(2, 1),
        changing(3, 1, { code: "d" })
      ]
      const before = yield* everything(store)
      for (const bad of [
        adding(3, { code: "q" }),
        changing(20, 1),
        adding(20, { code: "a2", serials: ["s", "s"] }),
        removing(20, 4)
      ])
        for (let place = 0; place <= good.length; place++) {
          const last = adding(21, { serials: ["s"] })
          const writes =
            bad.expect === 0 && bad.key === 20
              ? [...good.slice(0, place), bad, ...good.slice(place), last]
              : good.toSpliced(place, 0, bad)
          yield* Effect.flip(
            store.commit(
              writes.filter((one, at) => writes.findIndex(({ key }) => key === one.key) === at || one === bad)
            )
          )
          assert.deepStrictEqual(yield* everything(store), before)
        }
      yield* store.commit(good)
      assert.deepStrictEqual(yield* keys(store, { where: [{ on: "tags", eq: "new" }] }), [1, 10])
      assert.deepStrictEqual(yield* keys(store, { where: [{ on: "tags", eq: "old" }] }), [])
    })
  )

  on(
    "within its shop",
    Effect.fnUntraced(function* (store) {
      yield* store.commit([
        adding(1, { code: "a", tags: ["t"] }, "north"),
        adding(1, { code: "a", tags: ["t"] }, "south"),
        adding(2, { code: "b" }, "north")
      ])
      yield* store.commit([changing(1, 1, { code: "a", stock: 9, tags: ["t"] }, "south")])
      assert.strictEqual((yield* get("north", things, 1))!.doc.stock, 0)
      assert.strictEqual((yield* Effect.flip(store.commit([removing(2, 1, "south")])))._tag, "Stale")
      assert.strictEqual((yield* Effect.flip(store.commit([changing(2, 1, {}, "south")])))._tag, "Stale")
      yield* store.commit([removing(1, 2, "south")])
      assert.deepStrictEqual(yield* keys(store, {}, "south"), [])
      assert.deepStrictEqual(yield* keys(store, {}, "north"), [1, 2])
      for (const query of [
        { where: [{ on: "code", eq: "a" }] },
        { where: [{ on: "tags", eq: "t" }] },
        { sort: { by: "placed" } },
        { where: [{ on: "key", in: [1, 2] }] }
      ]) {
        assert.deepStrictEqual(yield* keys(store, query as never, "south"), [])
        assert.include(yield* keys(store, query as never, "north"), 1)
      }
    })
  )

  on(
    "a change of lookup values: found by the new ones and not by the old ones",
    Effect.fnUntraced(function* (store) {
      yield* store.commit([adding(1, { tags: ["a", "b"], placed: 1 }), adding(2, { tags: ["a"], placed: 2 })])
      yield* store.commit([changing(1, 1, { tags: ["b", "c"], placed: 3, status: "open" })])
      const tagged = (tag: string) => keys(store, { where: [{ on: "tags", eq: tag }], sort: { by: "placed" } })
      assert.deepStrictEqual([yield* tagged("a"), yield* tagged("b"), yield* tagged("c")], [[2], [1], [1]])
      yield* store.commit([changing(1, 2, { tags: ["a", "c"], placed: 1, status: "open" })])
      assert.deepStrictEqual(yield* tagged("a"), [1, 2])
      yield* store.commit([changing(1, 3, { tags: ["a", "c"], placed: 9, status: "open" })])
      assert.deepStrictEqual(yield* tagged("a"), [2, 1])
    })
  )

  on(
    "with the replaced row as without it",
    Effect.fnUntraced(function* (store) {
      yield* store.commit([adding(1, { code: "a", serials: ["s"], tags: ["t"] })])
      const [first] = yield* store.find(shop, things, { limit: 1000 })
      yield* store.commit([{ ...changing(1, 1, { code: "b", serials: ["s", "q"], tags: ["u"] }), before: first }])
      const failure = yield* Effect.flip(store.commit([{ ...changing(1, 1), before: first }]))
      assert.strictEqual(failure._tag, "Stale")
      yield* store.commit([adding(2, { code: "a", tags: ["t"] })])
      assert.deepStrictEqual(yield* keys(store, { where: [{ on: "tags", in: ["t", "u"] }] }), [1, 2])
      const [second] = yield* store.find(shop, things, { limit: 1000 })
      yield* store.commit([{ ...removing(1, 2), before: second }, adding(3, { code: "b", serials: ["q"] })])
      assert.deepStrictEqual(yield* keys(store, { where: [{ on: "serials", in: ["s", "q"] }] }), [3])
    })
  )

  on(
    "through modify: changes, leaves unchanged, removes, and refuses",
    Effect.fnUntraced(function* (store) {
      const made = yield* modify(shop, things, 1, () => Effect.succeed(thing(1)))
      assert.deepStrictEqual(made, thing(1))
      yield* modify(shop, things, 1, (doc) => Effect.succeed(doc))
      assert.strictEqual((yield* get(shop, things, 1))!.version, 1)
      assert.strictEqual(yield* Effect.flip(modify(shop, things, 1, () => Effect.fail("no" as const))), "no")
      yield* store.commit([adding(3, { code: "c" })])
      const taken = yield* Effect.flip(modify(shop, things, 2, () => Effect.succeed(thing(2, { code: "c" }))))
      assert.strictEqual(taken._tag, "Taken")
      assert.isUndefined(yield* get(shop, things, 2))
      yield* modify(shop, things, 1, () => Effect.succeed(undefined))
      assert.isUndefined(yield* get(shop, things, 1))
      assert.isUndefined(yield* modify(shop, things, 1, (doc) => Effect.succeed(doc)))
    })
  )
}

const refusing = (store: Adapter) => (expected: ReadonlyArray<unknown>, writes: ReadonlyArray<Write>) =>
  Effect.map(Effect.flip(store.commit(writes)), (failure) => {
    const found =
      failure._tag === "Taken"
        ? [failure._tag, failure.key, failure.lookup]
        : [failure._tag, "key" in failure && failure.key]
    assert.deepStrictEqual(found, expected)
  })

const everything = (store: Adapter) =>
  Effect.all([
    store.find(shop, things, { limit: 1000 }),
    keys(store, { sort: { by: "placed" } }),
    keys(store, { where: [{ on: "tags", in: ["old", "new"] }] }),
    keys(store, { where: [{ on: "code", gte: "" }] })
  ])
