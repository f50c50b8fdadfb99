/**
 * Deliveries of events that did not succeed at once, and the state of the receivers that fail. A delivery that succeeds at
 * its first attempt has no document here: its outcome is in the document of its event.
 */
import { Schema } from "effect"
import { bounded } from "../../contract/bounded.ts"
import { collection } from "../../contract/collection.ts"
import { number, text } from "../../contract/lookup.ts"
import { bucketOf, DeliveryAttempt, outbox } from "../../contract/outbox.ts"
import { mentionsWithin, type Person } from "../../contract/personal.ts"
import { timeKeyAt } from "../../contract/retention.ts"
import { Int, Text } from "../../contract/values.ts"
import { collections } from "./document.ts"

/** A delivery keeps its newest attempts; {@link withAttempt} drops older ones. */
const attemptBound = { max: 20, noun: "attempts", isHistory: true }

/**
 * A delivery that failed once, waits behind such a one, or was asked for again. `event` is the document of the outbox, `n` the
 * event's number in it. The deliveries of one order to one webhook are a lane: only the first that is open is `pending`, with
 * the instant in `due` (milliseconds); the others are `waiting` in the sequence of `version`. A `replay` is in no lane.
 */
export const Delivery = Schema.Struct({
  id: Text,
  event: Text,
  n: Int,
  webhook: Text,
  type: Int,
  orderID: Schema.NullOr(Text),
  version: Schema.NullOr(Int),
  state: Schema.Literals(["pending", "waiting", "delivered", "dead"]),
  attempts: bounded(Schema.Array(DeliveryAttempt), attemptBound),
  /** Failures since it was made or replayed. */
  failures: Int,
  /** When it is attempted, in milliseconds; null unless it is pending. */
  due: Schema.NullOr(Int),
  /** When it was made, in seconds. */
  ts: Int,
  replay: Schema.optionalKey(Schema.Literal(true))
})
export type Delivery = typeof Delivery.Type

/** The id of the delivery of an event to a webhook, which is also its `webhook-id`: the same for each attempt and each replay. */
export const deliveryId = (event: string, n: number, webhook: string): string => `${event}-${n}-${webhook}`

/** Whether a delivery may still be attempted. */
export const isOpen = ({ state }: Pick<Delivery, "state">): boolean => state === "pending" || state === "waiting"

/** The lane in which the deliveries of one order to one webhook keep their sequence. */
export const laneOf = (webhook: string, orderID: string): string => `${webhook}/${orderID}`

/** The lane of a delivery; undefined if it is in none. */
export const laneOfDelivery = ({
  orderID,
  replay,
  webhook
}: Pick<Delivery, "orderID" | "replay" | "webhook">): string | undefined =>
  orderID === null || replay === true ? undefined : laneOf(webhook, orderID)

/** A delivery after an attempt. */
export const withAttempt = (delivery: Delivery, attempt: DeliveryAttempt): Delivery => ({
  ...delivery,
  attempts: [...delivery.attempts.slice(1 - attemptBound.max), attempt]
})

/** What receivers said may mention a person. */
const withoutPerson = (delivery: Delivery, person: Person): Delivery => {
  const isOf = ({ answer, error }: DeliveryAttempt) => mentionsWithin([answer, error], person)
  if (!delivery.attempts.some(isOf)) return delivery
  const attempts = delivery.attempts.map((attempt) =>
    isOf(attempt) ? { ...attempt, answer: null, error: attempt.error === null ? null : "" } : attempt
  )
  return { ...delivery, attempts }
}

/**
 * A webhook whose receiver fails, or for which something waits; one in order has no such document. `due` is when something is to
 * be done for it, in milliseconds; null while it is paused or disabled. While it is `isBroken`, one delivery at a time is tried.
 */
export const Receiver = Schema.Struct({
  /** The webhook's id. */
  id: Text,
  shop: Text,
  due: Schema.NullOr(Int),
  /** Failed attempts since the last one that succeeded, and when the first of them was, in milliseconds. */
  failures: Int,
  failingSince: Schema.NullOr(Int),
  isBroken: Schema.Boolean,
  /** Attempts that failed since it is broken. */
  probes: Int,
  /** Whether events are parked for it. */
  hasParked: Schema.Boolean,
  /** Its open deliveries. */
  open: Int,
  lastStatus: Schema.NullOr(Int),
  lastMs: Schema.NullOr(Int)
})
export type Receiver = typeof Receiver.Type

export const deliveryCollections = {
  deliveries: collection("deliveries", Delivery, {
    noun: "delivery",
    personal: {
      as: "deliveries",
      where: { within: ({ attempts }) => attempts.flatMap(({ answer, error }) => [answer, error]) },
      // Its state says nothing of a person, and depends on its webhook too.
      shown: ({ attempts, id, orderID, ts, type, webhook }) => ({ id, webhook, type, orderID, attempts, ts }),
      erased: withoutPerson
    },
    key: ({ id }) => id,
    lookups: {
      event: text(({ event }) => event),
      webhook: text(({ webhook }) => webhook),
      order: text(({ orderID }) => orderID ?? undefined),
      state: text(({ state }) => state),
      /** The webhook of one that is attempted at an instant. */
      attempted: text(({ due, webhook }) => (due === null ? undefined : webhook)),
      due: number(({ due }) => due ?? undefined),
      /** The lane of its first delivery, and of those that wait behind it. */
      first: text((delivery) => (delivery.state === "pending" ? laneOfDelivery(delivery) : undefined)),
      behind: text((delivery) => (delivery.state === "waiting" ? laneOfDelivery(delivery) : undefined)),
      version: number(({ version }) => version ?? undefined)
    },
    references: [{ to: () => collections.webhooks, on: "webhook", whenRemoved: "removed" }],
    orders: [
      ["webhook", "state"],
      ["webhook"],
      ["order"],
      ["event"],
      ["state"],
      ["attempted", "due"],
      ["first"],
      ["behind", "version"]
    ],
    // A copy of a shop calls nobody.
    imported: (delivery) => (isOpen(delivery) ? { ...delivery, state: "dead" as const, due: null } : delivery),
    // A key begins with that of the event, so a delivery goes as soon as its event has gone.
    retention: {
      ...{ kind: "removed", by: "key", at: timeKeyAt, keep: ({ events }) => events },
      along: () => outbox,
      givenUp: (delivery) => (isOpen(delivery as Delivery) ? 1 : 0)
    }
  }),
  /** The receivers of all shops. They stay behind when a shop moves. */
  receivers: collection("receivers", Receiver, {
    noun: "failing receiver",
    personal: "none",
    owner: "installation",
    local: true,
    key: ({ id }) => id,
    lookups: {
      shop: text(({ shop }) => shop),
      bucket: number(({ due, shop }) => (due === null ? undefined : bucketOf(shop))),
      due: number(({ due }) => due ?? undefined)
    },
    orders: [["bucket", "due"]]
  })
}
