/**
 * Declares the events that are sent to webhooks: number, name, payload, and the operations that cause them. The
 * numbers are part of the wire format and never change.
 */
import { Schema } from "effect"
import type { Collection } from "./collection.ts"
import type { Key } from "./lookup.ts"

/**
 * The order that an event is about, and the version of its document after the change. The events of one order are
 * delivered in the sequence of its versions.
 */
export interface AboutOrder {
  readonly orderID: string
  readonly status: number
  readonly version: number
}

/** A kind of event with a payload of `Data`. */
export interface Event<
  out Data = unknown,
  in out About extends AboutOrder | undefined = AboutOrder | undefined,
  out Type extends number = number
> {
  readonly type: Type
  /** Such as `order.created`; both name and number are unique. */
  readonly name: string
  /** When it happens, as a sentence. */
  readonly summary: string
  /** Whether the event is about one order. */
  readonly about: "order" | "nothing"
  readonly data: Schema.Codec<Data, unknown>
  /** The documents that are payloads, of an event that can name one instead of repeating it; see {@link happenedTo}. */
  readonly of?: () => Collection
  /** The payload once such a document is gone, from its key and the name that receivers know it by. */
  readonly gone?: (key: Key, name: string) => Data
  /** True for an event that stays when the person is erased, so that receivers hear of it: it holds only ids. */
  readonly outlivesPerson?: boolean
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
  readonly of?: () => Collection
  readonly gone?: (key: Key, name: string) => NoInfer<Data>
  readonly outlivesPerson?: boolean
}

/** Declares an event of a resource; the resource is its payload. */
export const event = <const Type extends number, Data>(
  type: Type,
  name: string,
  declared: Declaration<Data>
): Event<Data, undefined, Type> => ({
  type,
  name,
  about: "nothing",
  ...declared
})

/** Declares an event of one order. */
export const orderEvent = <const Type extends number, Data>(
  type: Type,
  name: string,
  declared: Declaration<Data>
): Event<Data, AboutOrder, Type> => ({
  type,
  name,
  about: "order",
  ...declared
})

declare const made: unique symbol

/** An event that happened. Only {@link happened} and {@link happenedTo} make one, so its payload has the declared type. */
export interface Happening {
  readonly type: number
  readonly orderID?: string
  readonly status?: number
  readonly version?: number
  /** The key of the document that is the payload, and the name that receivers know it by. */
  readonly of?: Key
  readonly called?: string
  readonly data?: unknown
  readonly outlivesPerson?: true
  readonly [made]: true
}

/** Records that an event happened, with its payload and, for an event of an order, the order. */
export const happened = <Data, About extends AboutOrder | undefined>(
  { outlivesPerson, type }: Event<Data, About>,
  data: NoInfer<Data>,
  ...[about]: About extends AboutOrder ? [about: AboutOrder] : []
): Happening =>
  (about === undefined
    ? { type, data, ...(outlivesPerson === true ? { outlivesPerson } : {}) }
    : { type, orderID: about.orderID, status: about.status, version: about.version, data }) as Happening

/**
 * Records that an event happened to a document that is its payload. The event names it; the sender reads the document as
 * it is then, and sends what the event declares for one that is `gone`, if it no longer exists.
 */
export const happenedTo = <Data>({ type }: Event<Data, undefined>, of: Key, called: string): Happening =>
  ({ type, of, called }) as Happening

/** An event as a webhook receives it; {@link deliveryOf} is its schema. */
export type Delivered<E> =
  E extends Event<infer Data, infer About, infer Type>
    ? {
        readonly id: string
        readonly type: Type
        readonly name: string
        readonly instance: string
        readonly orderID: About extends AboutOrder ? string : null
        readonly id_order: About extends AboutOrder ? string : null
        readonly status: About extends AboutOrder ? number : null
        readonly timestamp: number
        readonly data: Data
      }
    : never

/** The schema of an event's delivery to a webhook; the three fields of the order are null if the event has none. */
export const deliveryOf = ({ about, data, type }: AnyEvent) => {
  const ofOrder = <S extends Schema.Top>(schema: S) => (about === "order" ? schema : Schema.Null)
  return Schema.Struct({
    id: Schema.String.annotate({ description: "The id of the delivery; the same for each attempt." }),
    type: Schema.Literal(type),
    name: Schema.String.annotate({ description: "The webhook's name." }),
    instance: Schema.String.annotate({
      description:
        "The application that made the webhook; the id differs in each shop, so the application can tell shops apart."
    }),
    orderID: ofOrder(Schema.String),
    id_order: ofOrder(Schema.String),
    status: ofOrder(Schema.Int.annotate({ description: "The order's status after the event." })),
    timestamp: Schema.Int.annotate({ description: "When it happened, in unix seconds." }),
    data
  })
}
