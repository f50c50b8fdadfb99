/** Codes of no coupon of the shop: its real-time endpoints are asked about them. */
import { collections } from "@bottega/domain/areas"
import { type Cart, maxDiscount } from "@bottega/domain/areas/coupons"
import { askMs, CouponAnswer, discountOf, type RealtimeEndpoint } from "@bottega/domain/areas/realtime"
import type { Stored } from "@bottega/storage"
import { Effect } from "effect"
import { Unasked } from "../../engine/decide/handler.ts"
import { type Answered, answersOf, askable } from "../realtime/asked.ts"

/** A cart as a caller describes it; the uses and the instant are read with the coupon. */
export type GivenCart = Omit<Cart, "now" | "used" | "usedByEmail">

/** What the endpoints are asked about a code. `number` is that of the order, which is not drawn again for the answer. */
export interface CouponQuestion {
  readonly endpoints: ReadonlyArray<Stored<RealtimeEndpoint>>
  readonly body: object
  readonly number: number | undefined
}

/** What they answered. */
export interface CouponAnswers {
  readonly answers: ReadonlyArray<Answered<CouponAnswer>>
  readonly number: number | undefined
}

/** How a decision stands to them: without answers, it fails if it needs some. */
export interface Asked {
  readonly currency: string
  readonly number?: number
  readonly answers: CouponAnswers["answers"] | undefined
}

/** Asks the endpoints, for a handler that examines coupons. */
export const couponInquiry = {
  // Each endpoint has its own deadline; this one is for a store that does not answer.
  deadlineMs: 2 * askMs,
  ask: ({ body, endpoints, number }: CouponQuestion) =>
    Effect.map(
      answersOf(endpoints, { of: collections.realtimeCoupons, body, answer: CouponAnswer }),
      (answers): CouponAnswers => ({ answers, number })
    ),
  late: ({ number }: CouponQuestion): CouponAnswers => ({ answers: [], number })
}

/** What the oldest endpoint that takes a code takes off the cart; if none takes it, the reasons. */
export const elsewhere = Effect.fnUntraced(function* (
  code: string,
  cart: GivenCart,
  { answers, currency, number }: Asked
) {
  if (answers === undefined) {
    const endpoints = yield* askable(collections.realtimeCoupons)
    if (endpoints.length > 0)
      return yield* new Unasked<CouponQuestion>({ question: { endpoints, body: bodyOf(code, cart, currency), number } })
  }
  const reasons = ["it is not a coupon of this shop"]
  for (const { answer, endpoint } of answers ?? []) {
    if (answer.valid)
      return { amount: discountOf(answer, { sum: maxDiscount(undefined, cart), digits: cart.digits }), reasons: [] }
    if (answer.reason) reasons.push(`${endpoint.name}: ${answer.reason}`)
  }
  return { amount: 0, reasons }
})

const bodyOf = (code: string, cart: GivenCart, currency: string) => ({
  code: code.trim(),
  cart: {
    items: cart.items.map(({ count, price, sku }) => ({ sku, quantity: count, price })),
    total: maxDiscount(undefined, cart)
  },
  customer: { email: cart.email },
  currency
})
