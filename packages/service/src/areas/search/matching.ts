/** Finds the newest documents that have all words of a search, by the index of their tokens. */
import { type Collection, tokensAsked } from "@bottega/domain/contract"
import type { Row } from "@bottega/storage"
import { Effect } from "effect"
import type { Find } from "../../engine/decide/session.ts"

/** How many documents with one word are searched for other words that all are as common. */
const maxSearched = 5000

const newest = { by: "key", descending: true } as const

/** The newest documents that match, up to a limit. */
export const matching = Effect.fnUntraced(function* (find: Find, collection: Collection, q: string, limit: number) {
  // The longest token is probably the rarest; where the store knows better, it reads the index of another one.
  const tokens = tokensAsked(q).toSorted((one, other) => other.length - one.length)
  if (tokens.length === 0) return []
  const having = tokens.map((token) => ({ on: "token", eq: token }) as const)
  const from = tokens.length === 1 ? [] : yield* firstSearched(find, collection, tokens)
  return yield* find(collection, { where: [...having, ...from], sort: newest, limit })
})

/** The test that leaves out old documents if every word is in too many. */
const firstSearched = Effect.fnUntraced(function* (find: Find, collection: Collection, tokens: ReadonlyArray<string>) {
  let first: Row | undefined
  // From the shortest token to the longest, whose place is used.
  for (const token of tokens.toReversed()) {
    const place = { where: [{ on: "token", eq: token }], sort: newest, skip: maxSearched, limit: 1 } as const
    ;[first] = yield* find(collection, place)
    if (first === undefined) return []
  }
  return first === undefined ? [] : [{ on: "key" as const, gt: first.key }]
})
