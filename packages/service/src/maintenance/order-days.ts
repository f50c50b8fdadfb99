/** Compares the sums of orders by day with the orders. */
import { collections } from "@bottega/domain/areas"
import {
  type DaySpan,
  DaySums,
  dayAt,
  dayOf,
  hourIn,
  type Order,
  type OrderSum,
  placedAt,
  progressName,
  sumsOfDay
} from "@bottega/domain/areas/orders"
import type { Shop } from "@bottega/domain/areas/shops"
import { allRows, docOf, get, Storage, type Unavailable } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { sumsIn } from "../areas/orders/days/sums.ts"
import type { Find } from "../engine/decide/session.ts"
import { microsOf } from "../engine/ids.ts"
import type { Fault, Read } from "./examine.ts"

const { orderDays, orderDaysProgress, orders, removedOrders } = collections

/** What doctor checks of the sums. */
export const checkedOfOrderDays = "The orders and the turnover summed for each day agree with its orders."

/** How often a day that keeps changing is compared. */
const maxTries = 10

/** Sums the orders of one shop while they are read; days are few, so their sums fit in memory. */
export class DaysOfOrders {
  readonly #zone: string
  readonly #days = new Map<string, { readonly at: number; readonly sums: DaySums }>()

  constructor({ timezone }: Pick<Shop, "timezone">) {
    this.#zone = timezone
  }

  /** Adds orders, as far as they can be read. */
  add(reads: ReadonlyArray<Read>): void {
    for (const { doc } of reads) {
      const order = doc as Order | undefined
      if (typeof order?.orderDate?.sec !== "number" || typeof order.total !== "number") continue
      const at = placedAt(order)
      const { day } = dayAt(at, this.#zone)
      const known = this.#days.get(day) ?? { at, sums: new DaySums() }
      this.#days.set(day, known)
      known.sums.add(order)
    }
  }

  /** The days of which the kept sums are others. Those of a shop that is not summed yet cannot be wrong. */
  faults(shop: Shop): Effect.Effect<ReadonlyArray<Fault>, Unavailable, Storage> {
    return Effect.gen({ self: this }, function* () {
      const { find } = yield* Storage
      const left = new Map(this.#days)
      const suspects: Array<string> = []
      yield* Stream.runForEach(
        allRows((collection, query) => find(shop.id, collection, query), orderDays, {}),
        (row) =>
          Effect.sync(() => {
            const day = docOf(orderDays, row)
            if (!isSame(sumsOfDay(day), left.get(day.day)?.sums.all ?? [])) suspects.push(day.day)
            left.delete(day.day)
          })
      )
      const faults: Array<Fault> = []
      for (const day of [...suspects, ...left.keys()]) if (yield* isWrong(shop, day)) faults.push(faultOf(day))
      return faults
    })
  }
}

const faultOf = (day: string): Fault => ({
  kind: checkedOfOrderDays,
  sentence: `the sums of the orders of ${day} do not agree with its orders`
})

const isSame = (one: ReadonlyArray<OrderSum>, other: ReadonlyArray<OrderSum>): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Compares a day again, until nothing has changed meanwhile. What the worker has still to do is not a fault. */
const isWrong = Effect.fnUntraced(function* (shop: Shop, name: string) {
  const { find } = yield* Storage
  const own: Find = (collection, query) => find(shop.id, collection, query)
  const day = dayOf(name, shop.timezone)
  for (let tries = 0; tries < maxTries; tries++) {
    const before = yield* get(shop.id, orderDays, name)
    const progress = yield* get(shop.id, orderDaysProgress, progressName)
    if (progress?.doc.stage !== "follow" || progress.doc.zone !== shop.timezone) return false
    const sums = yield* sumsIn(own, day, (micros) => hourIn(day, micros))
    const hours = [...sums].map(([hour, sums]) => ({ hour, sums }))
    if (isSame(before === undefined ? [] : sumsOfDay(before.doc), sumsOfDay({ hours }))) return false
    if (yield* isPending(own, progress.doc.place, day)) return false
    if ((yield* get(shop.id, orderDays, name))?.version === before?.version) return true
  }
  return false
})

/** Whether an order of a day was removed or has changed after a place. */
const isPending = Effect.fnUntraced(function* (find: Find, place: string, { from, to }: DaySpan) {
  const isIn = (placed: number) => placed >= from && placed < to
  const changed = allRows(find, orders, { where: [{ on: "changed", gt: microsOf(place) }], sort: { by: "changed" } })
  const gone = allRows(find, removedOrders, {})
  const placed = Stream.concat(
    Stream.map(changed, (row) => placedAt(docOf(orders, row))),
    Stream.map(gone, (row) => docOf(removedOrders, row).placed)
  )
  return yield* Stream.runFold(
    placed,
    () => false,
    (found, one) => found || isIn(one)
  )
})
