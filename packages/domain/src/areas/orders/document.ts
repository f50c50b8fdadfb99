/**
 * An order as stored: the detail on the first line of its text, and beside it what only nodes, the timeline or the rules
 * need.
 */
import { Schema } from "effect"
import { collection } from "../../contract/collection.ts"
import { withDefault } from "../../contract/defaults.ts"
import { number, numbers, text, texts } from "../../contract/lookup.ts"
import { Decimal, Int, OrderID, ServiceID, Text, Uid, Unix } from "../../contract/values.ts"
import { personal } from "./personal.ts"
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

const itemFields = { count: Int, price: Decimal, options: Text, title: Text, sku: Text }
/** A line of a cart. */
export const Item = Schema.Struct(itemFields).annotate({ identifier: "OrderItem" })
export type Item = typeof Item.Type
/** A line of a cart as the legacy detail lists it. */
export const LegacyItem = Schema.Struct({ ...itemFields, product_uid: Uid, product_endpoint: Text }).annotate({
  identifier: "LegacyOrderItem"
})

const cartFields = {
  couponCode: Text,
  saleAmount: Decimal,
  shippingAmount: Decimal,
  paymentAmount: Decimal,
  shippingProfile: Text,
  paymentProfile: Text,
  checkouted: Schema.Boolean,
  userUID: Int
}

const Moment = Schema.Struct({ sec: Int, usec: Int })
const before = { orderID: OrderID, billing: Address, delivery: Address }
const between = { total: Decimal, userUID: Int, orderDate: Moment, method: Text, payment: Text, status: Status }

/** The fields of the detail, in the order in which they are printed. */
export const detailFields = {
  ...before,
  cart: Schema.Struct({
    total: Decimal,
    items: Schema.Record(Schema.String, Item).annotate({ description: "Keyed by <product_uid>#|#<options>." }),
    ...cartFields
  }),
  ...between,
  message: Text,
  transactionID: Text,
  customer: Schema.Struct({ id: Schema.NullOr(ServiceID) })
}
/** The fields of the legacy detail, which has its items as a list, and neither message nor customer. */
export const legacyFields = {
  ...before,
  cart: Schema.Struct({ total: Decimal, items: Schema.Array(LegacyItem), ...cartFields }),
  ...between,
  transactionID: Text
}

/** The kinds of entries in an order's log, by the numbers that the timeline shows. */
export const logEntryKind = { created: 0, status: 1, tracking: 2, tagsAdded: 3, tagsRemoved: 4, mail: 5 } as const
const LogEntry = Schema.Struct({ eventId: Int, status: Status, ts: Unix, ip: Text })
export type LogEntry = typeof LogEntry.Type

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

const beside = {
  /** The shop's running number of orders. */
  short_id: Text,
  tags: Schema.Array(Text),
  log: Schema.Array(LogEntry),
  tracking: Schema.NullOr(Tracking),
  /** The stock that the order took, and whether it was given back. */
  stock: Schema.Struct({
    taken: Schema.Array(Schema.Struct({ sku: Text, count: Int })),
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
  currency: Text,
  locale: Text,
  invoice: Schema.NullOr(Invoice),
  marketplace: Schema.NullOr(Text),
  marketplaceDetails: Schema.NullOr(Schema.Record(Schema.String, Text))
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

export const collections = {
  orders: collection("orders", Order, {
    noun: "order",
    personal,
    key: ({ orderID }) => orderID,
    lookups: {
      placed: number(placedAt),
      status: number(({ status }) => status),
      email: text(({ billing: { email } }) => (email === "" ? undefined : email.toLowerCase())),
      tag: texts(({ tags }) => tags),
      word: texts(({ billing: { fullname } }) => wordsOf(fullname)),
      begun: number(({ log }) =>
        log.reduce<number | undefined>((least, { ts }) => Math.min(least ?? ts, ts), undefined)
      ),
      active: numbers(({ log }) => [...new Set(log.map(({ ts }) => hourOf(ts)))]),
      customer: text(({ customer: { id } }) => id ?? undefined),
      /** The email address of an order that is delivered to another person than its buyer. */
      recipient: text(({ billing, delivery }) => {
        const email = delivery.email.toLowerCase()
        return email === "" || email === billing.email.toLowerCase() ? undefined : email
      })
    },
    orders: [
      ["placed"],
      ["status", "placed"],
      ["email", "placed"],
      ["tag", "placed"],
      ["word", "placed"],
      ["customer", "placed"],
      ["begun"],
      ["active"]
    ],
    // Orders come in any order of buyers, so each entry changes a page of its own.
    deferred: ["email", "customer"],
    beside: Object.keys(beside) as Array<keyof typeof beside>
  })
}
