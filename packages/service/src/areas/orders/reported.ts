/**
 * Ensures that no event is committed behind the `updated_to` of an earlier list of changed orders. The second that an answer
 * reports is a mark of the shop, raised before the orders are read. A call that commits an event reads the mark afterwards.
 * If the mark is not before the event, the event is put after it.
 */
import { collections } from "@bottega/domain/areas"
import { afterReport, isOverlooked, type LogEntry, type Order } from "@bottega/domain/areas/orders"
import { modify } from "@bottega/storage"
import { Clock, Effect } from "effect"
import type { ShopMarks } from "../../engine/decide/marks.ts"
import { Session } from "../../engine/decide/session.ts"

const reported = "orders reported"

/** The second up to which events have been reported, as far as this process knows. */
export const knownReport = Session.useSync(({ marks }) => marks.known(reported))

/**
 * Puts the last entries of an order's log after what has been reported, once they are committed. The mark is read after
 * the commit, so a list either raised it before and is noticed here, or reads the orders later and has the event.
 */
export const settled = (order: Order, added: number) =>
  Session.useSync(({ marks, shop }) =>
    Effect.gen(function* () {
      const begin = order.log.length - added
      for (let log = order.log; ; ) {
        const mark = yield* marks.read(reported)
        if (!log.slice(begin).some((entry) => isOverlooked(entry, mark))) return
        const next = yield* Effect.catchTag(
          modify(shop.id, collections.orders, order.orderID, (found) =>
            Effect.succeed(found && { ...found, log: moved(found.log, begin, added, mark) })
          ),
          // No unique value changes.
          "Taken",
          Effect.die
        )
        // The order was removed meanwhile.
        if (next === undefined) return
        log = next.log.slice(0, begin + added)
      }
    })
  )

const moved = (log: ReadonlyArray<LogEntry>, begin: number, added: number, mark: number): ReadonlyArray<LogEntry> =>
  log.map((entry, at) => (at >= begin && at < begin + added ? afterReport(entry, mark) : entry))

/** The seconds between which a list finds events, without its ends, and the second that it reports. */
export interface Report {
  readonly until: number
  readonly reported: number
}

/**
 * Raises the mark for a list that is about to be read. Without an end the list has every event, including those of
 * servers whose clock is ahead. While the mark is ahead of this clock, each list of another second reports one more
 * second, so that no event is repeated for ever.
 */
export const report = Effect.fnUntraced(function* (from: number, to: number | undefined) {
  const { marks, now, shop } = yield* Session
  const second = Math.floor(now / 1000)
  const steadySecond = Number((yield* Clock.monotonicTimeNanos) / 1_000_000_000n)
  const isAnother = lastReports.get(shop.id) !== steadySecond
  lastReports.delete(shop.id)
  lastReports.set(shop.id, steadySecond)
  if (lastReports.size > maxShops) lastReports.delete(lastReports.keys().next().value!)
  const end = (mark: number) => (mark > second && isAnother ? mark + 1 : second)
  // A full store takes no events either, so what was reported before still holds.
  const raised = yield* raisedUnlessFull(marks, (mark) => (to === undefined ? end(mark) : Math.min(to, second)))
  return to === undefined
    ? { until: Number.POSITIVE_INFINITY, reported: raised ?? Math.max(from, yield* marks.read(reported)) }
    : { until: to, reported: to }
})

/** Raises the mark to the newest event of a list, so that the next one does not have it again. */
export const reportFound = (newest: number, { reported: known, until }: Report) =>
  newest > known && until === Number.POSITIVE_INFINITY
    ? Session.use(({ marks }) => Effect.asVoid(raisedUnlessFull(marks, () => newest)))
    : Effect.void

const raisedUnlessFull = (marks: ShopMarks, to: (mark: number) => number) =>
  Effect.catchIf(
    marks.raise(reported, to),
    ({ reason }) => reason === "full",
    () => Effect.succeed(undefined)
  )

/** The second of the monotonic clock in which this process last reported a shop's events. */
const lastReports = new Map<string, number>()
const maxShops = 10_000
