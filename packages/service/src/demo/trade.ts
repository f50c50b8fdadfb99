/**
 * Simulates the demo shop's past, order by order: stock is taken, given back and replenished, and coupons are used. Time
 * only moves forward, so that the ledger, the stock and the coupons' counts agree at every instant.
 */
import { buyerOf, type CartItem, type Coupon, type CouponUse, couponUseOf, usable } from "@bottega/domain/areas/coupons"
import {
  type Count,
  type InventoryItem,
  increment,
  type Move,
  returnTo,
  stockMoves,
  takeFrom
} from "@bottega/domain/areas/inventory"
import type { Movement } from "@bottega/domain/areas/ledger"
import {
  countryUid,
  type NewOrder,
  type Order,
  type OrderSums,
  orderOf,
  orderSumsOf,
  stateUid
} from "@bottega/domain/areas/orders"
import { type CatalogueEntry, catalogueEntries } from "@bottega/domain/areas/products"
import type { Shop } from "@bottega/domain/areas/shops"
import { Result } from "effect"
import { buyerDigest } from "../areas/coupons/use.ts"
import { orderIdAt } from "../engine/ids.ts"
import { always, orderFor } from "./basket.ts"
import { type DemoProduct, scarce } from "./catalogue.ts"
import { type Chance, hex } from "./chance.ts"
import { applyPlan, orderPlanOf } from "./life.ts"
import type { Person } from "./people.ts"

/** The state at the beginning; `now` is the end of the past, in unix seconds. */
export interface Beginning {
  readonly shop: Shop
  readonly chance: Chance
  readonly wares: ReadonlyArray<DemoProduct>
  readonly coupons: ReadonlyArray<Coupon>
  readonly now: number
}

/** An order that will be aborted and give back its stock. */
interface Abort {
  readonly at: number
  readonly order: Order
}

const digits = 2
/** The share of orders that name a coupon. */
const couponShare = 0.12

/** The shop as it trades. */
export class DemoTrade {
  #ledger: Array<Movement> = []
  #uses: Array<CouponUse> = []
  readonly #beginning: Beginning
  readonly #items: Map<number, InventoryItem>
  readonly #coupons: Map<number, Coupon>
  readonly #usesByBuyer = new Map<string, number>()
  readonly #entries: ReadonlyMap<string, CatalogueEntry>
  readonly #sold: ReadonlyArray<CatalogueEntry>
  /** Orders to be aborted, in the order of their abortion, because the delay is the same for all. */
  readonly #aborts: Array<Abort> = []

