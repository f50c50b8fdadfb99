/** Answers queries on one connection. */
import type { Value } from "@bottega/domain/collection"
import { choose, type Plan } from "../plan.ts"
import type { Query, Row } from "../storage.ts"
import { type Asked, asked, compare } from "../values.ts"
import type { Cell, Connection } from "./connection.ts"
import { Pages } from "./pages.ts"
import { counting, select } from "./select.ts"
import type { Layout } from "./tables.ts"

/** What a statement gives: a row, and the value that it is sorted by. */
interface Found {
  readonly row: Row
  readonly value: Value
}

/** A connection that is read from. */
export class Reader {
  readonly #connection: Connection
  readonly #pages = new Pages()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The rows that answer a query now. */
  find(shop: string, layout: Layout, query: Query): ReadonlyArray<Row> {
    const normal = asked(layout.collection, query)
    if (normal === undefined) return []
    const plan = choose(layout.collection, normal, (candidate) => this.#count(shop, layout, candidate))
    const { sql, walks } = select(layout, plan, normal)
    const found = walks.flatMap((walk) => this.#connection.all(sql, [shop, ...walk]).map(place))
    return (walks.length > 1 ? merge(found, plan, normal) : found).map(({ row }) => row)
  }

  /** The same, from what was read before if no connection has written since. */
  kept(shop: string, layout: Layout, query: Query): ReadonlyArray<Row> {
    const version = this.#connection.get("pragma data_version")![0]
    const name = `${layout.name}\n${shop}\n${JSON.stringify(query)}`
    // JSON writes every number that is not finite as null: such a query has no name of its own.
    if (name.includes("null")) return this.find(shop, layout, query)
    const known = this.#pages.get(version, name)
    if (known !== undefined) return known
    const rows = this.find(shop, layout, query)
    this.#pages.keep(name, rows)
    return rows
  }

  close(): void {
    this.#connection.close()
  }

  #count(shop: string, layout: Layout, plan: Plan): number {
    const { sql, walks } = counting(layout, plan)
    return walks.reduce((sum, walk) => sum + this.#connection.get(sql, shop, ...walk)![0], 0)
  }
}

const place = ([key, version, text, value]: Array<Cell>): Found => ({ row: { key, version, text }, value })

// A document of many values may be met on several walks.
const merge = (
  found: ReadonlyArray<Found>,
  { index }: Plan,
  { descending, limit, skip }: Asked
): ReadonlyArray<Found> => {
  const once = index.many === undefined ? found : [...new Map(found.map((one) => [one.row.key, one])).values()]
  const sorted = [...once].sort((one, other) => compare(one.value, other.value) || compare(one.row.key, other.row.key))
  return (descending ? sorted.reverse() : sorted).slice(skip, skip + limit)
}
