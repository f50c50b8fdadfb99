/** What happens when a caller reads orders. What changes them is in the files beside this one. */
import { builtInMethods } from "@bottega/domain/checkout"
import { couriersByCode } from "@bottega/domain/couriers"
import { placeOf } from "@bottega/domain/cursor"
import { collections as groupCollections } from "@bottega/domain/customergroups"
import { collections as customerCollections } from "@bottega/domain/customers"
import type { Input } from "@bottega/domain/endpoint"
import { dayOf, type Order, wordsOf } from "@bottega/domain/order"
import { changedOf, type DetailNodes, legacyOf, newestIn, timelineOf, trackingOf } from "@bottega/domain/order-shown"
import { statusGroups } from "@bottega/domain/order-status"
import { collections, type orders } from "@bottega/domain/orders"
import { NotFound } from "@bottega/domain/refusals"
import type { Test } from "@bottega/storage/storage"
import { Effect } from "effect"
import { listOf } from "./answer.ts"
import type { Handlers } from "./handler.ts"
import { decoded, detailText, placedAt, summaryText } from "./order-text.ts"
import { addTags, remove, removeTags, update } from "./orders-change.ts"
import { create } from "./orders-create.ts"
import { get, rows, Session } from "./session.ts"

type Found = Test<keyof typeof collections.orders.lookups>

export const handlers: Handlers<typeof orders> = {
  list: Effect.fnUntraced(function* ({ cursor, limit, nodes, skip, ...filters }) {
    const { shop } = yield* Session
    const after = cursor === undefined ? undefined : placeOf(cursor)
    const found = yield* rows(collections.orders, {
      where: testsOf(filters),
      sort: { by: "placed", descending: true },
      ...(after === undefined ? {} : { after }),
      skip,
      limit
    })
    const last = found.length === limit ? found.at(-1) : undefined
    return {
      items: listOf(found.map((row) => summaryText(row, shop.timezone, nodes))),
      next: last && { value: placedAt(last, shop.timezone), key: last.key }
    }
  }),

  changes: Effect.fnUntraced(function* ({ nodes = [], updated_from, updated_to }) {
    const { now, shop } = yield* Session
    const second = Math.floor(now / 1000)
    // Without an end the span takes in this very second, whatever its fraction.
    const until = updated_to ?? second + 1
    const found = yield* rows(collections.orders, {
      where: [{ on: "updated", gt: updated_from }, ...daysOf(updated_from, updated_to)],
      sort: { by: "updated", descending: true }
    })
    const span = [updated_from, until] as const
    const orders = found
      .map((row) => decoded(row))
      .map((order) => ({ order, newest: newestIn(order, span) }))
      .filter(({ newest }) => newest !== undefined)
      .sort((one, other) => other.newest! - one.newest! || (one.order.orderID < other.order.orderID ? 1 : -1))
      .map(({ order }) => changedOf(order, shop.timezone, span, nodes))
    return { count: orders.length, filter: { updated_from, updated_to: updated_to ?? second }, orders }
  }),

  read: Effect.fnUntraced(function* ({ nodes = [], orderID }) {
    const { shop } = yield* Session
    const row = yield* rowOf(orderID)
    return detailText(row, shop.timezone, nodes.length === 0 ? {} : yield* detailNodes(decoded(row), nodes))
  }),

  legacy: ({ orderID }) =>
    Effect.gen(function* () {
      const { base, shop } = yield* Session
      return legacyOf(yield* orderOf(orderID), shop.timezone, base)
    }),

  tracking: ({ orderID }) => Effect.map(orderOf(orderID), trackingOf),

  timeline: ({ orderID }) =>
    Effect.gen(function* () {
      const { shop } = yield* Session
      return timelineOf(yield* orderOf(orderID), shop.timezone)
    }),

  couriers: () => Effect.succeed(couriersByCode),
  statuses: () => Effect.succeed(statusGroups),
  checkoutMethods: () => Effect.succeed({ payments: Object.keys(builtInMethods), payment_setup: builtInMethods }),

  create,
  update,
  addTags,
  removeTags,
  remove
}

