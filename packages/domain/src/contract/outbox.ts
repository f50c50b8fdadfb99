/**
 * The events of commits as a store keeps them, each with what became of its deliveries to webhooks. The events of a
 * commit and their deliveries that succeeded at once are one document; only what failed once has documents of its own.
 */
import { Schema } from "effect"
import { bounded } from "./bounded.ts"
import { collection } from "./collection.ts"
import { texts } from "./lookup.ts"
import { mentionsWithin, type Person } from "./personal.ts"
import { timeKeyAt } from "./retention.ts"

const Text = Schema.String
const Int = Schema.Number

/** The events of a document; a commit with more events writes several documents. */
export const maxEvents = 50

/**
 * One attempt to deliver an event. `status` and `answer` are null without an answer, `error` is null after a success;
 * `ts` is in seconds.
 */
export const DeliveryAttempt = Schema.Struct({
  ts: Int,
  status: Schema.NullOr(Int),
  error: Schema.NullOr(Text),
  ms: Int,
  answer: Schema.NullOr(Text)
}).annotate({ identifier: "DeliveryAttempt" })
export type DeliveryAttempt = typeof DeliveryAttempt.Type

/** The maximum size of an answer that is kept, and of all those that a document of events keeps, in bytes. */
export const maxAnswerBytes = 1024
export const maxAnswersBytes = 256 * 1024

const StoredEvent = Schema.Struct({
  type: Int,
  /** The event's number within its document; present once events before it were erased, and otherwise its place in the list. */
  n: Schema.optionalKey(Int),
  orderID: Schema.optionalKey(Text),
  id_order: Schema.optionalKey(Text),
  status: Schema.optionalKey(Int),
  /** The version of the order's document that the commit wrote: events of an order are delivered in this sequence. */
  version: Schema.optionalKey(Int),
  /** The document that is the payload, by its key; it is read when the event is sent. `called` names it once it is gone. */
  of: Schema.optionalKey(Schema.Union([Text, Int])),
  called: Schema.optionalKey(Text),
  /** The number of the event of the same commit whose payload is this one's too. */
  as: Schema.optionalKey(Int),
  data: Schema.optionalKey(Schema.Unknown),
  /** Present on an event that stays when the person is erased. */
  outlivesPerson: Schema.optionalKey(Schema.Literal(true))
})
export type StoredEvent = typeof StoredEvent.Type

/** A delivery of one event to one webhook. */
const Target = Schema.Struct({ n: Int, webhook: Text })

/**
 * An event of another document, which is sent again; with `webhook`, a delivery of one, of which an attempt ended; or, with
 * `state`, that a document of another collection, such as a message, came into a state.
 */
const Note = Schema.Struct({
  document: Text,
  n: Int,
  webhook: Schema.optionalKey(Text),
  state: Schema.optionalKey(Text)
})
export type Note = typeof Note.Type

/**
 * The events of one commit, in order. `instance` is of the key set that made it, null for the operator; `at` is in
 * seconds. `pending` until every webhook was tried once; `outcomes` are the deliveries that succeeded without a document
 * of their own; `parked` are those that wait because their webhook is paused or takes nothing. A pending document is for the
 * webhooks that began to listen before its commit: `begun` is how often one had, as the shop's list of types said. A document
 * with `notes` has no events: it tells followers of earlier ones, whose data are only in their own documents.
 */
const Outgoing = Schema.Struct({
  id: Text,
  at: Int,
  instance: Schema.NullOr(Text),
  requestId: Text,
  events: bounded(Schema.Array(StoredEvent), { max: maxEvents, noun: "events" }),
  pending: Schema.optionalKey(Schema.Literal(true)),
  begun: Schema.optionalKey(Int),
  outcomes: Schema.optionalKey(
    bounded(Schema.Array(Schema.Struct({ ...Target.fields, attempt: DeliveryAttempt })), {
      max: 100 * maxEvents,
      noun: "outcomes",
      isHistory: true
    })
  ),
  parked: Schema.optionalKey(
    bounded(Schema.Array(Target), { max: 100 * maxEvents, noun: "parked deliveries", isHistory: true })
  ),
  notes: Schema.optionalKey(bounded(Schema.Array(Note), { max: maxEvents, noun: "notes" }))
})
export type Outgoing = typeof Outgoing.Type

/** The events with their numbers, which stay the same when events are erased. */
export const numberedEvents = ({
  events
}: Pick<Outgoing, "events">): ReadonlyArray<{ readonly n: number; readonly event: StoredEvent }> =>
  events.map((event, at) => ({ n: event.n ?? at, event }))

/** The payload that a document keeps of one of its events. */
export const storedPayload = (outgoing: Pick<Outgoing, "events">, { as, data }: StoredEvent): unknown =>
  as === undefined ? data : numberedEvents(outgoing).find(({ n }) => n === as)?.event.data

