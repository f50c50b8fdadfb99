/**
 * What must be unique: a collection says what a taken value is refused with, and an endpoint says which values its
 * parameters would take. The engine looks for taken values; a handler does not.
 */
import type { Collection, Key } from "./collection.ts"
import type { Finding } from "./endpoint.ts"

/** What a value that another document holds is refused with, as `Duplicate`. */
export interface Duplicated<in Doc = never> {
  /** The parameter that names the value, where the endpoint does not say otherwise. */
  readonly parameter: string
  /** One sentence on the value that could not be taken. */
  readonly sentence: (wanted: Partial<Doc>) => string
  /** What is wrong with the parameter: `is the code of another coupon`. */
  readonly detail: string
}

/** Marks a unique lookup whose values no caller names: a clash is a race of two decisions, and one of them is made again. */
export const internal = "internal"

/** How a unique lookup treats a value that is taken. */
export type Unique<Doc> = Duplicated<Doc> | typeof internal

/** Declares the refusal of a taken value. */
export const duplicate = <Doc>(
  parameter: keyof Doc & string,
  sentence: (wanted: Partial<Doc>) => string,
  detail: string
): Duplicated<Doc> => ({ parameter, sentence, detail })

/** A value of a unique lookup that a call would take. */
export interface UniqueValue {
  readonly collection: Collection
  readonly on: string
  /** As much of the document as the lookup reads; its value is taken from here, so it is folded as the document's is. */
  readonly doc: unknown
  readonly at: Finding["at"]
  /** The key of the document that may hold the value, because it is the one that changes. */
  readonly own: Key | undefined
}

/** Where a value stands among the parameters, and whose it may be already. */
export interface Placing {
  readonly at?: Finding["at"]
  readonly own?: Key
}

/** States that a call would take the value that a lookup gives for this document. */
export const uniqueValue = <Doc, Name extends string>(
  collection: Collection<Doc, Name>,
  on: NoInfer<Name>,
  doc: Partial<NoInfer<Doc>>,
  { at, own }: Placing = {}
): UniqueValue => ({ collection, on, doc, at: at ?? [collection.duplicates[on]!.parameter], own })
