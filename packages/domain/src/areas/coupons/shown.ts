/** Coupons as lists and the detail show them. */
import { Schema } from "effect"
import { plainText } from "../../contract/numbers.ts"
import { Flag, Int, labelled, Money, names, ServiceID, Text, Uid } from "../../contract/values.ts"
import { orderStyle } from "../../contract/zones.ts"
import { type Coupon, couponTypes } from "./document.ts"
import { ShownRules } from "./rules.ts"

const Moment = Schema.Struct({ sec: Int, usec: Int })
const fields = {
  uid: names("coupons", Uid),
  coupon_id: ServiceID,
  code: Text,
  name: Text,
  type: labelled(Schema.Literals(["0", "1"]), couponTypes),
  value: Text,
  min_sum: Money,
  active: Flag,
  unlimited: Schema.Boolean,
  count: Int,
  startDate: Moment,
  stopDate: Moment,
  iso: Schema.Struct({ startDate: Text, stopDate: Text })
}

/** A coupon as lists show it. */
export const ShownCoupon = Schema.Struct(fields).annotate({ identifier: "CouponSummary" })
export type ShownCoupon = typeof ShownCoupon.Type

/** A coupon as the detail shows it. */
export const CouponDetail = Schema.Struct({
  ...fields,
  rules: ShownRules,
  usage: Schema.optionalKey(
    Schema.Struct({
      used: Int,
      remaining: Schema.NullOr(Int).annotate({ description: "Null if the coupon is unlimited." }),
      orders: Schema.Array(Text)
    })
  )
}).annotate({ identifier: "Coupon" })
export type CouponDetail = typeof CouponDetail.Type

/** The list form of a coupon, with dates in the shop's time zone. */
export const couponSummary = (coupon: Coupon, zone: string): ShownCoupon => ({
  uid: coupon.uid,
  coupon_id: coupon.coupon_id,
  code: coupon.code,
  name: coupon.name,
  type: coupon.type === 1 ? "1" : "0",
  value: plainText(coupon.value),
  min_sum: coupon.min_sum,
  active: coupon.active,
  unlimited: coupon.unlimited === 1,
  count: coupon.count,
  startDate: { sec: coupon.start_time, usec: 0 },
  stopDate: { sec: coupon.end_time, usec: 0 },
  iso: { startDate: orderStyle(coupon.start_time, zone), stopDate: orderStyle(coupon.end_time, zone) }
})
