/**
 * How large an answer of the source may be. A value can take a hundred bytes of memory and two of text, so a bound on bytes alone
 * would let an answer of 64 MiB take gigabytes.
 */

/** The bounds of one answer; values are counted with lists and objects. */
export interface AnswerBounds {
  readonly maxBytes: number
  readonly maxValues: number
  /** The time for the whole answer, in milliseconds. */
  readonly withinMs: number
}

const boundsOf = (maxBytes: number): AnswerBounds => ({ maxBytes, maxValues: maxBytes / 16, withinMs: 300_000 })

/** The bounds of an answer by default. */
export const answerBounds = boundsOf(64 * 1024 * 1024)
/** The bounds of an answer about one document, of which several are read at once; a document may have 2 MiB. */
export const detailBounds = boundsOf(16 * 1024 * 1024)
