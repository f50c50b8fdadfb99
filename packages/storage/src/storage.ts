/**
 * The storage port: find documents, commit writes, and keep chunks of bytes beside them. Nothing else.
 *
 * A commit is atomic, durable and conditional: every write names the version that it replaces, so a lost update is a
 * `Stale` failure, never a silent overwrite. Each document belongs to one shop, and no query reaches two.
 */
import type { Collection, Key, Value } from "@bottega/domain/contract"
import { Context, Data, type Effect } from "effect"

/** The owner of the documents of the installation itself: shops and key sets. */
export const installation = ""

/**
 * A stored document; `text` is the result of the collection's `encode`. Rows are never changed in place: an adapter may
 * return the same object again, and a reader may cache on it what it derives.
 */
export interface Row {
  readonly key: Key
  /** 1 when inserted, and one more with each change. */
  readonly version: number
  readonly text: string
  /** The length of the text, if the adapter makes the text each time it is read. */
  readonly length?: number
}

/** The length of a row's text, in characters or in bytes, as its adapter counts it. */
export const lengthOf = (row: Row): number => row.length ?? row.text.length

/** A comparison on a lookup or on the key. On a lookup of many values, one of them must satisfy the whole test. */
export type Test<Name extends string = string> =
  | { readonly on: Name | "key"; readonly eq: Value }
  | { readonly on: Name | "key"; readonly in: ReadonlyArray<Value> }
  | { readonly on: Name | "key"; readonly gt?: Value; readonly gte?: Value; readonly lt?: Value; readonly lte?: Value }

/** The maximum number of rows of one query. */
export const maxRows = 1000

/** The whole query language. */
export interface Query<Name extends string = string> {
  /** All of them must hold; a lookup may be tested more than once. */
  readonly where?: ReadonlyArray<Test<Name>>
  /**
   * By a lookup of one value, or by key (the default, ascending); ties by key, in the same direction. Documents without
   * a value of the lookup are left out.
   */
  readonly sort?: { readonly by: Name | "key"; readonly descending?: boolean }
  /** Only rows after this place in the sort order: the sort's value and the key of the last row seen. */
  readonly after?: { readonly value: Value; readonly key: Key }
  readonly skip?: number
  /**
   * The maximum number of rows, up to {@link maxRows}; longer lists are read in pages, so that no result of the port is
   * large.
   */
  readonly limit: number
  /**
   * Ends with the row at which the texts reach this total number of characters, so that a page of long texts is short.
   */
  readonly characters?: number
  /**
   * Also sees writes of this process that are applied but not yet durable. Use it for a read on which a commit is
   * conditional; an answer based on writes that never became durable must not leave the process.
   */
  readonly latest?: boolean
}

/**
 * Replaces version `expect` of a document by `doc`; 0 inserts, and `doc: undefined` removes. A writer that has read the
 * row of that version may pass it as `before`, which saves the adapter from reading it again. The adapter may also see
 * from it that the document was removed and created again meanwhile, which the version alone does not show.
 */
// biome-ignore lint/suspicious/noExplicitAny: one commit writes documents of many kinds
export interface Write<Doc = any> {
  readonly shop: string
  readonly collection: Collection<Doc>
  readonly key: Key
  readonly expect: number
  readonly doc: Doc | undefined
  readonly before?: Row | undefined
  /** The document of `before`, if the writer still has it, so that no adapter decodes it again. */
  readonly beforeDoc?: Doc | undefined
  /** The document as its collection encodes it, if the writer has encoded it already. */
  readonly text?: string | undefined
}

/**
 * A condition that must hold when a commit is applied, and that the commit does not change: a document is still as it
 * was read, or no document has a key, or a value of a lookup, apart from the keys in `except`, which the same commit writes. Two
 * guards never conflict with each other; a guard and a write do.
 *
 * An absence holds against every other commit that guards or writes a document which this commit writes. So a relation
 * is guarded on both sides: a commit that makes a reference guards its target, and a commit that removes the target
 * writes it and guards the absence of references.
 */
export type Guard = {
  readonly shop: string
  readonly collection: Collection
} & ({ readonly row: Row } | { readonly on: string; readonly eq: Value; readonly except?: ReadonlyArray<Key> })

/** Another writer was faster, or a guard does not hold: read again and retry. */
export class Stale extends Data.TaggedError("Stale")<{
  readonly shop: string
  readonly collection: string
  readonly key: Key
}> {}
/** Another document already has a value of this document's unique lookup. `key` is that of the refused write. */
export class Taken extends Data.TaggedError("Taken")<{
  readonly shop: string
  readonly collection: string
  readonly lookup: string
  readonly key: Key
}> {}
/**
 * The store failed, through no fault of the caller: `full` if there is no room to write, `damaged` if stored data
 * cannot be read, `replaced` if the store is no longer where it was opened, or another version of
 * the program has changed its form. Nothing was applied, unless `unknown`.
 */
