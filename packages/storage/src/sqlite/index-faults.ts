/**
 * Compares the index entries of a collection with its documents, in one pass over the documents and one count of each
 * index. SQLite checks the indexes that it keeps itself; the columns and the tables of `tables.ts` are this program's.
 */
import type { Key, Value } from "@bottega/domain/contract"
import type { IndexFault, IndexFaultCallbacks } from "../storage.ts"
import { bounds, spend } from "../turns.ts"
import type { Cell, Connection } from "./connection.ts"
import { watermark } from "./deferred.ts"
import { type Entry, entryOf, rowOf } from "./entries.ts"
import { column, columnOf, type Layout, ownIndexes, quoted, type Side } from "./tables.ts"
import { textsOf } from "./texts.ts"

/** Documents or entries that one step compares; the statements of a step see one instant. */
const stepSize = 500

/** The maximum number of documents with a shared unique value that are reported. */
const maxTwins = 100

/** Reports the faults of one shop's entries; it yields between steps. */
export function* indexFaults(
  connection: Connection,
  layout: Layout,
  shop: number | undefined,
  { onDocuments, onFault }: IndexFaultCallbacks
): Generator<void, void> {
  if (shop === undefined) return
  const wanted = layout.sides.map(() => 0)
  for (let after: Key | undefined = least; after !== undefined; ) {
    const from: Key = after
    after = atOnce(connection, () => missing(connection, layout, shop, from, wanted, onFault, onDocuments))
    yield
  }
  for (const [at, side] of layout.sides.entries()) {
    const sql = `select count(*) from ${quoted(side.name)} where shop = ?`
    if (connection.get(sql, shop)![0] !== wanted[at]) yield* extra(connection, layout, shop, side, onFault)
    yield
  }
  for (const index of ownIndexes(layout)) if (index.unique) twins(connection, layout, shop, index.columns[0]!, onFault)
}

type OnFault = (fault: IndexFault) => void

/** Before every key. */
const least = Number.NEGATIVE_INFINITY

/** Compares the documents after a key; returns the last key, or `undefined` at the end. */
const missing = (
  connection: Connection,
  layout: Layout,
  shop: number,
  after: Key,
  wanted: Array<number>,
  onFault: OnFault,
  onDocuments: IndexFaultCallbacks["onDocuments"]
): Key | undefined => {
  const rows = documentsAfter(connection, layout, shop, after)
  const mark = layout.collection.deferred.length === 0 ? Number.POSITIVE_INFINITY : watermark(connection, layout)
  const find = textsOf(layout).sides.map((texts) => texts.find)
  for (const { columns, id, key, text } of rows) {
    const entry = readable(layout, text)
    if (entry === undefined) continue
    for (const [at, value] of entry.columns.entries())
      if (!isSame(value, columns[at])) onFault({ key, lookup: layout.columns[at]!, is: "missing" })
    for (const [at, side] of layout.sides.entries()) {
      if (id > mark && side.deferred !== undefined) continue
      wanted[at]! += entry.sides[at]!.length
      spend(entry.sides[at]!.length)
      const isEntered = (value: Value) => connection.get(find[at]!, ...rowOf(side, shop, key, entry, value))?.[0] === id
      if (!entry.sides[at]!.every(isEntered)) onFault({ key, lookup: lookupOf(side), is: "missing" })
    }
  }
  onDocuments?.(rows.length)
  return rows.length === 0 ? undefined : rows.at(-1)!.key
}

interface Held {
  readonly id: number
  readonly key: Key
  readonly text: string
  readonly columns: ReadonlyArray<Cell>
}

const documentsAfter = (connection: Connection, { columns, name }: Layout, shop: number, after: Key): Array<Held> => {
  const all = ["id", "key", "doc", ...columns.map(column)].join(", ")
  const sql = `select ${all} from ${quoted(name)} where shop = ? and key > ? order by key limit ?`
  const rows: Array<Held> = []
  let size = 0
  for (const [id, key, text, ...held] of connection.each(sql, [shop, after, stepSize])) {
    rows.push({ id, key, text, columns: held })
    size += text.length
    if (size >= bounds.characters) break
  }
  spend(columns.length * rows.length, rows.length, size)
  return rows
}

