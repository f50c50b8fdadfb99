/**
 * Checks that a search in many steps finds the same as in one, and yields to others. MongoDB searches in a process of
 * its own.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { afterEach, beforeEach } from "vitest"
import { adapters } from "../src/adapters.ts"
import { type Find, pages } from "../src/pages.ts"
import type { Adapter, Unavailable } from "../src/storage.ts"
import { bounds } from "../src/turns.ts"
import { finding } from "./suite/finding.ts"
import { histories } from "./suite/histories.ts"
import { adding, keys, opened, shop, things, type Wanted } from "./things.ts"

const own = adapters.filter(({ needs }) => needs !== "uri")

const usual = { ...bounds }
afterEach(() => void Object.assign(bounds, usual))

describe("a store that reads two entries and one row at a time", () => {
  beforeEach(() => void Object.assign(bounds, { turn: 5, entries: 2, rows: 1, characters: 60 }))
  for (const adapter of own) {
    describe(adapter.name, () => {
      finding(adapter)
      histories(adapter)
    })
  }
})

/** Runs a search and counts the turns of the event loop that it takes. */
const turnsOf = (store: Adapter, query: Wanted) =>
  Effect.gen(function* () {
    let turns = 0
    let over = false
    const count = () => {
      turns++
      if (!over) setImmediate(count)
    }
    setImmediate(count)
    const found = yield* keys(store, query)
    over = true
    return { found, turns }
  })

describe.each(own)("in $name", (adapter) => {
  const count = 1200
  const newest = { by: "placed", descending: true } as const

  it.live("a rare filter, a skip and a long list take many turns", () =>
    Effect.gen(function* () {
      const store = yield* opened(adapter)
      const ids = Array.from({ length: count }, (_, at) => at + 1)
      const tags = (id: number) => [id % 2 === 0 ? "even" : "odd", ...(id % 3 === 0 ? ["third"] : [])]
      for (let at = 0; at < count; at += 400)
        yield* store.commit(ids.slice(at, at + 400).map((id) => adding(id, { tags: tags(id) })))
      Object.assign(bounds, { turn: 100, entries: 50, rows: 10 })
      const rare = [
        { on: "tags", eq: "odd" },
        { on: "tags", eq: "even" }
      ]
      const never = yield* turnsOf(store, { where: rare, sort: newest, limit: 10 })
      assert.deepStrictEqual(never.found, [])
      assert.isAtLeast(never.turns, 5, "rare")
      const skipped = yield* turnsOf(store, { sort: newest, skip: count - 5, limit: 10 })
      assert.deepStrictEqual(skipped.found, [5, 4, 3, 2, 1])
      assert.isAtLeast(skipped.turns, 10, "skipped")
      const both = [
        { on: "tags", eq: "even" },
        { on: "tags", eq: "third" }
      ]
      const far = yield* turnsOf(store, { where: both, sort: newest, skip: 190, limit: 20 })
      assert.deepStrictEqual(far.found, [60, 54, 48, 42, 36, 30, 24, 18, 12, 6])
      const near = yield* turnsOf(store, { where: both, sort: newest, limit: 3 })
      assert.deepStrictEqual(near.found, [1200, 1194, 1188])
      const many = yield* turnsOf(store, { limit: 1000 })
      assert.strictEqual(many.found.length, 1000)
      assert.isAtLeast(many.turns, 40, "many")
    }).pipe(Effect.scoped)
  )

  it.live("a search without a limit is refused", () =>
    Effect.gen(function* () {
      const store = yield* opened(adapter)
      for (const limit of [undefined, 1001, Number.POSITIVE_INFINITY, Number.NaN]) {
        const exit = yield* Effect.exit(store.find(shop, things, { limit } as never))
        assert.strictEqual(exit._tag, "Failure", String(limit))
        const points = { where: [{ on: "key", eq: 1 }], limit } as never
        assert.strictEqual((yield* Effect.exit(store.find(shop, things, points)))._tag, "Failure", String(limit))
      }
    }).pipe(Effect.scoped)
  )

  it.live("a page of long texts has few rows", () =>
    Effect.gen(function* () {
      const store = yield* opened(adapter)
      yield* store.commit(
        [1, 2, 3, 4].map((id) => adding(id, { code: `c${id}`, tags: ["t"], status: "x".repeat(1000) }))
      )
      assert.deepStrictEqual(yield* keys(store, { characters: 1500 }), [1, 2])
      assert.deepStrictEqual(yield* keys(store, { characters: 1 }), [1])
      assert.deepStrictEqual(yield* keys(store, { where: [{ on: "key", in: [4, 2, 3] }], characters: 1500 }), [2, 3])
      assert.deepStrictEqual(yield* keys(store, { where: [{ on: "tags", eq: "t" }], characters: 1e6 }), [1, 2, 3, 4])
      const codes = { where: [{ on: "code", in: ["c4", "c1", "c3", "none"] }] } as const
      assert.deepStrictEqual(yield* keys(store, { ...codes, characters: 1500 }), [1, 3])
      assert.deepStrictEqual(yield* keys(store, { ...codes, characters: 1500, after: { value: 3, key: 3 } }), [4])
      assert.deepStrictEqual(yield* keys(store, { ...codes, characters: 1e6 }), [1, 3, 4])
    }).pipe(Effect.scoped)
  )

  it.live("a list of texts with characters of several bytes goes on after a page that is cut", () =>
    Effect.gen(function* () {
      const store = yield* opened(adapter)
      yield* store.commit([1, 2, 3, 4].map((id) => adding(id, { tags: [], status: "\u4e00".repeat(700) })))
      const find: Find<Unavailable> = (of, query) => store.find(shop, of, query)
      const found = yield* Stream.runCollect(pages(find, things, {}, { limit: 3, characters: 1500 }))
      assert.deepStrictEqual(
        found.flat().map(({ key }) => key),
        [1, 2, 3, 4]
      )
    }).pipe(Effect.scoped)
  )
})
