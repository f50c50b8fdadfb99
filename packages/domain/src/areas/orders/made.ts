/** Makes the document of a new order: lines, amounts, addresses. All functions are pure, and all money is exact. */

import type { Finding } from "../../contract/endpoint.ts"
import { add, compare, decimal, min, numberOf, round, subtract, times, zero } from "../../contract/money.ts"
import { stateOf } from "../countries/rules.ts"
import { type Address, afterReport, type Item, type LogEntry, logEntryKind, type Order } from "./document.ts"
import { type AddressKind, countryOf, type NewOrder, partOf } from "./new.ts"
import { takesStock } from "./status.ts"

/** The catalogue's data on an item. */
export interface CatalogueItem {
  /** 0 if the catalogue has no such product. */
  readonly uid: number
  readonly title: string
}

/** The sums of an order before its coupon, each rounded to the currency's digits. */
export interface OrderSums {
  readonly items: number
  readonly shipping: number
  readonly payment: number
}

/** The sums of an order; `digits` are those of its currency. */
export const orderSumsOf = (
  order: Pick<NewOrder, "item_id" | "shipping_cost" | "payment_cost">,
  digits: number
): OrderSums => {
  const lines = order.item_id.map(({ price, quantity }) => round(times(decimal(price), decimal(quantity)), digits))
  const money = (amount: number) => numberOf(round(decimal(amount), digits))
  return {
    items: numberOf(add(zero, ...lines)),
    shipping: money(order.shipping_cost),
    payment: money(order.payment_cost)
  }
}

/** Finds the parts that make a sum exceed the largest amount; `digits` are those of the currency. */
export const excessiveSums = ({ items, payment, shipping }: OrderSums, digits: number): ReadonlyArray<Finding> => {
  // An amount is less than 10^12 and has fifteen significant digits, which all parts of a sum and the sum itself must fit.
  const limit = { units: 10n ** BigInt(Math.min(12, 15 - digits)), scale: 0 }
  if (compare(add(decimal(items), decimal(shipping), decimal(payment)), limit) < 0) return []
  // Of three parts, one at least has a third of the limit.
  return Object.entries({ item_id: items, shipping_cost: shipping, payment_cost: payment })
    .filter(([, part]) => compare(times(decimal(part), decimal(3)), limit) >= 0)
    .map(([name]) => ({ at: [name], message: "makes the total exceed the largest amount" }))
}

/** The grand total: items − coupon + shipping + payment cost. */
export const totalOf = ({ items, payment, shipping }: OrderSums, coupon: number): number =>
  numberOf(subtract(add(decimal(items), decimal(shipping), decimal(payment)), decimal(coupon)))

/** The amount taken off an order without a coupon code: the amount sent, at most the items' sum; 0 if none was sent. */
export const discountWithoutCode = (given: number | undefined, { items }: OrderSums, digits: number): number =>
  given === undefined ? 0 : numberOf(min(round(decimal(given), digits), decimal(items)))

/** The lines by `<product_uid>#|#<options>`; the second line with the same key has `#2` after its options. */
export const linesOf = (
  items: NewOrder["item_id"],
  known: (sku: string) => CatalogueItem
): Readonly<Record<string, Item>> => {
  const lines: Record<string, Item> = {}
  const nextByKey = new Map<string, number>()
  for (const { options = "", price, quantity, sku, title } of items) {
    const product = known(sku)
    const key = `${product.uid}#|#${options}`
    let free = key
    let n = nextByKey.get(key) ?? 2
    while (Object.hasOwn(lines, free)) free = `${key}#${n++}`
    nextByKey.set(key, n)
    lines[free] = { count: quantity, price, options, title: title ?? product.title, sku }
  }
  return lines
}

/** The uid of an address's country, as the order stores it; empty if none was sent. */
export const countryUid = (order: Partial<NewOrder>, side: AddressKind): string =>
  String(countryOf(order, side)?.uid ?? "")

