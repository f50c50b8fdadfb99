/** Finding: tests, sorts, cursors, and values of every sort. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { AdapterEntry } from "../../src/adapters.ts"
import { list } from "../../src/derived.ts"
import { type Adapter, Storage } from "../../src/storage.ts"
import { adding, changing, keys, notes, opened, removing, shop, things } from "../things.ts"

/** Registers the tests. */
export const finding = (adapter: AdapterEntry): void => {
  const on = (title: string, body: (store: Adapter) => Effect.Effect<void, unknown, Storage>) =>
    it.live(`finds ${title}`, () =>
      Effect.flatMap(opened(adapter), (store) => Effect.provideService(body(store), Storage, store)).pipe(Effect.scoped)
    )

  on(
    "by key, equality, membership, range, and any of many values",
    Effect.fnUntraced(function* (store) {
      yield* store.commit(
        [1, 2, 3, 4, 5].map((id) =>
          adding(id, { code: `c${id}`, tags: id > 3 ? ["new", "all"] : ["all"], sizes: [id, id * 10] })
        )
      )
      const expect = expecting(store)
      yield* expect([2], { where: [{ on: "key", eq: 2 }] })
      yield* expect([1, 4], { where: [{ on: "key", in: [4, 1, 9, 4] }] })
      yield* expect([3, 4], { where: [{ on: "key", gt: 2, lte: 4 }] })
      yield* expect([3], { where: [{ on: "code", eq: "c3" }] })
      yield* expect([3, 5], { where: [{ on: "code", in: ["c5", "c3"] }] })
      yield* expect([3, 4], { where: [{ on: "code", gte: "c3", lt: "c5" }] })
      yield* expect([4, 5], { where: [{ on: "tags", eq: "new" }] })
      yield* expect([1, 2, 3, 4, 5], { where: [{ on: "tags", in: ["new", "all"] }] })
      yield* expect([], { where: [{ on: "tags", in: [] }] })
      yield* expect([2, 4], { where: [{ on: "status", eq: "open" }] })
    })
  )

  on(
    "by several tests on one lookup, each satisfied by one of its values",
    Effect.fnUntraced(function* (store) {
      yield* store.commit([adding(1, { sizes: [1, 100], tags: ["a", "b"] }), adding(2, { sizes: [50], tags: ["a"] })])
      const expect = expecting(store)
      yield* expect([2], { where: [{ on: "sizes", gt: 10, lt: 90 }] })
      yield* expect([1, 2], { where: [{ on: "sizes", gt: 10 }] })
      yield* expect([1], {
        where: [
          { on: "sizes", eq: 1 },
          { on: "sizes", eq: 100 }
        ]
      })
      yield* expect([1], {
        where: [
          { on: "tags", eq: "a" },
          { on: "tags", eq: "b" }
        ]
      })
      yield* expect([], {
        where: [
          { on: "status", eq: "open" },
          { on: "status", eq: "shipped" }
        ]
      })
      yield* expect([2], {
        where: [
          { on: "placed", gt: 10 },
          { on: "placed", lt: 30 },
          { on: "placed", gt: 15, gte: 16 }
        ]
      })
    })
  )

  on(
    "in order of a lookup or the key, both ways, ties by key the same way",
    Effect.fnUntraced(function* (store) {
      yield* store.commit([
        adding(1, { placed: 5 }),
        adding(2, { placed: 5 }),
        adding(3, { placed: 1 }),
        adding(4, { placed: 9 })
      ])
      const expect = expecting(store)
      yield* expect([1, 2, 3, 4], {})
      yield* expect([4, 3, 2, 1], { sort: { by: "key", descending: true } })
      yield* expect([3, 1, 2, 4], { sort: { by: "placed" } })
      yield* expect([4, 2, 1, 3], { sort: { by: "placed", descending: true } })
      yield* expect([4, 2, 1, 3], {
        sort: { by: "placed", descending: true },
        where: [{ on: "status", in: ["open", "shipped"] }]
      })
      yield* expect([2, 1], { sort: { by: "placed", descending: true }, skip: 1, limit: 2 })
      yield* expect([1, 2], {
        sort: { by: "placed" },
        skip: 1,
        limit: 2,
        where: [{ on: "status", in: ["open", "shipped"] }]
      })
      yield* expect([], { limit: 0 })
      yield* expect([], { skip: 9 })
      yield* expect([2, 4], { sort: { by: "status" }, where: [{ on: "status", eq: "open" }] })
      yield* expect([4], {
        sort: { by: "status" },
        where: [{ on: "status", eq: "open" }],
        after: { value: "open", key: 2 }
      })
      yield* expect([], {
        sort: { by: "status" },
        where: [{ on: "status", eq: "open" }],
        after: { value: "p", key: 0 }
      })
    })
  )

  on(
    "no document by a lookup that gives it no value",
    Effect.fnUntraced(function* (store) {
      const without = { ...adding(1), doc: { id: 1, serials: [], status: "open", stock: 0, tags: [], sizes: [] } }
      yield* store.commit([without, adding(2)])
      const expect = expecting(store)
      yield* expect([2], { sort: { by: "placed" } })
      yield* expect([2], { sort: { by: "placed", descending: true }, where: [{ on: "status", eq: "open" }] })
      yield* expect([2], { where: [{ on: "placed", lt: 1e9 }] })
      yield* expect([1, 2], { where: [{ on: "status", eq: "open" }] })
      yield* store.commit([changing(1, 1, { placed: 99 }), { ...without, key: 2, expect: 1 }])
      yield* expect([1], { sort: { by: "placed" } })
    })
  )

  on(
    "every document once by cursor, while others come and go",
    Effect.fnUntraced(function* (store) {
      const ids = Array.from({ length: 40 }, (_, index) => index + 1)
      yield* store.commit(ids.map((id) => adding(id, { placed: Math.floor(id / 7), status: "open", tags: ["t"] })))
      const seen: Array<number> = []
      let after: { readonly value: number; readonly key: number } | undefined
      for (let page = 0; ; page++) {
        const where = page % 2 === 0 ? ([{ on: "status", eq: "open" }] as const) : ([{ on: "tags", eq: "t" }] as const)
        const found = yield* list(shop, things, {
          where,
          sort: { by: "placed", descending: true },
          limit: 6,
          ...(after && { after })
        })
        if (found.length === 0) break
        seen.push(...found.map(({ doc }) => doc.id))
        const last = found.at(-1)!
        after = { value: last.doc.placed!, key: last.doc.id }
        // The last one seen goes, and one comes on the side already read.
        yield* store.commit([removing(last.doc.id, 1), adding(100 + page, { placed: 50, status: "open", tags: ["t"] })])
      }
      assert.deepStrictEqual(seen, ids.toReversed())
    })
  )

  on(
    "odd keys and values as they are",
    Effect.fnUntraced(function* (store) {
      const odd = [
        "",
        " ",
        "__proto__",
        "constructor",
        "a.b",
        "$ne",
        "'; drop table x; --",
        '"',
        "null",
        "0",
        "e\u0301",
        "é",
        "\u0000",
        "\ud83d\ude00",
        "\uffff",
        "x".repeat(100_000),
        "%",
        "_",
        "\n",
        "[1]"
      ]
      yield* store.commit(
        odd.map((name) => ({ shop, collection: notes, key: name, expect: 0, doc: { name, 'a"b c': name } }))
      )
      const sorted = [...odd].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
      const names = (query: Parameters<typeof store.find>[2]) =>
        Effect.map(list(shop, notes, query as never), (found) => found.map(({ doc }) => doc.name))
      assert.deepStrictEqual(yield* names({}), sorted)
      assert.deepStrictEqual(yield* names({ sort: { by: 'a"b c', descending: true } }), sorted.toReversed())
      for (const name of odd) {
        assert.deepStrictEqual(yield* names({ where: [{ on: "key", eq: name }] }), [name])
        assert.deepStrictEqual(yield* names({ where: [{ on: 'a"b c', in: [name, "absent"] }] }), [name])
      }
    })
  )

  on(
    "numbers exactly, up to the largest safe one",
    Effect.fnUntraced(function* (store) {
      const big = Number.MAX_SAFE_INTEGER
      const all = [0, 1, -1, -big, big, big - 1, 2 ** 31, 2 ** 32 + 1]
      yield* store.commit(all.map((id) => adding(id, { placed: id === 0 ? 0.1 + 0.2 : id })))
      const expect = expecting(store)
      yield* expect(
        [...all].sort((one, other) => one - other),
        {}
      )
      for (const id of all.slice(1)) {
        yield* expect([id], { where: [{ on: "key", eq: id }] })
        yield* expect([id], { where: [{ on: "placed", gte: id, lte: id }] })
      }
      yield* expect([0], { where: [{ on: "placed", eq: 0.1 + 0.2 }] })
      yield* expect([big], { where: [{ on: "placed", gt: big - 1 }] })
    })
  )

  on(
    "nothing by a value of the other type, and everything by an unbounded range",
    Effect.fnUntraced(function* (store) {
      yield* store.commit([adding(1, { placed: 5, code: "5" })])
      const expect = expecting(store)
      yield* expect([], { where: [{ on: "placed", eq: "5" }] })
      yield* expect([], { where: [{ on: "code", eq: 5 }] })
      yield* expect([], { where: [{ on: "code", gt: 5 }] })
      yield* expect([1], { where: [{ on: "placed", gt: -Infinity }] })
      yield* expect([], { where: [{ on: "placed", gt: Infinity }] })
      yield* expect([1], { where: [{ on: "placed", lt: Infinity }] })
    })
  )

  on(
    "the very same row again while nothing is written",
    Effect.fnUntraced(function* (store) {
      yield* store.commit([adding(1), adding(2)])
      const query = { where: [{ on: "status", eq: "open" }] } as const
      const [one] = yield* store.find(shop, things, query)
      const [other] = yield* store.find(shop, things, query)
      assert.strictEqual(one, other)
    })
  )
}

const expecting = (store: Adapter) => (expected: ReadonlyArray<number>, query: Parameters<Adapter["find"]>[2]) =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* keys(store, query), expected, JSON.stringify(query))
    assert.deepStrictEqual(yield* keys(store, { ...query, latest: true }), expected, `latest ${JSON.stringify(query)}`)
  })
