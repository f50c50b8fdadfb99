/**
 * The tables of a collection: one with a column for each lookup of one value and the text last, and one beside it for
 * each lookup of many values, which also carries the columns that its orders need.
 */
import type { Collection } from "@bottega/domain/collection"
import { type Index, indexesOf } from "../plan.ts"

/** The table of a lookup of many values. */
export interface Side {
  readonly lookup: string
  readonly name: string
  /** Lookups of one value that its indexes also hold. */
  readonly carried: ReadonlyArray<string>
  /** Where each of them stands among the columns of the collection's own table. */
  readonly positions: ReadonlyArray<number>
}

/** How a collection lies in the file. */
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
  const names = Object.keys(collection.lookups)
  const indexes = indexesOf(collection)
  const many = names.filter((name) => collection.lookups[name]!.many)
  const columns = names.filter((name) => !many.includes(name))
  const sides = many.map((lookup) => {
    const needed = indexes.filter((index) => index.many === lookup).flatMap(({ columns }) => columns)
    const carried = [...new Set(needed)].filter((name) => name !== lookup)
    const positions = carried.map((name) => columns.indexOf(name))
    return { lookup, name: `${collection.name}.${lookup}`, carried, positions }
  })
  return { collection, name: collection.name, columns, sides, indexes }
}

/** What a layout is recognised by: when it differs from the one a file was written with, the file is brought along. */
export const fingerprint = ({ collection, indexes, sides }: Layout): string => {
  const lookups = Object.entries(collection.lookups).map(([name, { many, type }]) => [name, type, many])
  return JSON.stringify({ format: 1, lookups, sides, indexes })
}

/** A name as SQL takes it, whatever it holds. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The column that holds a lookup, or the key. */
export const column = (name: string): string => (name === "key" ? "key" : quoted(`at_${name}`))

/** The name of an index, quoted. */
export const indexName = (owner: string, index: Index): string =>
  quoted(`${owner} ${index.unique ? "unique " : ""}(${index.columns.join(", ")})`)

/** The statements that make a layout's tables and the index by key, which writing needs. */
export const tables = ({ collection, columns, name, sides }: Layout): ReadonlyArray<string> => {
  const typed = (lookup: string) => `${column(lookup)} ${collection.lookups[lookup]!.type === "text" ? "text" : "real"}`
  const own = ["id integer primary key", "shop text not null", "key any not null", "version integer not null"]
  const beside = sides.map(({ carried, lookup, name: side }) => {
    const value = `value ${collection.lookups[lookup]!.type === "text" ? "text" : "real"} not null`
    const held = ["id integer not null", "shop text not null", "key any not null", value, ...carried.map(typed)]
    return `create table ${quoted(side)} (${[...held, "primary key (id, value)"].join(", ")}) strict, without rowid`
  })
  const all = [...own, ...columns.map(typed), "doc text not null"]
  return [
    `create table ${quoted(name)} (${all.join(", ")}) strict`,
    `create unique index ${indexName(name, byKey)} on ${quoted(name)} (shop, key)`,
    ...beside
  ]
}

/** The statements that make a layout's other indexes: shop first, key last. */
export const indices = (layout: Layout): ReadonlyArray<string> =>
  layout.indexes.flatMap((index) => {
    if (index.columns.length === 0) return []
    const owner = ownerOf(layout, index)
    const columns = index.columns.map((name) => (name === index.many ? "value" : column(name)))
    const all = ["shop", ...columns, ...(index.unique ? [] : ["key"])]
    return `create ${index.unique ? "unique " : ""}index ${indexName(owner, index)} on ${quoted(owner)} (${all.join(", ")})`
  })

const byKey: Index = { columns: [], many: undefined, unique: false }

/** The table that an index is on. */
export const ownerOf = ({ name, sides }: Layout, { many }: Index): string =>
  many === undefined ? name : sides.find(({ lookup }) => lookup === many)!.name
