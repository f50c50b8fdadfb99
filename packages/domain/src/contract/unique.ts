/**
 * Unique values: a collection declares the refusal of a value that is in use, and an endpoint declares which values its
 * parameters name. The engine looks for documents that have them, so that no handler needs to.
 */
import type { Collection, Key } from "./collection.ts"
import type { Finding } from "./endpoint.ts"

/** The `Duplicate` refusal of a value that another document has. */
export interface Duplicated<in Doc = never> {
  /** The parameter that names the value by default; an endpoint can declare another. */
  readonly parameter: string
  /** One sentence that explains which value is in use. */
  readonly sentence: (wanted: Partial<Doc>) => string
  /** What is wrong with the parameter: `is the code of another coupon`. */
  readonly detail: string
}

/** Marks a unique lookup whose values no caller names. A duplicate then means a race, and the engine retries one call. */
export const internal = "internal"

/** How a unique lookup handles a value that is in use. */
export type Unique<Doc> = Duplicated<Doc> | typeof internal

/** Declares the refusal of a value that is in use. */
export const duplicate = <Doc>(
  parameter: keyof Doc & string,
  sentence: (wanted: Partial<Doc>) => string,
  detail: string
): Duplicated<Doc> => ({ parameter, sentence, detail })

/** A value of a unique lookup that a call wants to use. */
export interface UniqueValue {
  readonly collection: Collection
  readonly on: string
  /** The part of the document that the lookup reads. The lookup computes the value, so that it is normalised alike. */
  readonly doc: unknown
  readonly at: Finding["at"]
  /** The key of the document that the call changes, which may have the value already. */
  readonly own: Key | undefined
}

/** Which parameter names a value, and which document may have it already. */
export interface Placing {
  readonly at?: Finding["at"]
  readonly own?: Key
}

/** Declares that a call wants to use the value that a lookup yields for this document. */
export const uniqueValue = <Doc, Name extends string>(
  collection: Collection<Doc, Name>,
  on: NoInfer<Name>,
  doc: Partial<NoInfer<Doc>>,
  { at, own }: Placing = {}
): UniqueValue => ({ collection, on, doc, at: at ?? [collection.duplicates[on]!.parameter], own })
