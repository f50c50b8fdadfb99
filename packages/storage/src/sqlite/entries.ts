/** The index entries of a document: the results of its lookups, in the form in which the tables store them. */
import type { Key, Value } from "@bottega/domain/contract"
import { indexValues } from "../values.ts"
import type { Layout, Side } from "./tables.ts"

/** The results of a document's lookups. */
export interface Entry {
  /** One for each column. */
  readonly columns: ReadonlyArray<Value | null>
  /** The values in each index's own table, each once, sorted; those of its deferred lookup if none has many values. */
  readonly sides: ReadonlyArray<ReadonlyArray<Value>>
}

/** A column's value in an index's own table. */
export type Cell = Value | Uint8Array

/** The results of a document's lookups. */
export const entryOf = ({ collection: { lookups }, columns, sides }: Layout, doc: unknown): Entry => {
  if (columns.length === 0 && sides.length === 0) return nothing
  const known = new Map<string, ReadonlyArray<Value>>()
  return {
    columns: columns.map((lookup) => indexValues(lookups[lookup]!.of(doc))[0] ?? null),
    sides: sides.map(({ deferred, index }) => {
      const lookup = (index.many ?? deferred)!
      const values = known.get(lookup) ?? indexValues(lookups[lookup]!.of(doc))
      known.set(lookup, values)
      return values
    })
  }
}

/** The values in an index's own table that `one` has and `other` has not. */
export const apart = ({ sides }: Layout, at: number, one: Entry, other: Entry): ReadonlyArray<Value> => {
  const values = one.sides[at]!
  const moved = sides[at]!.positions.some(
    (position) => position >= 0 && one.columns[position] !== other.columns[position]
  )
  if (moved || values.length === 0) return values
  const held = other.sides[at]!
  if (values.length === 1) return held.includes(values[0]!) ? [] : values
  const all = new Set(held)
  return values.filter((value) => !all.has(value))
}

/** The row in an index's own table for one of a document's values. */
export const rowOf = ({ positions }: Side, shop: number, key: Key, { columns }: Entry, value: Value): Array<Cell> => {
  const row: Array<Cell> = [shop]
  for (const position of positions) row.push(position < 0 ? value : (columns[position] ?? none))
  row.push(key)
  return row
}

const nothing: Entry = { columns: [], sides: [] }

// `absent` of tables.ts, as a parameter.
const none = new Uint8Array(1)
