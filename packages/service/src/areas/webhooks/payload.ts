/** What is sent of an event: its payload as the wire shows it, made when it is sent. */
import { events } from "@bottega/domain/areas"
import { deliveryId, type Webhook } from "@bottega/domain/areas/webhooks"
import { type AnyEvent, numberedEvents, type Outgoing, type StoredEvent, storedPayload } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import { get, type Storage, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"

const eventByType = new Map<number, AnyEvent>(Object.values(events).map((event) => [event.type, event]))

/** A delivery as the wire shows it; `deliveryOf` is its schema. */
export interface Payload {
  readonly id: string
  readonly type: number
  readonly name: string
  readonly instance: string
  readonly orderID: string | null
  readonly id_order: string | null
  readonly status: number | null
  readonly timestamp: number
  readonly data: unknown
}

/**
 * The payload of an event of a document of the outbox, for a webhook; `undefined` if the event no longer exists.
 */
export const payloadOf = (
  shop: string,
  outgoing: Pick<Outgoing, "id" | "at" | "events">,
  n: number,
  webhook: Pick<Webhook, "id" | "instance" | "name">
): Effect.Effect<Payload | undefined, Unavailable, Storage> => {
  const event = eventIn(outgoing, n)
  if (event?.of === undefined) return Effect.succeed(storedPayloadOf(outgoing, n, webhook))
  const made = (data: unknown) => (data === undefined ? undefined : withData({ outgoing, n, event, webhook }, data))
  return Effect.map(dataOf(shop, outgoing, event), made)
}

/** The payload of an event that names no other document, without a look at the store. */
export const storedPayloadOf = (
  outgoing: Pick<Outgoing, "id" | "at" | "events">,
  n: number,
  webhook: Pick<Webhook, "id" | "instance" | "name">
): Payload | undefined => {
  const event = eventIn(outgoing, n)
  const data = event && storedPayload(outgoing, event)
  return data === undefined ? undefined : withData({ outgoing, n, event: event!, webhook }, data)
}

const eventIn = (outgoing: Pick<Outgoing, "events">, n: number): StoredEvent | undefined =>
  numberedEvents(outgoing).find((one) => one.n === n)?.event

interface Sent {
  readonly outgoing: Pick<Outgoing, "id" | "at">
  readonly n: number
  readonly event: StoredEvent
  readonly webhook: Pick<Webhook, "id" | "instance" | "name">
}

const withData = ({ event, n, outgoing, webhook }: Sent, data: unknown): Payload => {
  const { orderID = null, status = null, type } = event
  const { id, instance, name } = webhook
  const common = { id: deliveryId(outgoing.id, n, id), type, name, instance }
  return { ...common, orderID, id_order: orderID, status, timestamp: outgoing.at, data }
}

/** The body of a payload. */
export const bodyOf = (payload: Payload, as: Webhook["format"]): string => {
  if (as === "form") return new URLSearchParams(format(payload)).toString()
  const { data, ...rest } = payload
  // The webhooks of an event are called one after another, and its data are most of each body.
  if (encoded.data !== data) encoded = { data, text: JSON.stringify(data) }
  return `${JSON.stringify(rest).slice(0, -1)},"data":${encoded.text}}`
}

let encoded: { readonly data: unknown; readonly text: string } = { data: undefined, text: "null" }

/** The data of an event's payload: as they are stored, or the document that they name, as it is now or as one that is gone. */
export const dataOf = (
  shop: string,
  outgoing: Pick<Outgoing, "events">,
  event: StoredEvent
): Effect.Effect<unknown, Unavailable, Storage> => {
  if (event.of === undefined) return Effect.succeed(storedPayload(outgoing, event))
  const declared = eventByType.get(event.type)
  const collection = declared?.of?.()
  if (collection === undefined) return Effect.undefined
  const { called, of } = event
  const gone = () => (called === undefined ? undefined : declared?.gone?.(of, called))
  return Effect.map(get(shop, collection, of), (found) => found?.doc ?? gone())
}
