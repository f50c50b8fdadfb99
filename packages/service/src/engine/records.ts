/** The service's own collections: counts of calls, answers to repeat, events to send. */
import {
  type Collection,
  collection,
  dayMs,
  eventQueue,
  type Key,
  mentions,
  mentionsWithin,
  number,
  outbox,
  type Person,
  text,
  tombstoneId,
  withDefault
} from "@bottega/domain/contract"
import { clockSkew, type Policy, type PolicyName } from "@bottega/domain/throttle"
import { Schema } from "effect"

const Text = Schema.String
const Int = Schema.Number

/** Calls of a key set under one policy: the start of the window in milliseconds, and their number. */
const Count = Schema.Struct({ id: Text, since: Int, used: Int })
/**
 * An answer kept for an idempotency key. `body` is null if it contained a secret, or a person whose data were erased; `at` is
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
  /** A number that changes with the content of the commits, so that another program does not continue them. */
  recipe: withDefault(Int, 1)
})
export type DemoProgress = typeof DemoProgress.Type

/** How long the answer to an idempotency key is repeated, in milliseconds. */
export const answerRetentionMs = dayMs
/** The operator's token that the servers of one store agreed on; see docs/decisions/0161. */
const Token = Schema.Struct({ name: Text, token: Text })
/** Where the store was last served, or its control surface. */
const Address = Schema.Struct({ name: Text, url: Text, sendsMail: withDefault(Schema.Boolean, false) })
/** A number of a shop that only rises; see `marks.ts`. */
const Mark = Schema.Struct({ name: Text, at: Int })
/** When a worker last finished a run, in any process, and how it last failed; null if it never did. Instants are in milliseconds. */
const Worked = Schema.Struct({
  name: Text,
  at: Schema.NullOr(Int),
  failed: withDefault(Schema.NullOr(Schema.Struct({ at: Int, reason: Text })), null)
})
export type Worked = typeof Worked.Type

/** Another server that takes nothing: since when, in milliseconds, and what it says. */
const Outage = Schema.Struct({ name: Text, since: Int, reply: Text })

/** A process that does work of buckets; it writes this document periodically, so that others notice when it has ended. */
const LiveProcess = Schema.Struct({ id: Text, beats: Int })
/** The process that does the work of a bucket of shops; null if it was given back. Written only when it changes hands. */
const Bucket = Schema.Struct({ bucket: Int, process: Schema.NullOr(Text) })
export type Bucket = typeof Bucket.Type

/** A removed document of a shop whose references are still to be cleared. */
const Clearing = Schema.Struct({
  id: Text,
  shop: Text,
  collection: Text,
  key: Schema.Union([Text, Int])
})
export type Clearing = typeof Clearing.Type

/**
 * An erasure that still searches other people's documents: those of a collection after a key, and of all collections that
 * follow it. `until` is the instant of the erasure in unix microseconds; later documents are not searched. The address is
 * kept here only until the search is done.
 */
const Search = Schema.Struct({
  id: Text,
  shop: Text,
  email: Text,
  until: Int,
  collection: Schema.NullOr(Text),
  after: Schema.NullOr(Schema.Union([Text, Int]))
})
export type Search = typeof Search.Type

/** The mark of a collection up to whose instant, in microseconds, the sweeper has removed documents. */
export const removedUpTo = ({ name }: Pick<Collection, "name">): string => `${name} removed`

/** The key of the count of a key set under a policy that counts all its endpoints together, or each of them by itself. */
export const countIdOf = (keySet: string, name: PolicyName, { per }: Pick<Policy, "per">, endpoint: string): string =>
  per === "key set" ? `${keySet}:${name}` : `${keySet}:${name}:${endpoint}`

/** The references to clear after a document was removed. */
export const clearingOf = (shop: string, collection: Pick<Collection, "name">, key: Key): Clearing => ({
  id: `${shop}/${tombstoneId(collection, key)}`,
  shop,
  collection: collection.name,
  key
})

/**
 * The record of a kept answer stays, so that its call is not made twice. Older versions stored the key as it was sent.
 * A record whose key names the person is removed.
 */
const answerWithout = (answer: StoredAnswer, person: Person): StoredAnswer | undefined => {
  if (mentions(answer.id, person)) return undefined
  if (answer.body === null || !mentionsWithin(parsed(answer.body), person)) return answer
  return { ...answer, body: null }
}

/** Texts within JSON are compared without their escapes; if there are none, the JSON itself shows the same mentions. */
const parsed = (body: string): unknown => {
  if (!body.includes("\\")) return body
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** The collection to which a document was added last. Every call that adds one writes it, so that no two count at once. */
const Addition = Schema.Struct({ collection: Text })

export const records = {
  additions: collection("additions", Addition, { personal: "none", key: ({ collection }) => collection, local: true }),
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
      where: { within: ({ body, id }) => [id, body === null ? null : parsed(body)] },
      shown: ({ at, body, status }) => ({ status, body, at }),
      erased: answerWithout
    },
    key: ({ id }) => id,
    lookups: { at: number(({ at }) => at) },
    orders: [["at"]],
    // The sweeper's clock may be ahead of the clock of the server that kept the answer.
    retention: { kind: "removed", by: "at", at: (instant) => instant, keep: () => answerRetentionMs + clockSkew }
  }),
  outbox,
  eventQueue,
  processes: collection("processes", LiveProcess, {
    personal: "none",
    owner: "installation",
    local: true,
    key: ({ id }) => id
  }),
  buckets: collection("buckets", Bucket, {
    personal: "none",
    owner: "installation",
    local: true,
    key: ({ bucket }) => bucket
  }),
  makings: collection("makings", DemoProgress, { key: ({ name }) => name, owner: "installation", personal: "none" }),
  clearings: collection("clearings", Clearing, {
    personal: "none",
    key: ({ id }) => id,
    owner: "installation",
    shop: "shop",
    lookups: { shop: text(({ shop }) => shop) }
  }),
  searches: collection("searches", Search, {
    personal: "none",
    key: ({ id }) => id,
    owner: "installation",
    shop: "shop",
    lookups: { shop: text(({ shop }) => shop) }
  }),
  addresses: collection("served", Address, { key: ({ name }) => name, owner: "installation", personal: "none" }),
  marks: collection("marks", Mark, { key: ({ name }) => name, local: true, personal: "none" }),
  tokens: collection("tokens", Token, { key: ({ name }) => name, owner: "installation", personal: "none" }),
  outages: collection("outages", Outage, { key: ({ name }) => name, owner: "installation", personal: "none" }),
  workers: collection("workers", Worked, { key: ({ name }) => name, owner: "installation", personal: "none" })
}
