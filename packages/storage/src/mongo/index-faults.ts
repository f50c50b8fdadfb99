/** Compares the values that indexes find documents by with the documents. The indexes themselves are the database's. */
import type { Value } from "@bottega/domain/contract"
import { MaxKey, MinKey } from "mongodb"
import type { IndexFaultCallbacks } from "../storage.ts"
import { type At, atOf, type Layout, type MongoDocument } from "./documents.ts"
import { byId } from "./indexes.ts"
import type { Heartbeats } from "./pulse.ts"

/** Reports the faults of one shop's documents; a document and its values are read together. */
export const indexFaults = async (
  { collection, kept }: Layout,
  shop: string,
  pulse: Heartbeats,
  { onDocuments, onFault }: IndexFaultCallbacks
): Promise<void> => {
  const _id = { $gt: { s: shop, k: new MinKey() }, $lt: { s: shop, k: new MaxKey() } }
  const projection = { at: 1, doc: 1 }
  const options = { hint: byId, sort: { _id: 1 }, projection, batchSize } as const
  const cursor = kept.find<Pick<MongoDocument, "_id" | "at" | "doc">>({ _id } as never, options)
  try {
    while (await pulse.inTime(cursor.hasNext(), "unreachable")) {
      const read = cursor.readBufferedDocuments()
      for (const { _id, at, doc } of read)
        for (const lookup of differing(readable(collection, doc), at)) onFault({ key: _id.k, lookup, is: "missing" })
      onDocuments?.(read.length)
    }
  } finally {
    await cursor.close()
  }
}

/** Documents that the driver parses at once. */
const batchSize = 200

const differing = (wanted: At | undefined, held: At): ReadonlyArray<string> =>
  wanted === undefined
    ? []
    : [...new Set([...Object.keys(wanted), ...Object.keys(held)])].filter(
        (lookup) => textOf(wanted[lookup]) !== textOf(held[lookup])
      )

// BSON stores texts as UTF-8, which has no half of a surrogate pair.
const textOf = (values: Value | ReadonlyArray<Value> | undefined): string =>
  JSON.stringify(values, (_, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value)) ?? ""

const readable = (collection: Layout["collection"], text: string): At | undefined => {
  try {
    return atOf(collection, collection.decode(text))
  } catch {
    return undefined
  }
}
