/**
 * What belongs to a shop and where in the store it is. Nearly everything is under the shop; documents of the
 * installation that are of one shop say so by a lookup called `shop`, and the shop's own document has its id as key.
 */
import type { Collection } from "@bottega/domain/collection"
import { collections as shopCollections } from "@bottega/domain/shops"
import { own as storages } from "@bottega/storage/adapters"
import { sequences } from "@bottega/storage/counters"
import { all } from "@bottega/storage/derived"
import { pages } from "@bottega/storage/pages"
import { type Adapter, installation } from "@bottega/storage/storage"
import { Effect } from "effect"
import { collections } from "../collections.ts"
import { collections as records } from "../records.ts"
import { shops } from "../trusted.ts"
import { collections as own } from "./records.ts"

/** Documents of these tell of this store, and would say nothing true of another. */
const staying: ReadonlySet<Collection> = new Set([records.counts, records.tokens, own.imports, own.shapes])

/** The collections that a store is opened with. */
export const kept: ReadonlyArray<Collection> = [...collections, ...storages]

/** Whether a collection's documents are kept by the installation. */
export const isInstallations = (collection: Collection): boolean =>
  collection === shopCollections.shops || Object.hasOwn(collection.lookups, "shop")

/**
 * What moves with a shop, in the order in which it is written down: counts after everything that has a number of theirs,
 * so that a number given meanwhile is behind its count; then what the installation keeps of the shop, and its own document.
 */
export const moving: ReadonlyArray<Collection> = [
  ...collections.filter((collection) => !staying.has(collection) && !isInstallations(collection)),
  sequences,
  ...collections.filter((collection) => isInstallations(collection) && collection !== shopCollections.shops),
  shopCollections.shops
]

/** The rows of one of these collections that are a shop's, a page at a time. */
export const pagesOf = ({ find }: Adapter, shop: string, collection: Collection) => {
  const at = isInstallations(collection) ? installation : shop
  const on = collection === shopCollections.shops ? "key" : "shop"
  return pages((one, query) => find(at, one, query), collection, at === shop ? {} : { where: [{ on, eq: shop }] })
}

/** The shop that a document of the installation is of. */
export const shopOf = (collection: Collection, doc: unknown): unknown =>
  collection === shopCollections.shops ? collection.key(doc) : collection.lookups["shop"]!.of(doc)

/** The imports that were begun and not finished: their shops have documents and are not there. */
export const unfinished = Effect.map(all(installation, own.imports), (found) =>
  found.map(({ doc }) => doc).filter(({ done }) => !done)
)

/** Every owner of documents: the installation, the shops, and what is to become one. */
export const owners = Effect.gen(function* () {
  const begun = (yield* unfinished).map(({ shop }) => shop)
  return [installation, ...(yield* shops).map(({ id }) => id), ...begun]
})
