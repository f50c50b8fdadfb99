/**
 * Upgrades the collections of a file to their declarations, in steps that are a transaction each. Progress is recorded
 * in the file, so a killed upgrade continues. The caller must be the only process that has the file open.
 *
 * Only what differs is made again. If the columns of a collection's own table differ, its documents move to a new table;
 * each step removes what it has moved, so that the file hardly grows. Entries of indexes of their own are collected first
 * and then sorted in (`sorting.ts`), because inserting them unsorted would change most pages of an index in each step.
 */
import type { UpgradeProgress } from "../format.ts"
import type { Cell, Connection } from "./connection.ts"
import { readable, watermark } from "./deferred.ts"
import { rowOf } from "./entries.ts"
import { FileRefused, isConflict } from "./errors.ts"
import { advance } from "./generation.ts"
import { type Kept, kept, nothingKept } from "./kept.ts"
import { collectedIn, sortIn } from "./sorting.ts"
import { documentTable, fingerprint, indices, type Layout, quoted, sideTable } from "./tables.ts"
import { textsOf } from "./texts.ts"

/** How much one step reads; tests make it small. */
export const step = { documents: 2000, characters: 8 * 1024 * 1024, entries: 400_000 }

/** The steps that upgrade one collection; there are none if it is as declared. */
export function* upgraded(connection: Connection, layout: Layout): Generator<UpgradeProgress> {
  const target = fingerprint(layout)
  let work = workOf(connection, layout)
  if (work === undefined && storedIn(connection, layout) === target) return
  if (work !== undefined && work.target !== target) yield* moveRest(connection, layout)
  if (work?.target !== target) work = within(connection, () => begin(connection, layout, target, work !== undefined))
  if (!work!.isRead) yield* readAll(connection, layout, work!)
  for (const side of layout.sides.filter(({ name }) => work!.sides.includes(name))) {
    const progress = (done: number, total: number) => ({ collection: layout.name, step: side.name, done, total })
    yield* sortIn(
      connection,
      side,
      step.entries,
      (act) => within(connection, () => unlessTaken(side.name, act)),
      progress
    )
  }
  for (const { name, sql } of indices(layout)) {
    if (isThere(connection, name)) continue
    within(connection, () => unlessTaken(name, () => connection.exec(sql)))
    yield { collection: layout.name, step: name, done: 1, total: 1 }
  }
  within(connection, () => end(connection, layout, work!))
}

/** Runs a step in a transaction. */
export const within = <A>(connection: Connection, act: () => A): A => {
  connection.exec("begin immediate")
  try {
    const made = act()
    connection.run(advance)
    connection.exec("commit")
    return made
  } catch (error) {
    if (connection.open) connection.exec("rollback")
    throw error
  }
}

/** The remaining work of a collection's upgrade. */
interface Work {
  readonly target: string
  /** Whether documents move from a table of their own, {@link before}. */
  readonly moving: boolean
  /** The indexes' own tables that are filled. */
  readonly sides: ReadonlyArray<string>
  /** The watermark of the deferred entries that existed before. */
  readonly mark: number
  /** The last document that was read. */
  readonly after: number
  readonly isRead: boolean
}

const workOf = (connection: Connection, { name }: Layout): Work | undefined => {
  const found = connection.get(
    "select target, moving, sides, mark, after, is_read from bottega_upgrade where collection = ?",
    name
  )
  if (found === undefined) return undefined
  const [target, moving, sides, mark, after, isRead] = found
  return { target, moving: moving === 1, sides: JSON.parse(sides), mark, after, isRead: isRead === 1 }
}

const storedIn = (connection: Connection, { name }: Layout): string | undefined =>
  connection.get("select fingerprint from bottega_collections where name = ?", name)?.[0]

const before = ({ name }: Layout): string => `${name}.before`

/** Another program's upgrade was killed while it moved documents; they are moved back into one table. */
function* moveRest(connection: Connection, layout: Layout): Generator<UpgradeProgress> {
  if (!isThere(connection, before(layout))) return
  const [from, to] = [quoted(before(layout)), quoted(layout.name)]
  const columns = "id, shop, key, version, doc"
  for (let rest = true; rest; ) {
    rest = within(connection, () => {
      const last = connection.get(
        `select max(id) from (select id from ${from} order by id limit ?)`,
        step.documents
      )![0]
      if (last === null) connection.exec(`drop table ${from}`)
      else {
        connection.run(`insert into ${to} (${columns}) select ${columns} from ${from} where id <= ?`, [last])
        connection.run(`delete from ${from} where id <= ?`, [last])
      }
      return last !== null
    })
    yield { collection: layout.name, step: "documents", done: 0, total: 0 }
  }
}

