/** Brings coupons with their rules. Their uses come with the orders that made them. */
import { collections } from "@bottega/domain/areas"
import type { Coupon } from "@bottega/domain/areas/coupons"
import { Effect } from "effect"
import { bringWhole, detail, type Kind } from "../context.ts"
import type { Given } from "../given.ts"
import * as read from "../given.ts"

export const coupons: Kind = (context) =>
  bringWhole(context, {
    kind: "coupons",
    collection: collections.coupons,
    path: "/coupons/list.json",
    item: (given) => {
      const key = read.uid(given["uid"])
      return {
        key,
        load: Effect.fnUntraced(function* (before) {
          const found = yield* detail(context, "/coupons/coupon.json", { uid: String(key) })
          return couponOf(key, { ...given, ...found }, before)
        })
      }
    }
  })

const couponOf = (key: number, given: Given, before: Coupon | undefined): Coupon => ({
  uid: key,
  coupon_id: read.serviceId(given["coupon_id"], "an id"),
  code: read.text(given["code"], "a code"),
  name: read.text(given["name"], "a name"),
  type: read.flag(given["type"]),
  value: read.number(given["value"], "a value"),
  min_sum: read.number(given["min_sum"], "a minimum"),
  active: read.flag(given["active"]),
  unlimited: read.flag(given["unlimited"]),
  // Uses that were counted stay allowed.
  count: Math.max(read.int(given["count"], "a count"), before?.used ?? 0),
  start_time: momentOf(given["startDate"]),
  end_time: momentOf(given["stopDate"]),
  rules: rulesOf(read.objectOrEmpty(given["rules"])),
  used: before?.used ?? 0
})

const momentOf = (given: unknown): number => read.int(read.object(given)["sec"], "a date")

/** The rules that are set; the detail shows the others as empty, and a brand as the word NULL. */
const rulesOf = (given: Given): Coupon["rules"] => {
  const one = (name: string) => {
    const value = read.text(given[name], `a rule ${name}`)
    return value === "" || value === "NULL" ? {} : { [name]: value }
  }
  const list = (name: string) => {
    const values = read.texts(given[name], `a rule ${name}`)
    return values.length === 0 ? {} : { [name]: values }
  }
  return {
    ...list("users_email"),
    ...(read.truth(given["one_use_for_email"]) ? { one_use_for_email: 1 as const } : {}),
    ...{ ...list("categories"), ...list("products") },
    ...(given["discount"] === undefined ? {} : { discount: read.flag(given["discount"]) }),
    ...{ ...list("tags"), ...one("brand") },
    ...{ ...one("remove_shipping_country"), ...one("remove_shipping_state"), ...one("remove_shipping_ship") }
  }
}
