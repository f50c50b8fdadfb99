/** Converts documents of an exported shop to this program's form, or says what is wrong with them. */
import { collections } from "@bottega/domain/areas"
import type { Shop } from "@bottega/domain/areas/shops"
import type { Collection, Fields, Key } from "@bottega/domain/contract"
import { installation, type Write } from "@bottega/storage"
import { Result, Schema } from "effect"
import type { Kept } from "./lines.ts"
import { exportedCollections, shopOf } from "./scope.ts"

/** The write that inserts a document. */
export const writeOf = ({ beside, doc: first, in: name }: Kept, shop: string): Result.Result<Write, string> => {
  const entry = entriesByName.get(name)
  if (entry === undefined) return Result.fail(`belongs to ${JSON.stringify(name)}, which this program does not move`)
  const { collection, isOne, reasons } = entry
  const found = completed(collection, { ...first, ...beside })
  if (!isOne(found)) return Result.fail(`is not a document of ${name}: ${reasons(found)}`)
  const doc = collection.imported?.(found) ?? found
  const own = collection.owner === "installation"
  if (own && shopOf(collection, doc) !== shop) return Result.fail(`belongs to a different shop than the file`)
  return Result.succeed({ shop: own ? installation : shop, collection, key: collection.key(doc), expect: 0, doc })
}

/** Whether a write concerns the shop's own document. */
export const isShop = (write: Write): write is Write<Shop> => write.collection === collections.shops

/** A readable name of a document. */
export const documentName = ({ collection, key }: { readonly collection: Collection; readonly key: Key }): string =>
  `${collection.name} ${key}`

/** Upgrades a document of any earlier form; the schema refuses a document of no known form. */
const completed = ({ complete }: Collection, fields: Fields): unknown => {
  try {
    return complete(fields)
  } catch {
    return fields
  }
}

const entryOf = (collection: Collection) => {
  const decode = Schema.decodeUnknownResult(collection.schema)
  return {
    collection,
    isOne: Schema.is(collection.schema),
    reasons: (doc: unknown) => {
      const read = decode(doc, { errors: "all" })
      return Result.isFailure(read) ? String(read.failure).replaceAll(/\s*\n\s*/g, " ") : "it is not an object"
    }
  }
}

const entriesByName = new Map(exportedCollections.map((collection) => [collection.name as string, entryOf(collection)]))
