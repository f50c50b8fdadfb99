/**
 * Where the documents are that hold the deliveries that a list asks for: by each of its filters, from the newest on. Every source is
 * a walk of an index, so that a page costs what it shows and not what the shop keeps.
 */
import { collections } from "@bottega/domain/areas"
import { type DeliveryState, eventOf } from "@bottega/domain/areas/webhooks"
import { type Collection, eventQueue, outbox, shopPrefix, timeKeyAt } from "@bottega/domain/contract"
import type { Query, Test, Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import type { Find } from "../../../engine/decide/session.ts"

const { deliveries } = collections

/** What a list of deliveries asks for; `from` and `to` are excluded, in unix seconds. */
export interface Wanted {
  readonly shop: string
  readonly webhook?: string | undefined
  readonly orderID?: string | undefined
  readonly event?: string | undefined
  readonly state?: DeliveryState | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** The webhooks that the list is about: the one that it names, or all of the shop. */
  readonly webhooks: ReadonlyArray<string>
  /** The webhooks that are paused or disabled, whose deliveries are parked. */
  readonly stopped: ReadonlySet<string>
}

/** Gives the ids of some documents of events that are older than `before`, the newest first, and whether these are the last ones. */
export type Source = (
  before: string | undefined
) => Effect.Effect<{ readonly ids: ReadonlyArray<string>; readonly isLast: boolean }, Unavailable>

/** Reads documents of the shop, and of the installation. */
export interface Finds {
  readonly own: Find
  readonly installation: Find
}

/** What all sources of a list need. */
interface Asked extends Finds {
  readonly wanted: Wanted
  /** The most ids that a source gives at once. */
  readonly size: number
}

/** The sources that together have every document with a delivery that is asked for. */
export const sourcesOf = (finds: Finds, wanted: Wanted, size: number): ReadonlyArray<Source> => {
  const asked: Asked = { ...finds, wanted, size }
  const { event, orderID, state, stopped, webhook, webhooks } = wanted
  if (event !== undefined) {
    const named = eventOf(event)
    return named === undefined ? [] : [eventsSource(asked, [{ on: "key", eq: named.outgoing }])]
  }
  if (orderID !== undefined) return [eventsSource(asked, [{ on: "order", eq: orderID }])]
  const is = (...states: ReadonlyArray<DeliveryState>) => state === undefined || states.includes(state)
  // A query combines the walks of up to 64 values.
  const parts = [webhooks.slice(0, 64), webhooks.slice(64)].filter(({ length }) => length > 0)
  return [
    ...parts.flatMap((some) => [
      ...(is("delivered") ? [eventsSource(asked, [{ on: "webhook", in: some }])] : []),
      ...(is("parked") ? [eventsSource(asked, [{ on: "parked", in: some }])] : [])
    ]),
    ...(is("pending") || (is("parked") && stopped.size > 0) ? [queueSource(asked)] : []),
    ...(state === "parked"
      ? webhooks.filter((id) => stopped.has(id)).map((id) => ownSource(asked, id, "pending"))
      : [ownSource(asked, webhook, state)])
  ]
}

/** Documents of events that a lookup finds. */
const eventsSource = (asked: Asked, where: ReadonlyArray<Test<"key" | "order" | "parked" | "webhook">>): Source => {
  const { own, wanted } = asked
  return (before) => newest(asked, own, outbox, [...where, ...spanOf(wanted, before)], (key) => key)
}

/** Documents of events that are still to be sent to every webhook. */
const queueSource = (asked: Asked): Source => {
  const { installation, wanted } = asked
  const prefix = shopPrefix(wanted.shop)
  // No id has a tilde, and all of its characters come before one.
  const within = [{ on: "key", gte: prefix, lt: `${prefix}~` }] as const
  const idOf = (key: string) => key.slice(prefix.length)
  return (before) => newest(asked, installation, eventQueue, [...within, ...spanOf(wanted, before, prefix)], idOf)
}

/** Deliveries that have documents of their own, of a webhook or of all, and in a state or in any. */
const ownSource = (asked: Asked, webhook: string | undefined, state: DeliveryState | undefined): Source => {
  const { own, wanted } = asked
  const where: ReadonlyArray<Test<"state" | "webhook" | "key">> = [
    ...(webhook === undefined ? [] : [{ on: "webhook", eq: webhook } as const]),
    ...(state === undefined ? [] : [{ on: "state", eq: state } as const])
  ]
  return (before) =>
    newest(asked, own, deliveries, [...where, ...spanOf(wanted, before)], (key) => key.slice(0, key.indexOf("-")))
}

const newest = <Doc, Name extends string>(
  { size }: Asked,
  find: Find,
  collection: Collection<Doc, Name>,
  where: Query<NoInfer<Name>>["where"] & {},
  idOf: (key: string) => string
): ReturnType<Source> => {
  const query = { where, sort: { by: "key", descending: true }, limit: size } as const
  return Effect.map(find(collection, query), (rows) => ({
    ids: rows.map(({ key }) => idOf(String(key))),
    isLast: rows.length < size
  }))
}

/** The keys of what happened within a span and before a document; they begin with the microseconds. */
const spanOf = ({ from, to }: Wanted, before: string | undefined, prefix = "") => [
  ...(from === undefined ? [] : [{ on: "key", gte: `${prefix}${timeKeyAt((from + 1) * 1000)}` } as const]),
  ...(to === undefined ? [] : [{ on: "key", lt: `${prefix}${timeKeyAt(to * 1000)}` } as const]),
  ...(before === undefined ? [] : [{ on: "key", lt: `${prefix}${before}` } as const])
]
