/** The index entries of a document: the results of its lookups, in the form in which the tables store them. */
import type { Key, Value } from "@bottega/domain/contract"
import { equalLists, indexValues, nextIndexValues } from "../values.ts"
import { type Layout, type Side, valuesBy } from "./tables.ts"

/** The results of a document's lookups. */
export interface Entry {
  /** One for each column. */
  readonly columns: ReadonlyArray<Value | null>
  /** The values in each index's own table, each once, sorted; those of its deferred lookup if none has many values. */
  readonly sides: ReadonlyArray<ReadonlyArray<Value>>
}

/** A column's value in an index's own table. */
export type Cell = Value | Uint8Array

/** A document of which the entry is known. */
export interface Entered {
  readonly doc: unknown
  readonly entry: Entry
}

/**
 * The results of a document's lookups; values that the document had before a change are not sorted again. Each write of a
 * document has two of these, so nothing is made here that they do not consist of.
 */
export const entryOf = (layout: Layout, doc: unknown, before?: Entered): Entry => {
  const { columns, sides } = layout
  if (columns.length === 0 && sides.length === 0) return nothing
  const entry = {
    columns: new Array<Value | null>(columns.length),
    sides: new Array<ReadonlyArray<Value>>(sides.length)
  }
  for (let at = 0; at < columns.length; at++) entry.columns[at] = columnOf(layout, columns[at]!, doc)
  for (let at = 0; at < sides.length; at++) {
    const { sharing } = sides[at]!
    entry.sides[at] = sharing < at ? entry.sides[sharing]! : sideValuesOf(layout, at, doc, before)
  }
  return entry
}

/** The same, with the results alone that the entries of one index consist of. */
export const sideEntryOf = (layout: Layout, at: number, doc: unknown): Entry => {
  const columns: Array<Value | null> = []
  for (const position of layout.sides[at]!.positions)
    if (position >= 0) columns[position] = columnOf(layout, layout.columns[position]!, doc)
  const sides: Array<ReadonlyArray<Value>> = []
  sides[at] = sideValuesOf(layout, at, doc)
  return { columns, sides }
}

const sideValuesOf = (
  { collection: { lookups }, sides }: Layout,
  at: number,
  doc: unknown,
  before?: Entered
): ReadonlyArray<Value> => {
  const { of } = lookups[valuesBy(sides[at]!)]!
  return before === undefined
    ? indexValues(of(doc))
    : nextIndexValues(of, doc, { doc: before.doc, values: before.entry.sides[at]! })
}

const columnOf = ({ collection: { lookups } }: Layout, lookup: string, doc: unknown): Value | null => {
  const found = lookups[lookup]!.of(doc)
  if (typeof found === "object") return indexValues(found)[0] ?? null
  return found === undefined || Number.isNaN(found) ? null : found
}

/** The values in an index's own table that `one` has and `other` has not. */
export const apart = ({ sides }: Layout, at: number, one: Entry, other: Entry): ReadonlyArray<Value> => {
  const values = one.sides[at]!
  const moved = sides[at]!.positions.some(
    (position) => position >= 0 && one.columns[position] !== other.columns[position]
  )
  if (moved || values.length === 0) return values
  const held = other.sides[at]!
  if (values.length === 1) return held.includes(values[0]!) ? none : values
  // Most changes of a document leave its values as they were.
  if (equalLists(values, held)) return none
  const all = new Set(held)
  return values.filter((value) => !all.has(value))
}

/** The row in an index's own table for one of a document's values. */
export const rowOf = ({ positions }: Side, shop: number, key: Key, { columns }: Entry, value: Value): Array<Cell> => {
  const row: Array<Cell> = [shop]
  for (const position of positions) row.push(position < 0 ? value : (columns[position] ?? absent))
  row.push(key)
  return row
}

const none: ReadonlyArray<Value> = []
const nothing: Entry = { columns: [], sides: [] }

// `absent` of tables.ts, as a parameter.
const absent = new Uint8Array(1)
