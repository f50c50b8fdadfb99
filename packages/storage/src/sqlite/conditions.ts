/** The conditions of statements: the SQL of tests and places, and their parameters. */
import type { Value } from "@bottega/domain/contract"
import type { Bound, NormalQuery, NormalTest } from "../values.ts"
import { absent, column, type Layout, quoted } from "./tables.ts"

/** A place in the requested order. */
export type Place = NonNullable<NormalQuery["after"]>

/** The column name of a lookup or the key in a statement; `beside` tells whether an index's own table has it. */
export interface Names {
  (lookup: string): string
  readonly beside: (lookup: string) => boolean
}

/** Which ends of a walk are places. */
export interface Places {
  readonly low: boolean
  readonly high: boolean
}

/** The parameters of {@link beyond}; none without a place. */
export const placed = (by: string, place: Place | undefined): ReadonlyArray<Value> =>
  place === undefined ? [] : by === "key" ? [place.key] : [place.value, place.key]

/**
 * Keeps a condition from being the end of an index's range. Of two conditions on one end SQLite takes either, and would
 * read everything up to a place if it took that of the whole range.
 */
export const unstarted = (condition: string, isPlaced: boolean): string => (isPlaced ? `+${condition}` : condition)

/** The conditions of a range. Without an upper bound, one in an index's own table ends before the entries without a value. */
export const within = (
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

/** The parameters of {@link within}. */
export const ends = (low: Bound | undefined, high: Bound | undefined): ReadonlyArray<Value> =>
  [low, high].flatMap((end) => (end === undefined ? [] : [end.value]))

/** The condition of a test. */
export const condition = (layout: Layout, name: Names, test: NormalTest): string => {
  if (isMany(layout, test)) return "values" in test ? heldBeside(layout, test) : rangedBeside(layout, test)
  if ("values" in test) return holds(name(test.on), test)
  const ranged = within(name(test.on), test.low, test.high, name.beside(test.on) && test.on !== "key")
  return [defined(layout, name, test.on), ...ranged].join(" and ")
}

const isMany = ({ collection }: Layout, { on }: NormalTest) => on !== "key" && collection.lookups[on]!.many

// All of the index entry except the value is known, so each value is one lookup.
const heldBeside = (layout: Layout, test: Extract<NormalTest, { values: unknown }>): string => {
  const { index, name } = besides(layout, test.on)
  const own = (lookup: string) => `m.${column(lookup)} = coalesce(t.${column(lookup)}, ${absent})`
  const columns = index.columns.map((lookup) => (lookup === test.on ? holds("m.value", test) : own(lookup)))
  return `exists (select 1 from ${quoted(name)} as m where ${["m.shop = t.shop", ...columns, "m.key = t.key"].join(" and ")})`
}

// Collected once per statement, because it names nothing of the row.
const rangedBeside = (layout: Layout, { high, low, on }: Extract<NormalTest, { low: unknown }>): string => {
  const where = ["m.shop = ?", ...within("m.value", low, high, false)].join(" and ")
  return `t.id in (select m.id from ${quoted(besides(layout, on).name)} as m where ${where})`
}

const besides = ({ sides }: Layout, lookup: string) => sides.find(({ index }) => index.columns[0] === lookup)!

const holds = (held: string, { values }: Extract<NormalTest, { values: unknown }>): string =>
  values.length === 1 ? `${held} = ?` : `${held} in (select value from json_each(?))`

/** The parameters of a {@link condition} for the documents of a shop. */
export const valuesOf = (layout: Layout, shop: number, test: NormalTest): ReadonlyArray<Value> => {
  if (!("values" in test)) return [...(isMany(layout, test) ? [shop] : []), ...ends(test.low, test.high)]
  return test.values.length === 1 ? test.values : [JSON.stringify(test.values)]
}

/** The condition that a row comes after, or up to, a place. */
export const beyond = (name: Names, by: string, than: string): string =>
  by === "key" ? `${name("key")} ${than} ?` : `(${name(by)}, ${name("key")}) ${than} (?, ?)`

/** The condition that a document has a value; a range, at which an index can start, because `is not null` cannot use one. */
export const defined = ({ collection }: Layout, name: Names, lookup: string): string => {
  if (lookup === "key") return "true"
  if (name.beside(lookup)) return `${name(lookup)} < ${absent}`
  return `${name(lookup)} >= ${collection.lookups[lookup]!.type === "text" ? "''" : "-9e999"}`
}
