/** The operations on coupons. */
import { Schema } from "effect"
import { Removal, Update } from "../../contract/answers.ts"
import { atMost } from "../../contract/bounded.ts"
import { del, type Finding, get, post, put, stream } from "../../contract/endpoint.ts"
import { Duplicate, NotFound } from "../../contract/refusals.ts"
import { aliases } from "../../contract/spellings.ts"
import { uniqueValue } from "../../contract/unique-value.ts"
import {
  clearable,
  commaList,
  commaSeparated,
  Email,
  names,
  nodes,
  ServiceID,
  spelt,
  Text,
  Title,
  Uid
} from "../../contract/values.ts"
import { CheckedCoupon, checkFindings, checkParameters } from "./cart.ts"
import { Coupon, collections } from "./document.ts"
import { buyerBound, checkRule, RuleName } from "./rules.ts"
import { CouponDetail, ShownCoupon } from "./shown.ts"

const Percent = 1

const uid = names("coupons", Uid).annotate({ description: "The coupon's uid." })
const { active, count, end_time, min_sum, start_time, type, unlimited, value } = Coupon.fields

export const endpoints = {
  list: stream("/coupons/list.json", {
    summary: "List the shop's coupons.",
    columns: ["uid", "code", "type", "value", "min_sum", "active", "count", "iso.startDate", "iso.stopDate", "name"],
    output: Schema.Array(ShownCoupon),
    stability: "beta"
  }),
  read: get("/coupons/coupon.json", {
    summary: "Read one coupon with its rules.",
    input: { uid, nodes: nodes("usage") },
    output: CouponDetail,
    refusals: [NotFound],
    stability: "beta",
    example: { uid: 1, nodes: ["usage"] }
  }),
  create: post("/coupons/coupon.json", {
    summary: "Create a coupon.",
    input: {
      code: spelt(Title(255), (text) => text.trim()).annotate({
        description: "What the buyer types; unique in the shop, whatever the case. Blanks at its ends are left out."
      }),
      name: Title(255).annotate({ description: "What the shop calls it." }),
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
          users_email: clearable(commaList(Email).check(atMost(buyerBound))).annotate({
            description: "The buyers that may use it, as a list or separated by commas; empty for everybody."
          })
        })
      ).annotate({ description: "The rules that it begins with; PUT /coupons/rules.json sets the others." })
    },
    output: Schema.Struct({ coupon_code: Text, uid: names("coupons", Uid), unique_id: ServiceID, endpoint: Text }),
    rules: contradictions,
    takes: ({ code }) => [uniqueValue(collections.coupons, "code", { code })],
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
      name: RuleName.annotate({ description: "The rule to set." }).annotateKey(aliases("rule_name")),
      rule_value: commaSeparated(clearable(Schema.Union([Text, Schema.Array(Text)]))).annotate({
        description: "A text, separated by commas where the rule takes several, or a list."
      })
    },
    output: Update,
    rules: ({ name, rule_value }) =>
      name === undefined || rule_value === undefined ? [] : checkRule(name, rule_value),
    refusals: [NotFound],
    stability: "beta",
    example: { uid: 1, name: "remove_shipping", rule_value: "country:380,ship:standard" }
  }),
  check: post("/coupons/check.json", {
    summary: "Check whether a coupon can be used for a cart, and what it takes off. Nothing is claimed.",
    input: checkParameters,
    output: CheckedCoupon,
    rules: checkFindings,
    stability: "companion",
    example: {
      code: "WELCOME10",
      item_id: [{ sku: "MUG-1", price: 9.5, quantity: 2 }],
      shipping_cost: 4.9,
      billing_email: "anna@example.com"
    }
  }),
  remove: del("/coupons/coupon.json", {
    summary: "Remove a coupon; orders that used it keep their discount.",
    input: { uid },
    output: Removal,
    refusals: [NotFound],
    stability: "beta"
  })
}

function contradictions(given: Partial<Pick<Coupon, "type" | "value" | "start_time" | "end_time">>): Array<Finding> {
  const { end_time = Infinity, start_time = 0, type, value = 0 } = given
  return [
    ...(type === Percent && value > 100 ? [{ at: ["value"], message: "must be at most 100 percent" }] : []),
    ...(end_time < start_time ? [{ at: ["end_time"], message: "must not be before start_time" }] : [])
  ]
}
