/**
 * Checks within orders, and between their numbers and the counter. An order keeps the id of its customer as history, so the
 * customer may be gone.
 */
import { type Check, countCheck, documentCheck } from "../../contract/check.ts"
import { collections } from "./collections.ts"
import { logEntryKind } from "./document.ts"
import { couponEffectOf, stockEffectOf } from "./status.ts"

export const checks: ReadonlyArray<Check> = [
  countCheck("orders", collections.orders, ({ short_id }) => Number(short_id)),
  documentCheck(
    "An order holds stock and coupon as its status requires",
    collections.orders,
    ({ coupon, orderID, status, stock }) => {
      const moved = stockEffectOf(status, status, stock.given)
      const freed = coupon === null ? undefined : couponEffectOf(status, coupon.freed)
      const omitted = [moved && `${moved === "give" ? "give back" : moved} its stock`, freed && `${freed} its coupon`]
      const what = omitted.filter((one) => one !== undefined).join(" and ")
      return what === "" ? undefined : `the order ${orderID} has the status ${status} and did not ${what}`
    }
  ),
  documentCheck("The log of an order begins with its creation and ends in its status", collections.orders, (order) => {
    const [first, last] = [order.log[0], order.log.at(-1)]
    return first?.eventId === logEntryKind.created && last?.status === order.status
      ? undefined
      : `the log of the order ${order.orderID} does not lead from its creation to its status ${order.status}`
  })
]
