/** Handles the creation of an order: the order, its buyer, its stock and its coupon are one commit. */
import { type areas, collections } from "@bottega/domain/areas"
import { locationOf } from "@bottega/domain/areas/customers"
import type { InventoryItem } from "@bottega/domain/areas/inventory"
import {
  type CatalogueItem,
  countryUid,
  couponEffectOf,
  discountWithoutCode,
  eventsOfCreation,
  excessiveSums,
  type NewOrder,
  type OrderFacts,
  type OrderSums,
  orderOf,
  orderSumsOf,
  stateUid,
  takesStock,
  taxNumber
} from "@bottega/domain/areas/orders"
import type { Shop } from "@bottega/domain/areas/shops"
import { currencyDigits, type Finding, type Happening } from "@bottega/domain/contract"
import type { Stored } from "@bottega/storage"
import { Effect } from "effect"
import { type GuardDraft, insert, type WriteDraft } from "../../engine/change.ts"
import type { Handler } from "../../engine/handler.ts"
import { micros, orderIdAt } from "../../engine/ids.ts"
import { next, refuseIf, Session } from "../../engine/session.ts"
import { together } from "../../engine/together.ts"
import { cartItems, cartOf, uidOf } from "../coupons/cart.ts"
import { type Claimed, claim } from "../coupons/use.ts"
import { buyer } from "../customers.ts"
import { findStock, takeStock } from "../inventory/stock.ts"
import { labelOf } from "../payments/open.ts"
import { catalogueOf } from "../products.ts"
import { eventsFor } from "./change.ts"

/** Makes an order with all its effects, or refuses. */
export const create: Handler<typeof areas.orders.endpoints.create> = Effect.fnUntraced(function* (input) {
  // Before anything that other calls change is read: what was read would be stale once a number has been waited for.
  const number = yield* next("orders")
  const session = yield* Session
  const { shop } = session
  const currency = input.currency ?? shop.currency
  const digits = currencyDigits(currency)!
  const at = yield* micros
  const orderID = orderIdAt(shop.group_number, at)
  const sums = orderSumsOf(input, digits)
  const inStock = yield* findStock(input.item_id.map(({ sku }) => sku))
  const { coupon, stock } = yield* together({
    parameters: refuseIf(session, [...unacceptedCurrency(currency, shop), ...excessiveSums(sums, digits)]),
    stock: stockTaken(input, orderID, inStock),
    coupon: couponClaimed(input, { orderID, sums, digits })
  })
  const known = yield* knownOf(input, inStock)
  const person = yield* buyerOf(input)
  const order = orderOf(input, {
    ...{ orderID, micros: at, currency, sums, known, ip: session.ip, locale: input.locale ?? shop.locale },
    ...{ buyer: person.buyer, taken: stock.taken, coupon: coupon.coupon, saleAmount: coupon.amount },
    paymentlabel: yield* labelOf(input.payment_method),
    short_id: String(number)
  })
  return {
    answer: { order_id: orderID },
    writes: [insert(collections.orders, order), ...person.writes, ...stock.writes, ...coupon.writes],
    guards: [...person.guards, ...coupon.guards],
    events: [...person.events, ...(yield* eventsFor(order, eventsOfCreation(order.status))), ...stock.events]
  }
})

const unacceptedCurrency = (currency: string, shop: Shop): ReadonlyArray<Finding> => {
  const accepted = [...new Set(["EUR", "USD", "GBP", shop.currency])]
  return accepted.includes(currency) ? [] : [{ at: ["currency"], message: `must be one of ${accepted.join(", ")}` }]
}

/** The stock of an order's items, read once for their products' uids and for the pieces to take. */
type InStock = ReadonlyArray<Stored<InventoryItem>>

/** The items' products by SKU, and a product's title only where an item has none. */
const knownOf = Effect.fnUntraced(function* ({ item_id: items }: NewOrder, inStock: InStock) {
  const untitled = items.filter(({ title }) => title === undefined).map(({ sku }) => sku)
  const titles = untitled.length === 0 ? undefined : yield* catalogueOf(untitled)
  const uids = new Map<string, number>()
  for (const { doc } of inStock) for (const { sku } of [doc, ...(doc.childs ?? [])]) uids.set(sku, doc.uid)
  return (sku: string): CatalogueItem => ({ uid: uids.get(sku) ?? 0, title: titles?.get(sku)?.title ?? sku })
})

const stockTaken = ({ item_id: items, order_status }: NewOrder, orderID: string, inStock: InStock) =>
  takeStock(takesStock(order_status) ? items.map(({ quantity, sku }) => ({ sku, count: quantity })) : [], {
    reason: "order",
    orderID,
    found: inStock,
    at: (sku) => ["item_id", items.findIndex((item) => item.sku === sku), "sku"]
  })

interface CouponClaimed extends Pick<Claimed, "amount" | "writes" | "guards"> {
  readonly coupon: OrderFacts["coupon"]
}

const couponClaimed = Effect.fnUntraced(function* (
  input: NewOrder,
  { digits, orderID, sums }: { readonly orderID: string; readonly sums: OrderSums; readonly digits: number }
) {
  const { coupon_amount: given, coupon_code: code, order_status } = input
  if (code === undefined)
    return { coupon: null, amount: discountWithoutCode(given, sums, digits), writes: [], guards: [] } as CouponClaimed
  const cart = cartOf(input, { items: yield* cartItems(input.item_id), cost: sums.shipping, digits })
  const { amount, guards, uid, writes } = yield* claim({ ...cart, code, orderID, amount: given })
  // In a status that releases a use, none is claimed: the coupon only has to be usable.
  const freed = couponEffectOf(order_status, false) === "free"
  const coupon = uid === null ? null : { uid, freed, buyer: null }
  return { coupon, amount, ...(freed ? { writes: [], guards: [] } : { writes, guards }) } as CouponClaimed
})

interface Person {
  readonly buyer: OrderFacts["buyer"]
  readonly writes: ReadonlyArray<WriteDraft>
  readonly guards: ReadonlyArray<GuardDraft>
  readonly events: ReadonlyArray<Happening>
}

const buyerOf = Effect.fnUntraced(function* (input: NewOrder) {
  const { billing_email: email, billing_fullname: fullname = "" } = input
  if (email === undefined) return { buyer: nobody, writes: [], guards: [], events: [] } as Person
  const { customer, ...made } = yield* buyer({
    email,
    fullname,
    phone: input.billing_phone ?? "",
    address: input.billing_address ?? "",
    city: input.billing_city ?? "",
    zip: input.billing_postal_code ?? "",
    code: taxNumber(input),
    ...locationOf(uidOf(countryUid(input, "billing")), stateUid(input, "billing"))
  })
  return { buyer: { id: customer.id, userUID: customer.userUID > 0 ? customer.userUID : guest }, ...made } as Person
})
const guest = -1
const nobody: OrderFacts["buyer"] = { id: null, userUID: guest }
