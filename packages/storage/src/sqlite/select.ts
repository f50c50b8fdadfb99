/** Turns a plan into SQL. The SQL names the index, so SQLite cannot choose another. */
import type { Value } from "@bottega/domain/contract"
import { countLimit, type Index, type Plan } from "../plan.ts"
import { type Bound, type NormalQuery, type NormalTest, testsShape } from "../values.ts"
import { absent, column, columnOf, indexName, type Layout, quoted, sideOf } from "./tables.ts"

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

/** A place in the requested order. */
export type Place = NonNullable<NormalQuery["after"]>

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

/** The parameters of a statement after the shop; a page of `rows` and a `place` have further ones. */
export const valuesFor = (
  plan: Plan,
  { by }: NormalQuery,
  kind: Kind,
  { after, until }: Part,
  walk: ReadonlyArray<Value>
): ReadonlyArray<Value> => [
  ...walk,
  ...ends(plan.low, plan.high),
  ...(kind === "place" ? [] : plan.rest.flatMap(valuesOf)),
  ...placed(by, after),
  ...placed(by, until)
]

const placed = (by: string, place: Place | undefined): ReadonlyArray<Value> =>
  place === undefined ? [] : by === "key" ? [place.key] : [place.value, place.key]

/** A statement, its parameters, and the tests that it leaves to its caller. */
export interface Unindexed {
  readonly sql: string
  readonly values: ReadonlyArray<Value>
  readonly rest: ReadonlyArray<NormalTest>
}

/**
 * The shop's rows above the watermark of a collection, unsorted, as `rows` returns them. The statement reads the watermark
 * too, because another process may move it at any time.
 */
export const selectUnindexed = (layout: Layout, shop: number, query: NormalQuery): Unindexed => {
  const { after, by, descending, sorted, tests } = query
  const { lookups } = layout.collection
  const name: Names = Object.assign((lookup: string) => `t.${column(lookup)}`, { beside: () => false })
  const rest = tests.filter(({ on }) => on !== "key" && lookups[on]!.many)
  const others = tests.filter((test) => !rest.includes(test))
  const found = [
    // The sign keeps SQLite from walking the index by shop and key.
    `t.id > coalesce((${markOf}), 0) and +t.shop = ?`,
    ...others.map((test) => condition(layout, name, test)),
    defined(layout, name, sorted),
    ...(after === undefined ? [] : [beyond(name, by, descending ? "<" : ">")])
  ]
  return {
    sql: `select t.id, t.key, t.version, t.doc, ${name(by)} from ${quoted(layout.name)} as t where ${found.join(" and ")}`,
    values: [layout.name, shop, ...others.flatMap(valuesOf), ...placed(by, after)],
    rest
  }
}

/** The watermark of a collection, by its name; see `deferred.ts`. */
export const markOf = "select id from bottega_indexed where collection = ?"

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

/** The column name of a lookup or the key in a statement; `beside` tells whether an index's own table has it. */
interface Names {
  (lookup: string): string
  readonly beside: (lookup: string) => boolean
}

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

/** Which ends of a walk are places. */
interface Places {
  readonly low: boolean
  readonly high: boolean
}

/** The ends of a plan's range at which a part of its walk begins or ends at a place, which is within the range. */
const placesOf = ({ next }: Plan, { by, descending }: NormalQuery, { after, until }: Part): Places => {
  const [first, last] = [after !== undefined && next === by, until !== undefined && next === by]
  return descending ? { low: last, high: first } : { low: first, high: last }
}

/**
 * Keeps a condition from being the end of an index's range. Of two conditions on one end SQLite takes either, and would
 * read everything up to a place if it took that of the whole range.
 */
const unstarted = (condition: string, isPlaced: boolean): string => (isPlaced ? `+${condition}` : condition)

const range = (name: Names, { high, low, next }: Plan, places?: Places): ReadonlyArray<string> =>
  next === undefined ? [] : within(name(next), low, high, name.beside(next) && next !== "key", places)

// Without an upper bound, a range in an index's own table ends before the entries without a value.
const within = (
  held: string,
  low: Bound | undefined,
  high: Bound | undefined,
  beside: boolean,
  places: Places = { low: false, high: false }
) => [
  ...(low === undefined ? [] : [unstarted(`${held} ${low.open ? ">" : ">="} ?`, places.low)]),
  ...(high === undefined ? [] : [unstarted(`${held} ${high.open ? "<" : "<="} ?`, places.high)]),
  ...(beside && low !== undefined && high === undefined ? [unstarted(`${held} < ${absent}`, places.high)] : [])
]

const ends = (low: Bound | undefined, high: Bound | undefined): ReadonlyArray<Value> =>
  [low, high].flatMap((end) => (end === undefined ? [] : [end.value]))

const condition = (layout: Layout, name: Names, test: NormalTest): string => {
  const many = test.on !== "key" && layout.collection.lookups[test.on]!.many
  if (many) return "values" in test ? heldBeside(layout, test) : rangedBeside(layout, test)
  if ("values" in test) return holds(name(test.on), test)
  const ranged = within(name(test.on), test.low, test.high, name.beside(test.on) && test.on !== "key")
  return [defined(layout, name, test.on), ...ranged].join(" and ")
}

// All of the index entry except the value is known, so each value is one lookup.
const heldBeside = (layout: Layout, test: Extract<NormalTest, { values: unknown }>): string => {
  const { index, name } = besides(layout, test.on)
  const own = (lookup: string) => `m.${column(lookup)} = coalesce(t.${column(lookup)}, ${absent})`
  const columns = index.columns.map((lookup) => (lookup === test.on ? holds("m.value", test) : own(lookup)))
  return `exists (select 1 from ${quoted(name)} as m where ${["m.shop = t.shop", ...columns, "m.key = t.key"].join(" and ")})`
}

// Collected once per statement, whose first parameter is the shop.
const rangedBeside = (layout: Layout, { high, low, on }: Extract<NormalTest, { low: unknown }>): string => {
  const where = ["m.shop = ?1", ...within("m.value", low, high, false)].join(" and ")
  return `t.id in (select m.id from ${quoted(besides(layout, on).name)} as m where ${where})`
}

const besides = ({ sides }: Layout, lookup: string) => sides.find(({ index }) => index.columns[0] === lookup)!

const holds = (held: string, { values }: Extract<NormalTest, { values: unknown }>): string =>
  values.length === 1 ? `${held} = ?` : `${held} in (select value from json_each(?))`

const valuesOf = (test: NormalTest): ReadonlyArray<Value> => {
  if (!("values" in test)) return ends(test.low, test.high)
  return test.values.length === 1 ? test.values : [JSON.stringify(test.values)]
}

const beyond = (name: Names, by: string, than: string): string =>
  by === "key" ? `${name("key")} ${than} ?` : `(${name(by)}, ${name("key")}) ${than} (?, ?)`

// Written as a range, at which an index can start, because `is not null` cannot use one.
const defined = ({ collection }: Layout, name: Names, lookup: string): string => {
  if (lookup === "key") return "true"
  if (name.beside(lookup)) return `${name(lookup)} < ${absent}`
  return `${name(lookup)} >= ${collection.lookups[lookup]!.type === "text" ? "''" : "-9e999"}`
}
