/** Lookups of the thousands of documents that a request may name use the index. */
import { collections } from "@bottega/domain/areas"
import { maxWalks, type Query } from "@bottega/storage"
import { Effect } from "effect"
import { assert, it } from "vitest"
import { findByValues, Session } from "../src/engine/session.ts"

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
