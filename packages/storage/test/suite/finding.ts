/** Queries: tests, sorts and cursors. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { AdapterEntry } from "../../src/adapters.ts"
import { list } from "../../src/derived.ts"
import { type Adapter, Storage } from "../../src/storage.ts"
import { adding, changing, expecting, opened, removing, shop, things } from "../things.ts"

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
    "many by keys or unique values at once, each once, in order",
    Effect.fnUntraced(function* (store) {
      const ids = Array.from({ length: 150 }, (_, at) => at + 1)
      yield* store.commit(ids.map((id) => adding(id, { code: `c${id}`, serials: [`s${id}`, `z${id}`], placed: -id })))
      const expect = expecting(store)
      const odd = ids.filter((id) => id % 2 === 1)
      for (const some of [odd, odd.slice(0, 5)]) {
        const codes = some.map((id) => `c${id}`)
        yield* expect(some, { where: [{ on: "key", in: some.toReversed() }] })
        yield* expect(some, { where: [{ on: "code", in: [...codes, "none"] }] })
        yield* expect(some.toReversed(), { where: [{ on: "code", in: codes }], sort: { by: "placed" } })
        const serials = some.flatMap((id) => [`s${id}`, `z${id}`])
        yield* expect(some.slice(1, 3), { where: [{ on: "serials", in: serials }], skip: 1, limit: 2 })
        yield* expect([some[1]!], { where: [{ on: "key", in: some }], after: { value: 0, key: some[0]! }, limit: 1 })
      }
    })
  )

  on(
    "one document once, in whatever order it is asked for",
    Effect.fnUntraced(function* (store) {
      yield* store.commit([adding(1, { code: "c" }), adding(2)])
      for (const where of [[{ on: "key", eq: 1 }], [{ on: "code", eq: "c" }]])
        yield* expecting(store)([1], { where, sort: { by: "stock" }, limit: 2 })
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
      for (const [gt, gte, found] of [
        [10, 20, [2]],
        [20, 10, []],
        [10, 10, [2]]
      ] as const)
        yield* expect(found, {
          where: [
            { on: "placed", gt },
            { on: "placed", gte }
          ],
          sort: { by: "placed" }
        })
    })
  )

  on(
    "in order of a lookup or the key, ascending and descending, ties by key in the same direction",
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
    "no document by a lookup without a value for it",
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
    "every document once by cursor, while others are added and removed",
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
        // Removes the last row seen, and adds one in the part that was already read.
        yield* store.commit([removing(last.doc.id, 1), adding(100 + page, { placed: 50, status: "open", tags: ["t"] })])
      }
      assert.deepStrictEqual(seen, ids.toReversed())
    })
  )

  on(
    "the same row object while nothing is written",
    Effect.fnUntraced(function* (store) {
      yield* store.commit([adding(1), adding(2)])
      const query = { where: [{ on: "status", eq: "open" }], limit: 10 } as const
      const [one] = yield* store.find(shop, things, query)
      const [other] = yield* store.find(shop, things, query)
      assert.strictEqual(one, other)
    })
  )
}
