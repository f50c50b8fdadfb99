/** What happens in a shop, for the operator to read while it happens. */
import { Schema } from "effect"
import { area } from "../contract/area.ts"
import { placeOf } from "../contract/cursor.ts"
import { optional, withDefault } from "../contract/defaults.ts"
import { control } from "../contract/endpoint.ts"
import { Conflict, NotFound } from "../contract/refusals.ts"
import { commaList, Int, intFrom, names, OrderID, rule, ServiceID, Text, Unix } from "../contract/values.ts"
import { Message } from "./mail/document.ts"
import { ListedRequest } from "./requests.ts"
import { ShownDelivery } from "./webhooks/shown.ts"

/** What can be followed. */
export const topics = ["requests", "events", "deliveries", "mails"] as const
/** One of them. */
export type Topic = (typeof topics)[number]

/** A place between two entries: where the reader is in the store, in the requests of a process, or in both. */
export interface FollowedPlace {
  /** Everything up to the `n`-th entry of the commit with this key was shown; absent if nothing stored is followed. */
  readonly stored?: StoredPlace | undefined
  /** Present if requests are followed. */
  readonly answered?: AnsweredPlace | undefined
}

/** Everything up to the `n`-th entry of the commit with this key. */
export interface StoredPlace {
  readonly key: string
  readonly n: number
}

/** Everything up to the `n`-th request of the process that keeps its requests under this id. */
export interface AnsweredPlace {
  readonly ring: string
  readonly n: number
}

/** A place as a cursor has it. */
export const cursorPlaceOf = ({
  answered,
  stored
}: FollowedPlace): { readonly value: string; readonly key: number } => {
  const value = stored?.key ?? "-"
  const of = answered === undefined ? "" : `~${answered.ring}~${answered.n}`
  return { value: value + of, key: stored?.n ?? 0 }
}

/** A place as `after` names it; `undefined` for any other text. */
export const followedPlaceOf = (after: string): FollowedPlace | undefined => {
  const { key: n, value } = placeOf(after) ?? {}
  if (typeof value !== "string" || typeof n !== "number") return undefined
  const [key = "", ring, number] = value.split("~")
  const stored = key === "-" ? undefined : { key, n }
  return { stored, answered: ring === undefined ? undefined : { ring, n: Number(number) } }
}

const after = Text.annotate({ description: "The place after this entry; send it as after to go on from here." })

/** An event as followers see it. Without `name` and `id` of a webhook, it has what a delivery of it has. */
export const FollowedEvent = Schema.Struct({
  id: Text.annotate({ description: "The same whenever the event is shown." }),
  topic: Schema.Literal("events"),
  ts: Unix,
  type: Int.annotate({ description: "The event's number, as webhooks name it." }),
  name: Text.annotate({ description: "The event's name, such as order.paid." }),
  instance: Schema.NullOr(Text).annotate({
    description: "The application whose call caused the event; null for the operator."
  }),
  orderID: Schema.NullOr(OrderID),
  id_order: Schema.NullOr(OrderID),
  status: Schema.NullOr(Int),
  replay: Schema.Boolean.annotate({
    description: "true if the operator sends the event again: id and ts are those of the first time."
  }),
  data: Schema.Unknown.annotate({ description: "What a webhook gets as data: an order's summary, or the resource." }),
  after
}).annotate({ identifier: "FollowedEvent" })
export type FollowedEvent = typeof FollowedEvent.Type

/** What became of a delivery, as followers see it. */
export const FollowedDelivery = Schema.Struct({
  id: Text.annotate({ description: "The same whenever the entry is shown; another one for each attempt." }),
  topic: Schema.Literal("deliveries"),
  ts: Unix.annotate({ description: "When an attempt ended, or the delivery began to wait." }),
  delivery: ShownDelivery,
  after
}).annotate({ identifier: "FollowedDelivery" })
export type FollowedDelivery = typeof FollowedDelivery.Type

/** A request that was answered, as followers see it. */
export const FollowedRequest = Schema.Struct({
  id: Text.annotate({ description: "The same whenever the entry is shown." }),
  topic: Schema.Literal("requests"),
  ts: Unix,
  request: ListedRequest,
  after
}).annotate({ identifier: "FollowedRequest" })
export type FollowedRequest = typeof FollowedRequest.Type

const { reason, state, subject, to } = Message.fields

/** A message that came into a state, as followers see it. */
export const FollowedMail = Schema.Struct({
  id: Text.annotate({ description: "The same whenever the entry is shown; another one for each state." }),
  topic: Schema.Literal("mails"),
  ts: Unix.annotate({ description: "When the message came into this state." }),
  mail: Schema.Struct({
    id: Text,
    to,
    subject: subject.annotate({ description: "As it is now; empty until the message is written out." }),
    reason,
    state
  }).annotate({ identifier: "FollowedMessage" }),
  after
}).annotate({ identifier: "FollowedMail" })
export type FollowedMail = typeof FollowedMail.Type

const Followed = Schema.Union([FollowedRequest, FollowedEvent, FollowedDelivery, FollowedMail])
export type Followed = typeof Followed.Type

const endpoints = {
  entries: control.stream("/follow.json", {
    audience: "shop",
    summary:
      "Follow a shop's requests, events, deliveries or mails as they happen, in an answer that does not end by itself.",
    description:
      "The answer is one JSON array with an entry on each line. While nothing happens there is an empty line every 15 seconds. An event is shown once no earlier one can still happen: none is left out, those of one order are in sequence, and one may be repeated with the same id. A delivery comes after each of its attempts, as it is when it is shown. A message comes once for each state that it enters: queued, sent, failed, kept. Requests are those that this process answers; a place in them is gone with the process, or once the request after it is not kept any more. The answer ends after limit entries, when the server shuts down, when its reader is 1 MiB behind, and when another caller gets its place. A server has up to 100 followers, and shares them equally among the callers who want some.",
    input: {
      shop: names("shops", ServiceID),
      topics: withDefault(commaList(Schema.Literals(topics)), ["events"]).annotate({
        description:
          "What to follow: requests, each as their list shows it; events; deliveries to webhooks, each as the list of deliveries shows it; mails, without their texts."
      }),
      ...optional({
        after: Text.check(
          rule("is not a place of this list", (text: string) => followedPlaceOf(text) !== undefined)
        ).annotate({
          description:
            "Go on after this place: the after of an entry, or that of the Link header, which names the place where the answer begins. By default it begins now."
        }),
        limit: intFrom(0).annotate({
          description: "End after so many entries; 0 only asks for the place in the Link header."
        })
      })
    },
    output: Schema.Array(Followed),
    refusals: [NotFound, Conflict],
    endless: true
  })
}

export const follow = area({ endpoints, collections: {}, checks: [], events: {} })
