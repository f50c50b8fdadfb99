/**
 * Finds and erases what a shop's documents store about a person, by the declarations of their collections. It names no area:
 * a collection takes part through its `personal` alone.
 */
import {
  type Collection,
  marksOfPerson,
  type Person,
  type Personal,
  type PersonalWalk,
  personLookup
} from "@bottega/domain/contract"
import { itemsOf, nextPage, pages, type Query, type Row, type Stored, stored, type Unavailable } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { remove, replace, type WriteDraft } from "./change.ts"
import type { Find } from "./session.ts"

// biome-ignore lint/suspicious/noExplicitAny: a list of collections is over documents of many kinds
type AnyPersonal = Personal<any, any>

/** One query of a person's documents: of a walk, or of documents that may mention the person. */
interface Search {
  readonly collection: Collection
  readonly personal: AnyPersonal
  readonly query: Pick<Query, "where" | "sort">
  /** Whether the query finds the person's documents alone. */
  readonly isExact: boolean
}

const searchesOf = (collections: ReadonlyArray<Collection>, person: Person): ReadonlyArray<Search> =>
  collections.flatMap((collection): ReadonlyArray<Search> => {
    const { personal } = collection
    if (personal === undefined || personal === "none") return []
    const { where } = personal as AnyPersonal
    if (typeof where === "function")
      return where(person).map((walk) => ({ collection, personal, query: queryOf(walk), isExact: true }))
    const marks = marksOfPerson(person)
    return marks.map((eq) => ({ collection, personal, query: queryOf({ on: personLookup, eq }), isExact: false }))
  })

const queryOf = ({ by, eq, on }: PersonalWalk): Search["query"] => ({
  where: [{ on, eq }],
  ...(by === undefined ? {} : { sort: { by } })
})

/** The documents of a person, each as the export shows it, by the names of their lists. */
export const heldOf = (
  find: Find,
  collections: ReadonlyArray<Collection>,
  person: Person
): ReadonlyMap<string, Stream.Stream<unknown, Unavailable>> => {
  const held = new Map<string, Stream.Stream<unknown, Unavailable>>()
  const byKind = Map.groupBy(searchesOf(collections, person), ({ personal }) => personal.as)
  for (const [as, searches] of byKind) {
    const [first, ...others] = searches
    // A document that an earlier walk finds is not shown again. Walks find documents by their first values.
    const shown = [first!, ...others].map((search, at) =>
      itemsOf(
        Stream.map(pages(find, search.collection, search.query), (rows) =>
          shownOf(rows, search, person, searches.slice(0, at))
        )
      )
    )
    held.set(
      as,
      shown.reduce((all, some) => Stream.concat(all, some))
    )
  }
  return held
}

const shownOf = (
  rows: ReadonlyArray<Row>,
  { collection, isExact, personal }: Search,
  person: Person,
  before: ReadonlyArray<Search>
): ReadonlyArray<unknown> => {
  const { erased, shown = (doc: unknown) => doc } = personal
  return rows
    .map((row) => stored(collection, row).doc)
    .filter((doc) => (isExact || erased(doc, person) !== doc) && !before.some((search) => isFound(doc, search)))
    .map(shown)
}

const isFound = (doc: unknown, { collection, query }: Search): boolean =>
  (query.where ?? []).every((test) => {
    const value = test.on === "key" ? collection.key(doc) : collection.lookups[test.on]!.of(doc)
    const wanted = (test as { readonly eq: unknown }).eq
    return Array.isArray(value) ? value.includes(wanted) : value === wanted
  })

/** Where the next step of an erasure begins: at a place of one of its searches. */
export interface ErasurePlace {
  readonly search: number
  readonly page?: Query | undefined
}

/** A step of an erasure: its writes, and where the next one begins; `undefined` after the last one. */
interface ErasureStep {
  readonly writes: ReadonlyArray<WriteDraft>
  readonly next: ErasurePlace | undefined
}

/** A step is one turn of the event loop, so it is short. */
const stepSize = { limit: 64, characters: 256 * 1024 }

/** One step of erasing a person from the documents of a shop: at most a page of one search. */
export const erasureStep = Effect.fnUntraced(function* (
  find: Find,
  shop: string,
  collections: ReadonlyArray<Collection>,
  person: Person,
  from: ErasurePlace
) {
  const searches = searchesOf(collections, person)
  let { page, search: at } = from
  for (; at < searches.length; at++, page = undefined) {
    const { collection, personal, query } = searches[at]!
    const asked: Query = page ?? { ...query, ...stepSize }
    const rows = yield* find(collection, asked)
    if (rows.length === 0) continue
    const writes = rows.flatMap((row) => erasedBy(stored(collection, row), collection, personal, person, shop))
    const following = nextPage(collection, asked, rows)
    const next = following === undefined ? { search: at + 1 } : { search: at, page: following }
    return { writes, next } satisfies ErasureStep as ErasureStep
  }
  return { writes: [], next: undefined } as ErasureStep
})

const erasedBy = (
  before: Stored<unknown>,
  collection: Collection,
  { erased }: AnyPersonal,
  person: Person,
  shop: string
): ReadonlyArray<WriteDraft> => {
  const after = erased(before.doc, person)
  if (after === before.doc) return []
  return [after === undefined ? remove(collection, before, shop) : replace(collection, before, after, shop)]
}
