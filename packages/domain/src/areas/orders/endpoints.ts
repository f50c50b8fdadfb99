/** The operations on orders. The parameters of a new order are in `new.ts`. */
import { Schema } from "effect"
import { Done } from "../../contract/answers.ts"
import { atMost, Tags, tagBound } from "../../contract/bounded.ts"
import { cursor } from "../../contract/cursor.ts"
import { withDefault } from "../../contract/defaults.ts"
import { control, del, type Finding, get, page, post, put } from "../../contract/endpoint.ts"
import {
  AuthorizationCodeExpired,
  Conflict,
  CouponNotUsable,
  NotEnoughStock,
  NotFound,
  TransitionRefused,
  WrongAuthorizationCode
} from "../../contract/refusals.ts"
import {
  Commas,
  commaList,
  Day,
  Int,
  intBetween,
  intFrom,
  NonEmptyText,
  names,
  nodes,
  OrderID,
  rule,
  ServiceID,
  spelt,
  Text,
  TextUpTo,
  Unix,
  Url
} from "../../contract/values.ts"
import { CheckoutMethods } from "./checkout.ts"
import { courierCode, isCourier } from "./couriers.ts"
import { ShownOrderDay } from "./days.ts"
import { Tracking, type TrackingInput } from "./document.ts"
import { findings, nameCharacters, parameters } from "./new.ts"
import { ChangedOrder, changeNodes, Detail, Entry, Legacy, listNodes, Summary, TracedEntry } from "./shown.ts"
import { Status, StatusGroups, shippedStatus } from "./status.ts"

const optional = Schema.optionalKey
const orderID = OrderID.annotate({ description: "The order's number." })
const isGiven = rule("is required", (list: ReadonlyArray<unknown>) => list.length > 0, { minItems: 1 })
const Courier = Schema.Struct({ code: Text, name: Text, country: Text }).annotate({ identifier: "Courier" })

/** The parameters of tracking; those that are sent replace the order's own. */
const tracking = {
  courier: optional(
    spelt(Text.check(rule("must be one of the couriers", isCourier)), courierCode).annotate({
      description: "Code of a courier in any case, from GET /orders/couriers.json."
    })
  ),
  tracking: optional(Text.annotate({ description: "The parcel's number." })),
  pickup_date: optional(Day.annotate({ description: "Required if tracking and courier are both sent." })),
  tracking_url: optional(Url.annotate({ description: "The page that shows the parcel; by default, the courier's." }))
}
const trackingNames = Object.keys(tracking) as ReadonlyArray<keyof typeof tracking>

