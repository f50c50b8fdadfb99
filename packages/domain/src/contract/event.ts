/**
 * Declares what can happen in a shop and is sent to webhooks: its number, name and payload, and the operations that make it.
 * The numbers are the wire's and never change.
 */
import { Schema } from "effect"

/** What an event says beside its payload: one of an order names the order, and is sent in the order's sequence. */
export interface AboutOrder {
  readonly orderID: string
  readonly status: number
}

/** A kind of event with a payload of `Data`. */
export interface Event<out Data = unknown, in out About extends AboutOrder | undefined = AboutOrder | undefined> {
  readonly type: number
  /** `order.created`; unique, as the number is. */
  readonly name: string
  /** When it happens, as a sentence. */
  readonly summary: string
  /** Whether it is about one order. */
  readonly about: "order" | "nothing"
  readonly data: Schema.Codec<Data, unknown>
  /** The ids of the operations that make it, `orders.create`; an event without any is accepted by webhooks and never sent. */
  readonly by: ReadonlyArray<string>
  /** Never there: carries the type of what is said beside the payload. */
  readonly "~about"?: (about: About) => About
}

// biome-ignore lint/suspicious/noExplicitAny: an area declares events of many kinds
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

/** Something that happened, as the outbox keeps it. Only {@link happened} makes one, so its payload is the declared one. */
export interface Happening {
  readonly type: number
  readonly orderID?: string
  readonly id_order?: string
  readonly status?: number
  readonly data: unknown
  readonly [made]: true
}

/** An event that happened, with its payload and, for one of an order, the order. */
export const happened = <Data, About extends AboutOrder | undefined>(
  { type }: Event<Data, About>,
  data: NoInfer<Data>,
  ...[about]: About extends AboutOrder ? [about: AboutOrder] : []
): Happening =>
  (about === undefined
    ? { type, data }
    : { type, orderID: about.orderID, id_order: about.orderID, status: about.status, data }) as Happening

/** What a webhook is sent for an event; without an order, the order's three are null. */
export const deliveryOf = ({ about, data, type }: AnyEvent) => {
  const ofOrder = <S extends Schema.Top>(schema: S) => (about === "order" ? schema : Schema.Null)
  return Schema.Struct({
    id: Schema.String.annotate({ description: "The delivery; the same for each attempt." }),
    type: Schema.Literal(type),
    name: Schema.String.annotate({ description: "The webhook's name." }),
    instance: Schema.NullOr(Schema.String).annotate({
      description: "The application whose call made the event; null for the operator."
    }),
    orderID: ofOrder(Schema.String),
    id_order: ofOrder(Schema.String),
    status: ofOrder(Schema.Int.annotate({ description: "The order's status after the event." })),
    timestamp: Schema.Int.annotate({ description: "When it happened, in unix seconds." }),
    data
  })
}
