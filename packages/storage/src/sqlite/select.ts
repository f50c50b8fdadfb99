/** Turns a plan into SQL. The SQL names the index, so SQLite cannot choose another. */
import type { Value } from "@bottega/domain/contract"
import { countLimit, type Index, type Plan } from "../plan.ts"
import { type NormalQuery, testsShape } from "../values.ts"
import {
  beyond,
  condition,
  defined,
  ends,
  type Names,
  type Place,
  type Places,
  placed,
  unstarted,
  valuesOf,
  within
} from "./conditions.ts"
import { column, columnOf, indexName, type Layout, quoted, sideOf } from "./tables.ts"

/** What a statement returns. */
export type Kind =
  /** A page of rows in order: `id, key, version, doc, value sorted by`. */
  | "rows"
  /** The same without the text, which is needed only for rows that are known to be in the result. */
  | "entries"
  /** How many documents pass the tests. */
  | "passing"
  /** The place of one entry of the index, `key, value sorted by`, whether or not its document passes. */
  | "place"

/** A part of a walk: after one place, up to and including another. */
export interface Part {
  readonly after: Place | undefined
  readonly until?: Place | undefined
}

/** The statement of a kind for a part of a plan's walks; its parameters are {@link valuesFor}. */
export const select = (layout: Layout, plan: Plan, query: NormalQuery, kind: Kind, part: Part, width = 1): string => {
  const ends = `${plan.low?.open},${plan.high?.open},${part.after !== undefined},${part.until !== undefined}`
  const shape = `${query.shape}\n${testsShape(plan.rest)}${ends},${kind},${width}`
  const known = texts.get(plan.index) ?? new Map<string, string>()
  texts.set(plan.index, known)
  const sql = known.get(shape) ?? compose(layout, plan, query, kind, part, width)
  if (known.size >= 1000) known.clear()
  known.set(shape, sql)
  return sql
}

/** The parameters of a statement; a page of `rows` and a `place` have further ones. */
export const valuesFor = (
  layout: Layout,
  shop: number,
  plan: Plan,
  { by }: NormalQuery,
  kind: Kind,
  { after, until }: Part,
  walk: ReadonlyArray<Value>
): ReadonlyArray<Value> => [
  shop,
  ...walk,
  ...ends(plan.low, plan.high),
  ...(kind === "place" ? [] : plan.rest.flatMap((test) => valuesOf(layout, shop, test))),
  ...placed(by, after),
  ...placed(by, until)
]

/** A statement and its parameters after the shop, for each of its runs. */
export interface Counting {
  readonly sql: string
  readonly runs: ReadonlyArray<ReadonlyArray<Value>>
}

/** Counts the documents of a plan's walks, each up to the counting limit. */
export const counting = (layout: Layout, plan: Plan): Counting => {
  const { name, owner, where } = source(layout, plan, 1)
  const condition = [...where, ...range(name, plan)].join(" and ")
  const sql = `select count(*) from (select 1 from ${owner} where ${condition} limit ${countLimit})`
  const values = ends(plan.low, plan.high)
  return { sql, runs: plan.walks.map((walk) => [...walk, ...values]) }
}

/** Groups values that are looked up one by one into statements of a few widths; the last value pads each group. */
export const grouped = (values: ReadonlyArray<Value>): ReadonlyArray<ReadonlyArray<Value>> => {
  const width = Math.min(maxWidth, 2 ** Math.ceil(Math.log2(values.length)))
  const groups: Array<ReadonlyArray<Value>> = []
  for (let at = 0; at < values.length; at += width) {
    const group = values.slice(at, at + width)
    while (group.length < width) group.push(group.at(-1)!)
    groups.push(group)
  }
  return groups
}

const maxWidth = 64

/** The statements for each shape of query through an index. */
const texts = new WeakMap<Index, Map<string, string>>()

const compose = (layout: Layout, plan: Plan, query: NormalQuery, kind: Kind, part: Part, width: number): string => {
  const { from, name, owner, where } = source(layout, plan, width)
  const { by, descending, sorted } = query
  const places = placesOf(plan, query, part)
  const parts = [...where, ...range(name, plan, places)]
  if (kind !== "place") parts.push(...plan.rest.map((test) => condition(layout, name, test)))
  // A walk by the sorted lookup begins at its first value.
  if (sorted !== "key" && (kind !== "place" || plan.next === sorted)) {
    const placed = by === sorted && (name.beside(sorted) ? places.high : places.low)
    parts.push(unstarted(defined(layout, name, sorted), placed))
  }
  if (part.after !== undefined) parts.push(beyond(name, by, descending ? "<" : ">"))
  if (part.until !== undefined) parts.push(beyond(name, by, descending ? ">=" : "<="))
  const way = descending ? " desc" : ""
  // The table of an index of many values answers alone if it has every column that is needed.
  const alone = name.beside("key") && plan.rest.length === 0 && [by, sorted].every(name.beside)
  const row = alone ? "s" : "t"
  const order = by === "key" ? `${name("key")}${way}` : `${name(by)}${way}, ${name("key")}${way}`
  const found = parts.join(" and ")
  if (kind === "passing") return `select count(*) from ${from} where ${found}`
  if (kind === "place")
    return `select ${name("key")}, ${name(by)} from ${owner} where ${found} order by ${order} limit 1 offset ?`
  const page = plan.next === undefined ? "" : ` order by ${order} limit ? offset ?`
  if (kind === "entries")
    return `select ${row}.id, ${name("key")}, null, null, ${name(by)} from ${alone ? owner : from} where ${found}${page}`
  return `select t.id, t.key, t.version, t.doc, ${name(by)} from ${from} where ${found}${page}`
}

// The shop and the values of a walk come before all other parameters.
const source = (layout: Layout, plan: Plan, width: number) => {
  const { index } = plan
  const side = sideOf(layout, index)
  const carried = new Set([...index.columns, "key"])
  const beside = (lookup: string) => side !== undefined && carried.has(lookup)
  const called = (lookup: string) => (beside(lookup) ? `s.${columnOf(index, lookup)}` : `t.${column(lookup)}`)
  const name: Names = Object.assign(called, { beside })
  const table = quoted(layout.name)
  const owner =
    side === undefined ? `${table} as t indexed by ${indexName(layout.name, index)}` : `${quoted(side.name)} as s`
  const from = side === undefined ? owner : `${owner} cross join ${table} as t on t.id = s.id`
  const walked = [...index.columns, "key"].slice(0, plan.walks[0]!.length)
  const is = width === 1 ? "= ?" : `in (${Array.from({ length: width }, () => "?").join(", ")})`
  const where = [`${side === undefined ? "t" : "s"}.shop = ?`, ...walked.map((lookup) => `${name(lookup)} ${is}`)]
  return { from, owner, name, where }
}

/** The ends of a plan's range at which a part of its walk begins or ends at a place, which is within the range. */
const placesOf = ({ next }: Plan, { by, descending }: NormalQuery, { after, until }: Part): Places => {
  const [first, last] = [after !== undefined && next === by, until !== undefined && next === by]
  return descending ? { low: last, high: first } : { low: first, high: last }
}

const range = (name: Names, { high, low, next }: Plan, places?: Places): ReadonlyArray<string> =>
  next === undefined ? [] : within(name(next), low, high, name.beside(next) && next !== "key", places)
