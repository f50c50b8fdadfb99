/**
 * Removes the email addresses of erased persons from the free texts of other people's documents, in small steps. The
 * remaining work is recorded in the store, so a crash only delays it. See docs/decisions/0468.
 */
import type { Collection, FreeTexts, Key, Personal } from "@bottega/domain/contract"
import { get, installation, nextPage, type Row, Storage, type Stored, stored } from "@bottega/storage"
import { Effect } from "effect"
import { remove, replace, upsert, type WriteDraft, writeOf } from "../decide/change.ts"
import type { Find } from "../decide/session.ts"
import { digest, instant } from "../ids.ts"
import { records, type Search } from "../records.ts"
import type { Step, Worker } from "./worker.ts"

/** Checks every two seconds whether there is anything to search. */
export const searching = (collections: ReadonlyArray<Collection>): Worker => ({
  name: "searching",
  paceMs: 2000,
  pending: Effect.map(pendingSearches(), (found) => found.length > 0),
  run: (step) => search(collections, step)
})

/** The limits of a step. */
const stepSize = { limit: 250, characters: 512 * 1024 }

/** How many searches are read at once. */
const someSearches = { limit: 64 }

const pendingSearches = () => Storage.use(({ find }) => find(installation, records.searches, someSearches))

/** Runs all searches, including those that are added meanwhile. */
export const search = Effect.fnUntraced(function* (collections: ReadonlyArray<Collection>, step: Step) {
  for (let rows = yield* pendingSearches(); rows.length > 0; rows = yield* pendingSearches())
    for (const { key } of rows)
      while (!(yield* step(searched(collections, String(key))))) {
        // Every step searches a page, and the last one removes the record.
      }
})

/** The write that begins a search, or begins it again at the first document, for all documents that exist now. */
export const searchOf = Effect.fnUntraced(function* (find: Find, shop: string, email: string) {
  const id = idOf(shop, email)
  const [row] = yield* find(records.searches, { where: [{ on: "key", eq: id }], limit: 1 })
  const before = row && stored(records.searches, row)
  const { id: until } = yield* instant
  return upsert(records.searches, before, { id, shop, email, until, collection: null, after: null }, installation)
})

/** The number of unfinished searches of a shop, including the one for an address. */
export const pendingWith = Effect.fnUntraced(function* (find: Find, shop: string, email: string) {
  const rows = yield* find(records.searches, { where: [{ on: "shop", eq: shop }], limit: 1000 })
  return rows.filter(({ key }) => key !== idOf(shop, email)).length + 1
})

const idOf = (shop: string, email: string): string => `${shop}/${digest(email)}`

/** One step: searches a page of documents, or ends the search; returns whether it has ended. */
const searched = Effect.fnUntraced(function* (collections: ReadonlyArray<Collection>, id: string) {
  const storage = yield* Storage
  const job = yield* get(installation, records.searches, id, { latest: true })
  if (job === undefined) return true
  const { after, collection: name, shop } = job.doc
  const all = collections.filter((one) => freeTextsOf(one) !== undefined)
  const at = Math.max(
    0,
    all.findIndex((one) => one.name === name)
  )
  const collection = all[at]
  const commit = (drafts: ReadonlyArray<WriteDraft>) => storage.commit(drafts.map((draft) => writeOf(shop, draft)))
  if (collection === undefined) {
    yield* commit([remove(records.searches, job, installation)])
    return true
  }
  const query = { ...stepSize, latest: true, ...(after === null ? {} : { after: { value: after, key: after } }) }
  const rows = yield* storage.find(shop, collection, query)
  const next = nextPage(collection, query, rows)
  const place = next === undefined ? placeIn(all[at + 1]) : placeIn(collection, rows.at(-1)!.key)
  const progress =
    place === undefined
      ? remove(records.searches, job, installation)
      : replace(records.searches, job, { ...job.doc, ...place }, installation)
  yield* commit([progress, ...rows.flatMap((row) => withoutMention(collection, row, job))])
  return place === undefined
})

const placeIn = (collection: Collection | undefined, after: Key | null = null) =>
  collection && { collection: collection.name, after }

const withoutMention = (collection: Collection, row: Row, { doc: { email, until } }: Stored<Search>) => {
  // Most documents are not decoded.
  if (!row.text.toLowerCase().includes(JSON.stringify(email).slice(1, -1))) return []
  const { madeAt, without } = freeTextsOf(collection)!
  const before = stored(collection, row)
  if (madeAt(before.doc) > until) return []
  const after = without(before.doc, email)
  return after === before.doc ? [] : [replace(collection, before, after)]
}

// biome-ignore lint/suspicious/noExplicitAny: a list of collections is over documents of many kinds
const freeTextsOf = ({ personal }: Collection): FreeTexts<any> | undefined =>
  personal === undefined || personal === "none" ? undefined : (personal as Personal<unknown, string>).freeTexts