/**
 * Narrows a span that ends in the past to the days that it touches, where they are few: else orders that were busy ever
 * since would all be read. The newest event of all lies in a span that ends now, if any does.
 */
const daysOf = (from: number, to: number | undefined): ReadonlyArray<Found> => {
  if (to === undefined) return []
  const [first, last] = [dayOf(from + 1), dayOf(to - 1)]
  const few = last - first < mostDays
  return few ? [{ on: "active", in: Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n) }] : []
}
const mostDays = 60

/** The tests of a list's filters, all of which must hold. Spans compare whole seconds, ends left out. */
const testsOf = (filters: Omit<Input<typeof orders.list>, "limit" | "skip">): ReadonlyArray<Found> => {
  const { "billing.email": email, "billing.fullname": fullname, from, orderID, since, status, tags = [], to } = filters
  const where: Array<Found> = []
  if (status !== undefined) where.push({ on: "status", eq: status })
  if (email !== undefined) where.push({ on: "email", eq: email.toLowerCase() })
  if (orderID !== undefined) where.push({ on: "key", in: orderID })
  for (const tag of new Set(tags)) where.push({ on: "tag", eq: tag })
  // A name without a word in it is no order's.
  if (fullname !== undefined && wordsOf(fullname).length === 0) where.push({ on: "word", in: [] })
  for (const word of fullname === undefined ? [] : wordsOf(fullname)) where.push({ on: "word", eq: word })
  for (const second of [since, from])
    if (second !== undefined) where.push({ on: "placed", gte: (second + 1) * million })
  if (to !== undefined) where.push({ on: "placed", lt: to * million })
  return where
}
const million = 1_000_000

const rowOf = Effect.fnUntraced(function* (orderID: string) {
  const [row] = yield* rows(collections.orders, { where: [{ on: "key", eq: orderID }], limit: 1 })
  return row ?? (yield* new NotFound({ message: `The shop has no order ${orderID}.` }))
})

const orderOf = (orderID: string) => Effect.map(rowOf(orderID), decoded)

const detailNodes = Effect.fnUntraced(function* (order: Order, nodes: ReadonlyArray<string>) {
  const added: { -readonly [Name in keyof DetailNodes]: DetailNodes[Name] } = {}
  if (nodes.includes("marketplace")) added.marketplace = order.marketplace
  if (nodes.includes("marketplaceDetails")) added.marketplaceDetails = order.marketplaceDetails
  if (nodes.includes("connected_orders")) added.connected_orders = yield* connectedTo(order)
  if (nodes.includes("customergroup")) added.customergroup = yield* groupOf(order)
  if (nodes.includes("paymentlabel")) added.paymentlabel = builtIn(order.payment)?.label ?? order.payment
  return added
})

const builtIn = (method: string) => (Object.hasOwn(builtInMethods, method) ? builtInMethods[method] : undefined)

const connectedTo = Effect.fnUntraced(function* ({ customer: { id }, orderID }: Order) {
  if (id === null) return []
  const found = yield* rows(collections.orders, {
    where: [{ on: "customer", eq: id }],
    sort: { by: "placed", descending: true },
    limit: connected + 1
  })
  return found
    .map(({ key }) => String(key))
    .filter((key) => key !== orderID)
    .slice(0, connected)
})
const connected = 10

const groupOf = Effect.fnUntraced(function* ({ customer: { id } }: Order) {
  const customer = id === null ? undefined : yield* get(customerCollections.customers, id)
  const groupId = customer?.doc.group_id ?? null
  const group = groupId === null ? undefined : yield* get(groupCollections.customerGroups, groupId)
  return group === undefined ? null : { id: group.doc.id, name: group.doc.name }
})