/** The uid of an address's state, or the text itself if the country has no states; empty if none was sent. */
export const stateUid = (order: Partial<NewOrder>, side: AddressKind): string => {
  const [country, text] = [countryOf(order, side), partOf(order, side, "state")]
  if (country === undefined || text === undefined) return ""
  const state = stateOf(country, text)
  return typeof state === "object" ? String(state.uid) : (state ?? "")
}

/** The VAT or tax number of the invoice; empty if there is none. */
export const taxNumber = ({ digital_invoice: invoice }: NewOrder): string =>
  invoice?.company_vat_number ?? invoice?.person_tax_number ?? ""

/** What the service determines for a new order in addition to its parameters. */
export interface OrderFacts {
  readonly orderID: string
  readonly short_id: string
  /** When the order is created, in unix microseconds. */
  readonly micros: number
  /** The second up to which events have been reported. */
  readonly reported?: number
  readonly ip: string
  /** The key of the caller, and the request. */
  readonly by?: Pick<LogEntry, "key" | "requestId">
  /** The customer's id and userUID, -1 for a guest; null without a buyer. */
  readonly buyer: { readonly id: string | null; readonly userUID: number }
  readonly known: (sku: string) => CatalogueItem
  readonly sums: OrderSums
  readonly saleAmount: number
  readonly coupon: Order["coupon"]
  readonly taken: Order["stock"]["taken"]
  /** The label of the external payment that the order names, if it names one. */
  readonly paymentlabel?: string | undefined
  readonly currency: string
  readonly locale: string
}

/** Makes the document of a new order. */
export const orderOf = (order: NewOrder, decided: OrderFacts): Order => {
  const { buyer, by, ip, known, micros, orderID, saleAmount, short_id, sums } = decided
  const now = { sec: Math.floor(micros / 1_000_000), usec: micros % 1_000_000 }
  const status = order.order_status
  return {
    orderID,
    billing: addressOf(order, "billing", buyer.userUID),
    delivery: addressOf(order, "delivery", buyer.userUID),
    cart: {
      total: sums.items,
      items: linesOf(order.item_id, known),
      couponCode: order.coupon_code ?? "",
      saleAmount,
      shippingAmount: sums.shipping,
      paymentAmount: sums.payment,
      shippingProfile: order.shipping_method,
      paymentProfile: order.payment_method,
      checkouted: true,
      userUID: buyer.userUID
    },
    total: totalOf(sums, saleAmount),
    userUID: buyer.userUID,
    orderDate: order.timestamp === undefined ? now : { sec: order.timestamp, usec: 0 },
    method: order.shipping_method,
    payment: order.payment_method,
    status,
    message: order.message ?? "",
    transactionID: "",
    customer: { id: buyer.id },
    short_id,
    tags: [...new Set(order.tags)],
    log: [afterReport({ eventId: logEntryKind.created, status, ts: now.sec, ip, ...by }, decided.reported ?? 0)],
    tracking: null,
    stock: { taken: decided.taken, given: !takesStock(status) },
    coupon: decided.coupon,
    ...(decided.paymentlabel === undefined ? {} : { paymentlabel: decided.paymentlabel }),
    currency: decided.currency,
    locale: decided.locale,
    invoice: order.digital_invoice ?? null,
    marketplace: order.marketplace ?? null,
    marketplaceDetails: order.marketplaceDetails ?? null
  }
}

const addressOf = (order: NewOrder, side: AddressKind, userUID: number): Address => {
  const part = (name: "fullname" | "email" | "address" | "phone" | "city" | "postal_code") =>
    partOf(order, side, name) ?? ""
  return {
    addr1: part("address"),
    addr2: "",
    city: part("city"),
    email: part("email"),
    fullname: part("fullname"),
    country: countryUid(order, side),
    phone: part("phone"),
    principal: 0,
    state: stateUid(order, side),
    userUID,
    vat: taxNumber(order),
    zip: part("postal_code")
  }
}
