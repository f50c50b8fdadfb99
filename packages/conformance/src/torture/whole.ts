/**
 * Checks what must hold in a shop whatever was requested and whenever the power failed: nothing is stored in part. Each
 * problem is a sentence; a consistent shop has none.
 */
import type { Seen } from "./seen.ts"

/** Everything in a shop that contradicts the rest of it. */
export const brokenIn = (seen: Seen): ReadonlyArray<string> => [
  ...ledgerAndStock(seen),
  ...ordersAndLedger(seen),
  ...ordersAndCoupons(seen),
  ...ordersAndCustomers(seen),
  ...changesAndEvents(seen),
  ...doubles(
    "orderID",
    seen.orders.map(({ orderID }) => orderID)
  ),
  ...doubles(
    "short_id",
    seen.orders.map(({ short_id }) => short_id!)
  ),
  ...doubles(
    "message",
    seen.orders.map(({ detail }) => detail.message)
  )
]

type Seeing = Seen["orders"][number]

const ledgerAndStock = ({ inventory, ledger }: Seen): ReadonlyArray<string> => {
  const sums = sumsOf(ledger.map(({ delta, sku }) => [sku, delta]))
  const stock = new Map(inventory.map(({ quantity, sku }) => [sku, quantity]))
  const skus = [...new Set([...sums.keys(), ...stock.keys()])]
  return skus.flatMap((sku) => differs(`stock of ${sku} and the sum of its ledger`, stock.get(sku), sums.get(sku) ?? 0))
}

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

/** Whether it has a use of its coupon: 7 releases it, and only a status other than 6 and 7 claims it again. */
const hasUse = (order: Seeing): boolean =>
  movesOf(order).reduce((has, status) => (status === 7 ? false : status === 6 ? has : true), true)

const ordersAndCoupons = ({ orders, usages, uses }: Seen): ReadonlyArray<string> => {
  const using = orders.filter((order) => order.detail.cart.couponCode !== "" && hasUse(order))
  const holders = using.map(({ orderID }) => orderID)
  const codes = new Set(usages.map(({ code }) => code))
  const named = new Set(orders.map(({ detail }) => detail.cart.couponCode).filter((code) => code !== ""))
  return [
    ...[...named].flatMap((code) => (codes.has(code) ? [] : [`orders use coupon ${code}, which is not there`])),
    ...differs("orders with a use of a coupon, and uses", uses.map(({ orderID }) => orderID).sort(), holders.sort()),
    ...usages.flatMap(({ code, orders: listed, remaining, used }) => {
      const own = using.filter(({ detail }) => detail.cart.couponCode === code).map(({ orderID }) => orderID)
      return [
        ...differs(`uses of coupon ${code}, counted and made`, used, own.length),
        ...differs(`orders that use coupon ${code}`, [...listed].sort(), own.sort()),
        ...(remaining !== null && remaining < 0 ? [`coupon ${code} was used ${-remaining} times too often`] : [])
      ]
    })
  ]
}

/** One customer for each address that ordered, ignoring case, and none that did not order. */
const ordersAndCustomers = ({ customers, emails, orders }: Seen): ReadonlyArray<string> => {
  const addresses = emails.map((email) => email.toLowerCase())
  const idByEmail = new Map(customers.map(({ email, id }) => [email.toLowerCase(), id]))
  const buyers = new Set(orders.map(({ detail }) => detail.billing.email.toLowerCase()))
  return [
    ...doubles("customer", addresses),
    ...differs("customers, and addresses that ordered", addresses.sort(), [...buyers].sort()),
    ...orders.flatMap(({ detail: { billing, customer }, orderID }) =>
      differs(`customer of order ${orderID}`, customer.id, idByEmail.get(billing.email.toLowerCase()))
    )
  ]
}

/**
 * Each change has its event, in the order's log and in the outbox, and no event concerns anything that does not exist.
 */
const changesAndEvents = ({ emails, events, ledger, orders }: Seen): ReadonlyArray<string> => {
  const idsOf = (type: number) => events.flatMap((event) => (event.type === type ? [event.orderID!] : []))
  const movesByOrder = new Map<string, Array<number>>()
  for (const { orderID = "", status = -1, type } of events)
    if (type === 100) movesByOrder.set(orderID, [...(movesByOrder.get(orderID) ?? []), status])
  const eventsOf = (type: number) => events.filter((event) => event.type === type)
  const addresses = eventsOf(101).map(({ data }) => (data as { readonly email: string }).email)
  return [
    ...differs("orders, and events of their making", idsOf(0).sort(), orders.map(({ orderID }) => orderID).sort()),
    ...differs("customers, and events of their making", addresses.sort(), [...emails].sort()),
    ...differs("entries of the ledger, and events of stock", eventsOf(103).length, ledger.length),
    ...differs("orders with events of a status", [...movesByOrder.keys()].sort(), moved(orders).sort()),
    ...orders.flatMap((order) => [
      ...differs(
        `beginnings of order ${order.orderID}'s log`,
        order.timeline.map(({ eventId }) => eventId).indexOf(0),
        0
      ),
      ...differs(`events of order ${order.orderID}`, movesByOrder.get(order.orderID) ?? [], movesOf(order)),
      ...differs(`status of order ${order.orderID}`, order.status, order.timeline.at(-1)?.status)
    ])
  ]
}

const moved = (orders: ReadonlyArray<Seeing>) =>
  orders.flatMap((order) => (movesOf(order).length > 0 ? [order.orderID] : []))

const sumsOf = (entries: ReadonlyArray<readonly [string, number]>): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  for (const [name, number] of entries) sums.set(name, (sums.get(name) ?? 0) + number)
  return sums
}

const doubles = (what: string, values: ReadonlyArray<string>): ReadonlyArray<string> =>
  values.length === new Set(values).size
    ? []
    : [`${what} twice: ${values.filter((value, at) => values.indexOf(value) < at)}`]

/** A sentence if two things that must be equal are not. */
export const differs = (what: string, one: unknown, other: unknown): ReadonlyArray<string> => {
  const [left, right] = [JSON.stringify(one), JSON.stringify(other)]
  return left === right ? [] : [`${what}: ${left?.slice(0, 300)} is not ${right?.slice(0, 300)}`]
}
