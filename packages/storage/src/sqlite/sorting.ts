/**
 * Fills an index's own table in the order of its entries, which were collected in a table without order. A sample gives bounds,
 * and each step inserts the entries up to the next bound. A killed upgrade continues after the last entry in the index's table.
 */
import type { Cell, Connection } from "./connection.ts"
import { cellsOf, type Layout, orderOf, quoted, type Side } from "./tables.ts"

/** The table in which an index's entries are collected. */
export const collected = ({ name }: Side): string => `${name}.collected`

/** The statement that creates it. */
export const collectedIn = (layout: Layout, side: Side): string =>
  `create table ${quoted(collected(side))} (${cellsOf(layout, side).join(", ")})`

/** The steps that insert the collected entries into the index in order, about this many each, and then drop the collection. */
export function* sortIn<A>(
  connection: Connection,
  side: Side,
  entries: number,
  within: (act: () => void) => void,
  progress: (done: number, total: number) => A
): Generator<A> {
  const from = quoted(collected(side))
  if (connection.get("select 1 from sqlite_schema where name = ?", collected(side)) === undefined) return
  const total: number = connection.get(`select max(rowid) from ${from}`)![0] ?? 0
  const bounds = boundsOf(connection, side, entries, total)
  for (const [at, to] of [...bounds, undefined].entries()) {
    within(() => insert(connection, side, to))
    yield progress(Math.min(total, (at + 1) * entries), total)
  }
  within(() => connection.exec(`drop table ${from}`))
}

const insert = (connection: Connection, side: Side, to: Place | undefined): void => {
  const order = orderOf(side)
  const all = [...order, ...(side.index.unique ? ["key"] : []), "id"].join(", ")
  const [columns, place] = [`(${order.join(", ")})`, `(${order.map(() => "?").join(", ")})`]
  const last = connection.get(
    `select ${order.join(", ")} from ${quoted(side.name)} order by ${order.map((one) => `${one} desc`).join(", ")} limit 1`
  )
  const where = [
    ...(last === undefined ? [] : [`${columns} > ${place}`]),
    ...(to === undefined ? [] : [`${columns} <= ${place}`])
  ]
  const within = where.length === 0 ? "" : `where ${where.join(" and ")}`
  connection.run(
    `insert into ${quoted(side.name)} (${all}) select ${all} from ${quoted(collected(side))} ${within} order by ${order.join(", ")}`,
    [...(last ?? []), ...(to ?? [])]
  )
}

type Place = ReadonlyArray<Cell>

/** Places that divide the collected entries into parts of about this many. */
const boundsOf = (connection: Connection, side: Side, entries: number, total: number): ReadonlyArray<Place> => {
  const parts = Math.ceil(total / entries)
  if (parts < 2) return []
  const every = Math.max(1, Math.floor(total / (parts * samples)))
  const order = orderOf(side).join(", ")
  const sample = connection.all(
    `select ${order} from ${quoted(collected(side))} where rowid % ? = 0 order by ${order}`,
    [every]
  )
  return Array.from({ length: parts - 1 }, (_, at) => sample[Math.floor(((at + 1) * sample.length) / parts)]!)
}

/** Entries of the sample for each part. */
const samples = 30
