/** Finds pending events of the same order that come before others, whatever process committed them. */
import { eventQueue, outbox, shopPrefix } from "@bottega/domain/contract"
import { all, docOf, installation, Storage } from "@bottega/storage"
import { Effect } from "effect"
import { isBefore, ordersOf, type Work } from "./work.ts"

/**
 * For each of some works of a shop a pending one that comes before it, if there is one. The queue does not show events of an
 * order in their sequence: keys are made before commits, by clocks that differ.
 */
export const precedingOf = Effect.fnUntraced(function* (shop: string, works: ReadonlyArray<Work>) {
  const preceding = new Map<Work, Work>()
  const later = works.filter((work) => work.drained === undefined && isLater(work))
  if (later.length === 0) return preceding
  const orders = [...new Set(later.flatMap(({ outgoing }) => [...ordersOf(outgoing).keys()]))]
  const { find } = yield* Storage
  const start = { on: "key", gt: shopPrefix(shop), lt: `${shopPrefix(shop)}~` } as const
  const [oldest] = yield* find(installation, eventQueue, { where: [start], limit: 1 })
  if (oldest === undefined) return preceding
  // Whatever is older than the oldest entry is settled.
  const since = { on: "key", gte: docOf(eventQueue, oldest).id } as const
  const found: Array<Work> = []
  for (let at = 0; at < orders.length; at += maxOrders) {
    const where = [{ on: "order", in: orders.slice(at, at + maxOrders) } as const, since]
    const some = yield* all(shop, outbox, { where })
    for (const { doc: outgoing, row } of some) if (outgoing.pending === true) found.push({ shop, outgoing, row })
  }
  for (const work of later) {
    const before = found.find((other) => comesBefore(other, work))
    if (before !== undefined) preceding.set(work, before)
  }
  return preceding
})

/** The orders that one query asks for. */
const maxOrders = 32

const isLater = ({ outgoing }: Work): boolean => [...ordersOf(outgoing).values()].some((version) => version > 1)

const comesBefore = (other: Work, work: Work): boolean =>
  [...ordersOf(work.outgoing).keys()].some(
    (orderID) => ordersOf(other.outgoing).has(orderID) && isBefore(other.outgoing, work.outgoing, orderID)
  )
