/** When a pair is good, and what a rotation leaves of a key set's pairs. */
import type { KeySet, Pair } from "./document.ts"

/** A new key set with its first pair. Without an end, unless one is given. */
export const keySetFrom = (
  given: Pick<KeySet, "id" | "shop" | "instance" | "permission"> & Partial<Pick<KeySet, "label" | "expires">>,
  first: Issued
): KeySet => ({ label: "", expires: null, revoked: null, pairs: [pairFrom(first)], ...given })

/** What is kept of a pair that is issued; `created` in unix seconds. */
export type Issued = Pick<Pair, "key" | "digest" | "created">

const pairFrom = (issued: Issued): Pair => ({ ...issued, until: null, revoked: null, used: null })

/** How long an old pair stays valid after a rotation that says nothing of it: a day, in seconds. */
export const rotationOverlap = 86_400

/** The longest that an old pair stays valid after a rotation: ten years, in seconds. */
export const longestOverlap = 315_360_000

/** How many pairs a key set has at most; the oldest of those that have ended make room for a new one. */
export const mostPairs = 100

/**
 * The key set with a new pair. The one it had stays valid until `until` (unix seconds), older ones as long as their own
 * rotation said. `undefined` where {@link mostPairs} are valid already.
 */
export const rotated = (set: KeySet, issued: Issued, until: number): KeySet | undefined => {
  const others = set.pairs.filter(({ key }) => key !== issued.key)
  let room = mostPairs - 1 - others.filter((pair) => !hasEnded(pair, issued.created)).length
  if (room < 0) return undefined
  const kept = others.filter((pair) => !hasEnded(pair, issued.created) || room-- > 0)
  return { ...set, pairs: [pairFrom(issued), ...kept.map((pair) => ({ ...pair, until: pair.until ?? until }))] }
}

const hasEnded = ({ revoked, until }: Pair, now: number): boolean =>
  revoked !== null || (until !== null && until <= now)

/** The key set after one of its pairs was changed. */
export const withPair = (set: KeySet, key: string, changed: Partial<Pick<Pair, "revoked" | "used">>): KeySet => ({
  ...set,
  pairs: set.pairs.map((pair) => (pair.key === key ? { ...pair, ...changed } : pair))
})

/** Why a pair of a key set may not be used at an instant (unix seconds), or `undefined` when it may. */
export const unusable = (set: KeySet, key: string, now: number): string | undefined => {
  const reason = over(set, now)
  if (reason !== undefined) return reason
  const pair = set.pairs.find((one) => one.key === key)
  if (pair === undefined) return "The key set has no such key."
  if (pair.revoked !== null) return "The key is revoked."
  return hasEnded(pair, now) ? "The key was rotated away." : undefined
}

/** Why no pair of a key set may be used at an instant (unix seconds), or `undefined` when one may. */
export const over = ({ expires, revoked }: KeySet, now: number): string | undefined => {
  if (revoked !== null) return "The key set is revoked."
  return expires !== null && expires <= now ? "The key set has expired." : undefined
}

/** When a pair ends, and when it was revoked: by itself or with its key set, whichever comes first; null for never. */
export const endOf = (
  set: KeySet,
  pair: Pair
): { readonly expires: number | null; readonly revoked: number | null } => ({
  expires: earliest(set.expires, pair.until),
  revoked: earliest(set.revoked, pair.revoked)
})

const earliest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)
