/** When an endpoint is asked, and what its answers mean. Pure functions; times are unix milliseconds. */
import { Schema } from "effect"
import { decimal, min, numberOf, percentOf, round } from "../../contract/money.ts"
import type { Breaker } from "./document.ts"

/** How long a buyer waits for all endpoints together. */
export const askMs = 2000
/** Failures in a row after which an endpoint is not asked any more. */
export const maxFailures = 5
/** How long it is not asked then; after that, one call at a time tries it. */
export const openMs = 30_000

/** Of a circuit breaker: closed lets calls through, open does not, half open lets one call try. */
export const breakerStates = ["closed", "open", "half_open"] as const
export type BreakerState = (typeof breakerStates)[number]

/** The state of a breaker at an instant. */
export const breakerStateOf = (breaker: Breaker | null, nowMs: number): BreakerState => {
  if (breaker === null || breaker.opened === null) return "closed"
  return isRecent(breaker.opened, nowMs) ? "open" : "half_open"
}

/** A breaker after a call failed. One that is open stays as it is, because several calls fail at once. */
export const breakerAfterFailure = (
  breaker: Breaker | null,
  last: Pick<Breaker, "lastMs" | "lastStatus">,
  nowMs: number
): Breaker => {
  if (breaker !== null && breakerStateOf(breaker, nowMs) === "open") return breaker
  const failures = (breaker?.failures ?? 0) + 1
  return { ...last, failures, opened: failures >= maxFailures ? nowMs : null, probed: null }
}

/** Whether an endpoint with an open or half open breaker may be tried now: none other tries it, or the one that did is gone. */
export const mayProbe = (breaker: Breaker, nowMs: number): boolean =>
  breakerStateOf(breaker, nowMs) === "half_open" && (breaker.probed === null || !isRecent(breaker.probed, nowMs))

// Another process may have written the instant, by a clock that is ahead.
const isRecent = (atMs: number, nowMs: number): boolean => Math.abs(nowMs - atMs) < openMs

const maxTextCharacters = 255
const ShortText = Schema.String.check(Schema.isMaxLength(maxTextCharacters))
const Sum = Schema.Number.check(Schema.isBetween({ minimum: 0, maximum: 999_999_999_999 }))
const optionalOrNull = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** The answer of a coupon endpoint. Only a valid coupon needs a type and a value. */
export const CouponAnswer = Schema.Union([
  Schema.Struct({
    valid: Schema.Literal(true),
    type: Schema.Literals([0, 1]),
    value: Sum,
    reason: optionalOrNull(ShortText)
  }).check(Schema.makeFilter(({ type, value }) => type === 0 || value <= 100 || "must be at most 100 percent")),
  Schema.Struct({ valid: Schema.Literal(false), reason: optionalOrNull(ShortText) })
])
export type CouponAnswer = typeof CouponAnswer.Type

/** The answer of a shipping endpoint; costs in the currency that was asked for. */
export const ShippingAnswer = Schema.Struct({
  options: Schema.Array(
    Schema.Struct({
      id: ShortText.check(Schema.isMinLength(1)),
      label: ShortText,
      cost: Sum,
      eta: optionalOrNull(Schema.Union([ShortText, Schema.Finite]))
    })
  ).check(Schema.isMaxLength(100))
})
export type ShippingAnswer = typeof ShippingAnswer.Type

/** What a valid coupon takes off items of this sum: a percentage of it, or a fixed amount, at most the sum. */
export const discountOf = (
  { type, value }: Extract<CouponAnswer, { valid: true }>,
  { digits, sum }: { readonly sum: number; readonly digits: number }
): number => {
  const items = decimal(sum)
  const off = type === 1 ? percentOf(items, decimal(value)) : decimal(value)
  return numberOf(min(round(off, digits), items))
}
