/** Orders and turnover by day and status, as a worker keeps them beside the orders. */
import { Schema } from "effect"
import { bounded } from "../../contract/bounded.ts"
import { collection } from "../../contract/collection.ts"
import { add, type Decimal, decimal, numberOf, zero } from "../../contract/money.ts"
import { Int, Money, Text } from "../../contract/values.ts"
import { instantOf, localOf, maxUnixSeconds } from "../../contract/zones.ts"
import type { Order } from "./document.ts"
import { Status } from "./status.ts"

/** Orders of one status and currency, and the sum of their totals. */
const Sum = Schema.Struct({ status: Status, currency: Text, orders: Int, turnover: Money })
export type OrderSum = typeof Sum.Type

/** The sums of one hour of a day, which are made again when one of its orders changes. */
const Hour = Schema.Struct({ hour: Int, sums: bounded(Schema.Array(Sum), { max: 2000, noun: "sums" }) })

/** The sums of a day in the shop's time zone. Hours without orders are left out. */
export const OrderDay = Schema.Struct({
  day: Text,
  hours: bounded(Schema.Array(Hour), { max: 30, noun: "hours" })
})
export type OrderDay = typeof OrderDay.Type

/** An instant in unix microseconds; after the year 2255 it is not a safe integer. */
const Micros = Schema.Number

/**
 * How far the sums of a shop are. `remove` and `build` make them from all orders, `from` those placed at that microsecond on;
 * `follow` makes those of orders again whose last event comes after `place`. They are of days in `zone`.
 */
const OrderDaysProgress = Schema.Struct({
  name: Text,
  zone: Text,
  place: Text,
  stage: Schema.Literals(["remove", "build", "follow"]),
  from: Micros
})
export type OrderDaysProgress = typeof OrderDaysProgress.Type

/** A removed order that is still in the sums: when it was placed, in unix microseconds. */
const RemovedOrder = Schema.Struct({ orderID: Text, placed: Micros })

// Each is made again from the orders of its store.
const local = { personal: "none", local: true } as const

/** The name of the one document with the progress of a shop's sums. */
export const progressName = "days"

export const collections = {
  orderDays: collection("orderdays", OrderDay, { ...local, noun: "day of orders", key: ({ day }) => day }),
  orderDaysProgress: collection("orderdaysprogress", OrderDaysProgress, { ...local, key: ({ name }) => name }),
  removedOrders: collection("removedorders", RemovedOrder, { ...local, key: ({ orderID }) => orderID })
}

/** A span of time in unix microseconds; the end is not in it. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A day of a time zone. */
export interface DaySpan extends Span {
  /** yyyy-mm-dd */
  readonly day: string
}

const daySeconds = 86_400
const hourMicros = 3_600_000_000

/**
 * The day in which an instant in microseconds is. Clocks that are changed may make it 23 or 25 hours long. The last day of
 * the year 9999 has all later instants, because a day's name has four digits for the year.
 */
export const dayAt = (micros: number, zone: string): DaySpan => {
  const local = Math.min(localOf(Math.floor(micros / 1_000_000), zone), maxUnixSeconds)
  let day = Math.floor(local / daySeconds)
  const start = (day: number) =>
    (day * daySeconds > maxUnixSeconds ? maxUnixSeconds + daySeconds : instantOf(day * daySeconds, zone)) * 1_000_000
  // Where clocks are set back over midnight, they show the same day twice.
  while (micros < start(day)) day--
  while (micros >= start(day + 1)) day++
  return { day: new Date(day * daySeconds * 1000).toISOString().slice(0, 10), from: start(day), to: start(day + 1) }
}

/** The name of the first of so many days, the last of which has an instant in microseconds. */
export const firstOfLast = (days: number, micros: number, zone: string): string => {
  const today = Date.parse(`${dayAt(micros, zone).day}T00:00:00Z`)
  return new Date(today - (days - 1) * daySeconds * 1000).toISOString().slice(0, 10)
}

