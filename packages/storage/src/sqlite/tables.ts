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
  /** The first of these indexes with the same values: an index of the same lookup, or itself. */
  readonly sharing: number
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
    .map((one, _, all) => ({ ...one, sharing: all.findIndex((other) => valuesBy(other) === valuesBy(one)) }))
  return { collection, name: collection.name, columns, sides, indexes }
}

/**
 * The version of the tables' layout, part of every fingerprint: with another one, everything but the documents is made
 * again. A lookup that returns another value for an unchanged text needs another one, too.
 */
const layoutVersion = 2

/** Identifies a file of this program: its `application_id`, "Btga". */
export const applicationId = 0x42746761

/** A description of a layout: if it differs from the one in the file, the file is upgraded. */
export const fingerprint = ({ collection, indexes }: Layout): string => {
  const lookups = Object.entries(collection.lookups).map(([name, { keyed, many, type }]) => [
    ...[name, type, many],
    ...(keyed ? ["keyed"] : [])
  ])
  const { deferred } = collection
  return JSON.stringify({ format: layoutVersion, lookups, indexes, ...(deferred.length === 0 ? {} : { deferred }) })
}

/** A name quoted for SQL, whatever it contains. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The column of a lookup, or of the key. */
export const column = (name: string): string => (name === "key" ? "key" : quoted(`at_${name}`))

/** The column of a lookup in an index's own table or in the collection's. */
export const columnOf = ({ many }: Index, name: string): string => (name === many ? "value" : column(name))

/** The name of an index, quoted. */
export const indexName = (owner: string, index: Index): string => quoted(named(owner, index))

const named = (owner: string, { columns, unique }: Index): string =>
  `${owner} ${unique ? "unique " : ""}(${columns.join(", ")})`

/**
 * In every file: its format, the small integers by which all other tables name the shops, the watermarks of `deferred.ts`,
 * the key of keyed lookups, and the collections that are being upgraded (`upgrade.ts`).
 */
export const sharedTables: ReadonlyArray<string> = [
  "create table if not exists bottega_format (id integer primary key check (id = 1), number integer not null, writers integer not null, readers integer not null) strict",
  "create table if not exists bottega_upgrade (collection text primary key, target text not null, moving integer not null, sides text not null, mark integer not null, after integer not null, is_read integer not null) strict",
  "create table if not exists bottega_collections (name text primary key, fingerprint text not null) strict",
  "create table if not exists bottega_shops (id integer primary key, name text not null unique) strict",
  "create table if not exists bottega_indexed (collection text primary key, id integer not null) strict",
  "create table if not exists bottega_key (id integer primary key check (id = 1), key blob not null) strict"
]

/** The statements that create everything of a layout. */
export const tables = (layout: Layout): ReadonlyArray<string> => [
  documentTable(layout),
  ...layout.sides.map((side) => sideTable(layout, side)),
  ...indices(layout).map(({ sql }) => sql)
]

/** The statement that creates a collection's own table. */
export const documentTable = (layout: Layout): string => {
  const own = ["id integer primary key", "shop integer not null", "key any not null", "version integer not null"]
  const columns = layout.columns.map((lookup) => `${column(lookup)} ${typeOf(layout, lookup)}`)
  return `create table ${quoted(layout.name)} (${[...own, ...columns, "doc text not null"].join(", ")}) strict`
}

/** The indexes of a collection's own table, by key first: shop first, key last. */
export const indices = (layout: Layout): ReadonlyArray<{ readonly name: string; readonly sql: string }> => {
  const own = ownIndexes(layout).filter(({ columns }) => columns.length > 0)
  return [byKey, ...own].map((index) => {
    const isUnique = index.unique || index === byKey
    const last = index.unique ? [] : ["key"]
    const all = ["shop", ...index.columns.map(column), ...last].join(", ")
    const name = named(layout.name, index)
    const sql = `create ${isUnique ? "unique " : ""}index ${quoted(name)} on ${quoted(layout.name)} (${all})`
    return { name, sql }
  })
}

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

/** The lookup whose results have a row each in an index's own table. */
export const valuesBy = ({ deferred, index }: Pick<Side, "deferred" | "index">): string => (index.many ?? deferred)!

const side = (collection: Collection, index: Index, columns: ReadonlyArray<string>): Omit<Side, "sharing"> => ({
  index,
  name: `${collection.name}.${index.unique ? "unique " : ""}(${index.columns.join(", ")})`,
  positions: index.columns.map((name) => columns.indexOf(name)),
  deferred: index.unique ? undefined : index.columns.find((name) => collection.deferred.includes(name))
})

/** The statement that creates an index's own table. */
export const sideTable = (layout: Layout, side: Side): string =>
  `create table ${quoted(side.name)} (${[...cellsOf(layout, side), `primary key (${orderOf(side).join(", ")})`].join(", ")}) without rowid`

/** The columns that an index's own table is sorted by. */
export const orderOf = ({ index }: Side): ReadonlyArray<string> => [
  "shop",
  ...index.columns.map((lookup) => columnOf(index, lookup)),
  ...(index.unique ? [] : ["key"])
]

/**
 * The columns of an index's own table, as they are created. That is not strict, so that `absent` is allowed; a key column of
 * type blob stores values as they are given.
 */
export const cellsOf = (layout: Layout, { index }: Side): ReadonlyArray<string> => {
  const held = index.columns.map((lookup) => `${columnOf(index, lookup)} ${typeOf(layout, lookup)} not null`)
  return ["shop integer not null", ...held, "key blob not null", "id integer not null"]
}

const typeOf = ({ collection }: Layout, lookup: string): string =>
  collection.lookups[lookup]!.type === "text" ? "text" : "real"
