/**
 * An order as stored: the detail on the first line of its text, and beside it what only nodes, the timeline or the rules
 * need.
 */
import { Schema } from "effect"
import { bounded, tagBound } from "../../contract/bounded.ts"
import { withDefault } from "../../contract/defaults.ts"
import { storedProvenance } from "../../contract/provenance.ts"
import type { Bound } from "../../contract/shape.ts"
import { Int, Money, names, OrderID, ServiceID, Text, Uid, Unix } from "../../contract/values.ts"
import { Status } from "./status.ts"

/** An address of an order. Unset texts are empty; country and state are uids as texts. */
export const Address = Schema.Struct({
  addr1: Text,
  addr2: Text,
  city: Text,
  email: Text,
  fullname: Text,
  country: Text.annotate({ description: "The country's uid; see GET /countries/list.json." }),
  phone: Text,
  principal: Int,
  state: Text.annotate({ description: "The state's uid, or its name if the country has no states." }),
  userUID: Int.annotate({ description: "-1 for a buyer who is not registered." }),
  vat: Text,
  zip: Text
}).annotate({ identifier: "OrderAddress" })
export type Address = typeof Address.Type

const itemFields = { count: Int, price: Money, options: Text, title: Text, sku: Text }
/** A line of a cart. */
export const Item = Schema.Struct(itemFields).annotate({ identifier: "OrderItem" })
export type Item = typeof Item.Type
/** A line of a cart as the legacy detail lists it. */
export const LegacyItem = Schema.Struct({
  ...itemFields,
  product_uid: names("products", Uid),
  product_endpoint: Text
}).annotate({
  identifier: "LegacyOrderItem"
})

/** The bound of the lines of an order, and of a cart that is checked. */
export const lineBound: Bound = { max: 1600, noun: "lines", at: "item_id" }
/** The bound of an order's log, to which each change adds. */
const logBound: Bound = { max: 10_000, noun: "log entries", at: "orderID", isHistory: true }

const cartFields = {
  couponCode: Text,
  saleAmount: Money,
  shippingAmount: Money,
  paymentAmount: Money,
  shippingProfile: Text,
  paymentProfile: Text,
  checkouted: Schema.Boolean,
  userUID: Int
}

const Moment = Schema.Struct({ sec: Int, usec: Int })
const before = { orderID: OrderID, billing: Address, delivery: Address }
const between = { total: Money, userUID: Int, orderDate: Moment, method: Text, payment: Text, status: Status }

/** The fields of the detail, in the order in which they are printed. */
export const detailFields = {
  ...before,
  cart: Schema.Struct({
    total: Money,
    items: bounded(Schema.Record(Schema.String, Item), lineBound).annotate({
      description: "Keyed by <product_uid>#|#<options>."
    }),
    ...cartFields
  }),
  ...between,
  message: Text,
  transactionID: Text,
  customer: Schema.Struct({ id: Schema.NullOr(names("customers", ServiceID)) })
}
/** The fields of the legacy detail, which has its items as a list, and neither message nor customer. */
export const legacyFields = {
  ...before,
  cart: Schema.Struct({ total: Money, items: Schema.Array(LegacyItem), ...cartFields }),
  ...between,
  transactionID: Text
}

/** The kinds of entries in an order's log, by their numbers in the timeline. */
export const logEntryKind = { created: 0, status: 1, tracking: 2, tagsAdded: 3, tagsRemoved: 4, mail: 5 } as const
/**
 * An entry of the log. `after` is a second up to which events had been reported when the entry was committed; it is set
 * only if it is not before `ts`, and then a reader that knows everything up to there still finds the entry.
 */
const LogEntry = Schema.Struct({
  eventId: Int,
  status: Status,
  ts: Unix,
  ip: Text,
  after: Schema.optionalKey(Unix),
  /** The key of the caller; null for the operator. */
  key: Schema.optionalKey(Schema.NullOr(Text)),
  ...storedProvenance
})
export type LogEntry = typeof LogEntry.Type