export class Unavailable extends Data.TaggedError("Unavailable")<{
  readonly reason: "unreachable" | "full" | "busy" | "unknown" | "damaged" | "replaced"
  readonly cause: unknown
  /**
   * Repeats the operation that found damage, without changing anything; succeeds once the damage has passed, as a read
   * error may.
   */
  readonly again?: Effect.Effect<unknown, Unavailable>
}> {
  override get message(): string {
    const { cause, reason } = this
    return `${failed[reason]}: ${(cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, "")}.`
  }
}

const failed: Readonly<Record<Unavailable["reason"], string>> = {
  unreachable: "The store cannot be reached",
  full: "The store has no room to write",
  busy: "The store is in use",
  unknown: "The store did not say whether it wrote",
  damaged: "The store is damaged",
  replaced: "The store is no longer where it was opened"
}

/**
 * Chunks of bytes: numbered from 0 within an upload, which belongs to one shop. No query reads them and no commit writes
 * them; documents say which uploads there are (see `bytes.ts`).
 */
export interface Chunks {
  /**
   * Stores a chunk and replaces one with the same number; answers once it is durable. The caller may then use its array
   * again.
   */
  readonly write: (shop: string, upload: string, number: number, bytes: Uint8Array) => Effect.Effect<void, Unavailable>
  /** A durable chunk; `undefined` if there is none. */
  readonly read: (shop: string, upload: string, number: number) => Effect.Effect<Uint8Array | undefined, Unavailable>
  /** Removes some chunks of an upload, at most {@link maxRemovedChunks}; answers with their number, 0 once none is left. */
  readonly remove: (shop: string, upload: string) => Effect.Effect<number, Unavailable>
}

/** The number of chunks that one step removes at most. */
export const maxRemovedChunks = 8

/** How an index is wrong about a document. */
export interface IndexFault {
  readonly key: Key
  readonly lookup: string
  /**
   * `missing`: the index does not find the document by exactly its values. `extra`: it also finds it by another, or finds
   * a document that does not exist. `twin`: another document, `other`, has the same value, which must be unique.
   */
  readonly is: "missing" | "extra" | "twin"
  readonly other?: Key
}

/** The callbacks of a comparison of indexes with documents. */
export interface IndexFaultCallbacks {
  readonly onFault: (fault: IndexFault) => void
  /** Called with the number of documents that a step compared. */
  readonly onDocuments?: ((documents: number) => void) | undefined
}

/** The interface that an adapter implements. */
export interface Adapter {
  /**
   * The rows that match a query. However much is read to find them, no turn of the event loop is blocked for long. A
   * search of several turns returns each row as it was at some moment between call and answer, and no row twice.
   */
  readonly find: <Doc, Name extends string>(
    shop: string,
    collection: Collection<Doc, Name>,
    query: Query<Name>
  ) => Effect.Effect<ReadonlyArray<Row>, Unavailable>
  /**
   * Applies all writes or none, if every guard holds, and answers once they are durable. Guards are checked first, then
   * the writes one after the other. There is at most one write per document. A commit without writes checks no guard
   * and answers once everything applied before it is durable.
   */
  readonly commit: (
    writes: ReadonlyArray<Write>,
    guards?: ReadonlyArray<Guard>
  ) => Effect.Effect<void, Stale | Taken | Unavailable>
  readonly chunks: Chunks
  /**
   * Compares all index entries of a shop's collection with its documents. Each document is compared as of one instant, so
   * that writers do not matter, and documents that cannot be read are passed over. It reads everything once, in steps, so its
   * time is proportional to what is stored and its memory is constant. A damaged store that is being salvaged has none.
   */
  readonly indexFaults?: (
    shop: string,
    collection: Collection,
    callbacks: IndexFaultCallbacks
  ) => Effect.Effect<void, Unavailable>
  /** Whether the store ends with its process, so that no other version of the program ever wrote to it or reads it. */
  readonly isTransient?: boolean
  /** The collections that the store was opened with whose documents name bytes. */
  readonly naming: ReadonlyArray<Collection>
  /**
   * A number that rises with any commit to a collection that `find` sees, of any process, so that a result may be reused
   * while the number stays the same. Commits to other collections of this process do not change it. An adapter that cannot
   * tell at once has no `revision`.
   */
  readonly revision?: (collection: Pick<Collection, "name">) => number
  /**
   * Fails if the store is not the one that was opened; only for adapters whose store can be replaced while it is open.
   */
  readonly check?: Effect.Effect<void, Unavailable>
}

/**
 * A commit calls this as soon as `latest` reads see its writes. Only an adapter that applies a commit before it is
 * durable needs it; the caller may then release its locks that early.
 */
export const OnApplied = Context.Reference<(() => void) | undefined>("@bottega/storage/Applied", {
  defaultValue: () => undefined
})

/** The store that the program runs on. */
export class Storage extends Context.Service<Storage, Adapter>()("@bottega/storage/Storage") {}
