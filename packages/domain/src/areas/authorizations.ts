/** Authorization codes: the operator issues one to allow an order to be removed, once and within a short time. */
import { Schema } from "effect"
import { area } from "../contract/area.ts"
import { collection } from "../contract/collection.ts"
import { control } from "../contract/endpoint.ts"
import { number, text } from "../contract/lookup.ts"
import { NotFound } from "../contract/refusals.ts"
import { dayMs } from "../contract/retention.ts"
import { clockSkew } from "../contract/throttle.ts"
import { Instant, names, OrderID, ServiceID, Text, Unix } from "../contract/values.ts"
import { orders } from "./orders.ts"

/** A code as stored, under its digest; `expires` in unix seconds. It goes some time after its order. */
export const Authorization = Schema.Struct({ digest: Text, orderID: OrderID, expires: Unix })
export type Authorization = typeof Authorization.Type

/** How long a code is valid, in seconds. */
export const codeLifetimeSeconds = 15 * 60

/**
 * Whether a code has expired at an instant (unix milliseconds). A code with a future time of issue dates from before
 * the clock was set back. It counts as expired, because otherwise it would stay valid for longer than its lifetime.
 */
export const isExpired = ({ expires }: Authorization, now: number): boolean =>
  expires * 1000 <= now || (expires - codeLifetimeSeconds) * 1000 > now + clockSkew

export const collections = {
  authorizations: collection("authorizations", Authorization, {
    noun: "removal code",
    personal: "none",
    key: ({ digest }) => digest,
    lookups: { expires: number(({ expires }) => expires), orderID: text(({ orderID }) => orderID) },
    orders: [["expires"], ["orderID"]],
    references: [{ to: () => orders.collections.orders, on: "orderID", whenRemoved: "removed" }],
    // Codes are kept for a day after they expire, so that an expired code is not refused as an unknown one.
    retention: { kind: "removed", by: "expires", at: (instant) => instant / 1000, keep: () => dayMs }
  })
}

const endpoints = {
  create: control.post("/orders/authorization.json", {
    audience: "shop",
    summary: "Issue a code that removes one order; it is shown only once.",
    description: "Valid for one use within 15 minutes, at DELETE /orders/order.json.",
    input: {
      shop: names("shops", ServiceID).annotate({ description: "The shop's id." }),
      orderID: OrderID.annotate({ description: "The order that may be removed." })
    },
    output: Schema.Struct({ authorization_code: Text, expires_at: Instant }),
    refusals: [NotFound],
    secret: true
  })
}

export const authorizations = area({ endpoints, collections, checks: [], events: {} })
