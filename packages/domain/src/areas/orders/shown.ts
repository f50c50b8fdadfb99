/** Orders as answers show them: the summary in lists, the legacy detail, the timeline, the tracking. */
import { Schema } from "effect"
import { version } from "../../contract/endpoint.ts"
import { provenance } from "../../contract/provenance.ts"
import { Int, Money, names, OrderID, ServiceID, Text, Unix } from "../../contract/values.ts"
import { orderStyle } from "../../contract/zones.ts"
import { trackingUrl } from "./couriers.ts"
import { detailFields, type LogEntry, legacyFields, type Order, type Tracking } from "./document.ts"
import { Status } from "./status.ts"

const Iso = Schema.Struct({ orderDate: Text.annotate({ description: "ISO 8601, in the shop's time zone." }) })
const Addressee = Schema.optionalKey(
  Schema.Struct({ fullname: Schema.optionalKey(Text), email: Schema.optionalKey(Text) })
)
const summaryFields = { orderID: OrderID, total: Money, orderDate: Text, status: Status, iso: Iso }
const nodeFields = {
  billing: Addressee,
  short_id: Schema.optionalKey(Text),
  tags: Schema.optionalKey(Schema.Array(Text))
}

/** The names that `nodes` of the list of orders accepts. */
export const listNodes = [
  "billing.fullname",
  "billing.email",
  "delivery.email",
  "delivery.fullname",
  "short_id",
  "tags"
] as const
/** The names that `nodes` of the list of changed orders accepts. */
export const changeNodes = ["billing.fullname", "billing.email", "payment", "short_id", "tags"] as const

/** An order in a list. */
export const Summary = Schema.Struct({ ...summaryFields, ...nodeFields, delivery: Addressee }).annotate({
  identifier: "OrderSummary"
})
export type Summary = typeof Summary.Type
/** An order in the list of changed orders. */
export const ChangedOrder = Schema.Struct({
  ...summaryFields,
  locale: Text,
  events: Schema.Array(Schema.Struct({ eventId: Int, iso_date: Text })),
  ...nodeFields,
  payment: Schema.optionalKey(Text)
}).annotate({ identifier: "ChangedOrder" })
export type ChangedOrder = typeof ChangedOrder.Type
const detailNodes = {
  marketplace: Schema.optionalKey(Schema.NullOr(Text)),
  marketplaceDetails: Schema.optionalKey(Schema.NullOr(Schema.Record(Schema.String, Text))),
  connected_orders: Schema.optionalKey(
    Schema.Array(OrderID).annotate({ description: "The same customer's other orders, the newest ten." })
  ),
  customergroup: Schema.optionalKey(
    Schema.NullOr(Schema.Struct({ id: names("customerGroups", ServiceID), name: Text }))
  ),
  paymentlabel: Schema.optionalKey(Text)
}
const DetailNodes = Schema.Struct(detailNodes)
/** The fields that nodes add to the detail. */
export type DetailNodes = typeof DetailNodes.Type
/** The detail of an order, with the requested nodes. */
export const Detail = Schema.Struct({ ...detailFields, iso: Iso, ...detailNodes }).annotate({ identifier: "Order" })
/** An order in the older form. */
export const Legacy = Schema.Struct({ ...legacyFields, iso: Iso }).annotate({ identifier: "LegacyOrder" })
/** An entry of the timeline. */
export const Entry = Schema.Struct({ eventId: Int, status: Status, ip: Text, ts: Unix, iso_date: Text }).annotate({
  identifier: "TimelineEntry"
})

/** The same as the people of the shop see it. */
export const TracedEntry = Schema.Struct({ ...Entry.fields, ...provenance }).annotate({ identifier: "OrderLogEntry" })

/** The summary of an order, with dates in the shop's time zone. */
export const summaryOf = (
  { orderDate: { sec }, orderID, status, total }: Pick<Order, "orderDate" | "orderID" | "status" | "total">,
  zone: string
): Summary => {
  const orderDate = orderStyle(sec, zone)
  return { orderID, total, orderDate, status, iso: { orderDate } }
}

