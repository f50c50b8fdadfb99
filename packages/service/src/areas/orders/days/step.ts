/**
 * One step of the sums of a shop's orders by day. Hours of which an order changed are summed again from the orders, so
 * that a step may be repeated. Changed orders are found by their last events, in the sequence of these: a place up to which
 * all events are committed says which are done, and is kept in the commit that writes the sums.
 */
import { collections } from "@bottega/domain/areas"
import {
  type DaySpan,
  dayAt,
  hourIn,
  hourSpan,
  type OrderDaysProgress,
  type OrderSum,
  placedAt,
  progressName,
  withHours
} from "@bottega/domain/areas/orders"
import type { Shop } from "@bottega/domain/areas/shops"
import type { Key } from "@bottega/domain/contract"
import {
  docOf,
  get,
  maxRows,
  nextPage,
  type Row,
  Storage,
  type Stored,
  stored,
  type Unavailable
} from "@bottega/storage"
import { Effect } from "effect"
import { insert, remove, upsert, type WriteDraft, writeOf } from "../../../engine/decide/change.ts"
import { newestEventAfter, raiseWatermark } from "../../../engine/decide/following.ts"
import type { Find } from "../../../engine/decide/session.ts"
import { microsOf } from "../../../engine/ids.ts"
import { type ChangedHour, type KnownSeconds, secondOf } from "./seconds.ts"
import { type Summed, summedOf, sumsIn } from "./sums.ts"

const { orderDays, orderDaysProgress, orders, removedOrders } = collections

type Progress = Stored<OrderDaysProgress>

/** How many days or removed orders a step reads, and how many changed orders at once. */
const stepSize = { limit: 64, characters: 1024 * 1024 }

/** Whether the sums of a shop are not those of its orders. */
export const isBehind = Effect.fnUntraced(function* (shop: Shop, find: Find) {
  const progress = yield* get(shop.id, orderDaysProgress, progressName)
  if (progress === undefined) {
    // A restore removes the progress, and may leave sums without any order.
    const some = [yield* find(orders, { limit: 1 }), yield* find(orderDays, { limit: 1 })]
    return some.flat().length > 0
  }
  const { place, stage, zone } = progress.doc
  if (stage !== "follow" || zone !== shop.timezone) return true
  if ((yield* newestEventAfter(find, place)) !== undefined) return true
  return (yield* find(removedOrders, { limit: 1 })).length > 0
})

/** Makes one step, and says whether there was more to do when it began. */
export const stepOf = Effect.fnUntraced(function* (shop: Shop, known: KnownSeconds) {
  const storage = yield* Storage
  const find: Find = (collection, query) => storage.find(shop.id, collection, query)
  if (!(yield* isBehind(shop, find))) return false
  const progress = yield* get(shop.id, orderDaysProgress, progressName, { latest: true })
  const { committed, drafts, isLast }: Made =
    progress === undefined || progress.doc.zone !== shop.timezone
      ? { drafts: yield* begun(shop, find, progress), isLast: false }
      : yield* stages[progress.doc.stage]({ shop: shop.id, find, progress, known })
  yield* storage.commit(drafts.map((draft) => writeOf(shop.id, draft)))
  committed?.()
  return !isLast
})

/** The writes of a step, and whether it is the last one for what it found. */
interface Made {
  readonly drafts: ReadonlyArray<WriteDraft>
  readonly isLast: boolean
  /** Is called once they are committed. */
  readonly committed?: () => void
}

/** What a step is made from. */
interface Given {
  readonly shop: string
  readonly find: Find
  readonly progress: Progress
  readonly known: KnownSeconds
}

type Stage = (given: Given) => Effect.Effect<Made, Unavailable, Storage>

const onward = (progress: Progress, next: Partial<OrderDaysProgress>): WriteDraft =>
  upsert(orderDaysProgress, progress, { ...progress.doc, ...next })

/** Begins with a place after all events until now; orders that change later come after it. */
const begun = Effect.fnUntraced(function* (shop: Shop, find: Find, before: Progress | undefined) {
  const newest = yield* newestEventAfter(find, "")
  const place = newest === undefined ? "" : (yield* raiseWatermark(shop.id, newest)).key
  const doc = { name: progressName, zone: shop.timezone, place, stage: "remove", from: 0 } as const
  return [before === undefined ? insert(orderDaysProgress, doc) : upsert(orderDaysProgress, before, doc)]
})

const removed: Stage = ({ find, progress }) =>
  Effect.map(find(orderDays, { ...stepSize, latest: true }), (rows) => ({
    drafts: [
      ...rows.map((row) => remove(orderDays, stored(orderDays, row))),
      ...(rows.length === 0 ? [onward(progress, { stage: "build" })] : [])
    ],
    isLast: false
  }))

