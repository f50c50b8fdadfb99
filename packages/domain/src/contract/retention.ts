/**
 * How long documents are kept, as a collection declares it. A collection that declares nothing is kept for good. What is
 * old is removed, or folded: replaced by fewer documents that stand for it.
 */
import type { Collection, Key, Value } from "./collection.ts"

/** How long the operator keeps what is not kept for good, in days. */
export interface Keep {
  /** Events, once everybody has been told of them who is to be. */
  readonly events: number
  /** Movements of stock; older ones become one opening entry for each SKU. */
  readonly ledger: number
}

/** How long things are kept if the operator says nothing. */
export const defaultKeep: Keep = { events: 30, ledger: 400 }

/** Milliseconds that an installation keeps things for, where that is not the same everywhere. */
export interface Periods {
  readonly events: number
  readonly ledger: number
  /** As long as a count of calls can still matter. */
  readonly counts: number
}

/** Which documents are old. */
interface Aged<Name extends string> {
  /** What tells a document's age: a lookup of one value, or the key. */
  readonly by: Name | "key"
  /** The value of a document of this instant, in milliseconds; older documents have lower values. */
  readonly at: (instant: number) => Value
  /** How long documents are kept, in milliseconds. */
  readonly keep: (periods: Periods) => number
}

/** Documents that name, by a lookup, the keys of those that they still need. */
export interface Awaiting {
  readonly collection: Collection
  readonly on: string
}

/** Old documents are removed, but for those that others still wait for. */
export interface Removed<Name extends string> extends Aged<Name> {
  readonly kind: "removed"
  readonly awaitedBy?: ReadonlyArray<Awaiting>
}

/** Old documents are replaced by others that stand for them. */
export interface Folded<Doc, Name extends string> extends Aged<Name> {
  readonly kind: "folded"
  /** The lowest key of a document that stands for itself; those that stand for others have lower ones. */
  readonly first: Key
  /** The lookup by which those that stand for others are found. */
  readonly on: Name
  /** The values of that lookup that one step is about: few, of the oldest documents. */
  readonly asks: (old: ReadonlyArray<Doc>) => ReadonlyArray<Value>
  /** What there is in place of old documents and of those that stand for others, found by the values asked for. */
  readonly fold: (old: ReadonlyArray<Doc>, standing: ReadonlyArray<Doc>) => ReadonlyArray<Doc>
}

/** How long the documents of a collection are kept, and what becomes of them then. */
export type Retention<Doc, Name extends string> = Removed<Name> | Folded<Doc, Name>

/** A day, in milliseconds. */
export const day = 86_400_000

/** The value at an instant of keys that begin with 14 hex digits of microseconds. */
export const timeKeyAt = (instant: number): string =>
  Math.floor(Math.max(0, instant) * 1000)
    .toString(16)
    .padStart(14, "0")
