/** Lists the sums of orders by day. */
import { type areas, collections } from "@bottega/domain/areas"
import { type ShownOrderDay, shownDay } from "@bottega/domain/areas/orders"
import type { Input } from "@bottega/domain/contract"
import { allRows, docOf } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { list } from "../../../engine/answer/streamed.ts"
import { Operator } from "../../../engine/decide/session.ts"
import { shopOf } from "../../shops.ts"

const { orderDays } = collections

/** The handler of the list. */
export const days = Effect.fnUntraced(function* ({ from, shop, to }: Input<typeof areas.orders.endpoints.days>) {
  const { within } = yield* Operator
  const { currency } = (yield* shopOf(shop)).doc
  const range = { ...(from !== undefined && { gte: from }), ...(to !== undefined && { lte: to }) }
  const where = from === undefined && to === undefined ? [] : [{ on: "key" as const, ...range }]
  const rows = allRows(within(shop), orderDays, { where, sort: { by: "key" } })
  return list<ShownOrderDay>(
    Stream.flatMap(rows, (row) => Stream.fromIterable(shownDay(docOf(orderDays, row), currency)))
  )
})
