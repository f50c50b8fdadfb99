/** Applies one write inside the open transaction. */
import type { Key, Value } from "@bottega/domain/collection"
import { Stale, Taken, type Write } from "../storage.ts"
import { several } from "../values.ts"
import type { Cell, Connection } from "./connection.ts"
import { isConflict } from "./errors.ts"
import { type Layout, quoted } from "./tables.ts"
import { type Texts, textsOf } from "./texts.ts"

/** A document's place, and the values that its lookups give. */
interface Placed {
  readonly shop: string
  readonly key: Key
  /** One for each column. */
  readonly columns: ReadonlyArray<Value | null>
  /** Those of each table beside it. */
  readonly sides: ReadonlyArray<ReadonlyArray<Value>>
}

/** Applies a write; gives the refusal when it cannot be applied. What it changed before a refusal is the caller's to undo. */
export const apply = (writer: Connection, layout: Layout, write: Write): Stale | Taken | undefined => {
  const { collection, key, shop } = write
  try {
    const found = writer.get(textsOf(layout).find, shop, key)
    if ((found?.[1] ?? 0) !== write.expect) return new Stale({ shop, collection: collection.name, key })
    if (write.doc !== undefined) put(writer, layout, write, found)
    else if (found !== undefined) remove(writer, textsOf(layout), found[0])
    return undefined
  } catch (error) {
    const lookup = isConflict(error) ? collision(writer, layout, write) : undefined
    if (lookup === undefined) throw error
    return new Taken({ shop, collection: collection.name, lookup, key })
  }
}

/** Puts a document that was not there into the tables. */
export const insert = (
  writer: Connection,
  layout: Layout,
  { key, shop }: Pick<Placed, "shop" | "key">,
  version: number,
  doc: unknown,
  text: string
): void => {
  const placed = place(layout, shop, key, doc)
  const texts = textsOf(layout)
  const { lastInsertRowid } = writer.run(texts.insert, [shop, key, version, ...placed.columns, text])
  for (const at of placed.sides.keys()) beside(writer, layout, texts, at, lastInsertRowid, placed)
}

const put = (writer: Connection, layout: Layout, write: Write, found: Array<Cell> | undefined): void => {
  const text = layout.collection.encode(write.doc)
  if (found === undefined) insert(writer, layout, write, 1, write.doc, text)
  else change(writer, layout, write, found, text)
}

const place = ({ collection, columns, sides }: Layout, shop: string, key: Key, doc: unknown): Placed => ({
  shop,
  key,
  columns: columns.map((lookup) => several(collection.lookups[lookup]!.of(doc))[0] ?? null),
  sides: sides.map(({ lookup }) => several(collection.lookups[lookup]!.of(doc)))
})

const remove = (writer: Connection, texts: Texts, id: number): void => {
  for (const side of texts.sides) writer.run(side.remove, [id])
  writer.run(texts.remove, [id])
}

// Only the columns that differ are set: each one set costs its indexes.
const change = (writer: Connection, layout: Layout, write: Write, found: Array<Cell>, text: string): void => {
  const [id, , ...before] = found
  const texts = textsOf(layout)
  const placed = place(layout, write.shop, write.key, write.doc)
  const moved = [...placed.columns.keys()].filter((at) => before[at] !== placed.columns[at])
  writer.run(texts.update(moved), [...moved.map((at) => placed.columns[at]!), text, id])
  for (const [at, side] of layout.sides.entries()) {
    const was = writer.all(texts.sides[at]!.values, [id])
    const is = placed.sides[at]!
    const same = was.length === is.length && was.every(([value], index) => value === is[index])
    if (same && !side.positions.some((position) => moved.includes(position))) continue
    writer.run(texts.sides[at]!.remove, [id])
    beside(writer, layout, texts, at, id, placed)
  }
}

const beside = (writer: Connection, layout: Layout, texts: Texts, at: number, id: number | bigint, placed: Placed) => {
  const values = placed.sides[at]!
  if (values.length === 0) return
  const carried = layout.sides[at]!.positions.map((position) => placed.columns[position]!)
  for (const value of values) writer.run(texts.sides[at]!.insert, [id, placed.shop, placed.key, value, ...carried])
}

const collision = (writer: Connection, layout: Layout, { doc, key, shop }: Write): string | undefined =>
  layout.collection.unique.find((lookup) => {
    const side = layout.sides.find((other) => other.lookup === lookup)
    const [table, value] = side === undefined ? [layout.name, quoted(`at_${lookup}`)] : [side.name, "value"]
    const sql = `select 1 from ${quoted(table)} where shop = ? and ${value} = ? and key <> ?`
    return several(layout.collection.lookups[lookup]!.of(doc)).some((held) => writer.get(sql, shop, held, key))
  })
