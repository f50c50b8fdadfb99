/** Lookups of the thousands of documents that a request may name use the index. */
import { collections } from "@bottega/domain/areas"
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

it("reads documents with long texts by their keys in parts, and holds none of the texts", async () => {
  const asked: Array<number> = []
  const text = "x".repeat(200_000)
  const find = (_: unknown, { characters, where = [] }: Query) => {
    const keys = where.flatMap((test) => ("in" in test ? test.in : []))
    const rows = keys.slice(0, Math.ceil(characters! / text.length)).map((key) => ({ key, version: 1, text }))
    asked.push(rows.length)
    return Effect.succeed(rows)
  }
  const uids = Array.from({ length: 200 }, (_, uid) => uid)
  const found = findByValues(collections.brands, "key", uids, ({ key }) => key)
  const keys = await Effect.runPromise(Effect.provideService(found, Session, { find } as never))
  assert.deepStrictEqual(
    [...keys].sort((one, other) => Number(one) - Number(other)),
    uids
  )
  assert.isAtMost(Math.max(...asked), 3)
})
