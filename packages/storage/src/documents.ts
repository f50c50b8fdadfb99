/** Documents by the rows that hold them. */
import type { Collection } from "@bottega/domain/collection"
import type { Row } from "./storage.ts"

/** The document of a row, decoded once for as long as the row lives. */
export const docOf = <Doc>(collection: Collection<Doc>, row: Row): Doc => {
  const known = documents.get(row)
  if (known !== undefined) return known as Doc
  const doc = collection.decode(row.text)
  documents.set(row, doc)
  return doc
}

const documents = new WeakMap<Row, unknown>()
