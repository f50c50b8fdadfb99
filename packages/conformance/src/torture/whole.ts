/**
 * Checks what must hold in a shop from which nothing has been swept yet, beyond what `bottega doctor` can examine: the ledger
 * forgets orders after a time, and the outbox its events. Each problem is a sentence.
 */
import type { Seen } from "./seen.ts"

/** Everything in a shop that contradicts the rest of it. */
export const brokenIn = (seen: Seen): ReadonlyArray<string> => [...ordersAndLedger(seen), ...changesAndEvents(seen)]

type Seeing = Seen["orders"][number]

/**
 * Each order took the stock that it has, and has returned it or not; nothing was taken for an order that does not
 * exist.
 */
const ordersAndLedger = ({ ledger, orders }: Seen): ReadonlyArray<string> => {
  const moved = ledger.filter(({ orderID }) => orderID !== null)
  const taken = sumsOf(
    moved.flatMap((one) => (one.reason === "order" ? [[`${one.orderID} ${one.sku}`, one.delta]] : []))
  )
  const net = sumsOf(moved.map(({ delta, orderID, sku }) => [`${orderID} ${sku}`, delta]))
  const known = new Set(orders.map(({ orderID }) => orderID))
  const orphans = new Set(moved.flatMap(({ orderID }) => (known.has(orderID!) ? [] : [orderID!])))
  return [
    ...[...orphans].map((orderID) => `stock was taken for order ${orderID}, which is not there`),
    ...orders.flatMap((order) =>
      Object.values(order.detail.cart.items).flatMap(({ count, sku }) => {
        const place = `${order.orderID} ${sku}`
        return [
          ...differs(`pieces of ${sku} that order ${order.orderID} took`, taken.get(place), -count),
          ...differs(`pieces of ${sku} that order ${order.orderID} has`, net.get(place), hasStock(order) ? -count : 0)
        ]
      })
    )
  ]
}

const movesOf = ({ timeline }: Seeing): ReadonlyArray<number> =>
  timeline.filter(({ eventId }) => eventId === 1).map(({ status }) => status)

/**
 * Whether an order that began in status 0 has its stock, by its statuses: the specification's rules, written a second
 * time.
 */
const hasStock = (order: Seeing): boolean => {
  let [before, has] = [0, true]
  for (const status of movesOf(order)) {
    if (status === 7 || (status === 6 && before <= 2)) has = false
    else if (status !== 6) has = true
    before = status
  }
  return has
}

/** The event that a status has of its own, by the specification's numbers, written a second time. */
const ownEvents: Readonly<Record<number, number>> = { 1: 1, 2: 3, 3: 2, 7: 7 }

/**
 * Each change has its event, in the order's log and in the outbox, and no event concerns anything that does not exist.
 */
const changesAndEvents = ({ customers, events, ledger, orders }: Seen): ReadonlyArray<string> => {
  const idsOf = (type: number) => events.flatMap((event) => (event.type === type ? [event.orderID!] : []))
  const movesByOrder = new Map<string, Array<number>>()
  const ownByOrder = new Map<string, Array<number>>()
  for (const { orderID = "", status = -1, type } of events) {
    if (type === 100) movesByOrder.set(orderID, [...(movesByOrder.get(orderID) ?? []), status])
    else if (Object.values(ownEvents).includes(type))
      ownByOrder.set(orderID, [...(ownByOrder.get(orderID) ?? []), type])
  }
  const eventsOf = (type: number) => events.filter((event) => event.type === type)
  const addresses = eventsOf(101).map(({ data }) => (data as { readonly email: string }).email)
  return [
    ...differs("orders, and events of their making", idsOf(0).sort(), orders.map(({ orderID }) => orderID).sort()),
    ...differs("customers, and events of their making", addresses.sort(), customers.map(({ email }) => email).sort()),
    ...differs("entries of the ledger, and events of stock", eventsOf(103).length, ledger.length),
    ...differs("orders with events of a status", [...movesByOrder.keys()].sort(), moved(orders).sort()),
    ...orders.flatMap((order) => {
      const moves = movesOf(order)
      const own = moves.flatMap((status) => ownEvents[status] ?? [])
      return [
        ...differs(`events of order ${order.orderID}`, movesByOrder.get(order.orderID) ?? [], moves),
        ...differs(`events of the statuses of order ${order.orderID}`, ownByOrder.get(order.orderID) ?? [], own)
      ]
    })
  ]
}

const moved = (orders: ReadonlyArray<Seeing>) =>
  orders.flatMap((order) => (movesOf(order).length > 0 ? [order.orderID] : []))

const sumsOf = (entries: ReadonlyArray<readonly [string, number]>): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  for (const [name, number] of entries) sums.set(name, (sums.get(name) ?? 0) + number)
  return sums
}

/** A sentence if two things that must be equal are not. */
export const differs = (what: string, one: unknown, other: unknown): ReadonlyArray<string> => {
  const [left, right] = [JSON.stringify(one), JSON.stringify(other)]
  return left === right ? [] : [`${what}: ${left?.slice(0, 300)} is not ${right?.slice(0, 300)}`]
}
