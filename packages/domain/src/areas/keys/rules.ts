/** When a pair is valid, and which pairs of a key set remain after a rotation. */
import { type KeySet, type Pair, pairBound } from "./document.ts"

/** Makes a key set with its first pair. By default it never expires. */
export const keySetFrom = (
  given: Pick<KeySet, "id" | "shop" | "instance" | "permission"> & Partial<Pick<KeySet, "label" | "expires">>,
  first: Issued
): KeySet => ({ label: "", expires: null, revoked: null, pairs: [pairFrom(first)], ...given })

/** What is stored of a new pair; `created` in unix seconds. */
export type Issued = Pick<Pair, "key" | "digest" | "created">

const pairFrom = (issued: Issued): Pair => ({ ...issued, until: null, revoked: null, used: null })

/** How long an old pair stays valid after a rotation by default: a day, in seconds. */
export const rotationOverlapSeconds = 86_400

/** The maximum time that an old pair stays valid after a rotation: ten years, in seconds. */
export const maxOverlapSeconds = 315_360_000

/**
 * Adds a new pair to a key set. The current pair stays valid until `until` (unix seconds), older pairs until their own
 * end. `undefined` if as many pairs as {@link pairBound} allows are still valid.
 */
export const rotated = (set: KeySet, issued: Issued, until: number): KeySet | undefined => {
  const others = set.pairs.filter(({ key }) => key !== issued.key)
  let room = pairBound.max - 1 - others.filter((pair) => !hasEnded(pair, issued.created)).length
  if (room < 0) return undefined
  const kept = others.filter((pair) => !hasEnded(pair, issued.created) || room-- > 0)
  return { ...set, pairs: [pairFrom(issued), ...kept.map((pair) => ({ ...pair, until: pair.until ?? until }))] }
}

const hasEnded = ({ revoked, until }: Pair, now: number): boolean =>
  revoked !== null || (until !== null && until <= now)

/** Returns the key set with one of its pairs changed. */
export const withPair = (set: KeySet, key: string, changed: Partial<Pick<Pair, "revoked" | "used">>): KeySet => ({
  ...set,
  pairs: set.pairs.map((pair) => (pair.key === key ? { ...pair, ...changed } : pair))
})

/** Why a pair of a key set is not valid at an instant (unix seconds); `undefined` if it is. */
export const reasonUnusable = (set: KeySet, key: string, now: number): string | undefined => {
  const reason = reasonEnded(set, now)
  if (reason !== undefined) return reason
  const pair = set.pairs.find((one) => one.key === key)
  if (pair === undefined) return "The key set has no such key."
  if (pair.revoked !== null) return "The key is revoked."
  return hasEnded(pair, now) ? "The key was rotated away." : undefined
}

/** Why the whole key set is not valid at an instant (unix seconds); `undefined` if it is. */
export const reasonEnded = ({ expires, revoked }: KeySet, now: number): string | undefined => {
  if (revoked !== null) return "The key set is revoked."
  return expires !== null && expires <= now ? "The key set has expired." : undefined
}

/** Whether no pair of a key set is valid at an instant (unix seconds). None will be again, for a new one needs a valid one. */
export const isOver = (set: KeySet, now: number): boolean =>
  reasonEnded(set, now) !== undefined || set.pairs.every((pair) => hasEnded(pair, now))

/** When a pair expires and when it was revoked, by itself or with its key set, whichever is earlier; null if never. */
export const endOf = (
  set: KeySet,
  pair: Pair
): { readonly expires: number | null; readonly revoked: number | null } => ({
  expires: earliest(set.expires, pair.until),
  revoked: earliest(set.revoked, pair.revoked)
})

const earliest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)
