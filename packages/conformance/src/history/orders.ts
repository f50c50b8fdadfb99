/** The model of orders and their buyers, written from the specification. Money is in whole cents. */
import { conflict, type Expected, invalid, notFound, success, together } from "./answers.ts"
import { cents, linesOf, type NewOrder, piecesOf } from "./carts.ts"
import type { Cart, Coupons } from "./coupons.ts"
import type { Customer, Customers } from "./customers.ts"
import type { Pieces, Stock } from "./stock.ts"

export interface Moving {
  readonly orderID: string
  readonly status: number
  readonly tracking?: string
}
export interface Listing {
  readonly nodes: string
  readonly limit: number
  readonly skip?: number
  readonly status?: number
  readonly tags?: string
  readonly since?: number
  readonly to?: number
  readonly from?: number
  readonly "billing.email"?: string
  readonly orderID?: ReadonlyArray<string>
}
/** The kind of authorization code: issued for the order, issued and expired, or invented. */
export type Code = "issued" | "kept too long" | "made up"

interface Order {
  readonly orderID: string
  readonly placed: number
  readonly email: string
  readonly buyer: Customer | undefined
  readonly shown: object
  readonly tags: Array<string>
  readonly log: Array<{ readonly eventId: number; readonly status: number }>
  readonly coupon: string | undefined
  freed: boolean
  status: number
  tracking: string
  taken: Pieces
  given: boolean
}

/** The moves that a guarded shop allows besides staying. */
const guarded = [[1, 6, 7], [2, 3, 6, 7], [3, 6, 7], [4, 5, 8], [5, 8], [6, 8], [], [6], [5, 6]]

/** The orders of a shop. */
export class Orders {
  readonly #transitions: "any" | "guarded"
  readonly #stock: Stock
  readonly #coupons: Coupons
  readonly #orders = new Map<string, Order>()
  readonly #customers: Customers
  /** How many orders were ever made. */
  made = 0

  constructor(transitions: "any" | "guarded", stock: Stock, coupons: Coupons, customers: Customers) {
    this.#transitions = transitions
    this.#stock = stock
    this.#coupons = coupons
    this.#customers = customers
  }

  create(order: NewOrder, minutes: number): Expected {
    const { billing_email: email = "", coupon_code: code, currency, item_id: items, order_status: status } = order
    const wanted = status === 6 || status === 7 ? new Map<string, number>() : piecesOf(items)
    const sum = items.reduce((total, { price, quantity }) => total + cents(price, quantity, currency), 0)
    const coupon = code === undefined ? undefined : this.#coupons.named(code)
    const refused = together([
      ...(currency === "JPY" ? [invalid(["currency"])] : []),
      ...this.#short(wanted, (sku) => `item_id[${items.findIndex((item) => item.sku === sku)}][sku]`),
      ...this.#unusable(order, { email, minutes, sum })
    ])
    if (refused !== undefined) return refused
    const asked = order.coupon_amount === undefined ? undefined : Math.min(cents(order.coupon_amount), sum)
    const off = asked ?? (coupon === undefined ? 0 : this.#coupons.off(coupon, { sum }))

    const orderID = `order ${++this.made}`
    const buyer = email === "" ? undefined : this.#customers.buyer(email, order.billing_fullname ?? "")
    const lines = linesOf(items, (sku) => this.#stock.productOf(sku) ?? "0")
    const taken = this.#stock.take(wanted, "order", orderID)
    const freed = status === 7
    if (coupon !== undefined && !freed) this.#coupons.claim(coupon, orderID, email)
    this.#orders.set(orderID, {
      ...{ orderID, email, buyer, coupon, freed, status, taken, given: status === 6 || status === 7 },
      placed: order.timestamp ?? Number.POSITIVE_INFINITY,
      shown: {
        total: (sum - off + cents(order.shipping_cost)) / 100,
        billing: { email, fullname: order.billing_fullname ?? "" },
        cart: { total: sum / 100, saleAmount: off / 100, couponCode: code ?? "", items: lines }
      },
      tags: [...new Set(wordsOf(order.tags))],
      log: [{ eventId: 0, status }],
      tracking: ""
    })
    return success({ order_id: orderID })
  }

