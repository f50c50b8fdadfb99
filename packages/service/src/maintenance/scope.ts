import type { Collection } from "@bottega/domain/contract"
import { type Adapter, all, bytes, installation, pages, sequences } from "@bottega/storage"
import { own as storages } from "@bottega/storage/adapters"
import { Effect } from "effect"
import { allCollections, maintenanceRecords } from "../collections.ts"
import { shops } from "../engine/trusted.ts"

/** The collections with which a store is opened. */
export const storeCollections: ReadonlyArray<Collection> = [...allCollections, ...storages]

/**
 * The collections that move with a shop, in the order of their export. Counters follow all documents that use their
 * numbers, so that a number assigned during the export stays below its counter. Then come the installation's documents of
 * the shop, and the shop's own document.
 */
export const exportedCollections: ReadonlyArray<Collection> = [
  ...allCollections.filter(({ local, owner }) => owner === "shop" && !local),
  sequences,
  ...allCollections.filter(({ local, shop }) => shop !== undefined && shop !== "key" && !local),
  ...allCollections.filter(({ shop }) => shop === "key")
]

/** The collections whose documents name the files that move with a shop; those of a snapshot or a claim stay behind with it. */
export const namingFiles = ({ naming }: Adapter): ReadonlyArray<Collection> =>
  naming.filter(({ local, name }) => !local && name !== bytes.claims.name)

/** The rows of a shop in one of these collections, a page at a time. */
export const pagesOf = ({ find }: Adapter, shop: string, collection: Collection) => {
  const { owner, shop: on } = collection
  const at = owner === "installation" ? installation : shop
  return pages((one, query) => find(at, one, query), collection, on === undefined ? {} : { where: [{ on, eq: shop }] })
}

/** The shop to which a document of the installation belongs. */
export const shopOf = (collection: Collection, doc: unknown): unknown =>
  collection.shop === "key" ? collection.key(doc) : collection.lookups[collection.shop!]!.of(doc)

/** The unfinished imports: their shops have documents but do not exist yet. */
export const unfinishedImports = Effect.map(all(installation, maintenanceRecords.imports), (found) =>
  found.map(({ doc }) => doc).filter(({ done }) => !done)
)

/** Every owner of documents: the installation, the shops, and the shops of unfinished imports. */
export const documentOwners = Effect.gen(function* () {
  const begun = (yield* unfinishedImports).map(({ shop }) => shop)
  return [installation, ...(yield* shops).map(({ id }) => id), ...begun]
})
