/** Sums orders as they are stored now. */
import { collections } from "@bottega/domain/areas"
import { DaySums, type Order, type OrderSum, placedAt, type Span } from "@bottega/domain/areas/orders"
import type { Key } from "@bottega/domain/contract"
import { docOf, pages, type Row, type Unavailable } from "@bottega/storage"
import { Effect, Stream } from "effect"
import type { Find } from "../../../engine/decide/session.ts"

const { orders } = collections

/** What is summed of one version of an order, and when it was placed, in unix microseconds. */
export interface Summed extends Pick<Order, "currency" | "status" | "total"> {
  readonly version: number
  readonly placed: number
}

/** Reads what is summed of an order. */
export const summedOf = (row: Row): Summed => {
  const order = docOf(orders, row)
  const { currency, status, total } = order
  return { version: row.version, placed: placedAt(order), currency, status, total }
}

/** The sums of the orders in a span, by a number that `groupOf` gives for the microsecond at which one was placed. */
export const sumsIn = (
  find: Find,
  { from, to }: Span,
  groupOf: (micros: number) => number,
  /** What is known of orders, which are not decoded again if they have not changed since. */
  known: ReadonlyMap<Key, Summed> = new Map()
): Effect.Effect<Map<number, ReadonlyArray<OrderSum>>, Unavailable> =>
  Effect.gen(function* () {
    const groups = new Map<number, DaySums>()
    const query = { where: [{ on: "placed", gte: from, lt: to }], sort: { by: "placed" } } as const
    yield* Stream.runForEach(pages(find, orders, query, pageSize), (rows) =>
      Effect.sync(() => {
        for (const row of rows) {
          const before = known.get(row.key)
          const order = before?.version === row.version ? before : summedOf(row)
          const group = groupOf(order.placed)
          const sums = groups.get(group) ?? new DaySums()
          groups.set(group, sums)
          sums.add(order)
        }
      })
    )
    return new Map([...groups].map(([group, { all }]) => [group, all]))
  })

const pageSize = { limit: 200, characters: 1024 * 1024 }
