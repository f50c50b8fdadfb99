/** Coupons: codes that take a percentage or a fixed sum off an order, and who used them. */
import { Schema } from "effect"
import { collection, number, text } from "./collection.ts"
import { checkRule, RuleName, Rules, setRule } from "./coupon-rules.ts"
import { CouponDetail, ShownCoupon } from "./coupon-shown.ts"
import { withDefault } from "./defaults.ts"
import { del, type Finding, get, post, put, stream } from "./endpoint.ts"
import { aliases } from "./reader.ts"
import { Duplicate, NotFound } from "./refusals.ts"
import {
  Amount,
  clearable,
  commaList,
  Email,
  Flag,
  Int,
  intFrom,
  nodes,
  ServiceID,
  Text,
  Uid,
  Unix,
  Word
} from "./values.ts"

const Percent = 1

/** A coupon as stored. Times are unix seconds, both included; `used` counts the uses of a limited one only. */
export const Coupon = Schema.Struct({
  uid: Uid,
  coupon_id: ServiceID,
  code: Word.annotate({ description: "What the buyer types; unique in the shop, whatever the case." }),
  name: Word,
  type: Schema.Literals([0, 1]).annotate({ description: "1 takes off value percent, 0 a fixed value." }),
  value: Amount,
  min_sum: Amount.annotate({ description: "The least sum of the items that count." }),
  active: Flag,
  unlimited: Flag,
  count: intFrom(0).annotate({ description: "How often it can be used, unless it is unlimited." }),
  start_time: Unix,
  end_time: Unix,
  rules: Rules,
  used: withDefault(Int, 0)
})
export type Coupon = typeof Coupon.Type

/** A new coupon; an empty list of buyers is everybody. */
export const couponFrom = (
  uid: number,
  coupon_id: string,
  given: Omit<Coupon, "uid" | "coupon_id" | "rules" | "used">,
  users_email: ReadonlyArray<string>
): Coupon => ({ ...given, uid, coupon_id, rules: setRule({}, "users_email", users_email), used: 0 })

/** A use of a coupon by an order; it is there as long as the use counts. `email` is in lower case, empty for nobody. */
export const CouponUse = Schema.Struct({
  orderID: Text,
  uid: Uid,
  email: Text,
  /** True where the coupon was good for one order per buyer when it was used. */
  once: Schema.Boolean
})
export type CouponUse = typeof CouponUse.Type

/** The use of a coupon by a buyer's order. */
export const useOf = ({ rules, uid }: Coupon, orderID: string, email: string): CouponUse => ({
  orderID,
  uid,
  email: email.toLowerCase(),
  once: rules.one_use_for_email === 1
})

/** Who used what: the value of the lookups `buyer` and `once`. */
export const buyerOf = ({ email, uid }: Pick<CouponUse, "email" | "uid">): string => `${uid}:${email}`

export const collections = {
  coupons: collection("coupons", Coupon, {
    key: ({ uid }) => uid,
    lookups: { code: text(({ code }) => code.toLowerCase()) },
    unique: ["code"]
  }),
  couponUses: collection("couponuses", CouponUse, {
    key: ({ orderID }) => orderID,
    lookups: {
      coupon: number(({ uid }) => uid),
      buyer: text(buyerOf),
      once: text((use) => (use.once ? buyerOf(use) : undefined))
    },
    unique: ["once"],
    orders: [["coupon", "key"]]
  })
}

const uid = Uid.annotate({ description: "The coupon addressed." })
const Err = { err: Schema.Null, errmsg: Schema.Null }
const { active, code, count, end_time, min_sum, name, start_time, type, unlimited, value } = Coupon.fields

export const coupons = {
  list: stream("/coupons/list.json", {
    summary: "List the shop's coupons.",
    output: Schema.Array(ShownCoupon),
    stability: "beta"
  }),
  read: get("/coupons/coupon.json", {
    summary: "Read one coupon with its rules.",
    input: { uid, nodes: nodes("usage") },
    output: CouponDetail,
    refusals: [NotFound],
    stability: "beta"
  }),
  create: post("/coupons/coupon.json", {
    summary: "Make a coupon.",
    input: {
      code,
      name,
      type,
      value,
      min_sum,
      active,
      start_time,
      end_time,
      unlimited,
      count,
      rules: clearable(
        Schema.Struct({
          users_email: clearable(commaList(Email)).annotate({
            description: "The buyers it is for, as a list or parted by commas; empty for everybody."
          })
        })
      )
    },
    output: Schema.Struct({ coupon_code: Text, uid: Uid, unique_id: ServiceID, endpoint: Text }),
    rules: impossible,
    refusals: [Duplicate],
    stability: "beta",
    example: {
      code: "WELCOME10",
      name: "Ten percent for new customers",
      type: 1,
      value: 10,
      min_sum: 0,
      active: 1,
      start_time: 1767222000,
      end_time: 1798757999,
      unlimited: 0,
      count: 100,
      rules: { users_email: [] }
    }
  }),
  updateRules: put("/coupons/rules.json", {
    summary: "Set one rule of a coupon, or reset it with an empty value.",
    input: {
      uid,
      name: RuleName.annotateKey(aliases("rule_name")),
      rule_value: clearable(Schema.Union([Text, Schema.Array(Text)])).annotate({
        description: "A text, parted by commas where the rule takes several, or a list."
      })
    },
    output: Schema.Struct({ ok: Int, nModified: Int, n: Int, ...Err, updatedExisting: Schema.Boolean }),
    rules: ({ name, rule_value }) =>
      name === undefined || rule_value === undefined
        ? []
        : checkRule(name, rule_value).map((message): Finding => ({ at: ["rule_value"], message })),
    refusals: [NotFound],
    stability: "beta",
    example: { uid: 1, name: "remove_shipping", rule_value: "country:380,ship:standard" }
  }),
  remove: del("/coupons/coupon.json", {
    summary: "Remove a coupon; orders that used it keep what it took off.",
    input: { uid },
    output: Schema.Struct({ ok: Int, n: Int, ...Err }),
    refusals: [NotFound],
    stability: "beta"
  })
}

function impossible(given: Partial<Pick<Coupon, "type" | "value" | "start_time" | "end_time">>): Array<Finding> {
  const { end_time = Infinity, start_time = 0, type, value = 0 } = given
  return [
    ...(type === Percent && value > 100 ? [{ at: ["value"], message: "must be at most 100 percent" }] : []),
    ...(end_time < start_time ? [{ at: ["end_time"], message: "must not be before start_time" }] : [])
  ]
}
