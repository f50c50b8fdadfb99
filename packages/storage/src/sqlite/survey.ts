/** Finds out which documents a damaged file has, and where: by its tables, by their indexes, and by its pages. */
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

/** Where a document stands. */
export interface Place {
  readonly id: number
  readonly key: Key
}

/** The documents of a collection. */
export interface Survey {
  /** By the number of their shop, in the order of their keys. */
  readonly places: ReadonlyMap<number, ReadonlyArray<Place>>
  /** By id, the rows to which no way led but through the pages themselves. */
  readonly found: ReadonlyMap<number, Row>
}

/** Surveys a collection: what its table and its index by key tell of it together, and for what is missing, every page. */
export const survey = (connection: Connection, raw: Raw, of: Layout): Survey => {
  const { isWhole, listed } = listedBy(connection, of)
  let last = 0
  for (const id of listed.keys()) last = Math.max(last, id)
  // What a damaged page takes for an id may be any number.
  if (!isWhole) last = Math.max(last, Math.min(largestId(connection, of), last + mostUnlisted))
  const held = new Map<number, Array<Cell>>()
  const sql = `select id, shop, key from ${quoted(of.name)} not indexed where id between ? and ?`
  halve(connection, sql, 1, last, (cells) => held.set(cells[0], cells))
  const isHeld = ([id, shop, key]: Array<Cell>) => held.get(id)?.[1] === shop && held.get(id)?.[2] === key
  const missing = new Map([...listed].filter(([, cells]) => !isHeld(cells)))
  const found = missing.size > 0 ? onPages(raw, of, missing) : new Map<number, Row>()
  return { places: placesOf(new Map([...held, ...missing]).values()), found }
}

/** The numbers of the shops: the table has them, and so has the index by name. */
export const shopsOf = (connection: Connection): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const by of ["not indexed", "indexed by sqlite_autoindex_bottega_shops_1"]) {
    const sql = `select name, id from bottega_shops ${by} where name >= ''`
    for (const [name, id] of tolerant(() => connection.all(sql)) ?? []) found.set(name, id)
  }
  return found
}

/** What an act gives; nothing where damage ends it. */
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

/** Ids beyond those of a damaged index that are looked at. */
const mostUnlisted = 10_000_000

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

/** What the index by key lists, from both of its ends to where it is damaged. */
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

/** Rows of one statement at most. */
const mostAtOnce = 1024

/** Reads a range of ids; what cannot be read whole is read in halves. */
const halve = (
  connection: Connection,
  sql: string,
  from: number,
  to: number,
  onRow: (cells: Array<Cell>) => void
): void => {
  if (from > to) return
  const rows = to - from < mostAtOnce ? tolerant(() => connection.all(sql, [from, to])) : undefined
  if (rows !== undefined) for (const cells of rows) onRow(cells)
  else if (from < to) {
    const middle = Math.floor((from + to) / 2)
    halve(connection, sql, from, middle, onRow)
    halve(connection, sql, middle + 1, to, onRow)
  }
}

/** The rows of these ids, shops and keys wherever they lie, but for pages that hold nothing now. */
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

/** The row that fields are, if they are of this collection and of the document that is listed so. */
const rowOf = (of: Layout, [, shop, key]: Array<Cell>, fields: ReadonlyArray<Field>): Row | undefined => {
  const [, ownShop, ownKey, version, ...columns] = fields
  const text = columns.pop()
  if (ownShop !== shop || ownKey !== key || typeof version !== "number" || typeof text !== "string") return undefined
  const row: Row = { key, version, text }
  // A row of another collection may have the same id and key, and a text that is read all the same.
  return isReadable(of, row) && isWhole(of, row, columns) ? row : undefined
}

const isWhole = (of: Layout, row: Row, columns: ReadonlyArray<Field>): boolean => {
  try {
    const doc = docOf(of.collection, row)
    const own = entryOf(of, doc).columns
    if (of.collection.encode(doc) !== row.text || own.length !== columns.length) return false
    return own.every((value, at) => value === columns[at])
  } catch {
    // What is no such document has not what its lookups ask for.
    return false
  }
}
