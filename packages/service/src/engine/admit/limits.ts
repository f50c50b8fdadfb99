/**
 * Counts calls against the throttle policies, over all processes of a store. `updates` and `account` are counted in the
 * store at each call, `daily` in blocks by `quota.ts`.
 */
import { type DailyQuotaExceeded, TooManyRequests } from "@bottega/domain/contract"
import {
  type Count,
  countCall,
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
import { countIdOf, records } from "../records.ts"
import { LimitWindows } from "./limit-windows.ts"
import { type QuotaBlock, type QuotaCall, quota } from "./quota.ts"

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
export interface Counting {
  readonly standings: ReadonlyArray<LimitPosition>
  readonly over: DailyQuotaExceeded | TooManyRequests | undefined
}

/** Counts the calls of one process. */
export interface Limiter {
  /** Counts a call without reading the store, if that is possible at once. */
  readonly spend: (call: Counted) => Counting | undefined
  /** Counts one call, or refuses it: a call that one limit refuses counts against none. */
  readonly count: (call: Counted) => Effect.Effect<Counting, Taken | Unavailable>
  /** The calls of the daily quota of a key set that this process has reserved and not used. */
  readonly reserved: (keySet: string) => number
  /** Returns to the store the calls that this process has reserved and not used. */
  readonly close: Effect.Effect<void, Taken | Unavailable>
}

/** Makes the limiter of one process. Without `policies` it admits everything and reports `daily` as unused. */
export const limiter = (policies: Policies | undefined, shown: Policy, storage: Adapter): Limiter => {
  if (policies === undefined) {
    const full = { name: "daily", policy: shown, limit: shown.limit, left: shown.limit, reset: 0 } as const
    const counting: Counting = { standings: [full], over: undefined }
    return { spend: () => counting, count: () => Effect.succeed(counting), reserved: () => 0, close: Effect.void }
  }
  const windows = new LimitWindows()
  const daily = quota(policies.daily, windows, storage)

  /** Counts a call in the store, unless it is over the limit. */
  const countExactly = Effect.fnUntraced(function* (name: PolicyName, policy: Policy, call: Counted) {
    const { endpoint, keySet, now, shop } = call
    const id = countIdOf(keySet, name, policy, endpoint)
    let over: TooManyRequests | undefined
    let count: Count = { since: now, used: 0 }
    yield* modify(shop, records.counts, id, (before) => {
      const current = windows.current(id, policy, before, call)
      const next = countCall(policy, current)
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
    spend: (call) => {
      const block = call.policy === undefined ? daily.spend(call) : undefined
      return block && { standings: [standingOf(block, call.now)], over: undefined }
    },
    count: (call) => Effect.provideService(countAll(call), Storage, storage),
    reserved: daily.reserved,
    close: Effect.provideService(daily.close, Storage, storage)
  }
}

/** The headers that report a caller's limits; `also` names further headers for the value of `X-Service-Limit`. */
export const limitHeaders = (
  standings: ReadonlyArray<LimitPosition>,
  also: ReadonlyArray<string>
): Record<string, string> => {
  if (standings.length === 0) return {}
  const value = leftOf(standings)
  const headers: Record<string, string> = { "X-Service-Limit": value }
  for (const name of also) headers[name] = value
  headers["RateLimit-Policy"] = standings.map(policyOf).join(", ")
  headers["RateLimit"] = standings.map(positionOf).join(", ")
  return headers
}

/** The same as lines of HTTP. Nearly every call has one limit, and its lines need no table. */
export const limitLines = (standings: ReadonlyArray<LimitPosition>, also: ReadonlyArray<string>): string => {
  const [only] = standings
  if (only === undefined || standings.length > 1 || also.length > 0) return linesOf(limitHeaders(standings, also))
  return `x-service-limit: ${leftOf(standings)}\r\nratelimit-policy: ${policyOf(only)}\r\nratelimit: ${positionOf(only)}\r\n`
}

/** Lines in lower case; of names that differ in case alone the last one counts. */
const linesOf = (headers: Readonly<Record<string, string>>): string => {
  const values = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return [...values].map(([name, value]) => `${name}: ${value}\r\n`).join("")
}

/** What is left of the tightest limit. */
const leftOf = (standings: ReadonlyArray<LimitPosition>): string => {
  const { left, limit } =
    standings.length === 1 ? standings[0]! : standings.reduce((a, b) => (b.left / b.limit < a.left / a.limit ? b : a))
  return `${left}/${limit}`
}

const policyOf = ({ limit, name, policy }: LimitPosition): string => `"${name}";q=${limit};w=${windowOf(policy)}`

const positionOf = ({ left, name, reset }: LimitPosition): string => `"${name}";r=${left};t=${Math.max(0, reset)}`

/** The length of a window in seconds; for a bucket, the seconds in which a full one drains. */
const windowOf = (policy: Policy): number =>
  policy.kind === "window" ? policy.window : Math.ceil(policy.limit / policy.leak)
