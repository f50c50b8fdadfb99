/**
 * Checks the writes of a call against the bounds of documents: those that collections declare for their lists, and the
 * size that all documents share. A document that was stored before a bound existed may stay and become shorter. See
 * docs/decisions/0448.
 */
import {
  type Collection,
  type Finding,
  historyCharactersOf,
  maxDocumentBytes,
  overBounds
} from "@bottega/domain/contract"
import { docOf, type Row, type Write } from "@bottega/storage"
import { type WriteDraft, writeOf } from "../decide/change.ts"
import { maxCommitBytes } from "../decide/session.ts"

/** The same as {@link writeOf} with the text of the document, which is encoded once for its bounds and for the store. */
export const encoded = (shop: string, draft: WriteDraft, lastEvent?: string): Write => {
  const write: { -readonly [Name in keyof Write]: Write[Name] } = writeOf(shop, draft, lastEvent)
  if (write.doc !== undefined) write.text = write.collection.encode(write.doc)
  return write
}

/** Finds the lists and documents of encoded writes that are over their bound, and longer than before. */
export const oversized = (writes: ReadonlyArray<Write>): ReadonlyArray<Finding> => {
  const found = writes.flatMap((draft) => (draft.doc === undefined ? [] : overBoundsOf(draft)))
  if (found.length > 0) return found
  const large = writes.flatMap(tooLarge)
  return large.length > 0 ? large : tooMuch(writes)
}

const overBoundsOf = ({ before, collection, doc }: Write): ReadonlyArray<Finding> =>
  // Nearly every document is within its bounds and need not be compared with its previous version.
  overBounds(collection, doc).length === 0
    ? []
    : overBounds(collection, doc, before && docOf(collection as Collection, before))

const tooLarge = ({ before, collection, doc, text = "" }: Write): ReadonlyArray<Finding> => {
  if (text.length * maxBytesPerCharacter <= maxDocumentBytes) return []
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxDocumentBytes || (before !== undefined && !isLonger(collection, doc, text, before))) return []
  return [
    { at: [], message: `the ${collection.noun} would have ${bytes} bytes, and may have at most ${maxDocumentBytes}` }
  ]
}
/** UTF-8 needs at most three bytes for each unit of UTF-16. */
const maxBytesPerCharacter = 3

/** Whether a document has become longer, apart from what the program itself adds to it. */
const isLonger = (collection: Collection, doc: unknown, text: string, before: Row): boolean => {
  const old = docOf(collection, before)
  return text.length - historyCharactersOf(collection, doc) > before.text.length - historyCharactersOf(collection, old)
}

/** Finds a call that changes too many large documents at once. */
const tooMuch = (writes: ReadonlyArray<Write>): ReadonlyArray<Finding> => {
  const characters = writes.reduce((sum, { text = "" }) => sum + text.length, 0)
  if (characters * maxBytesPerCharacter <= maxCommitBytes) return []
  const bytes = writes.reduce((sum, { text = "" }) => sum + Buffer.byteLength(text), 0)
  const message = `the call would change documents of ${bytes} bytes, and may change ${maxCommitBytes}; send it in parts`
  return bytes > maxCommitBytes ? [{ at: [], message }] : []
}
