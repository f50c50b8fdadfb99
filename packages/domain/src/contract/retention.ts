/**
 * How long a collection's documents are kept; by default, forever. Old documents are removed, or folded: replaced by
 * fewer documents that summarise them.
 */
import type { Collection, Key, Value } from "./collection.ts"

/** The retention that the operator can set, in days. */
export interface Keep {
  /** Events, after all their deliveries. */
  readonly events: number
  /** Movements of stock; older ones become one opening entry for each SKU. */
  readonly ledger: number
}

/** The default retention, in days. */
export const defaultKeep: Keep = { events: 30, ledger: 400 }

/** The retention of an installation, in milliseconds. */
export interface Periods {
  readonly events: number
  readonly ledger: number
  /** How long a count of calls can still affect a limit. */
  readonly counts: number
}

/** How to find the old documents of a collection. */
interface Aged<Name extends string> {
  /** The lookup that shows a document's age (with one value), or the key. */
  readonly by: Name | "key"
  /** The value of a document written at this instant (unix milliseconds); older documents have lower values. */
  readonly at: (instant: number) => Value
  /** How long documents are kept, in milliseconds. */
  readonly keep: (periods: Periods) => number
}

/** Documents whose lookup `on` yields the keys of the documents that they still need. */
export interface Awaiting {
  readonly collection: Collection
  readonly on: string
}

/** Old documents are removed, except those that other documents still need. */
export interface Removed<Name extends string> extends Aged<Name> {
  readonly kind: "removed"
  readonly awaitedBy?: ReadonlyArray<Awaiting>
}

/** Old documents are replaced by documents that summarise them. */
export interface Folded<Doc, Name extends string> extends Aged<Name> {
  readonly kind: "folded"
  /** The lowest key of an ordinary document; summaries have lower keys. */
  readonly first: Key
  /** The lookup that finds the summaries. */
  readonly on: Name
  /** Chooses the values of that lookup to fold in one step: a few, from the oldest documents. */
  readonly asks: (old: ReadonlyArray<Doc>) => ReadonlyArray<Value>
  /** Returns the documents that replace the old ones and the summaries found by the values of `asks`. */
  readonly fold: (old: ReadonlyArray<Doc>, standing: ReadonlyArray<Doc>) => ReadonlyArray<Doc>
}

/** How long the documents of a collection are kept, and whether they are then removed or folded. */
export type Retention<Doc, Name extends string> = Removed<Name> | Folded<Doc, Name>

/** A day, in milliseconds. */
export const day = 86_400_000

/** The lowest key at an instant (unix milliseconds), for keys that begin with 14 hex digits of microseconds. */
export const timeKeyAt = (instant: number): string =>
  Math.floor(Math.max(0, instant) * 1000)
    .toString(16)
    .padStart(14, "0")
