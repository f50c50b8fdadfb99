/** A real-time endpoint as stored, with the circuit breaker that keeps calls from one that fails. */
import { Schema } from "effect"
import { collection } from "../../contract/collection.ts"
import { number, text } from "../../contract/lookup.ts"
import { SigningSecrets } from "../../contract/secrets.ts"
import { Int, ServiceID, Text, Unix } from "../../contract/values.ts"
import { goesOn, instanceFields } from "../keys/instance.ts"

/** The most endpoints of one kind that a shop has. */
export const maxEndpoints = 10

/**
 * What is known of an endpoint that failed; times in unix milliseconds. `failures` are in a row, and `opened` is null until they are
 * too many. `probed` is when a process was last allowed to ask it again, since it opened.
 */
export const Breaker = Schema.Struct({
  failures: Int,
  opened: Schema.NullOr(Schema.Number),
  probed: Schema.NullOr(Schema.Number),
  lastStatus: Schema.NullOr(Int),
  lastMs: Int
})
export type Breaker = typeof Breaker.Type

/**
 * An endpoint as stored. `breaker` is null unless its last call failed; `created` is in unix microseconds. It is `paused` after its
 * shop moved, or by the operator; `resumed` is when the operator last let it go on, in unix seconds.
 */
export const RealtimeEndpoint = Schema.Struct({
  id: ServiceID,
  name: Text,
  url: Text,
  ...instanceFields,
  secrets: SigningSecrets,
  paused: Schema.optionalKey(Schema.Literal(true)),
  resumed: Schema.optionalKey(Schema.NullOr(Unix)),
  breaker: Schema.NullOr(Breaker),
  created: Int
})
export type RealtimeEndpoint = typeof RealtimeEndpoint.Type

/** Whether an endpoint is not asked, at an instant (unix milliseconds), however well it answers. */
export const isPaused = (
  { keysEnd, paused, resumed }: Pick<RealtimeEndpoint, "keysEnd" | "paused" | "resumed">,
  nowMs: number
): boolean => paused === true || !goesOn({ keysEnd, resumed: resumed ?? null }, nowMs)

const of = <const Name extends string>(name: Name, noun: string) =>
  collection(name, RealtimeEndpoint, {
    noun,
    personal: "none",
    key: ({ id }) => id,
    lookups: { created: number(({ created }) => created), instance: text(({ instance }) => instance) },
    orders: [["created"], ["instance", "created"]],
    maxDocuments: maxEndpoints,
    // As a webhook, it waits in a copy of its shop until the operator lets it go on.
    imported: (endpoint) => ({ ...endpoint, breaker: null, paused: true as const })
  })

export const collections = {
  realtimeCoupons: of("realtimecoupons", "coupon endpoint"),
  realtimeShippings: of("realtimeshippings", "shipping endpoint")
}
