/** Turns rows into documents, and documents into the texts of rows. */
import type { Collection } from "@bottega/domain/contract"
import { type Row, Unavailable } from "./storage.ts"

/** The document of a row, decoded once per row object; throws `Unavailable` if its text is damaged. */
export const docOf = <Doc>(collection: Collection<Doc>, row: Row): Doc => {
  const known = documents.get(row)
  if (known !== undefined) return known as Doc
  const { text } = row
  const doc = replacements.find(collection, text) ?? decoded(collection, row.key, text)
  documents.set(row, doc)
  return doc
}

/**
 * The text of a document for an adapter to store. A document that replaces another is likely to be read by the next
 * writer, so it is kept for a while, and `docOf` gives it for that text: every document that is written equals its
 * decoded text, and is never changed in place.
 */
export const textOf = <Doc>(collection: Collection<Doc>, doc: Doc, replaces: boolean): string => {
  const text = collection.encode(doc)
  if (replaces) replacements.keep(collection, text, doc)
  return text
}

const decoded = <Doc>({ decode, name }: Collection<Doc>, key: Row["key"], text: string): Doc => {
  try {
    return decode(text)
  } catch (error) {
    const cause = new Error(`the text of ${name} ${key} cannot be read: ${(error as Error).message}`)
    throw new Unavailable({ reason: "damaged", cause })
  }
}

const documents = new WeakMap<Row, unknown>()

interface Known {
  readonly collection: Collection
  readonly doc: unknown
}

/** The documents that were written most recently, by their texts. A full generation replaces the one before. */
class Replacements {
  #young = new Map<string, Known>()
  #old = new Map<string, Known>()
  #characters = 0

  /** The document of a text of this collection, if it is known. */
  find<Doc>(collection: Collection<Doc>, text: string): Doc | undefined {
    const known = this.#young.get(text) ?? this.#old.get(text)
    return known?.collection === collection ? (known.doc as Doc) : undefined
  }

  /** Keeps the document of a text. */
  keep<Doc>(collection: Collection<Doc>, text: string, doc: Doc): void {
    if (text.length > maxTextCharacters) return
    if (this.#characters + text.length > maxCharacters) {
      this.#old = this.#young
      this.#young = new Map()
      this.#characters = 0
    }
    this.#young.set(text, { collection, doc })
    this.#characters += text.length
  }
}

/** The most characters of texts in a generation, and of one text. */
const maxCharacters = 1024 * 1024
const maxTextCharacters = 64 * 1024

const replacements = new Replacements()
