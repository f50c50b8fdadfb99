/** What adapters have in common about bytes: which collections name them, and a store of them that is only looked at. */
import type { Collection } from "@bottega/domain/contract"
import { Effect } from "effect"
import type { Adapter, Chunks } from "./storage.ts"
import { indexValues } from "./values.ts"

/** Those of a store's collections whose documents name bytes. */
export const namingIn = (collections: ReadonlyArray<Collection>): ReadonlyArray<Collection> =>
  collections.filter(({ bytes }) => bytes !== undefined)

/** The SHA-256 of all bytes that a document names; none where there is no document. */
export const namedBy = ({ bytes, lookups }: Collection, doc: unknown): ReadonlyArray<string> =>
  bytes === undefined || doc === undefined ? [] : (indexValues(lookups[bytes]!.of(doc)) as ReadonlyArray<string>)

/** What a store that is only looked at takes and gives, beside its documents. */
export const lookedAt = (
  collections: ReadonlyArray<Collection>,
  read: Chunks["read"]
): Pick<Adapter, "commit" | "chunks" | "naming"> => {
  const refused = () => Effect.die(new TypeError("the store was opened to be looked at"))
  return { commit: refused, chunks: { read, write: refused, remove: refused }, naming: namingIn(collections) }
}
