/** Counts a shop's contents; exports, imports and examinations count the same things. */
import type { Collection } from "@bottega/domain/contract"
import { bytes, installation } from "@bottega/storage"
import { exportedCollections } from "./scope.ts"

/** The contents that move with a shop. */
export interface Amount {
  readonly documents: number
  /** Each file once, whatever its number of pieces; only those that documents name. */
  readonly files: number
}

/** The amount that the counts of a trailer give, which are by collection. */
export const amountOf = (counts: Readonly<Record<string, number>>): Amount => {
  const files = counts[bytes.contents.name] ?? 0
  return { documents: Object.values(counts).reduce((sum, count) => sum + count, 0) - files, files }
}

/** How an owner's documents of a collection are counted; those that do not move count as the installation's. */
export const countedAs = (owner: string, collection: Collection): keyof Amount | "installation" => {
  if (owner !== installation && collection === bytes.contents) return "files"
  const isMoved = exportedCollections.includes(collection) && (owner !== installation || collection.shop !== undefined)
  return isMoved ? "documents" : "installation"
}