/** The fields that requested nodes add: `billing.email` as `{billing: {email}}`. Nodes not in `known` are ignored. */
export const nodesOf = (
  order: Order,
  known: ReadonlyArray<string>,
  asked: ReadonlyArray<string>
): Record<string, unknown> => {
  const shown: Record<string, unknown> = {}
  for (const node of known) {
    if (!asked.includes(node)) continue
    const [head, field] = node.split(".") as [keyof Order, string | undefined]
    const value = order[head] as Record<string, unknown>
    shown[head] = field === undefined ? value : { ...(shown[head] as object | undefined), [field]: value[field] }
  }
  return shown
}

/** The order in the older form; absolute addresses begin with `base`. */
export const legacyOf = (order: Order, zone: string, base: string): typeof Legacy.Type => {
  const { billing, cart, delivery, method, orderDate, orderID, payment, status, total, transactionID, userUID } = order
  const { items, total: sum, ...amounts } = cart
  const listed = Object.entries(items).map(([key, item]) => {
    const product_uid = Number(key.slice(0, key.indexOf("#|#")))
    return { ...item, product_uid, product_endpoint: `${base}/${version}/products/product.json?uid=${product_uid}` }
  })
  return {
    ...{ orderID, billing, delivery, cart: { total: sum, items: listed, ...amounts } },
    ...{ total, userUID, orderDate, method, payment, status, transactionID },
    iso: { orderDate: orderStyle(orderDate.sec, zone) }
  }
}

/** The log of an order, oldest first. */
export const timelineOf = ({ log }: Order, zone: string): ReadonlyArray<typeof Entry.Type> =>
  log.map(({ eventId, ip, status, ts }) => ({ eventId, status, ip, ts, iso_date: orderStyle(ts, zone) }))

/** A span of time in unix seconds; neither end belongs to it. */
export type TimeRange = readonly [after: number, until: number]

/** The unix second of an order's newest event in a span; `undefined` if there is none. */
export const newestEventIn = ({ log }: Pick<Order, "log">, span: TimeRange): number | undefined =>
  log.reduce<number | undefined>((newest, entry) => {
    const second = secondIn(entry, span)
    return second === undefined ? newest : Math.max(second, newest ?? second)
  }, undefined)

/** An order in the list of changed orders, with its events in a span, oldest first. */
export const changedOf = (order: Order, zone: string, span: TimeRange, nodes: ReadonlyArray<string>): ChangedOrder => ({
  ...summaryOf(order, zone),
  locale: order.locale,
  events: within(order, span).map(({ eventId, ts }) => ({ eventId, iso_date: orderStyle(ts, zone) })),
  ...nodesOf(order, changeNodes, nodes)
})

const within = ({ log }: Pick<Order, "log">, span: TimeRange): Order["log"] =>
  log.filter((entry) => secondIn(entry, span) !== undefined)

/**
 * The second at which an entry is in a span: its own, or the second after whose report it was committed, for a reader
 * that begins at that report or before it. The clocks of two servers may differ, and a call may last.
 */
const secondIn = ({ after, ts }: LogEntry, [from, until]: TimeRange): number | undefined => {
  if (ts > from && ts < until) return ts
  return after !== undefined && after >= from && after < until ? after : undefined
}

/** The tracking of an order, or four empty texts. Without an address of its own, it shows the courier's page. */
export const trackingOf = ({ tracking }: Pick<Order, "tracking">): Tracking => {
  const { courier, pickup_date, tracking: parcel, url } = tracking ?? noTracking
  const page = parcel === "" ? undefined : trackingUrl(courier, parcel)
  return { url: url === "" ? (page ?? "") : url, courier, tracking: parcel, pickup_date }
}
export const noTracking: Tracking = { url: "", courier: "", tracking: "", pickup_date: "" }
