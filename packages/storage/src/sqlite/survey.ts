/** Finds out which documents a damaged file contains, and where: by its tables, their indexes, and its pages. */
import type { Key } from "@bottega/domain/contract"
import { docOf } from "../documents.ts"
import type { Row } from "../storage.ts"
import { compare } from "../values.ts"
import type { Cell, Connection } from "./connection.ts"
import { entryOf } from "./entries.ts"
import { isDamage } from "./errors.ts"
import { type Field, rowsOn } from "./leaves.ts"
import type { Raw } from "./raw.ts"
import { indexName, type Layout, quoted } from "./tables.ts"

/** Where a document is. */
export interface Place {
  readonly id: number
  readonly key: Key
}

/** The documents of a collection. */
export interface Survey {
  /** By the integer of their shop, sorted by key. */
  readonly places: ReadonlyMap<number, ReadonlyArray<Place>>
  /** By id, the rows that were found only on the pages themselves. */
  readonly found: ReadonlyMap<number, Row>
}

/** Surveys a collection: first its table and its index by key, and every page for what these miss. */
export const survey = (connection: Connection, raw: Raw, of: Layout): Survey => {
  const { isWhole, listed } = listedBy(connection, of)
  let last = 0
  for (const id of listed.keys()) last = Math.max(last, id)
  // An id read from a damaged page may be any number.
  if (!isWhole) last = Math.max(last, Math.min(largestId(connection, of), last + maxUnlisted))
  const held = new Map<number, Array<Cell>>()
  const sql = `select id, shop, key from ${quoted(of.name)} not indexed where id between ? and ?`
  halve(connection, sql, 1, last, (cells) => held.set(cells[0], cells))
  const isHeld = ([id, shop, key]: Array<Cell>) => held.get(id)?.[1] === shop && held.get(id)?.[2] === key
  const missing = new Map([...listed].filter(([, cells]) => !isHeld(cells)))
  const found = missing.size > 0 ? onPages(raw, of, missing) : new Map<number, Row>()
  return { places: placesOf(new Map([...held, ...missing]).values()), found }
}

/** The integers of the shops, from the table and from the index by name. */
export const shopsOf = (connection: Connection): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const by of ["not indexed", "indexed by sqlite_autoindex_bottega_shops_1"]) {
    const sql = `select name, id from bottega_shops ${by} where name >= ''`
    for (const [name, id] of tolerant(() => connection.all(sql)) ?? []) found.set(name, id)
  }
  return found
}

/** The result of a function; undefined if damage ends it. */
export const tolerant = <A>(act: () => A): A | undefined => {
  try {
    return act()
  } catch (error) {
    if (isDamage(error)) return undefined
    throw error
  }
}

/** Whether a row's text is that of a document with its key. */
export const isReadable = ({ collection }: Layout, row: Row): boolean => {
  try {
    return compare(collection.key(docOf(collection, row)), row.key) === 0
  } catch {
    return false
  }
}

/** How many ids beyond those of a damaged index are tried. */
const maxUnlisted = 10_000_000

const largestId = (connection: Connection, { name }: Layout): number =>
  Number(tolerant(() => connection.get(`select max(id) from ${quoted(name)}`)?.[0]) ?? 0)

const placesOf = (rows: Iterable<Array<Cell>>): ReadonlyMap<number, ReadonlyArray<Place>> => {
  const byShop = new Map<number, Array<Place>>()
  for (const [id, shop, key] of rows) {
    const places = byShop.get(shop) ?? []
    places.push({ id, key })
    byShop.set(shop, places)
  }
  for (const places of byShop.values()) places.sort((one, other) => compare(one.key, other.key))
  return byShop
}

/** The entries of the index by key, from both of its ends up to the damage. */
const listedBy = (connection: Connection, { name }: Layout) => {
  const listed = new Map<number, Array<Cell>>()
  const index = indexName(name, { columns: [], many: undefined, unique: false })
  const walk = (way: string) =>
    tolerant(() => {
      const order = `order by shop ${way}, key ${way}`
      const sql = `select id, shop, key from ${quoted(name)} indexed by ${index} where shop >= 0 ${order}`
      for (const cells of connection.each(sql)) listed.set(cells[0], cells)
      return true
    }) ?? false
  const isWhole = walk("asc")
  if (!isWhole) walk("desc")
  return { isWhole, listed }
}

/** The maximum number of rows of one statement. */
const maxRows = 1024

/** Reads a range of ids; a range that cannot be read is halved. */
const halve = (
  connection: Connection,
  sql: string,
  from: number,
  to: number,
  onRow: (cells: Array<Cell>) => void
): void => {
  if (from > to) return
  const rows = to - from < maxRows ? tolerant(() => connection.all(sql, [from, to])) : undefined
  if (rows !== undefined) for (const cells of rows) onRow(cells)
  else if (from < to) {
    const middle = Math.floor((from + to) / 2)
    halve(connection, sql, from, middle, onRow)
    halve(connection, sql, middle + 1, to, onRow)
  }
}

/** The rows with these ids, shops and keys on any page that is in use. */
const onPages = (
  { count, free, page }: Raw,
  of: Layout,
  missing: ReadonlyMap<number, Array<Cell>>
): ReadonlyMap<number, Row> => {
  const found = new Map<number, Row>()
  const unused = free()
  const isMissing = (id: number) => missing.has(id)
  for (let number = 2; unused !== undefined && number <= count; number++) {
    const bytes = unused.has(number) ? undefined : page(number)
    if (bytes === undefined) continue
    rowsOn(bytes, page, isMissing, (id, fields) => {
      const row = rowOf(of, missing.get(id)!, fields)
      if (row !== undefined && row.version > (found.get(id)?.version ?? 0)) found.set(id, row)
    })
  }
  return found
}

/** The row that the fields form, if it belongs to this collection and to the document that is listed there. */
const rowOf = (of: Layout, [, shop, key]: Array<Cell>, fields: ReadonlyArray<Field>): Row | undefined => {
  const [, ownShop, ownKey, version, ...columns] = fields
  const text = columns.pop()
  if (ownShop !== shop || ownKey !== key || typeof version !== "number" || typeof text !== "string") return undefined
  const row: Row = { key, version, text }
  // A row of another collection may have the same id and key, and a text that can be decoded.
  return isReadable(of, row) && isWhole(of, row, columns) ? row : undefined
}

const isWhole = (of: Layout, row: Row, columns: ReadonlyArray<Field>): boolean => {
  try {
    const doc = docOf(of.collection, row)
    const own = entryOf(of, doc).columns
    if (of.collection.encode(doc) !== row.text || own.length !== columns.length) return false
    return own.every((value, at) => value === columns[at])
  } catch {
    // A document of another collection lacks the fields that the lookups need.
    return false
  }
}
