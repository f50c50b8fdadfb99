/** What must hold within orders, and between their numbers and the count of them. */
import { type Check, counted, sound } from "../../contract/check.ts"
import { collections } from "./document.ts"
import { couponOf, stockOf } from "./status.ts"

export const checks: ReadonlyArray<Check> = [
  counted("orders", collections.orders, ({ short_id }) => Number(short_id)),
  sound(
    "An order holds stock and coupon as its status says",
    collections.orders,
    ({ coupon, orderID, status, stock }) => {
      const moved = stockOf(status, status, stock.given)
      const freed = coupon === null ? undefined : couponOf(status, coupon.freed)
      const missed = [moved && `${moved === "give" ? "give back" : moved} its stock`, freed && `${freed} its coupon`]
      const what = missed.filter((one) => one !== undefined).join(" and ")
      return what === "" ? undefined : `the order ${orderID} has the status ${status} and did not ${what}`
    }
  )
]
