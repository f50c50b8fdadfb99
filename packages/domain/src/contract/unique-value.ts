/** The values of unique lookups that a call wants to use, as its endpoint states them. */
import type { Collection } from "./collection.ts"
import type { Key } from "./lookup.ts"

/** A value of a unique lookup that a call wants to use. */
export interface UniqueValue {
  readonly collection: Collection
  readonly on: string
  /**
   * The part of the document that the lookup reads. The lookup computes the value, so that it is normalised in the same
   * way.
   */
  readonly doc: unknown
  readonly at: ReadonlyArray<string | number>
  /** The key of the document that the call changes, which may have the value already. */
  readonly own: Key | undefined
}

/** Which parameter names a value, and which document may have it already. */
export interface Placing {
  readonly at?: ReadonlyArray<string | number>
  readonly own?: Key
}

/** Declares that a call wants to use the value that a lookup yields for this document. */
export const uniqueValue = <Doc, Name extends string>(
  collection: Collection<Doc, Name>,
  on: NoInfer<Name>,
  doc: Partial<NoInfer<Doc>>,
  { at, own }: Placing = {}
): UniqueValue => ({ collection, on, doc, at: at ?? [collection.duplicates[on]!.parameter], own })
