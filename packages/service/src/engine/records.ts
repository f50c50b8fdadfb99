/** What the service keeps for itself beside the resources: counts of calls, answers to repeat, events to send. */
import { collection, day, number, timeKeyAt, withDefault } from "@bottega/domain/contract"
import { clockSkew } from "@bottega/domain/throttle"
import { Schema } from "effect"

const Text = Schema.String
const Int = Schema.Number

/** Calls counted of a key set under one policy: the window's begin in milliseconds, and how many. */
const Count = Schema.Struct({ id: Text, since: Int, used: Int })
/** An answer kept for an idempotency key. `body` is null where it held a secret; `at` is in milliseconds. */
const Answered = Schema.Struct({
  id: Text,
  fingerprint: Text,
  status: Int,
  body: Schema.NullOr(Text),
  at: Int
})
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
 * A demo shop that is being made: what decides all of it, how many of its commits there are, and how many of its orders
 * they hold. Each of the commits writes this too. It is `left` when the start that made it was told to end.
 */
export const Making = Schema.Struct({
  name: Text,
  end: Int,
  group_number: Int,
  orders: Int,
  seed: Int,
  written: Int,
  kept: Int,
  left: withDefault(Schema.Boolean, false)
})
export type Making = typeof Making.Type

/** How long an answer to an idempotency key is given again, in milliseconds. */
export const keptFor = day
/** The operator's token that servers of one store agreed on; see docs/decisions/0161. */
const Token = Schema.Struct({ name: Text, token: Text })
/** When a worker last finished a run, in milliseconds. */
const Worked = Schema.Struct({ name: Text, at: Int })

export const records = {
  counts: collection("counts", Count, {
    key: ({ id }) => id,
    local: true,
    lookups: { since: number(({ since }) => since) },
    orders: [["since"]],
    retention: { kind: "removed", by: "since", at: (instant) => instant, keep: ({ counts }) => counts }
  }),
  answered: collection("answered", Answered, {
    key: ({ id }) => id,
    lookups: { at: number(({ at }) => at) },
    orders: [["at"]],
    // The sweeper's clock may be ahead of the one that an answer was kept by.
    retention: { kind: "removed", by: "at", at: (instant) => instant, keep: () => keptFor + clockSkew }
  }),
  outbox: collection("outbox", Outgoing, {
    key: ({ id }) => id,
    // Whoever is to be told of events names here the documents that wait for them. Nobody is yet: there is no operation that
    // makes a webhook.
    retention: { kind: "removed", by: "key", at: timeKeyAt, keep: ({ events }) => events, awaitedBy: [] }
  }),
  makings: collection("makings", Making, { key: ({ name }) => name, owner: "installation" }),
  tokens: collection("tokens", Token, { key: ({ name }) => name, owner: "installation" }),
  workers: collection("workers", Worked, { key: ({ name }) => name, owner: "installation" })
}
