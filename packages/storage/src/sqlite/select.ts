/** A plan as SQL. The index is named in it, so SQLite may not choose another. */
import type { Value } from "@bottega/domain/collection"
import { countLimit, type Plan } from "../plan.ts"
import type { Asked, Bound, Wanted } from "../values.ts"
import { column, indexName, type Layout, ownerOf, quoted } from "./tables.ts"

/** One statement and what it is run with, once for each walk of the plan. */
export interface Statement {
  readonly sql: string
  readonly walks: ReadonlyArray<ReadonlyArray<Value>>
}

/** Rows as `key, version, doc, value sorted by`; each walk gives as many as the whole query may need. */
export const select = (layout: Layout, plan: Plan, query: Asked): Statement => {
  const { from, name, where } = source(layout, plan)
  const { after, by, descending } = query
  const beyond = after === undefined ? [] : cursor(name, query, after)
  const parts = [...where, ...ranges(name, plan), ...plan.rest.map((test) => condition(layout, name, test)), ...beyond]
  if (query.sorted !== "key") parts.push(defined(layout, name(query.sorted), query.sorted))
  const way = descending ? " desc" : ""
  const order = by === "key" ? `${name("key")}${way}` : `${name(by)}${way}, ${name("key")}${way}`
  const single = plan.walks.length === 1
  const skip = single ? query.skip : 0
  const limit = Number.isFinite(query.limit) ? query.limit + (single ? 0 : query.skip) : -1
  const sql = `select t.key, t.version, t.doc, ${name(by)} from ${from} where ${parts.map(({ sql }) => sql).join(" and ")} order by ${order} limit ? offset ?`
  const rest = [...parts.flatMap(({ values }) => values), limit, skip]
  return { sql, walks: plan.walks.map((walk) => [...walk, ...rest]) }
}

/** Counts the documents of a plan's walks, each up to the limit of counting. */
export const counting = (layout: Layout, plan: Plan): Statement => {
  const { index, name, owner, where } = source(layout, plan)
  const parts = [...where, ...ranges(name, plan)]
  const condition = parts.map(({ sql }) => sql).join(" and ")
  const sql = `select count(*) from (select 1 from ${owner} indexed by ${index} where ${condition} limit ${countLimit})`
  const values = parts.flatMap((part) => part.values)
  return { sql, walks: plan.walks.map((walk) => [...walk, ...values]) }
}

interface Part {
  readonly sql: string
  readonly values: ReadonlyArray<Value>
}

type Name = (lookup: string) => string

// The values of a walk come before all others, the shop is put before them by whoever runs the statement.
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
  const where: Array<Part> = [{ sql: [`${alias}.shop = ?`, ...prefix].join(" and "), values: [] }]
  return { from: `${owner} indexed by ${index}${joined}`, owner, index, name, where }
}

const ranges = (name: Name, { high, low, next }: Plan): ReadonlyArray<Part> =>
  next === undefined ? [] : within(name(next), low, high)

const within = (held: string, low: Bound | undefined, high: Bound | undefined): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  if (low !== undefined) parts.push({ sql: `${held} ${low.open ? ">" : ">="} ?`, values: [low.value] })
  if (high !== undefined) parts.push({ sql: `${held} ${high.open ? "<" : "<="} ?`, values: [high.value] })
  return parts
}

const condition = ({ collection, name: table }: Layout, name: Name, test: Wanted): Part => {
  if (test.on === "key" || !collection.lookups[test.on]!.many) return holds(name(test.on), test)
  const { sql, values } = holds("m.value", test)
  return { sql: `exists (select 1 from ${quoted(`${table}.${test.on}`)} as m where m.id = t.id and ${sql})`, values }
}

const holds = (held: string, test: Wanted): Part => {
  if (!("values" in test)) return all(held, within(held, test.low, test.high))
  if (test.values.length === 1) return { sql: `${held} = ?`, values: test.values }
  return { sql: `${held} in (select value from json_each(?))`, values: [JSON.stringify(test.values)] }
}

const all = (held: string, parts: ReadonlyArray<Part>): Part => ({
  sql: ["", ...parts.map(({ sql }) => sql)].join(" and ").slice(5) || `${held} is not null`,
  values: parts.flatMap(({ values }) => values)
})

const cursor = (
  name: Name,
  { by, descending }: Asked,
  after: { readonly value: Value; readonly key: Value }
): ReadonlyArray<Part> => {
  const than = descending ? "<" : ">"
  return by === "key"
    ? [{ sql: `${name("key")} ${than} ?`, values: [after.key] }]
    : [{ sql: `(${name(by)}, ${name("key")}) ${than} (?, ?)`, values: [after.value, after.key] }]
}

// Said as a range, which an index can begin at, rather than as `is not null`, which it cannot.
const defined = ({ collection }: Layout, held: string, lookup: string): Part => ({
  sql: `${held} >= ${collection.lookups[lookup]!.type === "text" ? "''" : "-9e999"}`,
  values: []
})
