/**
 * How orders use coupons: they claim a use in their own commit, release it, and reclaim it. Each function only reads and
 * gives the writes. A limited coupon counts its uses in its own document, and a buyer's only use has a unique lookup, so
 * that of two orders that race for the last use the slower one conflicts and is decided again.
 */
import { collections } from "@bottega/domain/areas"
import {
  buyerOf,
  type Cart,
  type Coupon,
  couponUseOf,
  maxDiscount,
  reasonUsedUp,
  usable
} from "@bottega/domain/areas/coupons"
import { CouponNotUsable } from "@bottega/domain/contract"
import { decimal, numberOf, round } from "@bottega/domain/money"
import type { Stored } from "@bottega/storage"
import { Effect, Result } from "effect"
import { type GuardDraft, guard, insert, remove, replace, type WriteDraft } from "../../engine/change.ts"
import { get, list, rows, Session } from "../../engine/session.ts"

/** An order that names a coupon; the uses and the instant are read here. */
export interface Claim extends Omit<Cart, "now" | "used" | "usedByEmail"> {
  readonly code: string
  readonly orderID: string
  /** The discount to use instead of the computed one, limited to the largest possible discount. */
  readonly amount?: number | undefined
}

/** A claimed use. */
export interface Claimed {
  /** The coupon's uid, for `reclaim`; null for a code that is accepted as plain text. */
  readonly uid: number | null
  /** The discount: at most the items' sum, plus the shipping cost if the coupon covers that. */
  readonly amount: number
  readonly writes: ReadonlyArray<WriteDraft>
  /** Guards that the coupon still exists, if the use does not write it. */
  readonly guards: ReadonlyArray<GuardDraft>
}

/**
 * Claims a use for an order, or refuses with the reason. A code that is no coupon of the shop is accepted as plain text if
 * an amount is given.
 */
export const claim = Effect.fnUntraced(function* ({ amount, code, orderID, ...order }: Claim) {
  const { now } = yield* Session
  const coupon = yield* byCode(code)
  if (coupon === undefined) return yield* plain(code, amount, order)
  const { uid } = coupon.doc
  const email = order.email.toLowerCase()
  const cart: Cart = {
    ...order,
    email,
    now: Math.floor(now / 1000),
    used: coupon.doc.used,
    usedByEmail: yield* usesOf(uid, email)
  }
  const computed = usable(coupon.doc, cart)
  if (Result.isFailure(computed)) return yield* refuse(code, computed.failure)
  const given = amount === undefined ? computed.success : atMost(amount, maxDiscount(coupon.doc, cart), cart.digits)
  return { uid, amount: given, ...usesUp(coupon, orderID, email) } as Claimed
})

/** Releases an order's use, if it has one: for status 7 and for removal. */
export const release = Effect.fnUntraced(function* (orderID: string) {
  const use = yield* get(collections.couponUses, orderID)
  if (use === undefined) return []
  const coupon = yield* get(collections.coupons, use.doc.uid)
  return [remove(collections.couponUses, use), ...(coupon === undefined ? [] : counted(coupon, -1))]
})

/**
 * Reclaims a released use for an order that leaves status 7; refuses if none is left. If the coupon was removed in
 * between, there is nothing to claim.
 */
export const reclaim = Effect.fnUntraced(function* (order: {
  readonly uid: number
  readonly orderID: string
  readonly email: string
}) {
  const coupon = yield* get(collections.coupons, order.uid)
  const held = yield* get(collections.couponUses, order.orderID)
  if (coupon === undefined || held !== undefined) return { writes: [], guards: [] }
  const email = order.email.toLowerCase()
  const reason = reasonUsedUp(coupon.doc, {
    email,
    used: coupon.doc.used,
    usedByEmail: yield* usesOf(order.uid, email)
  })
  return reason === undefined ? usesUp(coupon, order.orderID, email) : yield* refuse(coupon.doc.code, reason)
})

const byCode = (code: string) =>
  Effect.map(
    list(collections.coupons, { where: [{ on: "code", eq: code.toLowerCase() }], limit: 1 }),
    ([coupon]) => coupon
  )

/** How many uses of a coupon belong to a buyer, counted up to one: whether there is any is all that matters. */
const usesOf = (uid: number, email: string) =>
  Effect.map(
    rows(collections.couponUses, { where: [{ on: "buyer", eq: buyerOf({ uid, email }) }], limit: 1 }),
    (found) => found.length
  )

const usesUp = (coupon: Stored<Coupon>, orderID: string, email: string): Pick<Claimed, "writes" | "guards"> => ({
  writes: [insert(collections.couponUses, couponUseOf(coupon.doc, orderID, email)), ...counted(coupon, 1)],
  guards: coupon.doc.unlimited === 1 ? [guard(collections.coupons, coupon)] : []
})

/** Changes the count of a limited coupon. An unlimited one has no count, so that its orders do not conflict. */
const counted = (coupon: Stored<Coupon>, by: 1 | -1): ReadonlyArray<WriteDraft> =>
  coupon.doc.unlimited === 1
    ? []
    : [replace(collections.coupons, coupon, { ...coupon.doc, used: coupon.doc.used + by })]

const plain = (code: string, amount: number | undefined, order: Pick<Cart, "digits" | "items" | "shipping">) =>
  amount === undefined
    ? refuse(code, "it is no coupon of this shop")
    : Effect.succeed<Claimed>({
        uid: null,
        amount: atMost(amount, maxDiscount(undefined, order), order.digits),
        writes: [],
        guards: []
      })

const atMost = (amount: number, limit: number, digits: number): number =>
  Math.min(numberOf(round(decimal(amount), digits)), limit)

const refuse = (code: string, reason: string): Effect.Effect<never, CouponNotUsable> =>
  Effect.fail(new CouponNotUsable({ message: `The coupon ${code} cannot be used: ${reason}.` }))