const begin = (connection: Connection, layout: Layout, target: string, rebuild: boolean): Work => {
  const stored = storedIn(connection, layout)
  const keeps: Kept = rebuild || stored === undefined ? nothingKept : kept(layout, stored)
  const sides = new Set(layout.sides.map(({ name }) => name))
  const stays = (name: string) => keeps.table && keeps.sides.has(name) && sides.has(name)
  for (const name of sidesIn(connection, layout)) if (!stays(name)) connection.exec(`drop table ${quoted(name)}`)
  // Indexes of the same columns under the same name stay with the table.
  const declared = new Set(keeps.table ? indices(layout).map(({ name }) => name) : [])
  for (const name of indexesIn(connection, layout))
    if (!declared.has(name)) connection.exec(`drop index ${quoted(name)}`)
  const moving = !keeps.table && stored !== undefined
  if (moving) {
    connection.exec(`alter table ${quoted(layout.name)} rename to ${quoted(before(layout))}`)
    numberShops(connection, before(layout))
  }
  if (!keeps.table) connection.exec(documentTable(layout))
  const missing = layout.sides.filter(({ name }) => !isThere(connection, name))
  for (const side of missing) {
    connection.exec(sideTable(layout, side))
    connection.exec(collectedIn(layout, side))
  }
  const mark = watermark(connection, layout)
  const isWaiting = keeps.table && connection.get(`select max(id) from ${quoted(layout.name)}`)![0] > mark
  const isRead = missing.length === 0 && !moving && !(isWaiting && layout.collection.deferred.length > 0)
  // If nothing else is missing, only documents without their deferred entries are read.
  const after = missing.length === 0 && !moving ? mark : 0
  const work: Work = { target, moving, sides: missing.map(({ name }) => name), mark, after, isRead }
  connection.run("delete from bottega_upgrade where collection = ?", [layout.name])
  const row = [layout.name, target, Number(moving), JSON.stringify(work.sides), mark, after, Number(isRead)]
  connection.run("insert into bottega_upgrade values (?, ?, ?, ?, ?, ?, ?)", row)
  return work
}

/** Files of format 1 name the shop in every row. */
const numberShops = (connection: Connection, table: string): void => {
  if (connection.get(`select typeof(shop) from ${quoted(table)} limit 1`)?.[0] !== "text") return
  const names = connection.all(`select distinct shop from ${quoted(table)}`)
  for (const [name] of names)
    connection.run("insert into bottega_shops (name) values (?) on conflict do nothing", [name])
}

/** Reads every document: collects its entries, and moves it if its table is another one. */
function* readAll(connection: Connection, layout: Layout, work: Work): Generator<UpgradeProgress> {
  const source = quoted(work.moving ? before(layout) : layout.name)
  const total: number = connection.get(`select max(id) from ${source}`)![0] ?? 0
  for (let { after } = work; ; ) {
    const rows = someOf(connection, source, after)
    after = rows.at(-1)?.[0] ?? after
    within(connection, () => {
      for (const row of rows) readOne(connection, layout, work, row)
      if (work.moving) connection.run(`delete from ${source} where id <= ?`, [after])
      const isRead = Number(rows.length === 0)
      connection.run("update bottega_upgrade set after = ?, is_read = ? where collection = ?", [
        after,
        isRead,
        layout.name
      ])
    })
    if (rows.length === 0) return
    yield { collection: layout.name, step: "documents", done: after, total }
  }
}

/** The next documents, as many as one step reads. */
const someOf = (connection: Connection, source: string, after: number): ReadonlyArray<Array<Cell>> => {
  const rows: Array<Array<Cell>> = []
  let characters = 0
  const shop =
    "case typeof(shop) when 'text' then (select s.id from bottega_shops as s where s.name = shop) else shop end"
  const sql = `select id, ${shop}, key, version, doc from ${source} where id > ? order by id limit ?`
  for (const row of connection.each(sql, [after, step.documents])) {
    rows.push(row)
    characters += row[4].length
    if (characters >= step.characters) break
  }
  return rows
}

const readOne = (connection: Connection, layout: Layout, work: Work, row: Array<Cell>): void => {
  const [id, shop, key, version, text] = row
  // A damaged text must not stop the upgrade: it is kept without entries, and doctor names it.
  const entry = readable(layout, text)
  if (work.moving) {
    const columns = entry?.columns ?? layout.columns.map(() => null)
    connection.run(textsOf(layout).move, [id, shop, key, version, ...columns, text])
  }
  for (const [at, side] of layout.sides.entries()) {
    const isNew = work.sides.includes(side.name)
    // The entries of deferred lookups exist up to the watermark.
    if (entry === undefined || !(isNew || (side.deferred !== undefined && id > work.mark))) continue
    const { collect, insert } = textsOf(layout).sides[at]!
    for (const value of entry.sides[at]!) {
      const cells = [...rowOf(side, shop, key, entry, value), id]
      connection.run(isNew ? collect : `${insert} on conflict do nothing`, cells)
    }
  }
}

const end = (connection: Connection, layout: Layout, { moving, target }: Work): void => {
  if (moving) connection.exec(`drop table ${quoted(before(layout))}`)
  connection.run("delete from bottega_indexed where collection = ?", [layout.name])
  if (layout.collection.deferred.length > 0)
    connection.run(`insert into bottega_indexed select ?, coalesce(max(id), 0) from ${quoted(layout.name)}`, [
      layout.name
    ])
  connection.run(
    "insert into bottega_collections values (?, ?) on conflict do update set fingerprint = excluded.fingerprint",
    [layout.name, target]
  )
  connection.run("delete from bottega_upgrade where collection = ?", [layout.name])
}

const unlessTaken = <A>(index: string, act: () => A): A => {
  try {
    return act()
  } catch (error) {
    if (!isConflict(error)) throw error
    throw new FileRefused(`two documents of a shop have the same value, which the index ${index} cannot hold`)
  }
}

const isThere = (connection: Connection, name: string): boolean =>
  connection.get("select 1 from sqlite_schema where name = ?", name) !== undefined

/** The tables of a collection's indexes, and the entries that are collected for them. */
const sidesIn = (connection: Connection, layout: Layout): ReadonlyArray<string> =>
  connection
    .all("select name from sqlite_schema where type = 'table' and substr(name, 1, length(?) + 1) = ? || '.'", [
      layout.name,
      layout.name
    ])
    .flat()
    .filter((name) => name !== before(layout))

const indexesIn = (connection: Connection, { name }: Layout): ReadonlyArray<string> =>
  connection
    .all("select name from sqlite_schema where type = 'index' and tbl_name = ? and sql is not null", [name])
    .flat()
