/** What doctor checks of deliveries: whatever waits is found again, by the queue of events or by its receiver. */
import { belongs, type Check, crossCheck, related } from "../../contract/check.ts"
import { eventQueue, type Outgoing, outbox, type Pending, pendingKey } from "../../contract/outbox.ts"
import { type Delivery, deliveryCollections, isOpen, laneOfDelivery, type Receiver } from "./deliveries.ts"
import { collections, type Webhook } from "./document.ts"

const { deliveries, receivers } = deliveryCollections
const { webhooks } = collections

const isQueued = crossCheck<Outgoing, number>("Events that are still to be sent have an entry in the queue", outbox, {
  related: [
    related(
      eventQueue,
      "key",
      ({ id, pending }: Outgoing, shop) => (pending === true ? [pendingKey(shop, id)] : []),
      (found: number) => found + 1
    )
  ],
  begin: () => 0,
  wrong: ({ id, pending }, found) =>
    pending === true && found === 0 ? [`the events ${id} are to be sent, and have no entry in the queue`] : []
})

// The document of an entry may be gone, if it was erased or too old.
const isPending = belongs<Pending, Outgoing>(
  "An entry in the queue is of events that are still to be sent",
  eventQueue,
  outbox,
  ({ id }) => (id === "" ? undefined : id),
  ({ id, shop }, outgoing) =>
    outgoing === undefined || outgoing.pending === true
      ? undefined
      : `the events ${id} of the shop ${shop} have been sent, and have an entry in the queue`,
  ({ shop }) => shop
)

interface Receiving {
  readonly receivers: ReadonlySet<string>
  readonly webhooks: ReadonlySet<string>
}

const nobody: Receiving = { receivers: new Set(), webhooks: new Set() }

const withReceiver = (found: Receiving, { hasParked, id }: Receiver): Receiving =>
  hasParked ? { ...found, receivers: new Set([...found.receivers, id]) } : found
const withWebhook = (found: Receiving, { id }: Webhook): Receiving => ({
  ...found,
  webhooks: new Set([...found.webhooks, id])
})
const parkedIn = ({ parked = [] }: Outgoing): ReadonlyArray<string> => [
  ...new Set(parked.map(({ webhook }) => webhook))
]

const isParkedFor = crossCheck<Outgoing, Receiving>("The receiver of a webhook knows what is parked for it", outbox, {
  related: [related(receivers, "key", parkedIn, withReceiver), related(webhooks, "key", parkedIn, withWebhook)],
  begin: () => nobody,
  wrong: (outgoing, found) =>
    parkedIn(outgoing)
      .filter((id) => found.webhooks.has(id) && !found.receivers.has(id))
      .map((id) => `the events ${outgoing.id} are parked for the webhook ${id}, and nothing will send them`)
})

// The deliveries of a removed webhook are cleared after it, and a stop in between leaves some for the next start.
const webhookOf = (delivery: Delivery): ReadonlyArray<string> => (isOpen(delivery) ? [delivery.webhook] : [])

const hasReceiver = crossCheck<Delivery, Receiving>(
  "The receiver of a webhook knows each delivery that is not made yet",
  deliveries,
  {
    related: [
      related(receivers, "key", webhookOf, (found: Receiving, { id }: Receiver) => ({
        ...found,
        receivers: new Set([...found.receivers, id])
      })),
      related(webhooks, "key", webhookOf, withWebhook)
    ],
    begin: () => nobody,
    wrong: (delivery, found) =>
      webhookOf(delivery)
        .filter((id) => found.webhooks.has(id) && !found.receivers.has(id))
        .map(() => `the delivery ${delivery.id} is not made yet, and nothing will make it`)
  }
)

interface Leading {
  readonly isFound: boolean
  readonly hasWebhook: boolean
}

const hasFirst = crossCheck<Delivery, Leading>("A delivery waits behind one that is attempted", deliveries, {
  related: [
    related(
      deliveries,
      "first",
      (delivery: Delivery) => (delivery.state === "waiting" ? [laneOfDelivery(delivery) ?? ""] : []),
      (found: Leading) => ({ ...found, isFound: true })
    ),
    related(webhooks, "key", webhookOf, (found: Leading) => ({ ...found, hasWebhook: true }))
  ],
  begin: () => ({ isFound: false, hasWebhook: false }),
  wrong: ({ id, state }, { hasWebhook, isFound }) =>
    state === "waiting" && hasWebhook && !isFound
      ? [`the delivery ${id} waits, and no other one of its order is attempted`]
      : []
})

export const deliveryChecks: ReadonlyArray<Check> = [isQueued, isPending, isParkedFor, hasReceiver, hasFirst]
