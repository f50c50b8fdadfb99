/**
 * Counts calls against the throttle policies, over all processes of a store.
 *
 * `updates` and `account` are counted in the store at each call. `daily` is taken from the store in blocks of up to
 * one percent, so that a read costs no write: never more than the number is admitted, and a crash costs at most the
 * rest of a block.
 */
import { DailyQuotaExceeded, TooManyRequests } from "@bottega/domain/refusals"
import {
  at,
  type Count,
  type Policies,
  type Policy,
  type PolicyName,
  retryAfter,
  type Standing,
  standing,
  take
} from "@bottega/domain/throttle"
import { modify } from "@bottega/storage/derived"
import { Locks } from "@bottega/storage/locks"
import { type Adapter, Storage, type Taken, type Unavailable } from "@bottega/storage/storage"
import { Effect } from "effect"
import { collections } from "./records.ts"

/** Where a call stands with a policy that it counted against. */
export interface Standed extends Standing {
  readonly name: PolicyName
  readonly policy: Policy
}

/** What a call counts for. */
export interface Counted {
  readonly shop: string
  readonly keySet: string
  /** The endpoint's id. */
  readonly endpoint: string
  readonly policy: PolicyName | undefined
  readonly now: number
}

/** Where a counted call stands, and the refusal of one over a limit. */
export interface Counting {
  readonly standings: ReadonlyArray<Standed>
  readonly over: DailyQuotaExceeded | TooManyRequests | undefined
}

/** A block of calls that this process took from the store and may admit by itself. */
interface Block {
  count: Count
  unspent: number
}

interface Spent {
  readonly block: Block
  readonly over?: DailyQuotaExceeded
}

/** Makes the counter of one process; `policies` undefined admits everything and shows `daily` at its full number. */
export const limiter = (policies: Policies | undefined, shown: Policy, storage: Adapter) => {
  const blocks = new Map<string, Block>()
  const unlimited: Counting = {
    standings: [{ name: "daily", policy: shown, limit: shown.limit, left: shown.limit, reset: 0 }],
    over: undefined
  }

  const locks = new Locks()

  /** Spends one call of the block that this process holds, while its window lasts. */
  const spend = (daily: Policy, { keySet, now }: Counted): Block | undefined => {
    const block = blocks.get(keySet)
    if (block === undefined || block.unspent === 0 || at(daily, block.count, now) !== block.count) return undefined
    block.unspent--
    return block
  }

  const refill = Effect.fnUntraced(function* (daily: Policy, { keySet, now, shop }: Counted) {
    const id = `${keySet}:daily`
    const size = Math.max(1, Math.floor(daily.limit / 100))
    let taken = 0
    const kept = yield* modify(shop, collections.counts, id, (before) => {
      const count = at(daily, before, now)
      taken = Math.min(size, daily.limit - count.used)
      return Effect.succeed(
        taken === 0 && before !== undefined ? before : { id, ...(take(daily, count, taken) ?? count) }
      )
    })
    const block: Block = { count: { since: kept.since, used: kept.used }, unspent: taken }
    blocks.set(keySet, block)
    return block
  })

  /** A store without room keeps no count, and must not keep anyone from reading: a block is lent until it has room. */
  const lent = ({ keySet, now }: Counted, daily: Policy) => {
    const before = blocks.get(keySet)?.count
    const block: Block = { count: at(daily, before, now), unspent: Math.max(1, Math.floor(daily.limit / 100)) }
    blocks.set(keySet, block)
    return block
  }

  /** Takes one call from the key set's block, or says that the quota is used up. */
  const countDaily = (daily: Policy, call: Counted) => {
    const block = spend(daily, call)
    return block !== undefined
      ? Effect.succeed<Spent>({ block })
      : locks.holding([call.keySet], inLine, () => takeBlock(daily, call))
  }

  // Who waited in line may find the block that the one before took.
  const takeBlock = Effect.fnUntraced(function* (daily: Policy, call: Counted) {
    const found = spend(daily, call)
    if (found !== undefined) return { block: found } as Spent
    const refilled = yield* Effect.catchIf(
      refill(daily, call),
      (failure) => failure._tag === "Unavailable" && failure.reason === "full",
      () => Effect.sync(() => lent(call, daily))
    )
    const block = spend(daily, call)
    if (block !== undefined) return { block } as Spent
    const over = new DailyQuotaExceeded({
      message: `The quota of ${daily.limit} calls in 24 hours is used up.`,
      retryAfter: retryAfter(daily, refilled.count, call.now)
    })
    return { block: refilled, over } as Spent
  })

  /** Counts in the store; over the limit nothing is counted. */
  const countExactly = Effect.fnUntraced(function* (
    name: PolicyName,
    policy: Policy,
    { endpoint, keySet, now, shop }: Counted
  ) {
    const id = policy.per === "key set" ? `${keySet}:${name}` : `${keySet}:${name}:${endpoint}`
    let over: TooManyRequests | undefined
    let count: Count = { since: now, used: 0 }
    yield* modify(shop, collections.counts, id, (before) => {
      const next = take(policy, at(policy, before, now))
      count = next ?? at(policy, before, now)
      over =
        next === undefined
          ? new TooManyRequests({
              message: `Over the limit ${name} of ${policy.limit} requests.`,
              retryAfter: retryAfter(policy, count, now)
            })
          : undefined
      return Effect.succeed(next === undefined ? before : { id, ...next })
    })
    return { over, standing: { name, policy, ...standing(policy, count, now) } satisfies Standed }
  })

  const standingOf = (daily: Policy, { count: { since, used }, unspent }: Block, now: number): Standed => ({
    name: "daily",
    policy: daily,
    ...standing(daily, { since, used: used - unspent }, now)
  })

  const countAll = Effect.fnUntraced(function* (policies: Policies, call: Counted) {
    const { block, over } = yield* countDaily(policies.daily, call)
    const other =
      call.policy === undefined || over !== undefined
        ? undefined
        : yield* countExactly(call.policy, policies[call.policy], call)
    if (other?.over !== undefined) block.unspent++
    const daily = standingOf(policies.daily, block, call.now)
    return { standings: other === undefined ? [daily] : [daily, other.standing], over: over ?? other?.over } as Counting
  })

  /** Counts one call, or says why not: a call that a limit refuses counts against none. */
  return (call: Counted): Effect.Effect<Counting, Taken | Unavailable> => {
    if (policies === undefined) return Effect.succeed(unlimited)
    // Nearly every call is one of a block that is there, which is known on the spot.
    const block = call.policy === undefined ? spend(policies.daily, call) : undefined
    return block === undefined
      ? Effect.provideService(countAll(policies, call), Storage, storage)
      : Effect.succeed({ standings: [standingOf(policies.daily, block, call.now)], over: undefined })
  }
}

const inLine = <A>(line: Effect.Effect<A>) => line

/** The headers that tell a caller where it stands; `also` names further headers for the value of `X-Service-Limit`. */
export const limitHeaders = (
  standings: ReadonlyArray<Standed>,
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

/** Seconds of a window; of a bucket, those in which a full one runs empty. */
const windowOf = (policy: Policy): number =>
  policy.kind === "window" ? policy.window : Math.ceil(policy.limit / policy.leak)