export const endpoints = {
  list: page("/orders/list.json", {
    summary: "List orders, newest first.",
    columns: ["orderID", "orderDate", "billing.fullname", "status", "total", "short_id"],
    input: {
      limit: withDefault(intBetween(1, 1000), 10),
      skip: withDefault(
        intFrom(0).annotate({ description: "How many orders to skip before the first one of the answer." }),
        0
      ),
      status: optional(Status.annotate({ description: "Only orders with this status." })),
      since: optional(Unix.annotate({ description: "Placed after this second." })),
      from: optional(Unix.annotate({ description: "Placed after this second; requires to." })),
      to: optional(Unix.annotate({ description: "Placed before this second; requires from." })),
      orderID: optional(Schema.Array(OrderID).annotate({ description: "Only these orders." })),
      tags: optional(
        Commas.check(atMost(tagBound)).annotate({ description: "Only orders that have all of these tags." })
      ),
      "billing.email": optional(Text.annotate({ description: "The whole address, in any case." })),
      "billing.fullname": optional(
        TextUpTo(nameCharacters).annotate({ description: "Whole words, all of them, in any case." })
      ),
      nodes: nodes(...listNodes),
      cursor
    },
    output: Schema.Array(Summary),
    rules: pairFindings,
    example: { status: 1, limit: 20, nodes: ["billing.email", "tags"] }
  }),
  changes: get("/orders/orders_filter.json", {
    summary: "List the orders with an event in a span of time, newest event first.",
    columns: ["orderID", "orderDate", "billing.fullname", "status", "total", "short_id"],
    input: {
      updated_from: Unix.annotate({ description: "Events after this second." }),
      updated_to: optional(Unix.annotate({ description: "Events before this second; by default, now." })),
      nodes: nodes(...changeNodes)
    },
    output: Schema.Struct({
      count: Int,
      filter: Schema.Struct({ updated_from: Unix, updated_to: Unix }),
      orders: Schema.Array(ChangedOrder)
    }),
    throttle: "updates"
  }),
  read: get("/orders/order.json", {
    summary: "Read one order.",
    input: {
      orderID,
      nodes: nodes("marketplace", "marketplaceDetails", "connected_orders", "customergroup", "paymentlabel")
    },
    output: Detail,
    refusals: [NotFound]
  }),
  legacy: get("/orders/legacy_order.json", {
    summary: "Read one order in the older form, with its items as a list.",
    input: { orderID },
    output: Legacy,
    refusals: [NotFound],
    stability: "legacy"
  }),
  update: put("/orders/order.json", {
    summary: "Set an order's status, and its tracking with status 3.",
    input: { orderID, status: Status.annotate({ description: "The new status." }), ...tracking },
    output: Done,
    rules: trackingFindings,
    refusals: [NotFound, TransitionRefused, NotEnoughStock, CouponNotUsable],
    example: { orderID: "1_5f0c3a2b0e1f4", status: 3, courier: "brt", tracking: "123456789", pickup_date: "2026-11-23" }
  }),
  addTags: post("/orders/tags.json", {
    summary: "Add tags to an order.",
    input: {
      orderID,
      tags: Tags.check(isGiven).annotate({ description: "The tags to add, as a list or separated by commas." })
    },
    output: Schema.Struct({ orderID: OrderID, nAdded: Int }),
    refusals: [NotFound]
  }),
  removeTags: del("/orders/tags.json", {
    summary: "Remove tags from an order.",
    input: {
      orderID,
      tags: Commas.check(isGiven).annotate({ description: "The tags to remove, as a list or separated by commas." })
    },
    output: Schema.Struct({ orderID: OrderID, nRemoved: Int }),
    refusals: [NotFound]
  }),
  tracking: get("/orders/tracking.json", {
    summary: "Read an order's tracking; four empty texts if it was not set.",
    input: { orderID },
    output: Tracking,
    refusals: [NotFound]
  }),
  couriers: get("/orders/couriers.json", {
    summary: "List the couriers, by code.",
    output: Schema.Record(Schema.String, Courier)
  }),
  statuses: get("/orders/statuses.json", {
    summary: "List the statuses by group, each with its label.",
    output: StatusGroups
  }),
  create: post("/orders/order.json", {
    summary: "Create an order.",
    input: parameters,
    output: Schema.Struct({ order_id: OrderID }),
    rules: findings,
    refusals: [NotEnoughStock, CouponNotUsable],
    stability: "beta",
    example: {
      shipping_flag: "not_required",
      billing_email: "anna@example.com",
      item_id: [{ sku: "MOK-3", price: 31.9, quantity: 2 }],
      shipping_method: "Pick-up",
      shipping_cost: 0,
      payment_method: "bank_transfer"
    }
  }),
  remove: del("/orders/order.json", {
    summary: "Remove an order for good, with a code that the operator issued for it.",
    input: {
      orderID,
      authorization_code: NonEmptyText.annotate({
        description:
          "The code that the operator issued for this order, at POST /orders/authorization.json of the control surface."
      })
    },
    output: Done,
    refusals: [NotFound, WrongAuthorizationCode, AuthorizationCodeExpired]
  }),
  resendEmail: post("/orders/resendEmail.json", {
    summary: "Send the mail of an order's status to its buyer again.",
    description:
      "The mail of the order's current status, or the one that confirms its receipt if there is none. It is sent whatever the shop's mail_customers is.",
    input: { orderID },
    output: Done,
    refusals: [NotFound, Conflict],
    stability: "companion",
    example: { orderID: "1_5f0c3a2b0e1f4" }
  }),
  checkoutMethods: get("/orders/checkoutMethods.json", {
    summary: "List the payment methods of orders.",
    output: CheckoutMethods
  }),
  days: control.get("/orders/days.json", {
    audience: "shop",
    summary: "List a shop's orders and turnover by the day on which they were placed, and by status.",
    description:
      "Summed in the background some seconds after an order changes, and again from all orders when the shop is imported or its time zone changes; until that is done days are missing.",
    columns: ["day", "status", "orders", "turnover"],
    input: {
      shop: names("shops", ServiceID),
      from: optional(Day.annotate({ description: "The first day, in the shop's time zone." })),
      to: optional(Day.annotate({ description: "The last day." })),
      last: optional(intBetween(1, 3660).annotate({ description: "Only so many days, the last of which is today." })),
      status: optional(
        commaList(Status)
          .check(isGiven)
          .annotate({ description: "Only orders with one of these statuses, as a list or separated by commas." })
      )
    },
    output: Schema.Array(ShownOrderDay),
    refusals: [NotFound]
  }),
  log: control.get("/orders/log.json", {
    audience: "shop",
    summary: "List what happened to an order, oldest first, with the author and the request of each entry.",
    columns: ["ts", "eventId", "status", "by", "requestId", "ip"],
    input: { shop: names("shops", ServiceID), orderID },
    output: Schema.Array(TracedEntry),
    refusals: [NotFound]
  }),
  timeline: get("/orders/timeline.json", {
    summary: "List what happened to an order, oldest first.",
    columns: ["iso_date", "eventId", "status", "ip"],
    input: { orderID },
    output: Schema.Array(Entry),
    refusals: [NotFound]
  })
}

function trackingFindings(given: TrackingInput & { readonly status?: Status }): ReadonlyArray<Finding> {
  if (given.status !== shippedStatus && given.status !== undefined)
    return trackingNames
      .filter((name) => name in given)
      .map((name) => ({ at: [name], message: "is for status 3 only" }))
  return "tracking" in given && "courier" in given && !("pickup_date" in given)
    ? [{ at: ["pickup_date"], message: "is required with tracking and courier" }]
    : []
}

function pairFindings(given: { readonly from?: number; readonly to?: number }): ReadonlyArray<Finding> {
  if ("from" in given === "to" in given) return []
  const [missing, there] = "from" in given ? ["to", "from"] : ["from", "to"]
  return [{ at: [missing], message: `is required with ${there}` }]
}
