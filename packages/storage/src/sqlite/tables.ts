/**
 * The tables of a collection: one with a column for each lookup of one value and the text last, and one for each index
 * of a lookup of many values or of a deferred lookup, which is that index and nothing else.
 */
import type { Collection } from "@bottega/domain/contract"
import { type Index, indexesOf } from "../plan.ts"

/** The table of an index: one row per document, or per value of a document if one of its lookups has many. */
export interface Side {
  readonly index: Index
  readonly name: string
  /**
   * For each column of the index its position among the columns of the collection's own table; -1 for the lookup of
   * many values.
   */
  readonly positions: ReadonlyArray<number>
  /** The lookup whose rows are written later, many at once; see `deferred.ts`. */
  readonly deferred: string | undefined
}

/** How a collection is stored in the file. */
export interface Layout {
  readonly collection: Collection
  readonly name: string
  /** Lookups of one value, each a column. */
  readonly columns: ReadonlyArray<string>
  readonly sides: ReadonlyArray<Side>
  readonly indexes: ReadonlyArray<Index>
}

/** The layout of a collection. */
export const layout = (collection: Collection): Layout => {
  const indexes = indexesOf(collection)
  const columns = Object.keys(collection.lookups).filter((name) => !collection.lookups[name]!.many)
  const sides = indexes
    .map((index) => side(collection, index, columns))
    .filter(({ deferred, index }) => index.many !== undefined || deferred !== undefined)
  return { collection, name: collection.name, columns, sides, indexes }
}

/** The version of the file layout; increase it when the layout changes. It is also the file's `user_version`. */
export const format = 2

/** Identifies a file of this program: its `application_id`, "Btga". */
export const applicationId = 0x42746761

/** A digest of a layout: if it differs from the one in the file, the file is upgraded. */
export const fingerprint = ({ collection, indexes }: Layout): string => {
  const lookups = Object.entries(collection.lookups).map(([name, { many, type }]) => [name, type, many])
  const { deferred } = collection
  return JSON.stringify({ format, lookups, indexes, ...(deferred.length === 0 ? {} : { deferred }) })
}

/** A name quoted for SQL, whatever it contains. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The column of a lookup, or of the key. */
export const column = (name: string): string => (name === "key" ? "key" : quoted(`at_${name}`))

/** The column of a lookup in an index's own table or in the collection's. */
export const columnOf = ({ many }: Index, name: string): string => (name === many ? "value" : column(name))

/** The name of an index, quoted. */
export const indexName = (owner: string, index: Index): string =>
  quoted(`${owner} ${index.unique ? "unique " : ""}(${index.columns.join(", ")})`)

/** In every file: the small integers by which all other tables name the shops, and the watermarks of `deferred.ts`. */
export const sharedTables: ReadonlyArray<string> = [
  "create table if not exists bottega_collections (name text primary key, fingerprint text not null) strict",
  "create table if not exists bottega_shops (id integer primary key, name text not null unique) strict",
  "create table if not exists bottega_indexed (collection text primary key, id integer not null) strict"
]

/** The statements that create a layout's tables and the index by key, which writing needs. */
export const tables = (layout: Layout): ReadonlyArray<string> => {
  const { columns, name, sides } = layout
  const own = ["id integer primary key", "shop integer not null", "key any not null", "version integer not null"]
  const all = [...own, ...columns.map((lookup) => `${column(lookup)} ${typeOf(layout, lookup)}`), "doc text not null"]
  return [
    `create table ${quoted(name)} (${all.join(", ")}) strict`,
    `create unique index ${indexName(name, byKey)} on ${quoted(name)} (shop, key)`,
    ...sides.map((side) => tableOf(layout, side))
  ]
}

/** The statements that create a layout's other indexes: shop first, key last. */
export const indices = (layout: Layout): ReadonlyArray<string> =>
  ownIndexes(layout).flatMap((index) => {
    const { name } = layout
    if (index.columns.length === 0) return []
    const all = ["shop", ...index.columns.map(column), ...(index.unique ? [] : ["key"])]
    return `create ${index.unique ? "unique " : ""}index ${indexName(name, index)} on ${quoted(name)} (${all.join(", ")})`
  })

/** The indexes of the collection's own table. */
export const ownIndexes = (layout: Layout): ReadonlyArray<Index> =>
  layout.indexes.filter((index) => sideOf(layout, index) === undefined)

/** The own table of an index, if it has one. */
export const sideOf = ({ sides }: Layout, index: Index): Side | undefined => sides.find((side) => side.index === index)

/**
 * Represents a missing value in a column of an index's own table, in SQL; it sorts after every value. A primary key in
 * SQLite cannot contain null.
 */
export const absent = "x'00'"

const byKey: Index = { columns: [], many: undefined, unique: false }

const side = (collection: Collection, index: Index, columns: ReadonlyArray<string>): Side => ({
  index,
  name: `${collection.name}.${index.unique ? "unique " : ""}(${index.columns.join(", ")})`,
  positions: index.columns.map((name) => columns.indexOf(name)),
  deferred: index.unique ? undefined : index.columns.find((name) => collection.deferred.includes(name))
})

// Not strict, so that `absent` is allowed; a key column of type blob stores values as they are given.
const tableOf = (layout: Layout, { index, name }: Side): string => {
  const held = index.columns.map((lookup) => `${columnOf(index, lookup)} ${typeOf(layout, lookup)} not null`)
  const order = ["shop", ...index.columns.map((lookup) => columnOf(index, lookup)), ...(index.unique ? [] : ["key"])]
  const all = ["shop integer not null", ...held, "key blob not null", "id integer not null"]
  return `create table ${quoted(name)} (${[...all, `primary key (${order.join(", ")})`].join(", ")}) without rowid`
}

const typeOf = ({ collection }: Layout, lookup: string): string =>
  collection.lookups[lookup]!.type === "text" ? "text" : "real"
