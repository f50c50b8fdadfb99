/**
 * Declares the events that are sent to webhooks: number, name, payload, and the operations that cause them. The
 * numbers are part of the wire format and never change.
 */
import { Schema } from "effect"

/** The order that an event is about. The events of one order are delivered in their sequence. */
export interface AboutOrder {
  readonly orderID: string
  readonly status: number
}

/** A kind of event with a payload of `Data`. */
export interface Event<out Data = unknown, in out About extends AboutOrder | undefined = AboutOrder | undefined> {
  readonly type: number
  /** Such as `order.created`; both name and number are unique. */
  readonly name: string
  /** When it happens, as a sentence. */
  readonly summary: string
  /** Whether the event is about one order. */
  readonly about: "order" | "nothing"
  readonly data: Schema.Codec<Data, unknown>
  /** The ids of the operations that cause it (`orders.create`). If empty, webhooks can subscribe, but it is never sent. */
  readonly by: ReadonlyArray<string>
  /** Never present at run time: carries the type of what the event is about. */
  readonly "~about"?: (about: About) => About
}

/** An event of any payload. */
// biome-ignore lint/suspicious/noExplicitAny: an area declares events with different payloads
export type AnyEvent = Event<any, any>

/** Events, by the names that handlers use. */
export type Events = Readonly<Record<string, AnyEvent>>

interface Declaration<Data> {
  readonly summary: string
  readonly data: Schema.Codec<Data, unknown>
  readonly by: ReadonlyArray<string>
}

/** Declares an event of a resource; the resource is its payload. */
export const event = <Data>(type: number, name: string, declared: Declaration<Data>): Event<Data, undefined> => ({
  type,
  name,
  about: "nothing",
  ...declared
})

/** Declares an event of one order. */
export const orderEvent = <Data>(type: number, name: string, declared: Declaration<Data>): Event<Data, AboutOrder> => ({
  type,
  name,
  about: "order",
  ...declared
})

declare const made: unique symbol

/** An event as the outbox stores it. Only {@link happened} makes one, so its payload has the declared type. */
export interface Happening {
  readonly type: number
  readonly orderID?: string
  readonly id_order?: string
  readonly status?: number
  readonly data: unknown
  readonly [made]: true
}

/** Records that an event happened, with its payload and, for an event of an order, the order. */
export const happened = <Data, About extends AboutOrder | undefined>(
  { type }: Event<Data, About>,
  data: NoInfer<Data>,
  ...[about]: About extends AboutOrder ? [about: AboutOrder] : []
): Happening =>
  (about === undefined
    ? { type, data }
    : { type, orderID: about.orderID, id_order: about.orderID, status: about.status, data }) as Happening

/** The schema of an event's delivery to a webhook; the three fields of the order are null if the event has none. */
export const deliveryOf = ({ about, data, type }: AnyEvent) => {
  const ofOrder = <S extends Schema.Top>(schema: S) => (about === "order" ? schema : Schema.Null)
  return Schema.Struct({
    id: Schema.String.annotate({ description: "The id of the delivery; the same for each attempt." }),
    type: Schema.Literal(type),
    name: Schema.String.annotate({ description: "The webhook's name." }),
    instance: Schema.NullOr(Schema.String).annotate({
      description: "The application whose call caused the event; null for the operator."
    }),
    orderID: ofOrder(Schema.String),
    id_order: ofOrder(Schema.String),
    status: ofOrder(Schema.Int.annotate({ description: "The order's status after the event." })),
    timestamp: Schema.Int.annotate({ description: "When it happened, in unix seconds." }),
    data
  })
}
