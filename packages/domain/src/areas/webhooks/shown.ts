/** A delivery as the operator sees it. */
import { Schema } from "effect"
import { DeliveryAttempt } from "../../contract/outbox.ts"
import { Instant, Int, names, OrderID, ServiceID, Text, Unix } from "../../contract/values.ts"

/** What became of a delivery. */
export const DeliveryState = Schema.Literals(["pending", "waiting", "parked", "delivered", "dead"]).annotate({
  description:
    "pending: it will be sent. waiting: an earlier delivery of its order comes first. parked: its webhook is paused, or accepts nothing at present. dead: it was given up."
})
export type DeliveryState = typeof DeliveryState.Type

/** A delivery as the operator sees it. */
export const ShownDelivery = Schema.Struct({
  id: Text.annotate({ description: "The delivery's id: its webhook-id, at each attempt." }),
  event: Text.annotate({ description: "The id of the event, which all its deliveries have." }),
  webhook: names("webhooks", ServiceID),
  type: Int.annotate({ description: "The type of the event." }),
  orderID: Schema.NullOr(OrderID),
  state: DeliveryState,
  attempts: Schema.Array(DeliveryAttempt),
  next_at: Schema.NullOr(Instant).annotate({
    description: "When the next attempt is due; null if none is."
  }),
  ts: Unix.annotate({ description: "When the event happened." })
}).annotate({ identifier: "Delivery" })
export type ShownDelivery = typeof ShownDelivery.Type
