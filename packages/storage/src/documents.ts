/** Decodes documents from rows. */
import type { Collection } from "@bottega/domain/contract"
import { type Row, Unavailable } from "./storage.ts"

/** The document of a row, decoded once per row object; throws `Unavailable` if its text is damaged. */
export const docOf = <Doc>(collection: Collection<Doc>, row: Row): Doc => {
  const known = documents.get(row)
  if (known !== undefined) return known as Doc
  const doc = decoded(collection, row)
  documents.set(row, doc)
  return doc
}

const decoded = <Doc>({ decode, name }: Collection<Doc>, { key, text }: Row): Doc => {
  try {
    return decode(text)
  } catch (error) {
    const cause = new Error(`the text of ${name} ${key} cannot be read: ${(error as Error).message}`)
    throw new Unavailable({ reason: "damaged", cause })
  }
}

const documents = new WeakMap<Row, unknown>()
