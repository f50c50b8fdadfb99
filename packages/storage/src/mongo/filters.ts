/** A query in MongoDB's form: every query names the shop and the index that answers it. */
import { type Filter, MaxKey, MinKey } from "mongodb"
import type { Plan } from "../plan.ts"
import type { Bound, NormalQuery, NormalTest } from "../values.ts"
import { field, idOf, type Layout, type MongoDocument } from "./documents.ts"
import { byId, indexName } from "./indexes.ts"

/** One MongoDB query. */
export interface MongoQuery {
  readonly filter: Filter<MongoDocument>
  readonly hint: string
  readonly sort: Readonly<Record<string, 1 | -1>>
}

/**
 * The MongoDB queries whose results, one after the other, answer a query. After a place, the rest of the same value
 * comes first and then what follows it. As one query that would be an `$or`, which a server may read from its start.
 */
export const mongoQueries = (
  layout: Layout,
  shop: string,
  query: NormalQuery,
  plan: Plan
): ReadonlyArray<MongoQuery> => {
  const { after, by, descending } = query
  const than = descending ? "$lt" : "$gt"
  const about = (conditions: ReadonlyArray<Filter<MongoDocument>>, sorted: ReadonlyArray<string>): MongoQuery => ({
    ...source(shop, plan, [...tested(layout, shop, query), ...conditions]),
    sort: Object.fromEntries(sorted.map((name) => [name, descending ? -1 : 1]))
  })
  const tie = after === undefined ? [] : [{ _id: { [than]: idOf(shop, after.key as string) } }]
  if (by === "key") return [about(tie, ["_id"])]
  // No two documents have one value in a unique index, so the key is not its last column.
  const sorted = plan.index.unique && plan.next === by ? [field(by)] : [field(by), "_id"]
  if (after === undefined) return [about([], sorted)]
  return [
    about([{ [field(by)]: { $eq: after.value } }, ...tie], ["_id"]),
    about([{ [field(by)]: { [than]: after.value } }], sorted)
  ]
}

/** The query for what the walks of a plan find. */
export const walked = (layout: Layout, shop: string, query: NormalQuery, plan: Plan): Omit<MongoQuery, "sort"> => {
  const tests = query.tests.filter((test) => !plan.rest.includes(test))
  return source(
    shop,
    plan,
    tests.map((test) => condition(layout, shop, test))
  )
}

const source = (shop: string, plan: Plan, conditions: ReadonlyArray<Filter<MongoDocument>>) => {
  const hint = indexName(plan.index)
  const every =
    hint === byId && !conditions.some(isOfKeys) ? [{ _id: ids(shop, undefined, undefined) }, ...conditions] : conditions
  return { hint, filter: { shop, ...(every.length > 0 && { $and: [...every] }) } as Filter<MongoDocument> }
}

/** Whether a condition names whole keys, which have the shop in them. */
const isOfKeys = ({ _id }: Filter<MongoDocument>): boolean => _id !== undefined && ("$eq" in _id || "$in" in _id)

const tested = (layout: Layout, shop: string, { sorted, tests }: NormalQuery): ReadonlyArray<Filter<MongoDocument>> => {
  const conditions = tests.map((test) => condition(layout, shop, test))
  const defined = sorted === "key" || tests.some(({ on }) => on === sorted)
  return defined ? conditions : [...conditions, { [field(sorted)]: within(layout, sorted, undefined, undefined) }]
}

const condition = (layout: Layout, shop: string, test: NormalTest): Filter<MongoDocument> => {
  const { on } = test
  if ("values" in test) {
    const values = on === "key" ? test.values.map((key) => idOf(shop, key)) : test.values
    return { [on === "key" ? "_id" : field(on)]: values.length === 1 ? { $eq: values[0] } : { $in: values } }
  }
  const { high, low } = test
  if (on === "key") return { _id: ids(shop, low, high) }
  const range = within(layout, on, low, high)
  // One value must lie within both ends. DocumentDB crashes on an `$elemMatch` that it applies to an index; negated
  // twice it does not use the index.
  if (layout.collection.lookups[on]!.many && low !== undefined && high !== undefined)
    return { $nor: [{ [field(on)]: { $not: { $elemMatch: range } } }] }
  return { [field(on)]: range }
}

// The ids of a shop's documents, within bounds on their keys.
const ids = (s: string, low: Bound | undefined, high: Bound | undefined) => ({
  [low?.open === false ? "$gte" : "$gt"]: { s, k: low === undefined ? new MinKey() : low.value },
  [high?.open === false ? "$lte" : "$lt"]: { s, k: high === undefined ? new MaxKey() : high.value }
})

// MongoDB compares a bound only with values of its own type; without a lower bound, the smallest value of the type is
// used.
const within = ({ collection }: Layout, lookup: string, low: Bound | undefined, high: Bound | undefined) => {
  if (low === undefined && high === undefined)
    return { $gte: collection.lookups[lookup]!.type === "text" ? "" : Number.NEGATIVE_INFINITY }
  return {
    ...(low && { [low.open ? "$gt" : "$gte"]: low.value }),
    ...(high && { [high.open ? "$lt" : "$lte"]: high.value })
  }
}