/** The day of a name, yyyy-mm-dd. Clocks show its noon once, whatever they skip or repeat at midnight. */
export const dayOf = (name: string, zone: string): DaySpan =>
  dayAt(instantOf(Date.parse(`${name}T12:00:00Z`) / 1000, zone) * 1_000_000, zone)

/** The number of the hour of a day in which an instant is. */
export const hourIn = ({ from }: DaySpan, micros: number): number => Math.floor((micros - from) / hourMicros)

/** The span of an hour of a day. */
export const hourSpan = ({ from, to }: DaySpan, hour: number): Span => ({
  from: from + hour * hourMicros,
  to: Math.min(to, from + (hour + 1) * hourMicros)
})

/** Sums orders by status and currency. */
export class DaySums {
  readonly #sums = new Map<string, { readonly sum: OrderSum; orders: number; turnover: Decimal }>()

  add({ currency, status, total }: Pick<Order, "currency" | "status" | "total">): void {
    this.#add({ status, currency, orders: 1, turnover: total })
  }

  #add(sum: OrderSum): void {
    const name = `${sum.status} ${sum.currency}`
    const known = this.#sums.get(name) ?? { sum, orders: 0, turnover: zero }
    known.orders += sum.orders
    known.turnover = add(known.turnover, decimal(sum.turnover))
    this.#sums.set(name, known)
  }

  /** Adds sums of other orders. */
  addAll(sums: ReadonlyArray<OrderSum>): this {
    for (const sum of sums) this.#add(sum)
    return this
  }

  /** The sums, in the order of their statuses and currencies. */
  get all(): ReadonlyArray<OrderSum> {
    return [...this.#sums]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, { orders, sum, turnover }]) => ({ ...sum, orders, turnover: numberOf(turnover) }))
  }
}

/** A day with some of its hours replaced; `undefined` if nothing is left of it. */
export const withHours = (
  { day }: DaySpan,
  before: OrderDay | undefined,
  hours: ReadonlyMap<number, ReadonlyArray<OrderSum>>
): OrderDay | undefined => {
  const kept = before?.hours.filter(({ hour }) => !hours.has(hour)) ?? []
  const made = [...hours].flatMap(([hour, sums]) => (sums.length === 0 ? [] : [{ hour, sums }]))
  const all = [...kept, ...made].sort((one, other) => one.hour - other.hour)
  return all.length === 0 ? undefined : { day, hours: all }
}

/** The sums of a whole day. */
export const sumsOfDay = ({ hours }: Pick<OrderDay, "hours">): ReadonlyArray<OrderSum> =>
  hours.reduce((all, { sums }) => all.addAll(sums), new DaySums()).all

/** A line of the list: the orders of a day in one status. */
export const ShownOrderDay = Schema.Struct({
  day: Text.annotate({ description: "A day in the shop's time zone, yyyy-mm-dd." }),
  status: Status,
  orders: Int.annotate({ description: "The orders that were placed on the day and have the status now." }),
  turnover: Money.annotate({ description: "The sum of the totals of those in the shop's currency." })
}).annotate({ identifier: "OrderDay" })
export type ShownOrderDay = typeof ShownOrderDay.Type

/** The lines of a day, by status. */
export const shownDay = ({ day, hours }: OrderDay, currency: string): ReadonlyArray<ShownOrderDay> => {
  const lines = new Map<Status, { orders: number; turnover: Decimal }>()
  for (const { sums } of hours)
    for (const sum of sums) {
      const line = lines.get(sum.status) ?? { orders: 0, turnover: zero }
      lines.set(sum.status, line)
      line.orders += sum.orders
      if (sum.currency === currency) line.turnover = add(line.turnover, decimal(sum.turnover))
    }
  return [...lines]
    .sort(([one], [other]) => one - other)
    .map(([status, { orders, turnover }]) => ({ day, status, orders, turnover: numberOf(turnover) }))
}
