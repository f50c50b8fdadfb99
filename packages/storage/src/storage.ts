/**
 * The storage port: find documents, commit writes. Nothing else.
 *
 * A commit is atomic, durable and conditional: every write names the version it replaces, so a lost update is a
 * `Stale` failure, never a silent overwrite. Each document belongs to one shop; no query reaches two.
 */
import type { Collection, Key, Value } from "@bottega/domain/contract"
import { Context, Data, type Effect } from "effect"

/** The owner of what belongs to the installation itself: shops and key sets. */
export const installation = ""

/**
 * A document as an adapter keeps it; `text` is what the collection's `encode` gave. Rows are never changed in
 * place: an adapter may hand out the same object again, and a reader may hang what it derived on it.
 */
export interface Row {
  readonly key: Key
  /** 1 when inserted, one more with each change. */
  readonly version: number
  readonly text: string
}

/** A comparison on a lookup or on the key. On a lookup of many values one of them must satisfy the whole test. */
export type Test<Name extends string = string> =
  | { readonly on: Name | "key"; readonly eq: Value }
  | { readonly on: Name | "key"; readonly in: ReadonlyArray<Value> }
  | { readonly on: Name | "key"; readonly gt?: Value; readonly gte?: Value; readonly lt?: Value; readonly lte?: Value }

/** The most rows of one query. */
export const mostRows = 1000

/** The whole query language. */
export interface Query<Name extends string = string> {
  /** All of them hold; a lookup may be tested more than once. */
  readonly where?: ReadonlyArray<Test<Name>>
  /**
   * By a lookup of one value, or by key (the default, ascending); ties by key, in the same direction. Documents
   * that the lookup gives no value for are left out.
   */
  readonly sort?: { readonly by: Name | "key"; readonly descending?: boolean }
  /** Only what comes after this place in the sort: the sort's value and the key of the last row seen. */
  readonly after?: { readonly value: Value; readonly key: Key }
  readonly skip?: number
  /** Rows at most, up to {@link mostRows}: what may be longer is read in pages, so that no answer of the port is large. */
  readonly limit: number
  /** Ends with the row that brings the texts to so many characters in all, so that a page of long texts is a short one. */
  readonly characters?: number
  /**
   * Also sees writes of this process that are applied and not yet durable. For a read that a commit will be
   * conditional on; an answer that was never durable must not leave the process.
   */
  readonly latest?: boolean
}

/**
 * Replaces version `expect` of a document by `doc`; 0 inserts, and `doc: undefined` removes. Who has read the row of
 * that version may give it as `before`, which spares an adapter from reading it again; an adapter may then tell by it that
 * the document was removed and made anew meanwhile, which the version alone does not show.
 */
// biome-ignore lint/suspicious/noExplicitAny: one commit writes documents of many kinds
export interface Write<Doc = any> {
  readonly shop: string
  readonly collection: Collection<Doc>
  readonly key: Key
  readonly expect: number
  readonly doc: Doc | undefined
  readonly before?: Row | undefined
}

/**
 * What must hold when a commit is applied, without being changed by it: that a document is still as it was read, or that
 * no document has a value of a lookup. Two guards never conflict with each other; a guard and a write do.
 *
 * An absence holds against every other commit that guards or writes a document which this commit writes. So a relation
 * is guarded on both sides: whoever makes a reference guards its target, and whoever removes the target writes it and
 * guards the absence of references.
 */
export type Guard = {
  readonly shop: string
  readonly collection: Collection
} & ({ readonly row: Row } | { readonly on: string; readonly eq: Value })

/** Another writer got there first, or a guard does not hold: read again and retry. */
export class Stale extends Data.TaggedError("Stale")<{
  readonly shop: string
  readonly collection: string
  readonly key: Key
}> {}
/** A unique lookup already holds a value of this document for another one. `key` is the refused write's. */
export class Taken extends Data.TaggedError("Taken")<{
  readonly shop: string
  readonly collection: string
  readonly lookup: string
  readonly key: Key
}> {}
/**
 * The store failed; not the caller's fault. `full` when there is no room to write, `damaged` when what is stored cannot be
 * read, `replaced` when the store is no longer where it was opened. Nothing was applied, unless `unknown`.
 */
export class Unavailable extends Data.TaggedError("Unavailable")<{
  readonly reason: "unreachable" | "full" | "busy" | "unknown" | "damaged" | "replaced"
  readonly cause: unknown
}> {}

/** What an adapter provides. */
export interface Adapter {
  /**
   * The rows that answer a query. However much is walked to find them, no turn of the event loop is held for long: what takes
   * several turns gives each row as it was at some instant from the call to its answer, and no row twice.
   */
  readonly find: <Doc, Name extends string>(
    shop: string,
    collection: Collection<Doc, Name>,
    query: Query<Name>
  ) => Effect.Effect<ReadonlyArray<Row>, Unavailable>
  /**
   * All writes or none, if every guard holds; answers once they are durable. Guards are judged first, then the writes one
   * after the other. At most one write for each document. A commit of no writes asks no guard, and answers once
   * everything applied before it is durable.
   */
  readonly commit: (
    writes: ReadonlyArray<Write>,
    guards?: ReadonlyArray<Guard>
  ) => Effect.Effect<void, Stale | Taken | Unavailable>
  /**
   * A number that is another one after any commit that `find` sees, of whatever process, so that what was read may be
   * used again while it stays the same. An adapter that cannot tell at once has none.
   */
  readonly revision?: () => number
  /** Fails where the store is not the one that was opened, in an adapter whose store can be taken away from under it. */
  readonly check?: Effect.Effect<void, Unavailable>
}

/**
 * What a commit calls as soon as `latest` reads see its writes. Only an adapter that applies before it is durable
 * needs to; who is given it may stop holding others back that early.
 */
export const Applied = Context.Reference<(() => void) | undefined>("@bottega/storage/Applied", {
  defaultValue: () => undefined
})

/** The store that the program runs on. */
export class Storage extends Context.Service<Storage, Adapter>()("@bottega/storage/Storage") {}
