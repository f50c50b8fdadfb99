/** Authorization codes: what the operator gives out so that one order can be removed, once and soon. */
import { Schema } from "effect"
import { area } from "../contract/area.ts"
import { belongs, type Check } from "../contract/check.ts"
import { collection, number, text } from "../contract/collection.ts"
import { control } from "../contract/endpoint.ts"
import { NotFound } from "../contract/refusals.ts"
import { day } from "../contract/retention.ts"
import { clockSkew } from "../contract/throttle.ts"
import { Instant, OrderID, ServiceID, Text, Unix } from "../contract/values.ts"
import { orders } from "./orders.ts"

/** A code as stored, by the digest of it; `expires` in unix seconds. It is gone once it was used. */
export const Authorization = Schema.Struct({ digest: Text, orderID: OrderID, expires: Unix })
export type Authorization = typeof Authorization.Type

/** How long a code is good, in seconds. */
export const lifetime = 15 * 60

/**
 * Whether a code is good no more at an instant, in milliseconds. One that was issued later than now is of a time from which
 * the clock was set back, and would be good for longer than its lifetime.
 */
export const isExpired = ({ expires }: Authorization, now: number): boolean =>
  expires * 1000 <= now || (expires - lifetime) * 1000 > now + clockSkew

export const collections = {
  authorizations: collection("authorizations", Authorization, {
    key: ({ digest }) => digest,
    lookups: { expires: number(({ expires }) => expires), orderID: text(({ orderID }) => orderID) },
    orders: [["expires"], ["orderID"]],
    // A day longer than it is good, so that an expired code can be told from a wrong one.
    retention: { kind: "removed", by: "expires", at: (instant) => instant / 1000, keep: () => day }
  })
}

const checks: ReadonlyArray<Check> = [
  belongs(
    "A code is for an order that is there",
    collections.authorizations,
    orders.collections.orders,
    ({ orderID }) => orderID,
    ({ orderID }, order) =>
      order === undefined ? `a code removes the order ${orderID}, which is not there` : undefined
  )
]

const endpoints = {
  create: control.post("/orders/authorization.json", {
    summary: "Issue a code that removes one order; it is shown this once.",
    description: "Good for one use within 15 minutes, at DELETE /orders/order.json.",
    input: {
      shop: ServiceID.annotate({ description: "The shop's id." }),
      orderID: OrderID.annotate({ description: "The order that may be removed." })
    },
    output: Schema.Struct({ authorization_code: Text, expires_at: Instant }),
    refusals: [NotFound],
    secret: true
  })
}

export const authorizations = area({ endpoints, collections, checks, events: {} })
