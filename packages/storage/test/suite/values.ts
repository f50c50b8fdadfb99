/** Unusual values: odd text, large numbers, the wrong type. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { AdapterEntry } from "../../src/adapters.ts"
import { list } from "../../src/derived.ts"
import { type Adapter, maxRows, Storage } from "../../src/storage.ts"
import { adding, expecting, notes, opened, shop, type Wanted } from "../things.ts"

/** Registers the tests. */
export const values = (adapter: AdapterEntry): void => {
  const on = (title: string, body: (store: Adapter) => Effect.Effect<void, unknown, Storage>) =>
    it.live(`finds ${title}`, () =>
      Effect.flatMap(opened(adapter), (store) => Effect.provideService(body(store), Storage, store)).pipe(Effect.scoped)
    )

  on(
    "odd keys and values unchanged",
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
      const names = (query: Wanted) =>
        Effect.map(list(shop, notes, { limit: maxRows, ...query } as never), (found) =>
          found.map(({ doc }) => doc.name)
        )
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
    "nothing by a value of another type, and everything by an unbounded range",
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
}
