/** Handles reads of orders. The files in `orders/` handle changes. */
import { type areas, collections } from "@bottega/domain/areas"
import {
  type BuiltInMethod,
  builtInMethods,
  couriersByCode,
  type DetailNodes,
  legacyOf,
  type Order,
  offeredMethods,
  statusGroups,
  timelineOf,
  trackingOf,
  wordsOf
} from "@bottega/domain/areas/orders"
import type { Input } from "@bottega/domain/contract"
import type { Test } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { list, object } from "../engine/answer/streamed.ts"
import { existingIn, existingRow } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { each, paged } from "../engine/decide/paged.ts"
import { get, Operator, rows, Session } from "../engine/decide/session.ts"
import { provenanceOf } from "./keys/provenance.ts"
import { addTags, remove, removeTags, resendEmail, update } from "./orders/change.ts"
import { changedIn } from "./orders/changed.ts"
import { create } from "./orders/create.ts"
import { days } from "./orders/days/list.ts"
import { report, reportFound } from "./orders/reported.ts"
import { decoded, detailText, placedAt, summaryText } from "./orders/text.ts"
import { openPayments } from "./payments/open.ts"
import { shopOf } from "./shops.ts"

type Lookup = keyof typeof collections.orders.lookups
type Found = Test<Lookup>

export const handlers: Handlers<typeof areas.orders> = {
  list: Effect.fnUntraced(function* ({ cursor, limit, nodes, skip, ...filters }) {
    const { shop } = yield* Session
    const sort = { by: "placed", descending: true } as const
    return yield* paged(
      collections.orders,
      { where: testsOf(filters), sort, cursor, skip, limit },
      each((row) => summaryText(row, shop.timezone, nodes)),
      (row) => placedAt(row, shop.timezone)
    )
  }),

  changes: Effect.fnUntraced(function* ({ nodes = [], updated_from, updated_to }) {
    const session = yield* Session
    const reporting = yield* report(updated_from, updated_to)
    let [count, newest] = [0, 0]
    const found = yield* changedIn([updated_from, reporting.until], nodes, (second) => {
      count++
      newest = Math.max(newest, second)
    })
    const reported = Effect.provideService(
      Effect.suspend(() => reportFound(newest, reporting)),
      Session,
      session
    )
    return object([
      ["filter", { updated_from, updated_to: reporting.reported }],
      ["orders", list(Stream.concat(found, Stream.drain(Stream.fromEffect(reported))))],
      ["count", () => count]
    ])
  }),

  read: Effect.fnUntraced(function* ({ nodes = [], orderID }) {
    const { shop } = yield* Session
    const row = yield* existingRow(collections.orders, orderID)
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

  log: Effect.fnUntraced(function* ({ orderID, shop }) {
    const { within } = yield* Operator
    const { timezone } = (yield* shopOf(shop)).doc
    const { doc } = yield* existingIn(within(shop), collections.orders, orderID)
    const made = yield* provenanceOf(doc.log)
    return timelineOf(doc, timezone).map((entry, at) => ({ ...entry, ...made[at]! }))
  }),

  couriers: () => Effect.succeed(couriersByCode),
  statuses: () => Effect.succeed(statusGroups),
  checkoutMethods: Effect.fnUntraced(function* () {
    const { shop } = yield* Session
    return offeredMethods(shop.payments, yield* openPayments)
  }),

  create,
  update,
  addTags,
  days,
  removeTags,
  remove,
  resendEmail
}

/** The tests of a list's filters, all of which must hold. Spans compare whole seconds and exclude their ends. */
const testsOf = (filters: Omit<Input<typeof areas.orders.endpoints.list>, "limit" | "skip">): ReadonlyArray<Found> => {
  const { "billing.email": email, "billing.fullname": fullname, from, orderID, since, status, tags = [], to } = filters
  const where: Array<Found> = []
  if (status !== undefined) where.push({ on: "status", eq: status })
  if (email !== undefined) where.push({ on: "email", eq: email.toLowerCase() })
  if (orderID !== undefined) where.push({ on: "key", in: orderID })
  for (const tag of new Set(tags)) where.push({ on: "tag", eq: tag })
  // A name without any word matches no order.
  if (fullname !== undefined && wordsOf(fullname).length === 0) where.push({ on: "word", in: [] })
  for (const word of fullname === undefined ? [] : wordsOf(fullname)) where.push({ on: "word", eq: word })
  for (const second of [since, from])
    if (second !== undefined) where.push({ on: "placed", gte: (second + 1) * million })
  if (to !== undefined) where.push({ on: "placed", lt: to * million })
  return where
}
const million = 1_000_000

const orderOf = (orderID: string) => Effect.map(existingRow(collections.orders, orderID), decoded)

const detailNodes = Effect.fnUntraced(function* (order: Order, nodes: ReadonlyArray<string>) {
  const added: { -readonly [Name in keyof DetailNodes]: DetailNodes[Name] } = {}
  if (nodes.includes("marketplace")) added.marketplace = order.marketplace
  if (nodes.includes("marketplaceDetails")) added.marketplaceDetails = order.marketplaceDetails
  if (nodes.includes("connected_orders")) added.connected_orders = yield* connectedTo(order)
  if (nodes.includes("customergroup")) added.customergroup = yield* groupOf(order)
  if (nodes.includes("paymentlabel")) added.paymentlabel = labelOf(order)
  return added
})

/** The label of an order's payment method; a method that is not the shop's is its own label. */
const labelOf = ({ payment, paymentlabel }: Order): string =>
  paymentlabel ?? (Object.hasOwn(builtInMethods, payment) ? builtInMethods[payment as BuiltInMethod].label : payment)

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
  const customer = id === null ? undefined : yield* get(collections.customers, id)
  const groupId = customer?.doc.group_id ?? null
  const group = groupId === null ? undefined : yield* get(collections.customerGroups, groupId)
  return group === undefined ? null : { id: group.doc.id, name: group.doc.name }
})
