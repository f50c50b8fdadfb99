/** Applies one write inside the open transaction. */
import type { Key, Value } from "@bottega/domain/collection"
import { Stale, Taken, type Write } from "../storage.ts"
import { several } from "../values.ts"
import type { Connection } from "./connection.ts"
import { isConflict } from "./errors.ts"
import { column, type Layout, quoted, type Side } from "./tables.ts"

/** A document with what stands beside it. */
interface Placed {
  readonly shop: string
  readonly key: Key
  readonly version: number
  readonly text: string
  readonly doc: unknown
}

/** Applies a write; gives the refusal when it cannot be applied. What it changed before a refusal is the caller's to undo. */
export const apply = (writer: Connection, layout: Layout, write: Write): Stale | Taken | undefined => {
  const { collection, doc, expect, key, shop } = write
  const stale = () => new Stale({ shop, collection: collection.name, key })
  try {
    if (expect === 0) return begin(writer, layout, write) ? undefined : stale()
    if (doc === undefined) return remove(writer, layout, write) ? undefined : stale()
    return change(writer, layout, write) ? undefined : stale()
  } catch (error) {
    if (!isConflict(error)) throw error
    const lookup = collision(writer, layout, write)
    if (lookup === undefined) throw error
    return new Taken({ shop, collection: collection.name, lookup, key })
  }
}

/** Puts a document with all its lookups into the tables. */
export const insert = (writer: Connection, { collection, columns, name, sides }: Layout, placed: Placed): void => {
  const { doc, key, shop, text, version } = placed
  const at = (lookup: string) => several(collection.lookups[lookup]!.of(doc))
  const values = [shop, key, version, ...columns.map((lookup) => at(lookup)[0] ?? null), text]
  const into = ["shop", "key", "version", ...columns.map(column), "doc"]
  const sql = `insert into ${quoted(name)} (${into.join(", ")}) values (${into.map(() => "?").join(", ")})`
  const { lastInsertRowid } = writer.run(sql, values)
  for (const side of sides) beside(writer, side, lastInsertRowid, placed, at)
}

const begin = (writer: Connection, layout: Layout, write: Write): boolean => {
  // Asked first: a document that is there breaks its own unique lookups too, and stale is what it is.
  if (present(writer, layout, write)) return false
  if (write.doc !== undefined)
    insert(writer, layout, { ...write, version: 1, text: layout.collection.encode(write.doc) })
  return true
}

const present = (writer: Connection, { name }: Layout, { key, shop }: Write): boolean =>
  writer.get(`select 1 from ${quoted(name)} where shop = ? and key = ?`, shop, key) !== undefined

const remove = (writer: Connection, { name, sides }: Layout, { expect, key, shop }: Write): boolean => {
  const id = writer.get(
    `select id from ${quoted(name)} where shop = ? and key = ? and version = ?`,
    shop,
    key,
    expect
  )?.[0]
  if (id === undefined) return false
  for (const side of sides) writer.run(`delete from ${quoted(side.name)} where id = ?`, [id])
  writer.run(`delete from ${quoted(name)} where id = ?`, [id])
  return true
}

// Only the columns that differ are set: each one set costs its indexes.
const change = (writer: Connection, layout: Layout, write: Write): boolean => {
  const { collection, columns, name, sides } = layout
  const { doc, expect, key, shop } = write
  const read = ["id", ...columns.map(column)].join(", ")
  const before = writer.get(
    `select ${read} from ${quoted(name)} where shop = ? and key = ? and version = ?`,
    shop,
    key,
    expect
  )
  if (before === undefined) return false
  const [id, ...was] = before
  const at = (lookup: string) => several(collection.lookups[lookup]!.of(doc))
  const is = columns.map((lookup) => at(lookup)[0] ?? null)
  const moved = columns.filter((_, index) => was[index] !== is[index])
  const sets = ["version = version + 1", ...moved.map((lookup) => `${column(lookup)} = ?`), "doc = ?"]
  const values = [...is.filter((value, index) => was[index] !== value), collection.encode(doc), id]
  writer.run(`update ${quoted(name)} set ${sets.join(", ")} where id = ?`, values)
  for (const side of sides) again(writer, side, id, { shop, key, doc }, at, moved)
  return true
}

type At = (lookup: string) => ReadonlyArray<Value>

const again = (
  writer: Connection,
  side: Side,
  id: number,
  placed: Pick<Placed, "shop" | "key" | "doc">,
  at: At,
  moved: ReadonlyArray<string>
) => {
  const was = writer.all(`select value from ${quoted(side.name)} where id = ? order by value`, [id])
  const is = at(side.lookup)
  const same = was.length === is.length && was.every(([value], index) => value === is[index])
  if (same && !side.carried.some((lookup) => moved.includes(lookup))) return
  writer.run(`delete from ${quoted(side.name)} where id = ?`, [id])
  beside(writer, side, id, placed, at)
}

const beside = (
  writer: Connection,
  side: Side,
  id: number | bigint,
  { key, shop }: Pick<Placed, "shop" | "key">,
  at: At
) => {
  const into = ["id", "shop", "key", "value", ...side.carried.map(column)]
  const sql = `insert into ${quoted(side.name)} (${into.join(", ")}) values (${into.map(() => "?").join(", ")})`
  const carried = side.carried.map((lookup) => at(lookup)[0] ?? null)
  for (const value of at(side.lookup)) writer.run(sql, [id, shop, key, value, ...carried])
}

const collision = (
  writer: Connection,
  { collection, name, sides }: Layout,
  { doc, key, shop }: Write
): string | undefined =>
  collection.unique.find((lookup) => {
    const side = sides.find((other) => other.lookup === lookup)
    const [table, value] = side === undefined ? [name, column(lookup)] : [side.name, "value"]
    const sql = `select 1 from ${quoted(table)} where shop = ? and ${value} = ? and key <> ?`
    return several(collection.lookups[lookup]!.of(doc)).some((held) => writer.get(sql, shop, held, key) !== undefined)
  })
