/** What adapters share for bytes: which collections name them, and the parts of a read-only store. */
import type { Collection } from "@bottega/domain/contract"
import { Effect } from "effect"
import type { Adapter, Chunks } from "./storage.ts"
import { indexValues } from "./values.ts"

/** Those of a store's collections whose documents name bytes. */
export const namingIn = (collections: ReadonlyArray<Collection>): ReadonlyArray<Collection> =>
  collections.filter(({ bytes }) => bytes !== undefined)

/** The SHA-256 of all bytes that a document names; none if there is no document. */
export const namedBy = ({ bytes, lookups }: Collection, doc: unknown): ReadonlyArray<string> =>
  bytes === undefined || doc === undefined ? [] : (indexValues(lookups[bytes]!.of(doc)) as ReadonlyArray<string>)

/** The parts of a read-only store besides its documents. */
export const lookedAt = (
  collections: ReadonlyArray<Collection>,
  read: Chunks["read"]
): Pick<Adapter, "commit" | "chunks" | "naming"> => {
  const refused = () => Effect.die(new TypeError("the store was opened for reading only"))
  return { commit: refused, chunks: { read, write: refused, remove: refused }, naming: namingIn(collections) }
}