  update({ orderID, status, tracking }: Moving): Expected {
    const order = this.#orders.get(orderID)
    if (order === undefined) return notFound
    const from = order.status
    const moved = status !== from
    const tracked = tracking !== undefined && (moved || tracking !== order.tracking)
    if (!moved && !tracked) return done
    const over = status === 6 || status === 7
    const takes = order.given && !over
    const claims = order.coupon !== undefined && order.freed && !over
    const reasons = claims ? this.#coupons.reasonsUsedUp(order.coupon, order.email) : 0
    const refused = together([
      ...(moved && this.#transitions === "guarded" && !guarded[from]!.includes(status)
        ? [conflict("transition_refused", ["status"])]
        : []),
      ...this.#short(takes ? order.taken : new Map(), () => "status"),
      ...unusable(reasons, "status")
    ])
    if (refused !== undefined) return refused

    if (takes) order.taken = this.#stock.take(order.taken, "status", orderID)
    const gives = (status === 7 || (status === 6 && from <= 2)) && !order.given
    if (gives) order.taken = this.#stock.give(order.taken, orderID)
    order.given = gives || (order.given && !takes)
    if (claims) this.#coupons.claim(order.coupon, orderID, order.email)
    if (status === 7) this.#coupons.release(orderID)
    order.freed = status === 7 || (order.freed && !claims)
    order.status = status
    order.tracking = tracking ?? order.tracking
    order.log.push(...(moved ? [{ eventId: 1, status }] : []), ...(tracked ? [{ eventId: 2, status }] : []))
    return done
  }

  /** The refusal of an order of more than there is. */
  #short(wanted: Pieces, named: (sku: string) => string): ReadonlyArray<Expected> {
    const short = this.#stock.short(wanted)
    return short.length === 0 ? [] : [conflict("not_enough_stock", short.map(named))]
  }

  /** The refusal of an order whose code it cannot use. */
  #unusable({ coupon_amount, coupon_code: code }: NewOrder, cart: Cart): ReadonlyArray<Expected> {
    if (code === undefined) return []
    const coupon = this.#coupons.named(code)
    if (coupon !== undefined) return unusable(this.#coupons.reasons(coupon, cart), "coupon_code")
    return unusable(coupon_amount === undefined ? 1 : 0, "coupon_code")
  }

  addTags(orderID: string, tags: string): Expected {
    const order = this.#orders.get(orderID)
    if (order === undefined) return notFound
    const added = [...new Set(wordsOf(tags))].filter((tag) => !order.tags.includes(tag))
    order.tags.push(...added)
    if (added.length > 0) order.log.push({ eventId: 3, status: order.status })
    return success({ orderID, nAdded: added.length })
  }

  removeTags(orderID: string, tags: string): Expected {
    const order = this.#orders.get(orderID)
    if (order === undefined) return notFound
    const left = order.tags.filter((tag) => !wordsOf(tags).includes(tag))
    const nRemoved = order.tags.length - left.length
    order.tags.splice(0, order.tags.length, ...left)
    if (nRemoved > 0) order.log.push({ eventId: 4, status: order.status })
    return success({ orderID, nRemoved })
  }

  remove(orderID: string, code: Code): Expected {
    if (!this.#orders.has(orderID)) return notFound
    if (code === "made up") return { status: 403, type: "wrong_authorization_code" }
    if (code === "kept too long") return conflict("authorization_code_expired")
    this.#orders.delete(orderID)
    this.#coupons.release(orderID)
    return done
  }

  read(orderID: string): Expected {
    const order = this.#orders.get(orderID)
    if (order === undefined) return notFound
    const { buyer, shown, status } = order
    const customer = { id: buyer === undefined ? null : this.#customers.nameOf(buyer) }
    return success({ ...shown, orderID, status, customer })
  }

  timeline(orderID: string): Expected {
    const order = this.#orders.get(orderID)
    return order === undefined ? notFound : success(order.log)
  }

  /** The whole list, regardless of its pages. */
  list({ from, orderID: named, since, skip = 0, status, tags, to, "billing.email": email }: Listing): Expected {
    const found = [...this.#orders.values()]
      .reverse()
      .filter(
        (order) =>
          (status === undefined || order.status === status) &&
          (email === undefined || order.email.toLowerCase() === email.toLowerCase()) &&
          (named === undefined || named.includes(order.orderID)) &&
          wordsOf(tags).every((tag) => order.tags.includes(tag)) &&
          (since === undefined || order.placed > since) &&
          (from === undefined || order.placed > from) &&
          (to === undefined || order.placed < to)
      )
    // Later orders first; among orders made together, those placed later, because sorting is stable.
    const sorted = found.sort((one, other) => (one.placed === other.placed ? 0 : other.placed - one.placed))
    return success(
      sorted.slice(skip).map(({ email, orderID, shown, status, tags }) => ({
        ...{ orderID, status, tags, billing: { email } },
        total: (shown as { readonly total: number }).total
      }))
    )
  }
}

/** The refusal of a coupon for so many reasons, each of which names the parameter. */
const unusable = (reasons: number, parameter: string): ReadonlyArray<Expected> =>
  reasons === 0 ? [] : [conflict("coupon_not_usable", Array(reasons).fill(parameter))]

const done = success({ ok: 1, err: null })

const wordsOf = (tags = ""): ReadonlyArray<string> => tags.split(",").filter((tag) => tag !== "")
