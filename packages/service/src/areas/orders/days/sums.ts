/** Sums orders as they are stored now. */
import { collections } from "@bottega/domain/areas"
import { type DaySpan, DaySums, hourIn, type OrderSum, placedAt, type Span } from "@bottega/domain/areas/orders"
import { docOf, pages, type Unavailable } from "@bottega/storage"
import { Effect, Stream } from "effect"
import type { Find } from "../../../engine/decide/session.ts"

const { orders } = collections

/** The sums of the orders in a span, by the hour of their day. */
export const sumsIn = (
  find: Find,
  day: DaySpan,
  { from, to }: Span
): Effect.Effect<ReadonlyMap<number, ReadonlyArray<OrderSum>>, Unavailable> =>
  Effect.gen(function* () {
    const hours = new Map<number, DaySums>()
    const query = { where: [{ on: "placed", gte: from, lt: to }], sort: { by: "placed" } } as const
    yield* Stream.runForEach(pages(find, orders, query, pageSize), (rows) =>
      Effect.sync(() => {
        for (const row of rows) {
          const order = docOf(orders, row)
          const hour = hourIn(day, placedAt(order))
          const sums = hours.get(hour) ?? new DaySums()
          hours.set(hour, sums)
          sums.add(order)
        }
      })
    )
    return new Map([...hours].map(([hour, { all }]) => [hour, all]))
  })

const pageSize = { limit: 200, characters: 1024 * 1024 }
