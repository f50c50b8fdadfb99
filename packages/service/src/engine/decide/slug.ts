/** Slugs: the parts of addresses that are made of titles, in lower-case Latin letters, digits and hyphens. See docs/decisions/0380. */
import type { Collection } from "@bottega/domain/contract"
import { Effect } from "effect"
import { list } from "./session.ts"

/** A slug has at most this many characters, without the number that makes it unique. */
const maxCharacters = 100

/**
 * The slug of a title that no document of the session's shop has in this lookup, which must be a unique one; made of the
 * collection's noun if the title has no letter or digit.
 */
export const slugged = Effect.fnUntraced(function* <Doc, Name extends string>(
  collection: Collection<Doc, Name>,
  on: NoInfer<Name>,
  title: string
) {
  const isTaken = (slug: string) =>
    Effect.map(list(collection, { where: [{ on, eq: slug }], limit: 1 }), ({ length }) => length > 0)
  return yield* freeSlug(yield* slugOf(title, collection.noun), isTaken)
})

/** The slug of a title in any script, spelled in Latin letters; `fallback` if no letter or digit is left of it. */
export const slugOf = Effect.fnUntraced(function* (title: string, fallback: string) {
  const latin = isAscii(title) ? title : (yield* transliterator)(title.normalize("NFC"))
  const words = latin.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words.join("-").slice(0, maxCharacters).replace(/-$/, "") || fallback
})

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text)

// The tables are slow to load, and most titles need none.
const transliterator = Effect.promise(() => import("any-ascii").then((module) => module.default))

/**
 * The slug, with a number if another document has it: the next free one, found in few looks however many are taken. A
 * number that became free in between may stay unused.
 */
export const freeSlug = Effect.fnUntraced(function* <E, R>(
  slug: string,
  isTaken: (slug: string) => Effect.Effect<boolean, E, R>
): Effect.fn.Return<string, E, R> {
  const numbered = (number: number) => (number === 1 ? slug : `${slug}-${number}`)
  let [taken, free] = [0, 1]
  while (yield* isTaken(numbered(free))) [taken, free] = [free, free * 2]
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)
    if (yield* isTaken(numbered(middle))) taken = middle
    else free = middle
  }
  return numbered(free)
})
