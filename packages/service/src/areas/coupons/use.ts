/**
 * How orders use coupons: they claim a use in their own commit, release it, and reclaim it. Each function only reads, and returns
 * the writes. A limited coupon counts its uses in its own document, and a buyer's only use has a unique lookup, so that of two
 * orders that race for the last use the slower one conflicts and is decided again.
 */
import { collections } from "@bottega/domain/areas"
import {
  buyerOf,
  type Coupon,
  codesTyped,
  couponTyped,
  couponUseOf,
  maxDiscount,
  reasonsUsedUp,
  usable
} from "@bottega/domain/areas/coupons"
import { CouponNotUsable, type Finding } from "@bottega/domain/contract"
import { decimal, numberOf, round } from "@bottega/domain/money"
import type { Stored } from "@bottega/storage"
import { Effect, Result } from "effect"
import { type GuardDraft, guard, insert, remove, replace, type WriteDraft } from "../../engine/decide/change.ts"
import { conflict, get, list, rows, Session } from "../../engine/decide/session.ts"
import { digest } from "../../engine/ids.ts"
import { type Asked, elsewhere, type GivenCart } from "./elsewhere.ts"

/** An order that names a coupon. */
export interface Claim extends GivenCart {
  readonly code: string
  readonly orderID: string
  readonly asked: Asked
  /** The discount to use instead of the computed one, limited to the largest possible discount. */
  readonly amount?: number | undefined
}

/** A claimed use. */
export interface Claimed {
  /** The coupon's uid, for `reclaim`; null for a code of no coupon of the shop. */
  readonly uid: number | null
  /** The discount: at most the items' sum, plus the shipping cost if the coupon covers that. */
  readonly amount: number
  readonly writes: ReadonlyArray<WriteDraft>
  /** Guards that the coupon still exists, if the use does not write it. */
  readonly guards: ReadonlyArray<GuardDraft>
}

/**
 * The amount that a code takes off a cart, and every reason why it cannot be used; without a coupon if the shop has no
 * such code, which its endpoints are asked about.
 */
export const examined = Effect.fnUntraced(function* (code: string, cart: GivenCart, asked: Asked) {
  const { now } = yield* Session
  const coupon = yield* byCode(code)
  if (coupon === undefined) return { coupon, ...(yield* elsewhere(code, cart, asked)) }
  const { uid, used } = coupon.doc
  const usedByEmail = yield* usesOf(uid, buyersOf(cart.email))
  const found = usable(coupon.doc, { ...cart, now: Math.floor(now / 1000), used, usedByEmail })
  return Result.isSuccess(found)
    ? { coupon, amount: found.success, reasons: [] }
    : { coupon, amount: 0, reasons: found.failure }
})

/**
 * Claims a use for an order, or refuses with every reason. A code of no coupon of the shop is accepted if an endpoint takes it,
 * and as plain text if an amount is given.
 */
export const claim = Effect.fnUntraced(function* ({ amount: given, asked, code, orderID, ...cart }: Claim) {
  const { amount: computed, coupon, reasons } = yield* examined(code, cart, asked)
  const amount = given === undefined ? computed : atMost(given, maxDiscount(coupon?.doc, cart), cart.digits)
  const isAccepted = coupon === undefined && given !== undefined
  if (reasons.length > 0 && !isAccepted) return yield* refuse(code, reasons, ["coupon_code"], "cannot be used")
  if (coupon === undefined) return { uid: null, amount, writes: [], guards: [] } as Claimed
  return { uid: coupon.doc.uid, amount, ...usesUp(coupon, orderID, buyerDigest(cart.email)) } as Claimed
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
  /** The digest of the buyer's address, for an order whose buyer was erased. */
  readonly buyer: string | null
}) {
  const coupon = yield* get(collections.coupons, order.uid)
  const held = yield* get(collections.couponUses, order.orderID)
  if (coupon === undefined || held !== undefined) return { writes: [], guards: [] }
  const buyer = order.buyer ?? buyerDigest(order.email)
  const usedByEmail = yield* usesOf(order.uid, order.buyer === null ? buyersOf(order.email) : [order.buyer])
  const reasons = reasonsUsedUp(coupon.doc, { email: buyer, used: coupon.doc.used, usedByEmail })
  return reasons.length === 0
    ? usesUp(coupon, order.orderID, buyer)
    : yield* refuse(coupon.doc.code, reasons, ["status"], "needs the order's coupon, which cannot be used")
})

const byCode = (typed: string) => {
  const codes = codesTyped(typed)
  const found = list(collections.coupons, { where: [{ on: "code", in: codes }], limit: codes.length })
  return Effect.map(found, (coupons) => couponTyped(typed, coupons))
}

/** The number of uses of a coupon by a buyer, counted up to one, because only whether there is any matters. */
const usesOf = (uid: number, buyers: ReadonlyArray<string>) =>
  Effect.map(
    rows(collections.couponUses, {
      where: [{ on: "buyer", in: buyers.map((email) => buyerOf({ uid, email })) }],
      limit: 1
    }),
    (found) => found.length
  )

/** The digest by which a use knows its buyer, so that the buyer's data can be erased without freeing the use. */
export const buyerDigest = (email: string): string => (email === "" ? "" : digest(email.toLowerCase()))

/** A buyer as uses name it: by digest, or by the address itself in uses that are older than digests. */
const buyersOf = (email: string): ReadonlyArray<string> =>
  email === "" ? [email] : [buyerDigest(email), email.toLowerCase()]

const usesUp = (coupon: Stored<Coupon>, orderID: string, buyer: string): Pick<Claimed, "writes" | "guards"> => ({
  writes: [insert(collections.couponUses, couponUseOf(coupon.doc, orderID, buyer)), ...counted(coupon, 1)],
  guards: coupon.doc.unlimited === 1 ? [guard(collections.coupons, coupon)] : []
})

/** Changes the count of a limited coupon. An unlimited one has no count, so that its orders do not conflict. */
const counted = (coupon: Stored<Coupon>, by: 1 | -1): ReadonlyArray<WriteDraft> =>
  coupon.doc.unlimited === 1
    ? []
    : [replace(collections.coupons, coupon, { ...coupon.doc, used: coupon.doc.used + by })]

const atMost = (amount: number, limit: number, digits: number): number =>
  Math.min(numberOf(round(decimal(amount), digits)), limit)

const refuse = (code: string, reasons: ReadonlyArray<string>, at: Finding["at"], what: string) =>
  conflict(
    CouponNotUsable,
    `The coupon ${code} cannot be used: ${reasons.join("; ")}.`,
    reasons.map((reason) => ({ at, message: `${what}: ${reason}` }))
  )
