/** The service's own collections: counts of calls, answers to repeat, events to send. */
import {
  type Collection,
  collection,
  dayMs,
  type Key,
  mentions,
  mentionsWithin,
  number,
  type Person,
  text,
  timeKeyAt,
  tombstoneId,
  withDefault
} from "@bottega/domain/contract"
import { clockSkew } from "@bottega/domain/throttle"
import { Schema } from "effect"

const Text = Schema.String
const Int = Schema.Number

/** Calls of a key set under one policy: the start of the window in milliseconds, and their number. */
const Count = Schema.Struct({ id: Text, since: Int, used: Int })
/**
 * An answer kept for an idempotency key. `body` is null where it held a secret, or a person whose data were erased; `at` is
 * in milliseconds.
 */
const StoredAnswer = Schema.Struct({
  id: Text,
  fingerprint: Text,
  status: Int,
  body: Schema.NullOr(Text),
  at: Int
})
type StoredAnswer = typeof StoredAnswer.Type

const Happened = Schema.Struct({
  type: Int,
  orderID: Schema.optionalKey(Text),
  id_order: Schema.optionalKey(Text),
  status: Schema.optionalKey(Int),
  data: Schema.Unknown
})
/** The events of one commit, in order. `instance` is of the key set that made it, null for the operator; `at` in seconds. */
const Outgoing = Schema.Struct({
  id: Text,
  at: Int,
  instance: Schema.NullOr(Text),
  requestId: Text,
  events: Schema.Array(Happened)
})

/**
 * A demo shop that is being made: the inputs that determine it, the number of its commits so far, and of the orders in
 * them. Each of its commits writes this record. `left` says that the process that made it was asked to stop.
 */
export const DemoProgress = Schema.Struct({
  name: Text,
  end: Int,
  group_number: Int,
  orders: Int,
  seed: Int,
  written: Int,
  kept: Int,
  left: withDefault(Schema.Boolean, false),
  pictures: withDefault(Schema.Boolean, true),
  /** What the commits are made of, as a number that changes with them: another program may not go on with them. */
  recipe: withDefault(Int, 1)
})
export type DemoProgress = typeof DemoProgress.Type

/** How long the answer to an idempotency key is repeated, in milliseconds. */
export const answerRetentionMs = dayMs
/** The operator's token that the servers of one store agreed on; see docs/decisions/0161. */
const Token = Schema.Struct({ name: Text, token: Text })
/** When a worker last finished a run, in milliseconds. */
const Worked = Schema.Struct({ name: Text, at: Int })

/** A removed document of a shop whose references are still to be cleared. */
const Clearing = Schema.Struct({
  id: Text,
  shop: Text,
  collection: Text,
  key: Schema.Union([Text, Int])
})
export type Clearing = typeof Clearing.Type

/** What is to be cleared after a document was removed. */
export const clearingOf = (shop: string, collection: Pick<Collection, "name">, key: Key): Clearing => ({
  id: `${shop}/${tombstoneId(collection, key)}`,
  shop,
  collection: collection.name,
  key
})

/**
 * The record of a kept answer stays, so that its call is not made twice. A key that older versions stored as it was sent
 * may name the person itself; that record goes.
 */
const answerWithout = (answer: StoredAnswer, person: Person): StoredAnswer | undefined => {
  if (mentions(answer.id, person)) return undefined
  if (answer.body === null || !mentionsWithin(parsed(answer.body), person)) return answer
  return { ...answer, body: null }
}

/** Texts within JSON are compared without their escapes. */
const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

export const records = {
  counts: collection("counts", Count, {
    personal: "none",
    key: ({ id }) => id,
    local: true,
    lookups: { since: number(({ since }) => since) },
    orders: [["since"]],
    retention: { kind: "removed", by: "since", at: (instant) => instant, keep: ({ counts }) => counts }
  }),
  answered: collection("answered", StoredAnswer, {
    personal: {
      as: "answers",
      where: "everywhere",
      shown: ({ at, body, status }) => ({ status, body, at }),
      erased: answerWithout
    },
    key: ({ id }) => id,
    lookups: { at: number(({ at }) => at) },
    orders: [["at"]],
    // The sweeper's clock may be ahead of the clock of the server that kept the answer.
    retention: { kind: "removed", by: "at", at: (instant) => instant, keep: () => answerRetentionMs + clockSkew }
  }),
  outbox: collection("outbox", Outgoing, {
    personal: {
      as: "events",
      where: "everywhere",
      shown: ({ at, events, id }) => ({ id, at, events }),
      erased: (outgoing, person) => {
        const events = outgoing.events.filter(({ data }) => !mentionsWithin(data, person))
        if (events.length === outgoing.events.length) return outgoing
        return events.length === 0 ? undefined : { ...outgoing, events }
      }
    },
    key: ({ id }) => id,
    // A consumer of events names here the documents that wait for them. There is no consumer yet, because no operation
    // makes a webhook.
    retention: { kind: "removed", by: "key", at: timeKeyAt, keep: ({ events }) => events, awaitedBy: [] }
  }),
  makings: collection("makings", DemoProgress, { key: ({ name }) => name, owner: "installation", personal: "none" }),
  clearings: collection("clearings", Clearing, {
    personal: "none",
    key: ({ id }) => id,
    owner: "installation",
    shop: "shop",
    lookups: { shop: text(({ shop }) => shop) }
  }),
  tokens: collection("tokens", Token, { key: ({ name }) => name, owner: "installation", personal: "none" }),
  workers: collection("workers", Worked, { key: ({ name }) => name, owner: "installation", personal: "none" })
}
