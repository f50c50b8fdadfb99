/** Answers queries on one connection. */
import type { Value } from "@bottega/domain/collection"
import { choose, type Plan } from "../plan.ts"
import { type Points, pointsOf } from "../points.ts"
import type { Query, Row } from "../storage.ts"
import { type Asked, asked, compare } from "../values.ts"
import type { Cell, Connection } from "./connection.ts"
import { Pages } from "./pages.ts"
import type { Rows } from "./rows.ts"
import { counting, select } from "./select.ts"
import type { Shops } from "./shops.ts"
import type { Layout } from "./tables.ts"
import { textsOf } from "./texts.ts"

/** What a statement gives: a row, and the value that it is sorted by. */
interface Found {
  readonly row: Row
  readonly value: Value
}

/** A connection that is read from. */
export class Reader {
  readonly #connection: Connection
  readonly #shops: Shops
  readonly #rows: Rows
  readonly #pages = new Pages()

  constructor(connection: Connection, shops: Shops, rows: Rows) {
    this.#connection = connection
    this.#shops = shops
    this.#rows = rows
  }

  /** The rows that answer a query now. */
  find(shop: string, layout: Layout, query: Query): ReadonlyArray<Row> {
    const number = this.#shops.find(shop)
    if (number === undefined) return []
    const points = pointsOf(layout.collection, query)
    if (points === undefined || points.values.length > mostPoints) return this.#walk(number, layout, query)
    return this.#points(number, layout, points)
  }

  /** The same, from what was read before if no connection has written since. */
  kept(shop: string, layout: Layout, query: Query): ReadonlyArray<Row> {
    // One row is read as fast as it is seen whether anyone has written.
    const points = pointsOf(layout.collection, query)
    if (points?.on === "key" && points.values.length === 1) return this.find(shop, layout, query)
    const version = this.revision()
    const name = `${layout.name}\n${shop}\n${JSON.stringify(query)}`
    // JSON writes every number that is not finite as null: such a query has no name of its own.
    if (name.includes("null")) return this.find(shop, layout, query)
    const known = this.#pages.get(version, name)
    if (known !== undefined) return known
    const rows = this.find(shop, layout, query)
    this.#pages.keep(name, rows)
    return rows
  }

  /** Another number after any commit of another connection, our own writer's included. */
  revision(): number {
    return Number(this.#connection.get("pragma data_version")![0])
  }

  close(): void {
    this.#connection.close()
  }

  #points(shop: number, layout: Layout, { on, values }: Points): ReadonlyArray<Row> {
    const { byId, find, ids } = textsOf(layout)
    const found = new Map<number, Row>()
    const read = (cells: Array<Cell> | undefined) => {
      if (cells !== undefined) found.set(cells[0], this.#rows.row(layout, cells[0], cells[3], cells[1], cells[2]))
    }
    const sql = ids.get(on)
    for (const value of values) {
      if (sql === undefined) read(this.#connection.get(find, shop, value))
      else {
        // Several values may be of one document (the SKUs of a product), whose text is then read once. In a file that was
        // damaged one value may be of several: who looks for that must see them all.
        for (const [id] of this.#connection.all(sql, [shop, value]))
          if (!found.has(id)) read(this.#connection.get(byId, id))
      }
    }
    const rows = [...found.values()]
    return rows.length < 2 ? rows : rows.sort((one, other) => compare(one.key, other.key))
  }

  #walk(shop: number, layout: Layout, query: Query): ReadonlyArray<Row> {
    const normal = asked(layout.collection, query)
    if (normal === undefined) return []
    const plan = choose(layout.collection, normal, (candidate) => this.#count(shop, layout, candidate))
    const { runs, sql, whole } = select(layout, plan, normal)
    const row = ([id, key, version, text]: Array<Cell>) => this.#rows.row(layout, id, key, version, text)
    if (whole) return this.#connection.all(sql, [shop, ...runs[0]!]).map(row)
    const found = runs.flatMap((run) => this.#connection.all(sql, [shop, ...run]))
    return merge(
      found.map((cells) => ({ row: row(cells), value: cells[4] })),
      plan,
      normal
    )
  }

  #count(shop: number, layout: Layout, plan: Plan): number {
    const { runs, sql } = counting(layout, plan)
    return runs.reduce((sum, run) => sum + this.#connection.get(sql, shop, ...run)![0], 0)
  }
}

/** So many documents at most are read one by one. */
const mostPoints = 64

// A document of many values may be met on several walks.
const merge = (
  found: ReadonlyArray<Found>,
  { index }: Plan,
  { descending, limit, skip }: Asked
): ReadonlyArray<Row> => {
  const once = index.many === undefined ? found : [...new Map(found.map((one) => [one.row.key, one])).values()]
  const sorted = [...once].sort((one, other) => compare(one.value, other.value) || compare(one.row.key, other.row.key))
  return (descending ? sorted.reverse() : sorted).slice(skip, skip + limit).map(({ row }) => row)
}