/** Whether a reader that knows everything up to a second would miss an entry that was committed after that. */
export const isOverlooked = ({ after, ts }: LogEntry, reported: number): boolean =>
  reported >= ts && reported > (after ?? Number.NEGATIVE_INFINITY)

/** An entry as it is committed when events up to a second have been reported. */
export const afterReport = (entry: LogEntry, reported: number): LogEntry =>
  isOverlooked(entry, reported) ? { ...entry, after: reported } : entry

/** An order's tracking; unset parts are empty. `url` is the caller's own, never a courier's page. */
export const Tracking = Schema.Struct({ url: Text, courier: Text, tracking: Text, pickup_date: Text }).annotate({
  identifier: "Tracking"
})
export type Tracking = typeof Tracking.Type

/** The parts of a tracking that a caller sends, by their names on the wire. */
export interface TrackingInput {
  readonly courier?: string
  readonly tracking?: string
  readonly pickup_date?: string
  readonly tracking_url?: string
}

/** Replaces the parts of a tracking that a caller sent; `undefined` if none was sent. */
export const trackingAfter = (before: Tracking, given: TrackingInput): Tracking | undefined => {
  const { courier, pickup_date, tracking, tracking_url } = given
  const isGiven = [courier, pickup_date, tracking, tracking_url].some((part) => part !== undefined)
  return isGiven
    ? {
        url: tracking_url ?? before.url,
        courier: courier ?? before.courier,
        tracking: tracking ?? before.tracking,
        pickup_date: pickup_date ?? before.pickup_date
      }
    : undefined
}

const Invoice = Schema.Struct({
  type: Schema.Literals(["person", "company"]),
  company_vat_number: Schema.optionalKey(Text),
  company_pec_address: Schema.optionalKey(Text),
  company_unique_code: Schema.optionalKey(Text),
  person_tax_number: Schema.optionalKey(Text),
  person_pec_address: Schema.optionalKey(Text)
})

export const beside = {
  /** The shop's running number of orders. */
  short_id: Text,
  tags: bounded(Schema.Array(Text), tagBound),
  log: bounded(Schema.Array(LogEntry), logBound),
  tracking: Schema.NullOr(Tracking),
  /** The stock that the order took, and whether it was given back. */
  stock: Schema.Struct({
    taken: bounded(Schema.Array(Schema.Struct({ sku: Text, count: Int })), lineBound),
    given: Schema.Boolean
  }),
  /**
   * The shop's coupon that the order used, and whether this use was freed. `buyer` is the digest of the buyer's email
   * address, once the order has lost its buyer.
   */
  coupon: Schema.NullOr(
    Schema.Struct({ uid: Uid, freed: Schema.Boolean, buyer: withDefault(Schema.NullOr(Text), null) })
  ),
  /** The label of the external payment that the order was placed with; it outlasts the payment. */
  paymentlabel: Schema.optionalKey(Text),
  /** The key of the order's last event: later ones get higher keys, whatever the clocks say. */
  lastEvent: Schema.optionalKey(Text),
  currency: Text,
  locale: Text,
  invoice: Schema.NullOr(Invoice),
  marketplace: Schema.NullOr(Text),
  marketplaceDetails: Schema.NullOr(bounded(Schema.Record(Schema.String, Text), { max: 100, noun: "details" }))
}

/** An order as stored. */
export const Order = Schema.Struct({ ...detailFields, ...beside })
export type Order = typeof Order.Type

/** When an order was placed, in microseconds. */
export const placedAt = ({ orderDate: { sec, usec } }: Pick<Order, "orderDate">): number => sec * 1_000_000 + usec

/** The words of a name: letters and digits, in lower case, each once. */
export const wordsOf = (name: string): ReadonlyArray<string> => [
  ...new Set(
    name
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
]

/** The hour of a unix second, counted from 1970 in UTC; a lookup finds orders by the hours of their events. */
export const hourOf = (second: number): number => Math.floor(second / 3600)
