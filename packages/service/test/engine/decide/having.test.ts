/** Lookups of the thousands of documents that a request may name use the index. */
import { collections } from "@bottega/domain/areas"
import type { Collection } from "@bottega/domain/contract"
import { maxWalks, type Query } from "@bottega/storage"
import { Effect } from "effect"
import { assert, it } from "vitest"
import { findByValues, Session } from "../../../src/engine/decide/session.ts"

it("puts no more values into one query than an index walk supports", async () => {
  const asked: Array<Query> = []
  const find = (_: unknown, query: Query) => {
    asked.push(query)
    return Effect.succeed([])
  }
  const skus = Array.from({ length: 3000 }, (_, n) => `SKU ${n}`)
  const found = findByValues(collections.products, "sku", [...skus, ...skus], ({ key }) => key)
  await Effect.runPromise(Effect.provideService(found, Session, { find } as never))
  const values = asked.map(({ where = [] }) => where.flatMap((test) => ("in" in test ? test.in : [])))
  assert.deepStrictEqual(values.flat(), skus)
  assert.isAtMost(Math.max(...values.map(({ length }) => length)), maxWalks)
})

it.each([
  ["key", collections.brands],
  ["sku", collections.inventory]
] as const)("reads documents with long texts by their %s in parts, and holds none of the texts", async (on, of) => {
  const asked: Array<number> = []
  const text = "x".repeat(200_000)
  const find = (_: unknown, { after, characters, where = [] }: Query) => {
    const keys = where.flatMap((test) => ("in" in test ? test.in : [])).filter((key) => !after || key > after.key)
    const rows = keys.slice(0, Math.ceil(characters! / text.length)).map((key) => ({ key, version: 1, text }))
    asked.push(rows.length)
    return Effect.succeed(rows)
  }
  const values = Array.from({ length: 200 }, (_, n) => 1000 + n)
  const found = findByValues(of as Collection, on, values, ({ key }) => key)
  const keys = await Effect.runPromise(Effect.provideService(found, Session, { find } as never))
  assert.deepStrictEqual(keys, values)
  assert.isAtMost(Math.max(...asked), 3)
})

it("goes on after a full page of a lookup that is not unique", async () => {
  const all = Array.from({ length: 300 }, (_, n) => n)
  const find = (_: unknown, { after, limit }: Query) =>
    Effect.succeed(
      all
        .filter((key) => !after || key > Number(after.key))
        .slice(0, limit)
        .map((key) => ({ key, version: 1, text: "" }))
    )
  const found = findByValues(collections.keySets, "instance", ["one"], ({ key }) => key)
  assert.deepStrictEqual(await Effect.runPromise(Effect.provideService(found, Session, { find } as never)), all)
})
