/** The deliveries of a document of events: those that its outcomes show, and those that have documents of their own. */
import { numberedEvents, type Outgoing } from "../../contract/outbox.ts"
import { type Delivery, deliveryId, isOpen } from "./deliveries.ts"
import { isMeantFor, type Webhook } from "./document.ts"
import type { ShownDelivery } from "./shown.ts"

/** The place of a delivery among those of its document: the events in their order, then the webhooks. */
export interface DeliveryPlace {
  readonly n: number
  readonly webhook: string
}

/** A webhook that receives the events of a type, as far as the expansion needs it. */
export type Recipient = Pick<Webhook, "id" | "since" | "type">

/** Orders places as the list shows them: the last event first. */
export const comparePlaces = (one: DeliveryPlace, other: DeliveryPlace): number =>
  other.n - one.n || (one.webhook < other.webhook ? 1 : one.webhook > other.webhook ? -1 : 0)

/** The id of an event, which all its deliveries begin with. */
export const eventId = (outgoing: string, n: number): string => `${outgoing}-${n}`

/** The document and the number in it that an event's id names; `undefined` if the text is another one. */
export const eventOf = (id: string): { readonly outgoing: string; readonly n: number } | undefined => {
  const found = /^([0-9a-f]+)-(\d{1,2})$/.exec(id)
  return found === null ? undefined : { outgoing: found[1]!, n: Number(found[2]) }
}

/** The event and the webhook that a delivery's id names; `undefined` if the text is another one. */
export const deliveryOfId = (id: string) => {
  const at = id.lastIndexOf("-")
  const event = eventOf(id.slice(0, at))
  return event === undefined ? undefined : { ...event, webhook: id.slice(at + 1) }
}

/**
 * The deliveries of a document, each once, in the order of the list. `recipients` are the webhooks that a pending document is
 * for. A delivery may be in several places: one that has ended is as its last attempt says, unless it was parked again. One that
 * would be tried is parked while its webhook is among the `stopped`.
 */
export const deliveriesOf = (
  outgoing: Outgoing,
  own: ReadonlyArray<Delivery>,
  recipients: ReadonlyArray<Recipient>,
  stopped: ReadonlySet<string>
): ReadonlyArray<ShownDelivery> => {
  const found = new Map<string, ShownDelivery>()
  const events = new Map(numberedEvents(outgoing).map(({ event, n }) => [n, event]))
  const add = (n: number, webhook: string, more: Pick<ShownDelivery, "state" | "attempts" | "next_at">) => {
    const event = events.get(n)
    if (event === undefined) return
    const id = deliveryId(outgoing.id, n, webhook)
    const [before, after] = [found.get(id)?.attempts ?? [], more.attempts]
    const isLater = after.length === 0 || before.length === 0 || after.at(-1)!.ts >= before.at(-1)!.ts
    found.set(id, {
      ...{ id, event: eventId(outgoing.id, n), webhook, type: event.type, orderID: event.orderID ?? null },
      ...{
        state: isLater ? more.state : found.get(id)!.state,
        next_at: isLater ? more.next_at : null,
        ts: outgoing.at
      },
      attempts: isLater ? [...before, ...after] : [...after, ...before]
    })
  }
  const open = (webhook: string, state: ShownDelivery["state"], due: number | null) => {
    const isParked = state === "pending" && stopped.has(webhook)
    if (isParked || due === null) return { state: isParked ? "parked" : state, next_at: null } as const
    return { state, next_at: new Date(due).toISOString() }
  }
  for (const one of own.filter((one) => !isOpen(one))) add(one.n, one.webhook, { ...one, next_at: null })
  for (const { attempt, n, webhook } of outgoing.outcomes ?? [])
    add(n, webhook, { state: "delivered", attempts: [attempt], next_at: null })
  for (const { n, webhook } of outgoing.parked ?? []) add(n, webhook, { attempts: [], state: "parked", next_at: null })
  if (outgoing.pending === true)
    for (const [n, { type }] of events)
      for (const { id } of recipients.filter((one) => one.type === type && isMeantFor(outgoing, one)))
        add(n, id, { attempts: [], ...open(id, "pending", outgoing.at * 1000) })
  for (const { attempts, due, n, state, webhook } of own.filter(isOpen))
    add(n, webhook, { attempts, ...open(webhook, state, due) })
  return [...found.values()].sort((one, other) => comparePlaces(placeIn(one), placeIn(other)))
}

/** The place of a shown delivery in its document. */
export const placeIn = ({ event, webhook }: Pick<ShownDelivery, "event" | "webhook">): DeliveryPlace => ({
  n: eventOf(event)!.n,
  webhook
})
