import type { Collection } from "@bottega/domain/contract"
import { type Adapter, all, installation, pages, sequences } from "@bottega/storage"
import { own as storages } from "@bottega/storage/adapters"
import { Effect } from "effect"
import { allCollections } from "../engine/collections.ts"
import { shops } from "../engine/trusted.ts"
import { maintenanceRecords } from "./records.ts"

/** The collections that a store is opened with. */
export const kept: ReadonlyArray<Collection> = [...allCollections, ...storages]

/**
 * What moves with a shop, in the order in which it is written down: counts after everything that has a number of theirs,
 * so that a number given meanwhile is behind its count; then what the installation keeps of the shop, and its own document.
 */
export const moving: ReadonlyArray<Collection> = [
  ...allCollections.filter(({ local, owner }) => owner === "shop" && !local),
  sequences,
  ...allCollections.filter(({ shop }) => shop !== undefined && shop !== "key"),
  ...allCollections.filter(({ shop }) => shop === "key")
]

/** The rows of one of these collections that are a shop's, a page at a time. */
export const pagesOf = ({ find }: Adapter, shop: string, collection: Collection) => {
  const { owner, shop: on } = collection
  const at = owner === "installation" ? installation : shop
  return pages((one, query) => find(at, one, query), collection, on === undefined ? {} : { where: [{ on, eq: shop }] })
}

/** The shop that a document of the installation belongs with. */
export const shopOf = (collection: Collection, doc: unknown): unknown =>
  collection.shop === "key" ? collection.key(doc) : collection.lookups[collection.shop!]!.of(doc)

/** The imports that were begun and not finished: their shops have documents and are not there. */
export const unfinished = Effect.map(all(installation, maintenanceRecords.imports), (found) =>
  found.map(({ doc }) => doc).filter(({ done }) => !done)
)

/** Every owner of documents: the installation, the shops, and what is to become one. */
export const owners = Effect.gen(function* () {
  const begun = (yield* unfinished).map(({ shop }) => shop)
  return [installation, ...(yield* shops).map(({ id }) => id), ...begun]
})
