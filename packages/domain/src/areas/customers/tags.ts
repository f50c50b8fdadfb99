/**
 * The rules of a customer's tags: a set of texts, spelt as they were first written and compared without regard to case.
 * A function returns the same list object if the set does not change, so a caller can count the changes.
 */

import { tagBound } from "../../contract/bounded.ts"

/** The tags of a customer, in the order in which they were added. */
export type Tags = ReadonlyArray<string>

/** What a change makes of a customer's tags. */
export type Retag = (tags: Tags) => Tags

/** Replaces all tags. A set that differs in case or order alone is the same set, so it keeps its spelling. */
export const replacedTags =
  (given: Tags): Retag =>
  (tags) => {
    const next = distinct(given)
    const known = new Set(tags.map(folded))
    return next.length === tags.length && next.every((tag) => known.has(folded(tag))) ? tags : next
  }

/** Adds the tags that are missing, and keeps the others. */
export const addedTags =
  (given: Tags): Retag =>
  (tags) => {
    const known = new Set(tags.map(folded))
    const missing = distinct(given).filter((tag) => !known.has(folded(tag)))
    return missing.length === 0 ? tags : [...tags, ...missing]
  }

/** Removes the tags that are there. */
export const removedTags = (given: Tags): Retag => {
  const gone = new Set(given.map(folded))
  return without((tag) => gone.has(folded(tag)))
}

/**
 * Removes one tag. With an asterisk at the end, removes every tag that begins with the text before it. No other
 * character is special.
 */
export const removedMatches = (pattern: string): Retag => {
  if (!pattern.endsWith("*")) return removedTags([pattern])
  const prefix = pattern.slice(0, -1)
  const wanted = folded(prefix)
  // The prefix is cut off before lower-casing, because the case of some letters depends on the next letter.
  return without((tag) => folded(tag.slice(0, prefix.length)) === wanted)
}

/** The same change for customers whose tags stay within their bound, or become fewer; the others keep theirs. */
export const fittingTags =
  (retag: Retag): Retag =>
  (tags) => {
    const next = retag(tags)
    return next.length > tagBound.max && next.length > tags.length ? tags : next
  }

const without =
  (isGone: (tag: string) => boolean): Retag =>
  (tags) => {
    const left = tags.filter((tag) => !isGone(tag))
    return left.length === tags.length ? tags : left
  }

/** The tags without repeats, each in its first spelling. */
const distinct = (tags: Tags): Tags => {
  const first = new Map<string, string>()
  for (const tag of tags) if (!first.has(folded(tag))) first.set(folded(tag), tag)
  return [...first.values()]
}

const folded = (tag: string): string => tag.toLowerCase()
