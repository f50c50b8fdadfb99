/** Reads a page of deliveries: first their places, with as much of the documents as a choice needs, and then what is shown of them. */
import { collections } from "@bottega/domain/areas"
import type { Delivery } from "@bottega/domain/areas/webhooks"
import {
  comparePlaces,
  deliveriesOf,
  eventOf,
  placeIn,
  type Recipient,
  type ShownDelivery
} from "@bottega/domain/areas/webhooks"
import { outbox, type Place } from "@bottega/domain/contract"
import { docOf, maxRows, nextPage, type Query, type Row, sizeFor, type Unavailable } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { list } from "../../../engine/answer/streamed.ts"
import type { Page } from "../../../engine/decide/handler.ts"
import { type Find, madeHaving } from "../../../engine/decide/session.ts"
import { type Finds, type Source, sourcesOf, type Wanted } from "./sources.ts"

const { deliveries } = collections

/** A delivery that a page shows. */
interface Placed {
  readonly outgoing: string
  readonly id: string
}

/** The deliveries that are shown at once; their texts are less than 1 MiB. */
const atOnce = 32

/** One list of deliveries. */
export interface Listing extends Wanted {
  readonly limit: number
  readonly after: Place | undefined
  /** The webhooks that events are for which nobody has tried to send. */
  readonly recipients: ReadonlyArray<Recipient>
}

/** A page of the newest deliveries after a place. */
export const pageOf = (
  finds: Finds,
  listing: Listing
): Effect.Effect<Page<ReadonlyArray<ShownDelivery>>, Unavailable> =>
  Effect.gen(function* () {
    const { next, placed } = yield* placesOf(finds, listing)
    const parts = partsOf(placed, atOnce)
    if (parts.length < 2) return { items: yield* shown(finds, listing, placed), next }
    const all = Stream.fromIterable(parts).pipe(
      Stream.mapEffect((part) => shown(finds, listing, part)),
      Stream.flatMap((some) => Stream.fromIterable(some))
    )
    return { items: list<ShownDelivery>(all), next }
  })

/** The places of a page's deliveries, and that of the last one if there may be more. */
const placesOf = Effect.fnUntraced(function* (finds: Finds, listing: Listing) {
  const { after, limit } = listing
  const sources = sourcesOf(finds, listing, Math.min(limit, maxIds))
  const placed: Array<Placed> = []
  // The rest of the previous page's last document comes first.
  let ids: ReadonlyArray<string> = after === undefined ? [] : [String(after.value)]
  let isLast = false
  for (;;) {
    for (const some of partsOf(ids, maxDocuments))
      for (const one of yield* expanded(finds, listing, some)) {
        if (!isWanted(listing, one) || isBefore(one, after)) continue
        placed.push({ outgoing: outgoingOf(one), id: one.id })
        if (placed.length === limit) return { placed, next: placeOf(one) }
      }
    if (isLast) return { placed, next: undefined }
    const merged: { readonly ids: ReadonlyArray<string>; readonly isLast: boolean } = yield* mergedIds(
      sources,
      ids.at(-1)
    )
    ids = merged.ids
    isLast = merged.isLast
  }
})

/** The ids that a source is asked for at once. */
const maxIds = 64

/** The next ids of all sources together. No source has another one between the first of them and the last. */
const mergedIds = Effect.fnUntraced(function* (sources: ReadonlyArray<Source>, before: string | undefined) {
  const all = yield* Effect.forEach(sources, (source) => source(before))
  const unfinished = all.filter(({ isLast }) => !isLast)
  // Below the last id of a source that has more, it may have ids that others gave first.
  const horizon =
    unfinished
      .map(({ ids }) => ids.at(-1)!)
      .sort()
      .at(-1) ?? ""
  const ids = [...new Set(all.flatMap((one) => one.ids))]
    .filter((id) => id >= horizon)
    .sort()
    .reverse()
  return { ids, isLast: unfinished.length === 0 }
})

const outgoingOf = ({ event }: ShownDelivery): string => eventOf(event)!.outgoing

/** The document of a delivery, and its place there. */
const placeOf = (one: ShownDelivery): Place => {
  const { n, webhook } = placeIn(one)
  return { value: outgoingOf(one), key: `${n}-${webhook}` }
}

/** Whether a delivery was on an earlier page. */
const isBefore = (one: ShownDelivery, after: Place | undefined): boolean => {
  if (after === undefined || outgoingOf(one) !== after.value) return false
  const [n = "", webhook = ""] = String(after.key).split("-")
  return comparePlaces(placeIn(one), { n: Number(n), webhook }) <= 0
}

/** An event of webhooks that the list is about may have gone to one that was removed, too. */
const isWanted = ({ event, orderID, state, webhooks }: Listing, one: ShownDelivery): boolean =>
  webhooks.includes(one.webhook) &&
  (event === undefined || one.event === event) &&
  (orderID === undefined || one.orderID === orderID) &&
  (state === undefined || one.state === state)

/** The deliveries of some documents of events, in the order of the list, without earlier attempts of those that have documents of their own. */
const expanded = Effect.fnUntraced(function* (
  { own }: Finds,
  { recipients, stopped }: Listing,
  ids: ReadonlyArray<string>
) {
  const all = yield* madeHaving(own, outbox, "key", ids, (row) => docOf(outbox, row))
  const exceptions = yield* exceptionsOf(own, ids)
  const newest = all.toSorted((one, other) => (one.id < other.id ? 1 : -1))
  return newest.flatMap((one) => deliveriesOf(one, exceptions.get(one.id) ?? [], recipients, stopped))
})

/** The documents of events that are in memory together. */
const maxDocuments = 8

type OfDeliveries = Query<keyof typeof deliveries.lookups>

/** The deliveries of some documents of events that have documents of their own, with their last attempts alone. */
const exceptionsOf = Effect.fnUntraced(function* (own: Find, ids: ReadonlyArray<string>) {
  const found = new Map<string, Array<Delivery>>()
  let query: OfDeliveries | undefined = { where: [{ on: "event", in: ids }], sort: { by: "key" }, ...sizeFor(maxRows) }
  while (query !== undefined) {
    const rows: ReadonlyArray<Row> = yield* own(deliveries, query)
    for (const row of rows) {
      const doc = docOf(deliveries, row)
      const one = { ...doc, attempts: doc.attempts.slice(-1) }
      found.set(one.event, [...(found.get(one.event) ?? []), one])
    }
    query = nextPage(deliveries, query, rows)
  }
  return found
})

/** Some deliveries with everything that is shown of them. */
const shown = Effect.fnUntraced(function* (
  { own }: Finds,
  { recipients, stopped }: Listing,
  some: ReadonlyArray<Placed>
) {
  const found: Array<ShownDelivery> = []
  for (const ids of partsOf([...new Set(some.map(({ outgoing }) => outgoing))], maxDocuments)) {
    const wanted = new Set(some.filter(({ outgoing }) => ids.includes(outgoing)).map(({ id }) => id))
    const all = yield* madeHaving(own, outbox, "key", ids, (row) => docOf(outbox, row))
    const exceptions = yield* madeHaving(own, deliveries, "key", wanted, (row) => docOf(deliveries, row))
    const newest = all.toSorted((one, other) => (one.id < other.id ? 1 : -1))
    const ownOf = (id: string) => exceptions.filter(({ event }) => event === id)
    found.push(
      ...newest
        .flatMap((one) => deliveriesOf(one, ownOf(one.id), recipients, stopped))
        .filter(({ id }) => wanted.has(id))
    )
  }
  return found
})

const partsOf = <A>(all: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
