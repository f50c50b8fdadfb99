/** Decides whether a document made from a stranger's answers may be stored. */
import { type Collection, overBounds } from "@bottega/domain/contract"
import { Result, Schema } from "effect"

/** The largest document, in bytes of its text; a change of a larger one would be refused. */
const maxBytes = 2 * 1024 * 1024

/** Why a document may not be stored, as the end of a sentence; `undefined` if it may. */
export const wrongWith = <Doc>(collection: Collection<Doc>, doc: Doc): string | undefined => {
  const { decode, is } = schemaOf(collection)
  if (!is(doc)) {
    const read = decode(doc)
    return `does not fit: ${Result.isFailure(read) ? String(read.failure).replaceAll(/\s*\n\s*/g, " ") : "it is not an object"}`
  }
  const [over] = overBounds(collection, doc)
  if (over !== undefined) return over.message
  const bytes = Buffer.byteLength(collection.encode(doc))
  return bytes > maxBytes ? `would have ${bytes} bytes, and a document has at most ${maxBytes}` : undefined
}

const schemas = new WeakMap<Collection, ReturnType<typeof made>>()

const made = (collection: Collection) => ({
  is: Schema.is(collection.schema),
  decode: Schema.decodeUnknownResult(collection.schema)
})

const schemaOf = (collection: Collection) => {
  const known = schemas.get(collection) ?? made(collection)
  schemas.set(collection, known)
  return known
}