/** Without the events that mention a person, and without the answers that do. */
const withoutPerson = (outgoing: Outgoing, person: Person): Outgoing | undefined => {
  const events = numberedEvents(outgoing)
    .filter(({ event }) => event.outlivesPerson || !mentionsWithin(storedPayload(outgoing, event), person))
    .map(({ event, n }) => ({ ...event, n }))
  const isErased = events.length < outgoing.events.length
  if (isErased && events.length === 0) return undefined
  const clean = outgoing.outcomes?.map((outcome) => {
    const { answer, error } = outcome.attempt
    if (!mentionsWithin([answer, error], person)) return outcome
    return { ...outcome, attempt: { ...outcome.attempt, answer: null, error: error === null ? null : "" } }
  })
  const isCleaned = clean?.some((outcome, at) => outcome !== outgoing.outcomes![at]) ?? false
  if (!isErased && !isCleaned) return outgoing
  const left = new Set(events.map(({ n }) => n))
  const isLeft = ({ n }: { readonly n: number }) => left.has(n)
  const { outcomes: _, parked, ...rest } = outgoing
  return {
    ...rest,
    events,
    ...(clean === undefined ? {} : { outcomes: clean.filter(isLeft) }),
    ...(parked?.some(isLeft) ? { parked: parked.filter(isLeft) } : {})
  }
}

/** An imported document has nothing left to deliver: a copy of a shop calls nobody. */
const settled = ({ parked: _, pending: __, ...outgoing }: Outgoing): Outgoing => outgoing

export const outbox = collection("outbox", Outgoing, {
  noun: "list of events",
  personal: {
    as: "events",
    where: {
      within: ({ events, outcomes = [] }) => [
        ...events.map(({ data }) => data),
        ...outcomes.flatMap(({ attempt: { answer, error } }) => [answer, error])
      ]
    },
    shown: ({ at, events, id }) => ({ id, at, events }),
    erased: withoutPerson
  },
  key: ({ id }) => id,
  lookups: {
    order: texts(({ events }) => distinct(events.flatMap(({ orderID }) => orderID ?? []))),
    /** The webhooks that have been delivered to. */
    webhook: texts(({ outcomes = [] }) => distinct(outcomes.map(({ webhook }) => webhook))),
    parked: texts(({ parked = [] }) => distinct(parked.map(({ webhook }) => webhook)))
  },
  orders: [["order"], ["webhook"], ["parked"]],
  // Events are written far more often than they are looked up by their order or their webhooks.
  deferred: ["order", "webhook"],
  imported: settled,
  // Events are removed when they are old, whatever still waits for them.
  retention: {
    ...{ kind: "removed", by: "key", at: timeKeyAt, keep: ({ events }) => events },
    isNoted: true,
    atMost: ({ events }) => events,
    givenUp: (outgoing) => unsentOf(outgoing as Outgoing)
  }
})

/** How many deliveries of a document are not made: those that are parked, and each pending event once. */
const unsentOf = ({ events, parked = [], pending }: Outgoing): number =>
  parked.length + (pending === true ? events.length : 0)

const distinct = (values: ReadonlyArray<string>): ReadonlyArray<string> =>
  values.length < 2 ? values : [...new Set(values)]

/** Shops are divided among processes by buckets. */
export const maxBuckets = 64

/** The bucket of a shop: a hash of its id (FNV-1a). */
export const bucketOf = (shop: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < shop.length; at++) hash = Math.imul(hash ^ shop.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % maxBuckets
}

/**
 * A document of events that is pending, where the process of its shop's bucket finds it; or, with `webhook`, that there may be
 * something to do for that webhook.
 */
const Pending = Schema.Struct({ key: Text, id: Text, shop: Text, webhook: Schema.optionalKey(Text) })
export type Pending = typeof Pending.Type

/** The key of an entry: of the bucket, then of the shop, then of the document, so that each shop's entries are in order of time. */
export const pendingKey = (shop: string, id: string): string => `${shopPrefix(shop)}${id}`
/** The start of the keys of a shop's entries. */
export const shopPrefix = (shop: string): string => `${bucketPrefix(bucketOf(shop))}${shop}/`
/** The start of the keys of a bucket's entries. */
export const bucketPrefix = (bucket: number): string => `${String(bucket).padStart(2, "0")}/`

/**
 * An entry for each pending document of events, of all shops. It is inserted in the commit of the events and removed in the
 * one that settles them. It stays behind when a shop moves.
 */
export const eventQueue = collection("eventqueue", Pending, {
  noun: "entry of the queue of events",
  personal: "none",
  owner: "installation",
  local: true,
  key: ({ key }) => key
})

/**
 * An entry that asks to look at what waits for a webhook of a shop, or for all of them if `webhook` is empty; `id` is a new time key.
 * A commit that lets a webhook go on, removes one, or adds a delivery, inserts one.
 */
export const lookEntry = (shop: string, id: string, webhook = ""): Pending => ({
  key: pendingKey(shop, id),
  id: "",
  shop,
  webhook
})

/** The entry of a pending document. */
export const pendingEntry = (shop: string, id: string): Pending => ({ key: pendingKey(shop, id), id, shop })
