/** What finds a document: its key, and lookups, which are pure functions of the document. */

/** Identifies a document within its shop and collection; each collection uses either texts or integers. */
export type Key = string | number
/** A value that a lookup yields and a query compares with. Texts compare by UTF-8 bytes, numbers by size. */
export type Value = string | number

/** One way to find a document. If `of` yields `undefined` or an empty list, this lookup does not find the document. */
export interface Lookup<Doc> {
  readonly type: "text" | "number"
  /** True if any of several values finds the document, as with tags. */
  readonly many: boolean
  /**
   * True if a store keeps a hash of each value instead of the value, with a key that never leaves the store. Such a lookup
   * is compared for equality only; it is neither unique nor sorted by.
   */
  readonly keyed?: true
  readonly of: (doc: Doc) => Value | undefined | ReadonlyArray<Value>
}

/** A lookup that yields one text. */
export const text = <Doc>(of: (doc: Doc) => string | undefined): Lookup<Doc> => ({ type: "text", many: false, of })
/** A lookup that yields one number. */
export const number = <Doc>(of: (doc: Doc) => number | undefined): Lookup<Doc> => ({ type: "number", many: false, of })
/** A lookup that yields several texts. */
export const texts = <Doc>(of: (doc: Doc) => ReadonlyArray<string>): Lookup<Doc> => ({ type: "text", many: true, of })
/** A lookup that yields several numbers. */
export const numbers = <Doc>(of: (doc: Doc) => ReadonlyArray<number>): Lookup<Doc> => ({
  type: "number",
  many: true,
  of
})