/** Sums the next day that has orders. */
const built: Stage = ({ find, progress, shop }) =>
  Effect.gen(function* () {
    const { from, zone } = progress.doc
    const [first] = yield* find(orders, { where: [{ on: "placed", gte: from }], sort: { by: "placed" }, limit: 1 })
    if (first === undefined) return { drafts: [onward(progress, { stage: "follow" })], isLast: false }
    const day = dayAt(placedAt(docOf(orders, first)), zone)
    const hours = yield* sumsIn(find, day, (micros) => hourIn(day, micros))
    const drafts = yield* written(shop, day, hours)
    return { drafts: [...drafts, onward(progress, { from: day.to })], isLast: false }
  })

/** Sums the hours again in which orders have changed or were removed. */
const followed: Stage = ({ find, known, progress, shop }) =>
  Effect.gen(function* () {
    const { place, zone } = progress.doc
    const following = known.begin(shop, { place, version: progress.version })
    const gone = (yield* find(removedOrders, stepSize)).map((row) => stored(removedOrders, row))
    const changed = yield* changedAfter(shop, find, place)
    const placed = [...gone.map(({ doc }) => doc.placed), ...[...changed.orders.values()].map((one) => one.placed)]
    const drafts: Array<WriteDraft> = []
    for (const { day, hours } of changedDays(zone, placed)) {
      const sums = new Map<number, ReadonlyArray<OrderSum>>()
      for (const [hour, one] of hours) sums.set(hour, yield* known.hour(following, find, one, changed.orders))
      drafts.push(...(yield* written(shop, day, sums)))
    }
    const done = gone.map((one) => remove(removedOrders, one))
    const committed = () => {
      following.reached = { place: changed.place, version: progress.version + 1 }
    }
    const isLast = changed.isLast && gone.length < stepSize.limit
    return { drafts: [...drafts, ...done, onward(progress, { place: changed.place })], isLast, committed }
  })

const stages: Readonly<Record<OrderDaysProgress["stage"], Stage>> = { remove: removed, build: built, follow: followed }

/**
 * The next orders with events after a place, when they were placed, and the place after those events. Many at once, because the day
 * of an order is written whole, however many orders of it have changed.
 */
const changedAfter = Effect.fnUntraced(function* (shop: string, find: Find, place: string) {
  const newest = yield* newestEventAfter(find, place)
  const found = new Map<Key, Summed>()
  if (newest === undefined) return { orders: found, place, isLast: true }
  const { key: watermark } = yield* raiseWatermark(shop, newest)
  const note = (rows: ReadonlyArray<Row>) => {
    for (const row of rows) found.set(row.key, summedOf(row))
  }
  for (let from = place; ; ) {
    // Later events have a later microsecond than the watermark.
    const where = [{ on: "changed", gt: microsOf(from), lte: microsOf(watermark) }] as const
    const query = { where, sort: { by: "changed" }, ...stepSize } as const
    const rows = yield* find(orders, query)
    note(rows)
    if (nextPage(orders, query, rows) === undefined) return { orders: found, place: watermark, isLast: true }
    from = docOf(orders, rows.at(-1)!).lastEvent!
    // One commit may have changed several orders.
    note(yield* find(orders, { where: [{ on: "changed", eq: microsOf(from) }], limit: maxRows }))
    if (found.size >= maxChanged) return { orders: found, place: from, isLast: false }
  }
})

/** How many changed orders a step looks for at least, if there are so many. */
const maxChanged = 5000

/** The hours of days in which orders were placed at these microseconds. */
const changedDays = (zone: string, placed: ReadonlyArray<number>) => {
  const days = new Map<string, { readonly day: DaySpan; readonly hours: Map<number, ChangedHour> }>()
  for (const micros of placed) {
    const day = dayAt(micros, zone)
    const known = days.get(day.day) ?? { day, hours: new Map() }
    days.set(day.day, known)
    const hour = hourIn(day, micros)
    const changed = known.hours.get(hour) ?? { span: hourSpan(day, hour), seconds: new Set() }
    known.hours.set(hour, changed)
    changed.seconds.add(secondOf(micros))
  }
  return days.values()
}

/** The write of a day with some of its hours replaced. */
const written = Effect.fnUntraced(function* (
  shop: string,
  day: DaySpan,
  hours: ReadonlyMap<number, ReadonlyArray<OrderSum>>
) {
  const before = yield* get(shop, orderDays, day.day, { latest: true })
  const after = withHours(day, before?.doc, hours)
  if (after !== undefined) return [upsert(orderDays, before, after)]
  return before === undefined ? [] : [remove(orderDays, before)]
})
