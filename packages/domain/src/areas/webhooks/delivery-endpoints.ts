/** Declares how the operator lists deliveries, sends them again, and tries a webhook. */
import { Schema } from "effect"
import { cursor } from "../../contract/cursor.ts"
import { optional, withDefault } from "../../contract/defaults.ts"
import { control, type Finding } from "../../contract/endpoint.ts"
import { Conflict, NotFound } from "../../contract/refusals.ts"
import { Int, intBetween, NonEmptyText, names, OrderID, ServiceID, Text, Unix } from "../../contract/values.ts"
import { DeliveryState, ShownDelivery } from "./shown.ts"

const shop = names("shops", ServiceID).annotate({ description: "The shop's id." })
const webhook = names("webhooks", ServiceID)
const span = {
  from: Unix.annotate({ description: "Of events after this second; requires to." }),
  to: Unix.annotate({ description: "Of events before this second; requires from." })
}

/** A span has both ends. */
const pairFindings = (given: { readonly from?: number; readonly to?: number }): ReadonlyArray<Finding> => {
  if ("from" in given === "to" in given) return []
  const [missing, there] = "from" in given ? ["to", "from"] : ["from", "to"]
  return [{ at: [missing], message: `is required with ${there}` }]
}

const oneOrSpan = (given: {
  readonly delivery?: string
  readonly from?: number
  readonly to?: number
}): ReadonlyArray<Finding> => {
  const isSpan = "from" in given || "to" in given
  if ("delivery" in given && isSpan) return [{ at: ["delivery"], message: "cannot be given together with from and to" }]
  if (!("delivery" in given) && !isSpan)
    return [{ at: ["delivery"], without: [["from"], ["to"]], message: "is required without from and to" }]
  return pairFindings(given)
}

export const deliveryEndpoints = {
  deliveries: control.page("/webhooks/deliveries.json", {
    audience: "shop",
    summary: "List the deliveries of a shop's events to its webhooks, newest event first, with their attempts.",
    columns: ["ts", "type", "orderID", "webhook", "state", "next_at", "id"],
    input: {
      shop,
      ...optional({
        webhook: webhook.annotate({ description: "Only deliveries to this webhook; it may be a removed one." }),
        orderID: OrderID.annotate({ description: "Only deliveries of events of this order." }),
        event: NonEmptyText.annotate({ description: "Only deliveries of this event." }),
        state: DeliveryState.annotate({ description: "Only deliveries in this state." }),
        ...span
      }),
      limit: withDefault(intBetween(1, 1000), 100),
      cursor
    },
    output: Schema.Array(ShownDelivery),
    rules: pairFindings,
    refusals: [NotFound]
  }),
  replay: control.post("/webhooks/replay.json", {
    audience: "shop",
    summary: "Send a delivery again, or all of a period, optionally to another webhook.",
    description:
      "Each keeps its id, and so its webhook-id; those of one order keep their sequence. With from and to, every event of the span is sent to each webhook of its type that existed then; with webhook too, to that one alone, which may be newer. A delivery that waits for its next attempt is tried at once; one that waits behind another keeps its place.",
    input: {
      shop,
      ...optional({
        delivery: NonEmptyText.annotate({ description: "The delivery's id, from the list." }),
        ...span,
        webhook: webhook.annotate({ description: "The webhook to send to; by default that of each delivery." })
      })
    },
    output: Schema.Struct({ replayed: Int.annotate({ description: "How many deliveries are sent again." }) }),
    rules: oneOrSpan,
    refusals: [NotFound, Conflict],
    example: { shop: "5f0c3a2b9e1d4c6a8b7f0123", from: 1_795_000_000, to: 1_795_003_600 }
  }),
  test: control.post("/webhooks/test.json", {
    audience: "shop",
    summary: "Send a test event to a webhook now, and say what it answered.",
    description:
      'The test has the webhook\'s type, an id of its own, no order, and `{"test": true}` as its data. It is sent whatever the state of the webhook is, once, and is not kept.',
    input: { shop, webhook: webhook.annotate({ description: "The webhook." }) },
    output: Schema.Struct({
      ok: intBetween(0, 1).annotate({ description: "1 if it was answered with a status of 2xx." }),
      status: Schema.NullOr(Int).annotate({ description: "The status of the answer; null if there was none." }),
      reason: Schema.NullOr(Text).annotate({ description: "Why it failed; null if it did not." })
    }),
    refusals: [NotFound]
  })
}
