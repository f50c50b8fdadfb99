/**
 * Counts calls against the throttle policies, over all processes of a store. `updates` and `account` are counted in the
 * store at each call, `daily` in blocks by `quota.ts`.
 */
import { type DailyQuotaExceeded, TooManyRequests } from "@bottega/domain/contract"
import {
  type Count,
  countCalls,
  type LimitStatus,
  limitStatus,
  type Policies,
  type Policy,
  type PolicyName,
  rateOf,
  retryAfter
} from "@bottega/domain/throttle"
import { type Adapter, modify, Storage, type Taken, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { LimitWindows } from "./limit-windows.ts"
import { type QuotaBlock, type QuotaCall, quota } from "./quota.ts"
import { records } from "./records.ts"

/** The position of a limit after a call that counted against it. */
export interface LimitPosition extends LimitStatus {
  readonly name: PolicyName
  readonly policy: Policy
}

/** A call to count. */
interface Counted extends QuotaCall {
  /** The endpoint's id. */
  readonly endpoint: string
  readonly policy: PolicyName | undefined
}

/** The positions of the limits after a call, and the refusal of a call over a limit. */
interface Counting {
  readonly standings: ReadonlyArray<LimitPosition>
  readonly over: DailyQuotaExceeded | TooManyRequests | undefined
}

/** Counts the calls of one process. */
export interface Limiter {
  /** Counts one call, or refuses it: a call that one limit refuses counts against none. */
  readonly count: (call: Counted) => Effect.Effect<Counting, Taken | Unavailable>
  /** Returns to the store the calls that this process has reserved and not used. */
  readonly close: Effect.Effect<void, Taken | Unavailable>
}

/** Makes the limiter of one process. Without `policies` it admits everything and reports `daily` as unused. */
export const limiter = (policies: Policies | undefined, shown: Policy, storage: Adapter): Limiter => {
  if (policies === undefined) {
    const full = { name: "daily", policy: shown, limit: shown.limit, left: shown.limit, reset: 0 } as const
    const counting: Counting = { standings: [full], over: undefined }
    return { count: () => Effect.succeed(counting), close: Effect.void }
  }
  const windows = new LimitWindows()
  const daily = quota(policies.daily, windows, storage)

  /** Counts a call in the store, unless it is over the limit. */
  const countExactly = Effect.fnUntraced(function* (name: PolicyName, policy: Policy, call: Counted) {
    const { endpoint, keySet, now, shop } = call
    const id = policy.per === "key set" ? `${keySet}:${name}` : `${keySet}:${name}:${endpoint}`
    let over: TooManyRequests | undefined
    let count: Count = { since: now, used: 0 }
    yield* modify(shop, records.counts, id, (before) => {
      const current = windows.current(id, policy, before, call)
      const next = countCalls(policy, current)
      count = next ?? current
      over =
        next === undefined
          ? new TooManyRequests({
              message: `Over the limit ${name} of ${rateOf(policy)}.`,
              retryAfter: retryAfter(policy, count, now)
            })
          : undefined
      return Effect.succeed(next === undefined ? before : { id, ...next })
    })
    return { over, standing: { name, policy, ...limitStatus(policy, count, now) } satisfies LimitPosition }
  })

  const standingOf = ({ count: { since, used }, unspent }: QuotaBlock, now: number): LimitPosition => ({
    name: "daily",
    policy: policies.daily,
    ...limitStatus(policies.daily, { since, used: used - unspent }, now)
  })

  const countAll = Effect.fnUntraced(function* (call: Counted) {
    const { block, over } = yield* daily.take(call)
    const other =
      call.policy === undefined || over !== undefined
        ? undefined
        : yield* countExactly(call.policy, policies[call.policy], call)
    if (other?.over !== undefined) block.unspent++
    const own = standingOf(block, call.now)
    return { standings: other === undefined ? [own] : [own, other.standing], over: over ?? other?.over } as Counting
  })

  return {
    count: (call) => {
      // The block at hand covers nearly every call, without an effect.
      const block = call.policy === undefined ? daily.spend(call) : undefined
      return block === undefined
        ? Effect.provideService(countAll(call), Storage, storage)
        : Effect.succeed({ standings: [standingOf(block, call.now)], over: undefined })
    },
    close: Effect.provideService(daily.close, Storage, storage)
  }
}

/** The headers that report a caller's limits; `also` names further headers for the value of `X-Service-Limit`. */
export const limitHeaders = (
  standings: ReadonlyArray<LimitPosition>,
  also: ReadonlyArray<string>
): Record<string, string> => {
  if (standings.length === 0) return {}
  const tightest = standings.reduce((a, b) => (b.left / b.limit < a.left / a.limit ? b : a))
  const value = `${tightest.left}/${tightest.limit}`
  const headers: Record<string, string> = { "X-Service-Limit": value }
  for (const name of also) headers[name] = value
  headers["RateLimit-Policy"] = standings
    .map(({ limit, name, policy }) => `"${name}";q=${limit};w=${windowOf(policy)}`)
    .join(", ")
  headers["RateLimit"] = standings
    .map(({ left, name, reset }) => `"${name}";r=${left};t=${Math.max(0, reset)}`)
    .join(", ")
  return headers
}

/** The length of a window in seconds; for a bucket, the seconds in which a full one drains. */
const windowOf = (policy: Policy): number =>
  policy.kind === "window" ? policy.window : Math.ceil(policy.limit / policy.leak)
