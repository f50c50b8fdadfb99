/**
 * Faults on purpose: rules by which calls of shops are refused, delayed or left without an answer, so that the author of a
 * client sees how it takes them. Only a server for development has them.
 */
import { Schema } from "effect"
import { Done } from "../contract/answers.ts"
import { area } from "../contract/area.ts"
import { collection } from "../contract/collection.ts"
import { optional, withDefault } from "../contract/defaults.ts"
import { control, type Finding, type PartialInput } from "../contract/endpoint.ts"
import { number, text } from "../contract/lookup.ts"
import { Conflict, NotFound } from "../contract/refusals.ts"
import { Decimal, Flag, Int, intBetween, intFrom, names, rule, ServiceID, Text } from "../contract/values.ts"

/** The most rules of an installation, and the longest delay. */
export const faultBounds = { rules: 100, delayMs: 60_000 }

const Probability = Decimal.check(
  rule("must be from 0 to 1", (share: number) => share >= 0 && share <= 1, { minimum: 0, maximum: 1 })
)
/** The statuses with which a call can be refused on purpose. */
const statuses = { min: 400, max: 599 }
/** Whether a call can be refused with a status on purpose. */
export const isInjectable = (status: number): boolean => status >= statuses.min && status <= statuses.max

const choosing = {
  shop: names("shops", ServiceID).annotate({ description: "Only calls of this shop." }),
  key: Text.annotate({ description: "Only calls of the key set with this key." }),
  operation: Text.annotate({ description: "Only calls of this operation, such as orders.create." }),
  nth: intFrom(1).annotate({ description: "Only the call of this number, counted from when the rule is made." })
}
const effects = {
  status: intBetween(statuses.min, statuses.max).annotate({ description: "The status of the refusal." }),
  delay_ms: intBetween(0, faultBounds.delayMs).annotate({ description: "How long a call waits, in milliseconds." })
}
const random = {
  probability: Probability.annotate({ description: "The share of the calls, from 0 to 1." }),
  seed: Int.annotate({ description: "Determines which calls are in the share: the same seed, the same calls." })
}
const drop = Flag.annotate({ description: "1 closes the connection without an answer." })
const when = Schema.Literals(["before", "after"]).annotate({
  description: "after: the change is made, and only its answer is lost."
})

const nullable = <Fields extends Record<string, Schema.Top>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Schema.NullOr(schema)])) as {
    readonly [Name in keyof Fields]: Schema.NullOr<Fields[Name]>
  }

/** A rule as shown; null chooses every call, or has no effect. */
const ShownFault = Schema.Struct({
  id: names("faults", ServiceID),
  ...nullable(choosing),
  ...nullable(effects),
  ...random,
  drop,
  when,
  hits: Int.annotate({ description: "The calls that it changed." }),
  created: Int.annotate({
    description: "Unix microseconds; if several rules would change a call, only the oldest one does."
  })
}).annotate({ identifier: "Fault" })

/** A rule as stored; `calls` are those that it chooses, before its number and its probability. */
export const Fault = Schema.Struct({ ...ShownFault.fields, calls: Int })
export type Fault = typeof Fault.Type

/** A rule as callers see it. */
export const shownFault = ({ calls: _, ...fault }: Fault): typeof ShownFault.Type => fault

/** Whether a rule changes the call that is its `n`-th. */
export const isHit = ({ nth, probability, seed }: Pick<Fault, "nth" | "probability" | "seed">, n: number): boolean =>
  (nth === null || nth === n) && (probability >= 1 || drawn(seed, n) < probability)

/** A number from 0 to 1 that only depends on a seed and a position (mulberry32). */
const drawn = (seed: number, n: number): number => {
  let state = (seed + Math.imul(n, 0x6d2b79f5)) | 0
  state = Math.imul(state ^ (state >>> 15), state | 1)
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
  return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32
}

export const collections = {
  faults: collection("faults", Fault, {
    noun: "fault",
    personal: "none",
    owner: "installation",
    shop: "shop",
    local: true,
    key: ({ id }) => id,
    lookups: { created: number(({ created }) => created), shop: text(({ shop }) => shop ?? undefined) },
    orders: [["created"]],
    maxDocuments: faultBounds.rules
  })
}

const doesSomething = ({
  delay_ms,
  drop,
  status
}: PartialInput<{ status?: number; delay_ms?: number; drop?: 0 | 1 }>) => {
  const findings: Array<Finding> = []
  if (status === undefined && delay_ms === undefined && drop !== 1)
    findings.push({
      at: ["status"],
      without: [["delay_ms"], ["drop"]],
      message: "is required, unless delay_ms or drop=1 is sent"
    })
  if (status !== undefined && drop === 1) findings.push({ at: ["status"], message: "must not be sent with drop=1" })
  return findings
}

const endpoints = {
  list: control.get("/faults/list.json", {
    audience: "shop",
    summary: "List the faults on purpose, the oldest first.",
    input: {
      shop: Schema.optionalKey(names("shops", ServiceID).annotate({ description: "Only those of this shop." }))
    },
    columns: ["id", "operation", "status", "delay_ms", "drop", "when", "hits"],
    output: Schema.Array(ShownFault),
    refusals: [NotFound],
    workbench: true
  }),
  create: control.post("/faults/fault.json", {
    audience: "shop",
    summary: "Refuse, delay or drop calls of shops on purpose.",
    description: `An answer by a rule has the type injected and the header Bottega-Fault with the rule's id. There are up to ${faultBounds.rules} rules. The header Prefer: code=<status> refuses a single call without a rule.`,
    input: {
      ...optional(choosing),
      ...optional(effects),
      probability: withDefault(random.probability, 1),
      seed: withDefault(random.seed, 0),
      drop: withDefault(drop, 0),
      when: withDefault(when, "before")
    },
    output: Schema.Struct({ id: names("faults", ServiceID) }),
    rules: doesSomething,
    refusals: [NotFound, Conflict],
    workbench: true,
    example: { operation: "orders.create", status: 503, when: "after", nth: 1 }
  }),
  remove: control.del("/faults/fault.json", {
    audience: "shop",
    summary: "Remove a fault.",
    input: { id: names("faults", ServiceID).annotate({ description: "The fault." }) },
    output: Done,
    refusals: [NotFound],
    workbench: true
  })
}

export const faults = area({ endpoints, collections, checks: [], events: {} })
