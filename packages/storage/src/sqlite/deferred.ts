/**
 * Writes the entries of deferred lookups, many documents at once. Inserted one document at a time, entries of random
 * values each change a page of their index; sorted, those of some hundred documents share pages.
 *
 * A collection's watermark is the highest row id up to which every document has its entries. Documents above it have
 * none yet, and a query reads them itself. The watermark moves in the commit that writes the entries.
 */
import type { Value } from "@bottega/domain/contract"
import type { Plan } from "../plan.ts"
import { compare, type NormalQuery, type NormalTest } from "../values.ts"
import { beyond, condition, defined, type Names, placed, valuesOf } from "./conditions.ts"
import type { Cell, Connection } from "./connection.ts"
import { type Entry, entryOf, rowOf, sideEntryOf } from "./entries.ts"
import { absent, column, type Layout, quoted, type Side, sideOf } from "./tables.ts"
import { textsOf } from "./texts.ts"

/**
 * How many documents wait above a watermark before one step writes the entries of so many; and how many entries of one
 * commit never wait, because every query of a deferred lookup reads all the documents that do. Tests make them small.
 */
export const deferral = { documents: 500, entries: 50 }

/** Whether a plan's index, or a test besides, needs entries that some documents may not have yet. */
export const isDeferred = (layout: Layout, { index, rest }: Plan): boolean =>
  layout.collection.deferred.length > 0 &&
  (sideOf(layout, index)?.deferred !== undefined ||
    rest.some(({ on }) => layout.sides.some((side) => side.deferred !== undefined && side.index.many === on)))

const markOf = "select id from bottega_indexed where collection = ?"

/** The watermark of a collection, as a connection sees it. */
export const watermark = (connection: Connection, { name }: Layout): number => connection.get(markOf, name)?.[0] ?? 0

/** A statement, its parameters, and the tests that it leaves to its caller. */
export interface Unindexed {
  readonly sql: string
  readonly values: ReadonlyArray<Value>
  readonly rest: ReadonlyArray<NormalTest>
}

/**
 * The shop's rows above the watermark of a collection, unsorted, as `rows` returns them. The statement reads the watermark
 * too, because another process may move it at any time.
 */
export const selectUnindexed = (layout: Layout, shop: number, query: NormalQuery): Unindexed => {
  const { after, by, descending, sorted, tests } = query
  const { lookups } = layout.collection
  const name: Names = Object.assign((lookup: string) => `t.${column(lookup)}`, { beside: () => false })
  const rest = tests.filter(({ on }) => on !== "key" && lookups[on]!.many)
  const others = tests.filter((test) => !rest.includes(test))
  const found = [
    // The sign keeps SQLite from walking the index by shop and key.
    `t.id > coalesce((${markOf}), 0) and +t.shop = ?`,
    ...others.map((test) => condition(layout, name, test)),
    defined(layout, name, sorted),
    ...(after === undefined ? [] : [beyond(name, by, descending ? "<" : ">")])
  ]
  return {
    sql: `select t.id, t.key, t.version, t.doc, ${name(by)} from ${quoted(layout.name)} as t where ${found.join(" and ")}`,
    values: [layout.name, shop, ...others.flatMap((test) => valuesOf(layout, shop, test)), ...placed(by, after)],
    rest
  }
}

/** The last document that a commit inserted above the watermark, and the deferred entries of all that it inserted. */
export interface Waiting {
  readonly id: number
  readonly entries: number
}

/** Writes the entries that are due after a commit, in its transaction; returns the watermark, which it may move. */
export const writeDeferred = (
  connection: Connection,
  layout: Layout,
  { entries, id }: Waiting,
  before: number
): number => {
  const due = entries < deferral.entries ? deferral.documents : 1
  let mark = before
  while (id - mark >= due) mark = writeSome(connection, layout, mark)
  return mark
}

const writeSome = (connection: Connection, layout: Layout, mark: number): number => {
  const last = `select max(id) from (select id from ${quoted(layout.name)} where id > ? order by id limit ?)`
  const next: number = connection.get(last, mark, deferral.documents)![0]
  for (const [at, side] of layout.sides.entries())
    if (side.deferred !== undefined && side.index.many === undefined)
      connection.run(copying(layout, side), [mark, next])
    else if (side.deferred !== undefined) writeMany(connection, layout, at, [mark, next])
  const raise = "on conflict (collection) do update set id = excluded.id"
  connection.run(`insert into bottega_indexed values (?, ?) ${raise}`, [layout.name, next])
  return next
}

/** The statement that copies the columns of an index from the collection's own table. */
const copying = (layout: Layout, { deferred, index, name }: Side): string => {
  const columns = index.columns.map((lookup) => `coalesce(${column(lookup)}, ${absent})`)
  const all = ["shop", ...columns, "key", "id"].join(", ")
  const found = `id > ? and id <= ? and ${column(deferred!)} is not null`
  return `insert or ignore into ${quoted(name)} select ${all} from ${quoted(layout.name)} where ${found} order by ${all}`
}

/** Writes the entries of a lookup of many values, which are not in the collection's own table. */
const writeMany = (connection: Connection, layout: Layout, at: number, span: readonly [number, number]): void => {
  const sql = `select id, shop, key, doc from ${quoted(layout.name)} where id > ? and id <= ? order by id`
  const side = layout.sides[at]!
  const cells = connection.all(sql, span).flatMap(([id, shop, key, text]) => {
    const entry = readable(layout, text, (doc) => sideEntryOf(layout, at, doc))
    return (entry?.sides[at] ?? []).map((value) => [...rowOf(side, shop, key, entry!, value), id])
  })
  const insert = `${textsOf(layout).sides[at]!.insert} on conflict do nothing`
  for (const row of cells.sort(inOrder)) connection.run(insert, row)
}

/** The entries of a document; `undefined` for a damaged text, which must not stop the writes of others. */
export const readable = (
  layout: Layout,
  text: string,
  of = (doc: unknown) => entryOf(layout, doc)
): Entry | undefined => {
  try {
    return of(layout.collection.decode(text))
  } catch {
    return undefined
  }
}

/** In the order of the index, for speed alone; absent values are sorted anyhow. */
const inOrder = (one: ReadonlyArray<Cell>, other: ReadonlyArray<Cell>): number => {
  // A sort compares thousands of pairs, and an iterator for each would be a tenth of what an order allocates.
  for (let at = 0; at < one.length; at++) {
    const [cell, held] = [one[at]!, other[at]!]
    const way = typeof cell === "object" || typeof held === "object" ? 0 : compare(cell, held)
    if (way !== 0) return way
  }
  return 0
}
