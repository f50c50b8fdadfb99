/** Turns rows into documents, and documents into the texts of rows. */
import type { Collection, Key } from "@bottega/domain/contract"
import { Recent } from "./recent.ts"
import { type Row, Unavailable, type Write } from "./storage.ts"

/**
 * The document of a row; throws `Unavailable` if its text is damaged. It is cached from the second decoding of the row
 * until many others were cached: most rows of a long list are decoded once and must not stay in memory.
 */
export const docOf = <Doc>(collection: Collection<Doc>, row: Row): Doc => {
  const known = documents.get(row)
  if (known !== undefined) return known as Doc
  // An adapter may make the text each time that it is read.
  const { key, text } = row
  const written = replacementsOf(collection).find(key, text)
  if (written !== undefined) return written as Doc
  const doc = fromText(collection, { key, text }, collection.decode)
  if (decodedOnce.get(row) === true) documents.keep(row, doc, text.length)
  else decodedOnce.keep(row, true, text.length)
  return doc
}

/**
 * The text of a document for an adapter to store. A document that replaces another is likely to be read by the next
 * writer, so it is kept for a while, and `docOf` gives it for that text: every document that is written equals its
 * decoded text, and is never changed in place.
 */
export const textOf = (write: Pick<Write, "collection" | "doc" | "text">, replaces: boolean): string => {
  const { collection, doc, text = collection.encode(doc) } = write
  if (replaces) replacementsOf(collection).keep(collection.key(doc), { text, doc })
  return text
}

/** Lets `docOf` give a row's document without decoding it, because the caller has it. */
export const remember = (row: Row, doc: unknown): void => documents.keep(row, doc, row.text.length)

/** What a function makes of a stored text; throws `Unavailable` if the text is damaged, so that the function throws. */
export const fromText = <A>(
  { name }: Pick<Collection, "name">,
  { key, text }: Pick<Row, "key" | "text">,
  read: (text: string) => A
): A => {
  try {
    return read(text)
  } catch (error) {
    const cause = new Error(`the text of ${name} ${key} cannot be read: ${(error as Error).message}`)
    throw new Unavailable({ reason: "damaged", cause })
  }
}

/** A decoded document takes several times the memory of its text. */
const maxDecodedCharacters = 1024 * 1024

const documents = new Recent<unknown>(maxDecodedCharacters)
const decodedOnce = new Recent<true>(maxDecodedCharacters)

interface Written {
  readonly text: string
  readonly doc: unknown
}

/** The last documents that were written to a collection, by their keys. A full generation replaces the one before. */
class Replacements {
  #young = new Map<Key, Written>()
  #old = new Map<Key, Written>()
  #characters = 0

  /** The document that was written with this key and text, if it is known. Another shop may have written the key since. */
  find(key: Key, text: string): unknown {
    const written = this.#young.get(key) ?? this.#old.get(key)
    return written?.text === text ? written.doc : undefined
  }

  keep(key: Key, written: Written): void {
    this.#characters += written.text.length - (this.#young.get(key)?.text.length ?? 0)
    this.#young.set(key, written)
    if (this.#characters < maxWrittenCharacters) return
    this.#old = this.#young
    this.#young = new Map()
    this.#characters = 0
  }
}

/** The maximum length of a generation's texts, exceeded by at most one text. */
const maxWrittenCharacters = 256 * 1024

/** By the function that decodes, which an adapter's own form of a collection shares with it. */
const replacements = new WeakMap<Collection["decode"], Replacements>()

const replacementsOf = ({ decode }: Collection): Replacements => {
  const known = replacements.get(decode) ?? new Replacements()
  replacements.set(decode, known)
  return known
}
