/**
 * How many calls a key set may make: the policies as data, and the effect of a call on a count as pure functions. The
 * engine stores the counts.
 */

/** A fixed window: `limit` calls in `window` seconds, starting with its first call. */
export interface Window {
  readonly kind: "window"
  readonly limit: number
  readonly window: number
}
/** A leaky bucket: it holds `limit` calls, and `leak` of them drain each second. */
export interface Bucket {
  readonly kind: "bucket"
  readonly limit: number
  readonly leak: number
}
/** A policy: what it counts, and the status that refuses a call over its limit. */
export type Policy = (Window | Bucket) & {
  readonly per: "key set" | "key set and endpoint"
  readonly status: 429 | 509
}

/** The rate of a policy for people: "5 calls in 60 seconds", "100000 calls in 24 hours". */
export const rateOf = (policy: Policy): string => {
  if (policy.kind === "bucket") return `${policy.limit} calls, of which ${policy.leak} drain each second`
  const { limit, window } = policy
  const [count, unit] = window > 60 && window % 3600 === 0 ? [window / 3600, "hour"] : [window, "second"]
  return `${limit} call${limit === 1 ? "" : "s"} in ${count} ${unit}${count === 1 ? "" : "s"}`
}

/** The policies as specified; an installation may set other numbers. */
export const policies = {
  updates: { kind: "window", limit: 5, window: 60, per: "key set and endpoint", status: 429 },
  daily: { kind: "window", limit: 100_000, window: 86_400, per: "key set", status: 509 },
  account: { kind: "bucket", limit: 40, leak: 2, per: "key set", status: 429 }
} as const satisfies Record<string, Policy>

export type PolicyName = keyof typeof policies
/** Policies by name, with an installation's own numbers. */
export type Policies = Readonly<Record<PolicyName, Policy>>

/** The calls of the window that began at `since`, or in the bucket at `since` (unix milliseconds). */
export interface Count {
  readonly since: number
  readonly used: number
}

/** What a caller sees of a count: calls left, and whole seconds until the window ends or the bucket is empty. */
export interface LimitStatus {
  readonly limit: number
  readonly left: number
  readonly reset: number
}

/** How far the clocks of servers on one store may differ, in milliseconds. */
export const clockSkew = 5000

/** A count that begins further ahead than this, in milliseconds, dates from before the clock was set back. */
const farAheadMs = 86_400_000

/** Whether the window of this count has ended. One that begins in the future, by another clock, has not. */
export const isWindowOver = (window: Window, { since }: Count, now: number): boolean =>
  now >= since + window.window * 1000

/**
 * The count at an instant: a new window if the old one is over, or the bucket after its leak. A clock that is behind the
 * one that counted last never takes a call off the count: otherwise two clocks would admit more than the limit.
 */
export const countAt = (policy: Policy, count: Count | undefined, now: number): Count => {
  if (count === undefined) return { since: now, used: 0 }
  if (count.since > now + farAheadMs) return { since: now, used: count.used }
  if (policy.kind === "window") return isWindowOver(policy, count, now) ? { since: now, used: 0 } : count
  const leaked = (Math.max(0, now - count.since) / 1000) * policy.leak
  return { since: Math.max(now, count.since), used: Math.max(0, count.used - leaked) }
}

/** Milliseconds after its last call at which a count no longer affects anything. */
export const forgottenAfterMs = (policy: Policy): number =>
  (policy.kind === "window" ? policy.window : policy.limit / policy.leak) * 1000

/** Counts one more call; `undefined` if it exceeds the limit. `count` must be current, see {@link countAt}. */
export const countCall = (policy: Policy, count: Count): Count | undefined =>
  count.used + 1 > policy.limit ? undefined : { since: count.since, used: count.used + 1 }

/** What to show a caller of a current count. */
export const limitStatus = (policy: Policy, count: Count, now: number): LimitStatus => ({
  limit: policy.limit,
  left: Math.max(0, Math.floor(policy.limit - count.used)),
  reset: Math.ceil(policy.kind === "window" ? secondsLeft(policy, count, now) : count.used / policy.leak)
})

/** Whole seconds until one more call is admitted; at least 1. */
export const retryAfter = (policy: Policy, count: Count, now: number): number =>
  Math.max(
    1,
    Math.ceil(
      policy.kind === "window" ? secondsLeft(policy, count, now) : (count.used + 1 - policy.limit) / policy.leak
    )
  )

// The window may begin slightly in the future, by the clock of another server.
const secondsLeft = ({ window }: Window, { since }: Count, now: number): number =>
  Math.min(window, (since + window * 1000 - now) / 1000)
