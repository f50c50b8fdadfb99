/** Lists the sums of orders by day. */
import { type areas, collections } from "@bottega/domain/areas"
import { firstOfLast, type ShownOrderDay, shownDay } from "@bottega/domain/areas/orders"
import type { Input } from "@bottega/domain/contract"
import { allRows, docOf, Recent, type Row } from "@bottega/storage"
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
  const lines = Stream.flatMap(rows, (row) => Stream.fromIterable(linesOf(shop, row, currency)))
  return list<ShownOrderDay>(only === undefined ? lines : Stream.filter(lines, (line) => only.has(line.status)))
})

/** What was made of a day as it was stored. */
interface Lines {
  readonly text: string
  readonly currency: string
  readonly all: ReadonlyArray<ShownOrderDay>
}

/** The lines of the days read last, by shop and day: to sum the hours of a thousand days takes longer than to read them. */
const known = new Recent<Lines, string>(8 * 1024 * 1024, () => new Map())

const linesOf = (shop: string, row: Row, currency: string): ReadonlyArray<ShownOrderDay> => {
  const name = `${shop} ${row.key}`
  const { text } = row
  const before = known.get(name)
  // Sums that were removed and made again begin with the same version.
  if (before?.text === text && before.currency === currency) return before.all
  const all = shownDay(docOf(orderDays, row), currency)
  known.keep(name, { text, currency, all }, text.length + ofLines)
  return all
}

/** What the lines of a day, its name and its entry take beside its text, in characters: days of one order have short texts. */
const ofLines = 500
