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
import { currencyFindings } from "@bottega/domain/areas/shops"
import { currencyDigits, type Happening } from "@bottega/domain/contract"
import type { Stored } from "@bottega/storage"
import { Effect } from "effect"
import { type GuardDraft, insert, type WriteDraft } from "../../engine/decide/change.ts"
import { asking, type Handler } from "../../engine/decide/handler.ts"
import { next, refuseIf, Session } from "../../engine/decide/session.ts"
import { together } from "../../engine/decide/together.ts"
import { instant, orderIdAt } from "../../engine/ids.ts"
import { cartItems, cartOf, uidOf } from "../coupons/cart.ts"
import { type CouponAnswers, couponInquiry } from "../coupons/elsewhere.ts"
import { type Claim, type Claimed, claim } from "../coupons/use.ts"
import { buyer } from "../customers.ts"
import { findStock, takeStock, uidsOf } from "../inventory/stock.ts"
import { mailsOfCreation } from "../mail/written.ts"
import { labelOf } from "../payments/open.ts"
import { catalogueOf } from "../products.ts"
import { eventsFor } from "./change.ts"
import { knownReport, settled } from "./reported.ts"

/** Makes an order with all its effects, or refuses. */
export const create: Handler<typeof areas.orders.endpoints.create> = asking({
  ...couponInquiry,
  decide: (input, asked) => decided(input, asked)
})

const decided = Effect.fnUntraced(function* (input: NewOrder, asked: CouponAnswers | undefined) {
  // The number is drawn before anything that other calls change is read: waiting for it would make what was read stale.
  const number = asked?.number ?? (yield* next("orders"))
  const session = yield* Session
  const { readsAtOnce = 1, shop } = session
  const currency = input.currency ?? shop.currency
  const digits = currencyDigits(currency)!
  const at = yield* instant
  const by = { key: session.keySet.pairs[0]?.key ?? null, requestId: session.requestId }
  const orderID = orderIdAt(shop.group_number, at.id)
  const sums = orderSumsOf(input, digits)
  const [{ inStock, uids }, person] = yield* Effect.all([stockOf(input), buyerOf(input)], { concurrency: readsAtOnce })
  const { coupon, stock } = yield* together({
    parameters: refuseIf(session, [...currencyFindings(currency, shop), ...excessiveSums(sums, digits)]),
    stock: stockTaken(input, orderID, inStock),
    coupon: couponClaimed(input, { orderID, sums, digits, asked: { currency, number, answers: asked?.answers } })
  })
  const known = yield* knownOf(input, uids)
  const order = orderOf(input, {
    ...{ orderID, micros: at.date, currency, sums, known, ip: session.ip, by, locale: input.locale ?? shop.locale },
    ...{ buyer: person.buyer, taken: stock.taken, coupon: coupon.coupon, saleAmount: coupon.amount },
    paymentlabel: yield* labelOf(input.payment_method),
    reported: yield* knownReport,
    short_id: String(number)
  })
  return {
    answer: { order_id: orderID },
    writes: [
      insert(collections.orders, order),
      ...person.writes,
      ...stock.writes,
      ...coupon.writes,
      ...(yield* mailsOfCreation(order))
    ],
    guards: [...person.guards, ...coupon.guards],
    events: [...person.events, ...(yield* eventsFor(order, 1, eventsOfCreation(order.status))), ...stock.events],
    settled: yield* settled(order, 1)
  }
})

type InStock = ReadonlyArray<Stored<InventoryItem>>

/** What an order's items need of the stock, read once: their products' uids by SKU, and the stock only if it takes pieces of it. */
const stockOf = Effect.fnUntraced(function* ({ item_id: items, order_status }: NewOrder) {
  const { shop } = yield* Session
  const skus = items.map(({ sku }) => sku)
  if (shop.stock === "ignore" || !takesStock(order_status)) return { inStock: none, uids: yield* uidsOf(skus) }
  const inStock: InStock = yield* findStock(skus)
  const uids = new Map<string, number>()
  for (const { doc } of inStock) for (const { sku } of [doc, ...(doc.childs ?? [])]) uids.set(sku, doc.uid)
  return { inStock, uids }
})
const none: InStock = []

/** The items' products by SKU, with a product's title only for an item without one. */
const knownOf = Effect.fnUntraced(function* ({ item_id: items }: NewOrder, uids: ReadonlyMap<string, number>) {
  const untitled = items.filter(({ title }) => title === undefined).map(({ sku }) => sku)
  const titles = untitled.length === 0 ? undefined : yield* catalogueOf(untitled)
  return (sku: string): CatalogueItem => ({ uid: uids.get(sku) ?? 0, title: titles?.get(sku)?.title ?? sku })
})

const stockTaken = ({ item_id: items, order_status }: NewOrder, orderID: string, inStock: InStock) => {
  let lines: ReadonlyMap<string, number> | undefined
  return takeStock(takesStock(order_status) ? items.map(({ quantity, sku }) => ({ sku, count: quantity })) : [], {
    reason: "order",
    orderID,
    found: inStock,
    at: (sku) => {
      lines ??= firstLines(items)
      return ["item_id", lines.get(sku)!, "sku"]
    }
  })
}

/** The first line of each SKU. */
const firstLines = (items: NewOrder["item_id"]): ReadonlyMap<string, number> =>
  new Map(items.map(({ sku }, line) => [sku, line] as const).reverse())

interface CouponClaimed extends Pick<Claimed, "amount" | "writes" | "guards"> {
  readonly coupon: OrderFacts["coupon"]
}

const couponClaimed = Effect.fnUntraced(function* (
  input: NewOrder,
  { digits, sums, ...claimed }: Pick<Claim, "orderID" | "digits" | "asked"> & { readonly sums: OrderSums }
) {
  const { coupon_amount: given, coupon_code: code, order_status } = input
  if (code === undefined)
    return { coupon: null, amount: discountWithoutCode(given, sums, digits), writes: [], guards: [] } as CouponClaimed
  const cart = cartOf(input, { items: yield* cartItems(input.item_id), cost: sums.shipping, digits })
  const { amount, guards, uid, writes } = yield* claim({ ...cart, ...claimed, code, amount: given })
  // A status that releases the use claims none: the coupon only has to be usable.
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
