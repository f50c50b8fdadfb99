/** The indexes of a collection: the shop first, then the lookups, and the document's id last. */
import type { IndexDescription } from "mongodb"
import type { Index } from "../plan.ts"
import { field, type Layout } from "./documents.ts"

/** The index that every collection of MongoDB has. */
export const byId = "_id_"

/** The name of an index, by which an error tells which index refused. */
export const indexName = ({ columns, unique }: Index): string =>
  columns.length === 0 ? byId : `${unique ? "unique" : "order"} ${columns.join(", ")}`

/** Whether an index is ours, declared now or earlier. */
export const isOurs = (name: string): boolean => /^(unique|order) /.test(name)

/** The indexes that a layout needs besides the one of `_id`. */
export const specifications = ({ indexes }: Layout): ReadonlyArray<IndexDescription & { readonly name: string }> =>
  indexes.filter(({ columns }) => columns.length > 0).map(specification)

/** A digest of a layout's declaration: if it differs from the stored one, the store is upgraded. */
export const fingerprint = ({ collection, indexes }: Layout): string => {
  const lookups = Object.entries(collection.lookups).map(([name, { keyed, many, type }]) => [
    ...[name, type, many],
    ...(keyed ? ["keyed"] : [])
  ])
  return JSON.stringify({ format: 1, lookups, indexes })
}

/** The unique lookup whose index an error names; `key` for the document's own key. DocumentDB reports nothing else. */
export const refusing = ({ indexes }: Layout, message: string): string | undefined => {
  const name = / index: (.+?) dup key/s.exec(message)?.[1]
  if (name === byId) return "key"
  return indexes.find((index) => index.unique && indexName(index) === name)?.columns[0]
}

// Documents without a value are not in a unique index: as `null` they would be equal.
const specification = (index: Index): IndexDescription & { readonly name: string } => {
  const key: Record<string, 1> = { shop: 1 }
  for (const column of index.columns) key[field(column)] = 1
  const name = indexName(index)
  if (!index.unique) return { name, key: { ...key, _id: 1 } }
  return { name, key, unique: true, partialFilterExpression: { [field(index.columns[0]!)]: { $exists: true } } }
}
