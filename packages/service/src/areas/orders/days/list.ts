/** Lists the sums of orders by day. */
import { type areas, collections } from "@bottega/domain/areas"
import { firstOfLast, type ShownOrderDay, shownDay } from "@bottega/domain/areas/orders"
import type { Input } from "@bottega/domain/contract"
import { allRows, docOf, lengthOf, Recent, type Row } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { list } from "../../../engine/answer/streamed.ts"
import { Operator } from "../../../engine/decide/session.ts"
import { shopOf } from "../../shops.ts"

const { orderDays } = collections

/** The handler of the list. */
export const days = Effect.fnUntraced(function* (given: Input<typeof areas.orders.endpoints.days>) {
  const { last, shop, status, to } = given
  const { now, within } = yield* Operator
  const { currency, timezone } = (yield* shopOf(shop)).doc
  const since = last === undefined ? undefined : firstOfLast(last, now * 1000, timezone)
  const from = [given.from, since]
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1)
  const range = { ...(from !== undefined && { gte: from }), ...(to !== undefined && { lte: to }) }
  const where = from === undefined && to === undefined ? [] : [{ on: "key" as const, ...range }]
  const rows = allRows(within(shop), orderDays, { where, sort: { by: "key" } })
  const only = status && new Set(status)
  const lines = Stream.flatMap(rows, (row) => Stream.fromIterable(linesOf(row, currency)))
  return list<ShownOrderDay>(only === undefined ? lines : Stream.filter(lines, (line) => only.has(line.status)))
})

interface Lines {
  readonly currency: string
  readonly all: ReadonlyArray<ShownOrderDay>
}

/** The lines of the days read last: to sum the hours of a thousand days takes longer than to read them. */
const known = new Recent<Lines>(8 * 1024 * 1024)

const linesOf = (row: Row, currency: string): ReadonlyArray<ShownOrderDay> => {
  const before = known.get(row)
  if (before?.currency === currency) return before.all
  const all = shownDay(docOf(orderDays, row), currency)
  known.keep(row, { currency, all }, lengthOf(row))
  return all
}