  constructor(beginning: Beginning) {
    this.#beginning = beginning
    const { coupons, wares } = beginning
    this.#items = new Map(wares.map(({ stock }) => [stock.uid, stock]))
    this.#coupons = new Map(coupons.map((coupon) => [coupon.uid, coupon]))
    const entries = wares.map(({ product }) => ({ product, entries: catalogueEntries(product) }))
    this.#entries = new Map(entries.flatMap(({ entries }) => entries.map((entry) => [entry.sku, entry] as const)))
    // A product with variants is sold as one of its variants.
    this.#sold = entries.flatMap(({ entries, product }) =>
      product.status === 0 ? [] : entries.length > 1 ? entries.slice(1) : entries
    )
    for (const { product, stock } of wares)
      this.#write(stockMoves(undefined, stock), "create", product.created * 1_000_000, null)
  }

  /** The current stock. */
  get items(): ReadonlyArray<InventoryItem> {
    return [...this.#items.values()]
  }

  /** The coupons with their current uses. */
  get coupons(): ReadonlyArray<Coupon> {
    return [...this.#coupons.values()]
  }

  /** The movements of stock and the uses of coupons since the last call. */
  written(): { readonly ledger: ReadonlyArray<Movement>; readonly uses: ReadonlyArray<CouponUse> } {
    const written = { ledger: this.#ledger, uses: this.#uses }
    this.#ledger = []
    this.#uses = []
    return written
  }

  /**
   * Makes an order of a person at an instant in microseconds, and simulates its life until now. If stock is not `kept`, the
   * order takes none, as under the policy `ignore`.
   */
  sell(
    person: Person,
    micros: number,
    { kept, short_id }: { readonly kept: boolean; readonly short_id: string }
  ): Order {
    const { chance, now, shop } = this.#beginning
    const placed = Math.floor(micros / 1_000_000)
    this.abortUntil(placed)
    const wanted = orderFor(chance, person, this.#sold)
    const given = kept ? this.#stocked(wanted, micros) : wanted
    const orderID = orderIdAt(shop.group_number, micros)
    const sums = orderSumsOf(given, digits)
    const way = orderPlanOf(chance, placed, now)
    const { coupon, off } = this.#offered(given, sums, placed)
    const ip = `203.0.113.${chance.int(1, 254)}`
    const { id, userUID } = person.customer
    const order = orderOf(coupon === undefined ? given : { ...given, coupon_code: coupon.code }, {
      ...{ orderID, short_id, micros, ip, sums, currency: shop.currency, locale: given.locale ?? shop.locale },
      buyer: { id, userUID: userUID > 0 ? userUID : -1 },
      known: (sku) => this.#entries.get(sku)!,
      saleAmount: off,
      coupon: coupon === undefined ? null : { uid: coupon.uid, freed: false, buyer: null },
      taken: kept ? this.#taken(given, micros, orderID) : []
    })
    if (coupon !== undefined) this.#count(couponUseOf(coupon, orderID, buyerDigest(given.billing_email!)), 1)
    if (way.aborted !== undefined) this.#aborts.push({ at: way.aborted, order })
    else if (coupon !== undefined) this.#uses.push(couponUseOf(coupon, orderID, buyerDigest(given.billing_email!)))
    return applyPlan({ ...order, transactionID: transactionOf(order, chance) }, way, chance, shop.timezone, ip)
  }

  /** Gives back the stock of orders that are aborted by an instant, in unix seconds. */
  abortUntil(seconds: number): void {
    while ((this.#aborts[0]?.at ?? Number.POSITIVE_INFINITY) <= seconds) {
      const { at, order } = this.#aborts.shift()!
      const { changed, entries } = returnTo(this.#itemsOf(order.stock.taken), order.stock.taken)
      this.#keep(changed)
      this.#write(entries, "status", at * 1_000_000, order.orderID)
      if (order.coupon === null) continue
      this.#count(
        couponUseOf(this.#coupons.get(order.coupon.uid)!, order.orderID, buyerDigest(order.billing.email)),
        -1
      )
    }
  }

  /** The order without items that are sold out for good; other items that are short are restocked first. */
  #stocked(order: NewOrder, micros: number): NewOrder {
    const items = order.item_id.filter(({ quantity, sku }) => {
      const item = this.#items.get(this.#entries.get(sku)!.uid)!
      const child = item.childs?.find((one) => one.sku === sku)
      const free = (child ?? item).quantity ?? 0
      if (item.unlimited || free >= quantity) return true
      if (scarce.has(item.sku)) return false
      const bought = this.#beginning.chance.int(4, 12) * 10
      const after = increment("enforce", item, { sku, is_child: child !== undefined, quantity: bought })
      if (typeof after === "string") return false
      this.#keep([after])
      this.#write(stockMoves(item, after), "patch", micros - 1, null)
      return true
    })
    return { ...order, item_id: items.length > 0 ? items : [always] }
  }

  #taken({ item_id }: NewOrder, micros: number, orderID: string): ReadonlyArray<Count> {
    const wanted = item_id.map(({ quantity, sku }) => ({ sku, count: quantity }))
    const taking = takeFrom("enforce", this.#itemsOf(wanted), wanted)
    if ("short" in taking) throw new Error(`the demo shop sold what it does not have: ${taking.short[0]?.sku}`)
    this.#keep(taking.changed)
    this.#write(taking.entries, "order", micros, orderID)
    return taking.entries.map(({ delta, sku }) => ({ sku, count: -delta }))
  }

  /** Tries a coupon now and then; one that cannot be used is left out. */
  #offered(order: NewOrder, sums: OrderSums, now: number): { readonly coupon?: Coupon; readonly off: number } {
    const { chance } = this.#beginning
    if (!chance.is(couponShare)) return { off: 0 }
    const coupon = chance.of(this.coupons)
    const email = order.billing_email!
    const used = usable(coupon, {
      items: order.item_id.map((item) => cartItem(item, this.#entries.get(item.sku)!)),
      email,
      shipping: {
        cost: sums.shipping,
        method: order.shipping_method,
        countryUID: Number(countryUid(order, "delivery")),
        stateUID: Number(stateUid(order, "delivery"))
      },
      now,
      used: coupon.used,
      usedByEmail: this.#usesByBuyer.get(buyerOf({ uid: coupon.uid, email: buyerDigest(email) })) ?? 0,
      digits
    })
    return Result.isSuccess(used) ? { coupon, off: used.success } : { off: 0 }
  }

  #count(use: CouponUse, by: 1 | -1): void {
    const coupon = this.#coupons.get(use.uid)!
    if (coupon.unlimited === 0) this.#coupons.set(use.uid, { ...coupon, used: coupon.used + by })
    if (use.once) this.#usesByBuyer.set(buyerOf(use), (this.#usesByBuyer.get(buyerOf(use)) ?? 0) + by)
  }

  #itemsOf(counts: ReadonlyArray<Count>): ReadonlyArray<InventoryItem> {
    const uids = new Set(counts.map(({ sku }) => this.#entries.get(sku)!.uid))
    return [...uids].map((uid) => this.#items.get(uid)!)
  }

  #keep(changed: ReadonlyArray<InventoryItem>): void {
    for (const item of changed) this.#items.set(item.uid, item)
  }

  #write(moves: ReadonlyArray<Move>, reason: Movement["reason"], micros: number, orderID: string | null): void {
    if (moves.length === 0) return
    const id = hex(micros, 14) + this.#beginning.chance.hex(1)
    this.#ledger.push({ id, reason, key: null, orderID, ts: Math.floor(micros / 1_000_000), moves })
  }
}

/** The number under which the provider of a payment by card or account knows it. */
const transactionOf = ({ payment }: Order, chance: Chance): string => {
  if (payment === "credit_card") return `ch_${chance.hex(3)}`
  return payment === "paypal" ? chance.hex(2).slice(0, 17).toUpperCase() : ""
}

const cartItem = ({ price, quantity, sku }: NewOrder["item_id"][number], entry: CatalogueEntry): CartItem => ({
  ...{ sku, price, count: quantity, tags: entry.tags, brandUID: entry.brandUID, categories: entry.categories },
  productUID: entry.uid,
  reduced: entry.final_price < entry.price
})
