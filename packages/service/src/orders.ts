/** What happens when a caller reads orders. What changes them is in the files beside this one. */
import { builtInMethods } from "@bottega/domain/checkout"
import { shown } from "@bottega/domain/collection"
import { couriersByCode } from "@bottega/domain/couriers"
import { placeOf } from "@bottega/domain/cursor"
import { collections as groupCollections } from "@bottega/domain/customergroups"
import { collections as customerCollections } from "@bottega/domain/customers"
import type { Input } from "@bottega/domain/endpoint"
import { type Order, placedAt, wordsOf } from "@bottega/domain/order"
import {
  changedOf,
  type Detail,
  legacyOf,
  listNodes,
  nodesOf,
  type Summary,
  summaryOf,
  timelineOf,
  trackingOf
} from "@bottega/domain/order-shown"
import { statusGroups } from "@bottega/domain/order-status"
import { collections, type orders } from "@bottega/domain/orders"
import { NotFound } from "@bottega/domain/refusals"
import { orderStyle } from "@bottega/domain/zones"
import type { Row, Test } from "@bottega/storage/storage"
import { Effect } from "effect"
import { Encoded, listOf } from "./answer.ts"
import type { Handlers } from "./handler.ts"
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
      items: listOf(found.map((row) => summaryIn(row, shop.timezone, nodes))),
      next: last && { value: lineOf(last, shop.timezone).placed, key: last.key }
    }
  }),

  changes: Effect.fnUntraced(function* ({ nodes = [], updated_from, updated_to }) {
    const { now, shop } = yield* Session
    const second = Math.floor(now / 1000)
    // Without an end the span takes in this very second, whatever its fraction.
    const until = updated_to ?? second + 1
    const where: ReadonlyArray<Found> = [{ on: "event", gt: updated_from, lt: until }]
    const found = yield* rows(collections.orders, { where, sort: { by: "key", descending: true } })
    const newestFirst = found
      .map((row) => {
        const order = decoded(row)
        const seconds = order.log.map(({ ts }) => ts).filter((ts) => ts > updated_from && ts < until)
        return { order, newest: Math.max(...seconds) }
      })
      .sort((one, other) => other.newest - one.newest)
    const orders = newestFirst.map(({ order }) => changedOf(order, shop.timezone, [updated_from, until], nodes))
    return { count: orders.length, filter: { updated_from, updated_to: updated_to ?? second }, orders }
  }),

  read: Effect.fnUntraced(function* ({ nodes = [], orderID }) {
    const { shop } = yield* Session
    const row = yield* rowOf(orderID)
    const text = shown(row.text)
    const iso = JSON.stringify({ orderDate: orderStyle(secondOf(text), shop.timezone) })
    const added = nodes.length === 0 ? none : JSON.stringify(yield* detailNodes(decoded(row), nodes))
    return new Encoded<typeof Detail.Type>(`${text.slice(0, -1)},"iso":${iso}${continued(added)}`)
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

/** What a list says of a row, derived once for as long as the row lives and the shop keeps its zone. */
interface Line {
  readonly zone: string
  readonly placed: number
  readonly summary: Encoded<Summary>
}
const lines = new WeakMap<Row, Line>()

const lineOf = (row: Row, zone: string): Line => {
  const known = lines.get(row)
  if (known !== undefined && known.zone === zone) return known
  const order = JSON.parse(shown(row.text)) as Order
  const line = { zone, placed: placedAt(order), summary: new Encoded<Summary>(JSON.stringify(summaryOf(order, zone))) }
  lines.set(row, line)
  return line
}

const summaryIn = (row: Row, zone: string, nodes: ReadonlyArray<string> = []): Encoded<Summary> => {
  const { summary } = lineOf(row, zone)
  if (nodes.length === 0) return summary
  const added = JSON.stringify(nodesOf(decoded(row), listNodes, nodes))
  return new Encoded(`${summary.text.slice(0, -1)}${continued(added)}`)
}

/** The rest of an object's text, its closing brace included, after members that stand there already. */
const continued = (added: string): string => (added === none ? "}" : `,${added.slice(1)}`)
const none = "{}"

/** Decoded for one answer alone: kept documents would fill the memory that their texts are meant to spare. */
const decoded = (row: Row): Order => collections.orders.decode(row.text)

/** The second an order was placed in. A quote within a JSON text is escaped, so no value can look like this name. */
const secondOf = (text: string): number => Number(/"orderDate":\{"sec":(\d+)/.exec(text)![1])

const rowOf = Effect.fnUntraced(function* (orderID: string) {
  const [row] = yield* rows(collections.orders, { where: [{ on: "key", eq: orderID }], limit: 1 })
  return row ?? (yield* new NotFound({ message: `The shop has no order ${orderID}.` }))
})

const orderOf = (orderID: string) => Effect.map(rowOf(orderID), decoded)

const detailNodes = Effect.fnUntraced(function* (order: Order, nodes: ReadonlyArray<string>) {
  const added: { -readonly [Name in keyof typeof Detail.Type]?: (typeof Detail.Type)[Name] } = {}
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
