/** A plan as SQL. The index is named in it, so SQLite may not choose another. */
import type { Value } from "@bottega/domain/collection"
import { countLimit, type Index, type Plan } from "../plan.ts"
import { type Asked, type Bound, testsShape, type Wanted } from "../values.ts"
import { column, indexName, type Layout, ownerOf, quoted } from "./tables.ts"

/** One statement and what it is run with after the shop, once for each walk of the plan. */
export interface Statement {
  readonly sql: string
  readonly walks: ReadonlyArray<ReadonlyArray<Value>>
}

/** Rows as `key, version, doc, value sorted by`; each of several walks gives as many as the whole query may need. */
export const select = (layout: Layout, plan: Plan, query: Asked): Statement => {
  const single = plan.walks.length === 1
  const limit = Number.isFinite(query.limit) ? query.limit + (single ? 0 : query.skip) : -1
  const { after, by } = query
  const cursor = after === undefined ? [] : by === "key" ? [after.key] : [after.value, after.key]
  const values = [
    ...ends(plan.low, plan.high),
    ...plan.rest.flatMap(valuesOf),
    ...cursor,
    limit,
    single ? query.skip : 0
  ]
  return { sql: selecting(layout, plan, query), walks: plan.walks.map((walk) => [...walk, ...values]) }
}

/** Counts the documents of a plan's walks, each up to the limit of counting. */
export const counting = (layout: Layout, plan: Plan): Statement => {
  const { index, name, owner, where } = source(layout, plan)
  const condition = [...where, ...range(name, plan)].join(" and ")
  const sql = `select count(*) from (select 1 from ${owner} indexed by ${index} where ${condition} limit ${countLimit})`
  const values = ends(plan.low, plan.high)
  return { sql, walks: plan.walks.map((walk) => [...walk, ...values]) }
}

type Name = (lookup: string) => string

const selecting = (layout: Layout, plan: Plan, query: Asked): string => {
  const shape = `${query.shape}\n${testsShape(plan.rest)}${plan.low?.open},${plan.high?.open}`
  const known = texts.get(plan.index) ?? new Map<string, string>()
  texts.set(plan.index, known)
  const sql = known.get(shape) ?? compose(layout, plan, query)
  if (known.size >= 1000) known.clear()
  known.set(shape, sql)
  return sql
}

/** The statements of each shape of query through an index. */
const texts = new WeakMap<Index, Map<string, string>>()

const compose = (layout: Layout, plan: Plan, query: Asked): string => {
  const { from, name, where } = source(layout, plan)
  const { by, descending, sorted } = query
  const tests = plan.rest.map((test) => condition(layout, name, test))
  const parts = [...where, ...range(name, plan), ...tests, ...cursor(name, query)]
  if (sorted !== "key") parts.push(defined(layout, name(sorted), sorted))
  const way = descending ? " desc" : ""
  const order = by === "key" ? `${name("key")}${way}` : `${name(by)}${way}, ${name("key")}${way}`
  return `select t.key, t.version, t.doc, ${name(by)} from ${from} where ${parts.join(" and ")} order by ${order} limit ? offset ?`
}

// The shop and the values of a walk come before all other parameters.
const source = (layout: Layout, plan: Plan) => {
  const { columns, many } = plan.index
  const alias = many === undefined ? "t" : "s"
  const carried = new Set([...columns, "key"])
  const name: Name = (lookup) => `${carried.has(lookup) ? alias : "t"}.${lookup === many ? "value" : column(lookup)}`
  const table = ownerOf(layout, plan.index)
  const index = indexName(table, plan.index)
  const owner = `${quoted(table)} as ${alias}`
  const joined = many === undefined ? "" : ` cross join ${quoted(layout.name)} as t on t.id = s.id`
  const prefix = [...columns, "key"].slice(0, plan.walks[0]!.length).map((lookup) => `${name(lookup)} = ?`)
  return { from: `${owner} indexed by ${index}${joined}`, owner, index, name, where: [`${alias}.shop = ?`, ...prefix] }
}

const range = (name: Name, { high, low, next }: Plan): ReadonlyArray<string> =>
  next === undefined ? [] : within(name(next), low, high)

const within = (held: string, low: Bound | undefined, high: Bound | undefined): ReadonlyArray<string> => [
  ...(low === undefined ? [] : [`${held} ${low.open ? ">" : ">="} ?`]),
  ...(high === undefined ? [] : [`${held} ${high.open ? "<" : "<="} ?`])
]

const ends = (low: Bound | undefined, high: Bound | undefined): ReadonlyArray<Value> =>
  [low, high].flatMap((end) => (end === undefined ? [] : [end.value]))

const condition = ({ collection, name: table }: Layout, name: Name, test: Wanted): string => {
  if (test.on === "key" || !collection.lookups[test.on]!.many) return holds(name(test.on), test)
  return `exists (select 1 from ${quoted(`${table}.${test.on}`)} as m where m.id = t.id and ${holds("m.value", test)})`
}

const holds = (held: string, test: Wanted): string => {
  if (!("values" in test)) return [`${held} is not null`, ...within(held, test.low, test.high)].join(" and ")
  return test.values.length === 1 ? `${held} = ?` : `${held} in (select value from json_each(?))`
}

const valuesOf = (test: Wanted): ReadonlyArray<Value> => {
  if (!("values" in test)) return ends(test.low, test.high)
  return test.values.length === 1 ? test.values : [JSON.stringify(test.values)]
}

const cursor = (name: Name, { after, by, descending }: Asked): ReadonlyArray<string> => {
  if (after === undefined) return []
  const than = descending ? "<" : ">"
  return by === "key" ? [`${name("key")} ${than} ?`] : [`(${name(by)}, ${name("key")}) ${than} (?, ?)`]
}

// Said as a range, which an index can begin at, rather than as `is not null`, which it cannot.
const defined = ({ collection }: Layout, held: string, lookup: string): string =>
  `${held} >= ${collection.lookups[lookup]!.type === "text" ? "''" : "-9e999"}`
