/** Checks between coupons, their uses, and the orders that used them. */
import { belongs, type Check, countCheck, crossCheck, related } from "../../contract/check.ts"
import { type Order, orders } from "../orders.ts"
import { type Coupon, collections } from "./document.ts"

const { coupons, couponUses } = collections

const uidOf = ({ coupon }: Order): number | undefined => (coupon === null || coupon.freed ? undefined : coupon.uid)

export const checks: ReadonlyArray<Check> = [
  countCheck("coupons", coupons, ({ uid }) => uid),
  crossCheck<Coupon, number>("A limited coupon counts its uses, and has no more than it may", coupons, {
    related: [
      related(
        couponUses,
        "coupon",
        ({ uid, unlimited }) => (unlimited === 1 ? [] : [uid]),
        (uses) => uses + 1
      )
    ],
    begin: () => 0,
    wrong: ({ code, count, unlimited, used }, uses) => {
      if (unlimited === 1) return []
      if (used !== uses) return [`the coupon ${code} counts ${used} uses, and ${uses} are stored`]
      return used > count ? [`the coupon ${code} was used ${used} times, and ${count} are allowed`] : []
    }
  }),
  belongs(
    "The use of a coupon is by an order that has it",
    couponUses,
    orders.collections.orders,
    ({ orderID }) => orderID,
    ({ orderID, uid }, order) =>
      order !== undefined && uidOf(order) === uid
        ? undefined
        : `a use of the coupon ${uid} by the order ${orderID} is stored, but no such order has it`
  ),
  // If a coupon is removed while its order is aborted, the order cannot claim it again but may still be reopened.
  crossCheck<Order, { readonly coupon: boolean; readonly use: boolean }>(
    "An order's coupon is used up",
    orders.collections.orders,
    {
      related: [
        related(
          couponUses,
          "key",
          (order) => (uidOf(order) === undefined ? [] : [order.orderID]),
          (state) => ({
            ...state,
            use: true
          })
        ),
        related(
          coupons,
          "key",
          (order) => [uidOf(order)].filter((uid) => uid !== undefined),
          (state) => ({
            ...state,
            coupon: true
          })
        )
      ],
      begin: () => ({ coupon: false, use: false }),
      wrong: (order, { coupon, use }) =>
        coupon && !use ? [`the order ${order.orderID} has the coupon ${uidOf(order)}, and its use is not stored`] : []
    }
  )
]
