/**
 * The circuit breakers of real-time endpoints. Failures in a row, that a breaker opens, lets a call try and closes are written to the
 * endpoint's document, so that all processes act on them. A call that succeeds after another one writes nothing.
 */
import { type Breaker, breakerAfterFailure, mayProbe, type RealtimeEndpoint } from "@bottega/domain/areas/realtime"
import type { Collection } from "@bottega/domain/contract"
import { modify, Storage, type Stored } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { replace } from "../../engine/decide/change.ts"

/** How a call of an endpoint ended; `lastStatus` is null without an answer. */
export type Outcome = Pick<Breaker, "lastMs" | "lastStatus">

/** The last calls of this process that succeeded, by the ids of their endpoints. */
const outcomes = new Map<string, Outcome>()
const maxKnown = 10_000

/** How an endpoint's last call ended: its failure, whichever process called, else the last success of this process. */
export const outcomeOf = ({ breaker, id }: RealtimeEndpoint): Outcome | undefined => breaker ?? outcomes.get(id)

/** Whether an endpoint may be asked now; one that is half open only by the call that this notes as its try. */
export const mayAsk = Effect.fnUntraced(function* (
  shop: string,
  collection: Collection<RealtimeEndpoint>,
  endpoint: Stored<RealtimeEndpoint>
) {
  const { breaker } = endpoint.doc
  if (breaker === null || breaker.opened === null) return true
  const nowMs = yield* Clock.currentTimeMillis
  if (!mayProbe(breaker, nowMs)) return false
  const next = { ...endpoint.doc, breaker: { ...breaker, probed: nowMs } }
  const storage = yield* Storage
  return yield* Effect.match(storage.commit([{ shop, ...replace(collection, endpoint, next) }]), {
    onSuccess: () => true,
    onFailure: () => false
  })
})

/** Notes how a call of an endpoint ended, which was as `endpoint` when it began. */
export const note = Effect.fnUntraced(function* (
  shop: string,
  collection: Collection<RealtimeEndpoint>,
  { breaker, id }: RealtimeEndpoint,
  { isFailure, ...outcome }: Outcome & { readonly isFailure: boolean }
) {
  if (!isFailure) remember(id, outcome)
  if (!isFailure && breaker === null) return
  const nowMs = yield* Clock.currentTimeMillis
  const after = (found: RealtimeEndpoint) =>
    withBreaker(found, isFailure ? breakerAfterFailure(found.breaker, outcome, nowMs) : null)
  yield* Effect.ignore(modify(shop, collection, id, (found) => Effect.succeed(found && after(found))))
})

const withBreaker = (found: RealtimeEndpoint, breaker: Breaker | null): RealtimeEndpoint =>
  found.breaker === breaker ? found : { ...found, breaker }

const remember = (id: string, outcome: Outcome): void => {
  outcomes.delete(id)
  outcomes.set(id, outcome)
  if (outcomes.size > maxKnown) outcomes.delete(outcomes.keys().next().value!)
}
