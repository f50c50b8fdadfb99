/**
 * A document in MongoDB's form. Whatever callers choose (keys, SKUs, tags) is always a value and never a field's name.
 */
import type { Collection, Key, Value } from "@bottega/domain/contract"
import type * as driver from "mongodb"
import { textOf } from "../documents.ts"
import { type Index, indexesOf } from "../plan.ts"
import { Stale, type Write } from "../storage.ts"
import { indexValues } from "../values.ts"

/** A document's id. Objects compare field by field, so a shop's documents lie together in the order of their keys. */
export interface Id {
  readonly s: string
  readonly k: Key
}

/** A document: its shop again, for indexes and the shard key, its lookup values, and its text. */
export interface MongoDocument {
  readonly _id: Id
  readonly shop: string
  readonly version: number
  /** The values of each lookup that has any: a list if it may have several. */
  readonly at: At
  readonly doc: string
  /** How many commits guarded this version before the document had stripes; see `stripes.ts`. */
  readonly guards?: number
  /** True once the document has stripes. */
  readonly guarded?: true
}

/** Values by lookup. */
export type At = { readonly [lookup: string]: Value | ReadonlyArray<Value> }

/** A collection and the database collection that holds its documents. */
export interface Layout {
  readonly collection: Collection
  readonly name: string
  readonly indexes: ReadonlyArray<Index>
  readonly kept: driver.Collection<MongoDocument>
}

/** A write and its target. */
export interface Placed {
  readonly write: Write
  readonly layout: Layout
}

/** The layout of a collection in a database. */
export const layout = (database: driver.Db, collection: Collection): Layout => {
  const { lookups, name } = collection
  for (const lookup of Object.keys(lookups))
    if (/[.$\0]/.test(lookup)) throw new TypeError(`MongoDB does not support a lookup named ${lookup}, of ${name}`)
  return { collection, name, indexes: indexesOf(collection), kept: database.collection(name) }
}

/** The id of the document of a shop and key. */
export const idOf = (s: string, k: Key): Id => ({ s, k })

/** The field that holds a lookup. */
export const field = (lookup: string): string => `at.${lookup}`

/** The document that a write inserts; `guarded` if it replaces one that is. */
export const made = ({ layout: { collection }, write }: Placed, guarded: boolean): MongoDocument => ({
  _id: idOf(write.shop, write.key),
  shop: write.shop,
  version: write.expect + 1,
  at: atOf(collection, write.doc),
  doc: textOf(write, write.expect > 0),
  ...(guarded && { guarded })
})

/** The filter that finds the version which a write replaces, in its known guarded state. */
export const replaced = ({ write: { expect, key, shop } }: Placed, guarded: boolean): driver.Filter<MongoDocument> => ({
  _id: idOf(shop, key),
  shop,
  version: expect,
  guarded: guarded ? true : { $exists: false }
})

/** The lookup values of a document. */
export const atOf = ({ lookups }: Collection, doc: unknown): At => {
  const at: Record<string, Value | ReadonlyArray<Value>> = {}
  for (const [name, { many, of }] of Object.entries(lookups)) {
    const values = indexValues(of(doc))
    if (values.length > 0) at[name] = many ? values : values[0]!
  }
  return at
}

/** The failure of a write that lost to another writer. */
export const staleOf = ({ write: { collection, key, shop } }: Placed): Stale =>
  new Stale({ shop, collection: collection.name, key })
