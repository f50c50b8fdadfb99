/**
 * How many calls a key set has: the policies as data, and what a call does to a count as a pure function. Where
 * the counts are kept is not this module's business.
 */

/** A fixed window: `limit` calls in `window` seconds, beginning with the first call counted in it. */
export interface Window {
  readonly kind: "window"
  readonly limit: number
  readonly window: number
}
/** A leaky bucket: room for `limit` calls, `leak` of which run out each second. */
export interface Bucket {
  readonly kind: "bucket"
  readonly limit: number
  readonly leak: number
}
/** A policy: what it counts, and the status of a call over it. */
export type Policy = (Window | Bucket) & {
  readonly per: "key set" | "key set and endpoint"
  readonly status: 429 | 509
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

/** Calls counted: in the window that began at `since`, or what the bucket held at `since` (milliseconds). */
export interface Count {
  readonly since: number
  readonly used: number
}

/** What a count shows: calls left, and whole seconds until the window ends or the bucket has room for all again. */
export interface Standing {
  readonly limit: number
  readonly left: number
  readonly reset: number
}

/** Milliseconds that the clocks of servers on one store may differ by. */
export const clockSkew = 5000

/**
 * Whether a window of this count is over. One that begins later than now was begun before the clock was set back: it ends
 * at once, or it would last longer than its length. A little later is the clock of another server.
 */
export const isOver = (window: Window, { since }: Count, now: number): boolean =>
  now >= since + window.window * 1000 || since > now + clockSkew

/** The count at an instant: a window that is over is a new one, a bucket has leaked. */
export const at = (policy: Policy, count: Count | undefined, now: number): Count => {
  if (count === undefined) return { since: now, used: 0 }
  if (policy.kind === "window") return isOver(policy, count, now) ? { since: now, used: 0 } : count
  return { since: now, used: Math.max(0, count.used - (Math.max(0, now - count.since) / 1000) * policy.leak) }
}

/** Milliseconds after which a count that was not added to says nothing any more. */
export const forgottenAfter = (policy: Policy): number =>
  (policy.kind === "window" ? policy.window : policy.limit / policy.leak) * 1000

/** Counts `calls` more, or says with `undefined` that they go over the policy; `count` must be of this instant, see {@link at}. */
export const take = (policy: Policy, count: Count, calls = 1): Count | undefined =>
  count.used + calls > policy.limit ? undefined : { since: count.since, used: count.used + calls }

/** What to tell a caller of a count of this instant. */
export const standing = (policy: Policy, count: Count, now: number): Standing => ({
  limit: policy.limit,
  left: Math.max(0, Math.floor(policy.limit - count.used)),
  reset: Math.ceil(policy.kind === "window" ? secondsLeft(policy, count, now) : count.used / policy.leak)
})

/** Whole seconds until one more call is admitted, at least one. */
export const retryAfter = (policy: Policy, count: Count, now: number): number =>
  Math.max(
    1,
    Math.ceil(
      policy.kind === "window" ? secondsLeft(policy, count, now) : (count.used + 1 - policy.limit) / policy.leak
    )
  )

// The clock of another server may have begun the window a little later than this one's now.
const secondsLeft = ({ window }: Window, { since }: Count, now: number): number =>
  Math.min(window, (since + window * 1000 - now) / 1000)
