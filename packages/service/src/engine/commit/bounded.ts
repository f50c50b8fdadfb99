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
import { docOf, type Row } from "@bottega/storage"
import type { WriteDraft } from "../decide/change.ts"

/** The maximum size of the documents of one commit, in bytes. */
const maxCommitBytes = 16 * 1024 * 1024

/** A write with the text of its document, so that it is encoded once. */
export const encoded = (draft: WriteDraft): WriteDraft =>
  draft.doc === undefined ? draft : { ...draft, text: draft.collection.encode(draft.doc) }

/** Finds the lists and documents of encoded writes that are over their bound, and longer than before. */
export const oversized = (drafts: ReadonlyArray<WriteDraft>): ReadonlyArray<Finding> => {
  const found = drafts.flatMap((draft) => (draft.doc === undefined ? [] : overBoundsOf(draft)))
  if (found.length > 0) return found
  const large = drafts.flatMap(tooLarge)
  return large.length > 0 ? large : tooMuch(drafts)
}

const overBoundsOf = ({ before, collection, doc }: WriteDraft): ReadonlyArray<Finding> =>
  // Nearly every document is within its bounds and need not be compared with its previous version.
  overBounds(collection, doc).length === 0
    ? []
    : overBounds(collection, doc, before && docOf(collection as Collection, before))

const tooLarge = ({ before, collection, doc, text = "" }: WriteDraft): ReadonlyArray<Finding> => {
  if (text.length * maxBytesPerCharacter <= maxDocumentBytes) return []
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxDocumentBytes || (before !== undefined && !isLonger(collection, doc, text, before))) return []
  return [{ at: [], message: `the ${collection.noun} would have ${bytes} bytes, and may have ${maxDocumentBytes}` }]
}
/** UTF-8 needs at most three bytes for each unit of UTF-16. */
const maxBytesPerCharacter = 3

/** Whether a document has become longer, apart from what the program itself adds to it. */
const isLonger = (collection: Collection, doc: unknown, text: string, before: Row): boolean => {
  const old = docOf(collection, before)
  return text.length - historyCharactersOf(collection, doc) > before.text.length - historyCharactersOf(collection, old)
}

/** Finds a call that changes too many large documents at once. */
const tooMuch = (drafts: ReadonlyArray<WriteDraft>): ReadonlyArray<Finding> => {
  const characters = drafts.reduce((sum, { text = "" }) => sum + text.length, 0)
  if (characters * maxBytesPerCharacter <= maxCommitBytes) return []
  const bytes = drafts.reduce((sum, { text = "" }) => sum + Buffer.byteLength(text), 0)
  const message = `the call would change documents of ${bytes} bytes, and may change ${maxCommitBytes}; send it in parts`
  return bytes > maxCommitBytes ? [{ at: [], message }] : []
}
