/** Makes the entries that followers see of a document of the outbox: its events, and what it has notes of. */
import { collections, events } from "@bottega/domain/areas"
import {
  cursorPlaceOf,
  type Followed,
  type FollowedDelivery,
  type FollowedEvent,
  type FollowedMail,
  type FollowedPlace,
  type StoredPlace,
  type Topic
} from "@bottega/domain/areas/follow"
import { deliveriesOf, deliveryId, stateOf } from "@bottega/domain/areas/webhooks"
import {
  type AnyEvent,
  cursorOf,
  type Note,
  numberedEvents,
  type Outgoing,
  outbox,
  type StoredEvent
} from "@bottega/domain/contract"
import { get } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { dataOf } from "../webhooks/payload.ts"

const { deliveries, mail, webhooks } = collections

/** A shop, and what is followed of it. */
interface Shop {
  readonly id: string
  readonly topics: ReadonlySet<Topic>
}

/** A place in the store, and where the reader is in the requests of this process meanwhile. */
type Place = StoredPlace & Pick<FollowedPlace, "answered">

const cursorAt = ({ answered, key, n }: Place): string => cursorOf(cursorPlaceOf({ stored: { key, n }, answered }))

/** The entries of a document after a place; none of an event that no longer exists. */
export const entriesIn = Effect.fnUntraced(function* (shop: Shop, outgoing: Outgoing, { answered, ...after }: Place) {
  const { id: key, notes = [] } = outgoing
  const isLeft = ({ n }: { readonly n: number }) => key > after.key || n > after.n
  const entries: Array<Followed> = []
  if (shop.topics.has("events"))
    for (const { event, n } of numberedEvents(outgoing).filter(isLeft))
      entries.push(...(yield* entryOf(shop.id, { outgoing, event, n }, { key, n, answered })))
  const left = notes.map((note, n) => ({ note, n })).filter((one) => isLeft(one) && shop.topics.has(topicOf(one.note)))
  const named = namedBy(shop.id)
  for (const { n, note } of left) {
    const place = { at: outgoing.at, key, n, answered }
    if (note.state !== undefined) {
      entries.push(...(yield* mailEntry(shop.id, note, place)))
      continue
    }
    const found = yield* named(note)
    if (found === undefined) continue
    if (note.webhook === undefined) entries.push(...(yield* entryOf(shop.id, found, place)))
    else entries.push(...(yield* deliveryEntry(shop.id, found, note.webhook, place)))
  }
  return entries
})

const topicOf = ({ state, webhook }: Note): Topic =>
  state !== undefined ? "mails" : webhook === undefined ? "events" : "deliveries"

/** An event where it is stored. */
interface Placed {
  readonly outgoing: Outgoing
  readonly event: StoredEvent
  readonly n: number
}

/** Reads the events that notes name; a document is read once if notes of it follow one another. */
const namedBy = (shop: string) => {
  let last: Outgoing | undefined
  return Effect.fnUntraced(function* ({ document, n }: Note) {
    if (last?.id !== document) last = (yield* get(shop, outbox, document))?.doc
    if (last === undefined) return undefined
    const found = numberedEvents(last).find((one) => one.n === n)
    return found && ({ outgoing: last, ...found } as Placed)
  })
}

/** The entry of an event. At the place of another document, the event is sent again. */
const entryOf = Effect.fnUntraced(function* (shop: string, { event, n, outgoing }: Placed, place: Place) {
  const data = yield* dataOf(shop, outgoing, event)
  if (data === undefined) return []
  const { orderID = null, status = null, type } = event
  const { at, id, instance } = outgoing
  const name = namesByType.get(type) ?? String(type)
  const about = { instance, orderID, id_order: orderID, status, replay: place.key !== id }
  const named = { id: `${id}-${n}`, topic: "events", ts: at, type, name } as const
  return [{ ...named, ...about, data, after: cursorAt(place) }] as ReadonlyArray<FollowedEvent>
})

/** The entry of a delivery, as it is now. */
const deliveryEntry = Effect.fnUntraced(function* (
  shop: string,
  { n, outgoing }: Placed,
  webhook: string,
  place: Place & { readonly at: number }
) {
  const own = yield* get(shop, deliveries, deliveryId(outgoing.id, n, webhook))
  const isIts = (one: { readonly n: number; readonly webhook: string }) => one.n === n && one.webhook === webhook
  const { outcomes = [], parked = [] } = outgoing
  const about = { ...outgoing, outcomes: outcomes.filter(isIts), parked: parked.filter(isIts) }
  const recipient = (yield* get(shop, webhooks, webhook))?.doc
  const isStopped = recipient !== undefined && stateOf(recipient, yield* Clock.currentTimeMillis) !== "active"
  const stopped = new Set(isStopped ? [webhook] : [])
  const [delivery] = deliveriesOf(about, own === undefined ? [] : [own.doc], [], stopped)
  if (delivery === undefined) return []
  const entry = { id: `${place.key}-${place.n}`, topic: "deliveries", ts: place.at, delivery } as const
  return [{ ...entry, after: cursorAt(place) }] as ReadonlyArray<FollowedDelivery>
})

/** The entry of a message that came into a state; none once the message is removed, as it is when its recipient is erased. */
const mailEntry = Effect.fnUntraced(function* (
  shop: string,
  { document, state }: Note,
  place: Place & { readonly at: number }
) {
  const message = (yield* get(shop, mail, document))?.doc
  if (message === undefined) return []
  const { id, reason, subject, to } = message
  const shown = { id, to, subject, reason, state: state as typeof message.state }
  const entry = { id: `${place.key}-${place.n}`, topic: "mails", ts: place.at, mail: shown } as const
  return [{ ...entry, after: cursorAt(place) }] as ReadonlyArray<FollowedMail>
})

const namesByType = new Map(Object.values<AnyEvent>(events).map(({ name, type }) => [type, name]))