/** Compares every entry of an index, because their number differs from that of the documents' values. */
function* extra(
  connection: Connection,
  layout: Layout,
  shop: number,
  side: Side,
  onFault: OnFault
): Generator<void, void> {
  const place = [...side.index.columns.map((lookup) => columnOf(side.index, lookup)), "key"]
  const all = place.join(", ")
  const beyond = ` and (${all}) > (${place.map(() => "?").join(", ")})`
  for (let after: Array<Cell> | undefined = []; after !== undefined; ) {
    const values: Array<Cell> = [shop, ...after]
    const further = after.length === 0 ? "" : beyond
    const sql = `select ${all}, id from ${quoted(side.name)} where shop = ?${further} order by ${all} limit ${stepSize}`
    const rows = atOnce(connection, () => {
      const found = connection.all(sql, values)
      for (const cells of found) checkEntry(connection, layout, shop, side, cells, onFault)
      return found
    })
    after = rows.length < stepSize ? undefined : rows.at(-1)!.slice(0, -1)
    yield
  }
}

const checkEntry = (
  connection: Connection,
  layout: Layout,
  shop: number,
  side: Side,
  cells: Array<Cell>,
  onFault: OnFault
): void => {
  const [key, id] = cells.slice(-2)
  const sql = `select doc from ${quoted(layout.name)} where shop = ? and key = ? and id = ?`
  const text = connection.get(sql, shop, key, id)?.[0]
  spend(1, 1, text?.length)
  const entry = text === undefined ? undefined : readable(layout, text)
  // A document that cannot be read is another fault.
  if (text !== undefined && entry === undefined) return
  const values = entry?.sides[layout.sides.indexOf(side)] ?? []
  const found = values.some((value) =>
    rowOf(side, shop, key, entry!, value).every((cell, at) => at === 0 || isSame(cell, cells[at - 1]))
  )
  if (!found) onFault({ key, lookup: lookupOf(side), is: "extra" })
}

/** Reports documents that share a value which must be unique; in an index's own table no two entries can. */
const twins = (connection: Connection, { name }: Layout, shop: number, lookup: string, onFault: OnFault): void => {
  const [table, value] = [quoted(name), column(lookup)]
  const shared = `select ${value} from ${table} where shop = ? and ${value} is not null group by ${value} having count(*) > 1`
  const sql = `select ${value}, key from ${table} where shop = ? and ${value} in (${shared}) order by ${value}, key limit ${maxTwins}`
  for (const twin of Map.groupBy(connection.all(sql, [shop, shop]), ([one]) => one).values())
    for (const [at, [, key]] of twin.entries())
      onFault({ key, lookup, is: "twin", other: twin[at === 0 ? 1 : 0]?.[1] ?? key })
}

const lookupOf = ({ deferred, index }: Side): string => (index.many ?? deferred)!

/** Runs statements that see one instant. */
const atOnce = <A>(connection: Connection, act: () => A): A => {
  if (connection.open) return act()
  connection.exec("begin")
  try {
    return act()
  } finally {
    connection.exec("commit")
  }
}

/** The file stores texts as UTF-8, which has no half of a surrogate pair, and `absent` values as bytes. */
const isSame = (one: Cell, held: Cell): boolean => {
  if (one === held) return true
  if (typeof one === "string") return one.toWellFormed() === held
  return one instanceof Uint8Array && held instanceof Uint8Array && Buffer.compare(one, held) === 0
}

const readable = (layout: Layout, text: string): Entry | undefined => {
  try {
    return entryOf(layout, layout.collection.decode(text))
  } catch {
    return undefined
  }
}
