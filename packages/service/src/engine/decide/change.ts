/**
 * The result of a handler that changes something: its answer, the writes that make it true, and its events. The service
 * commits all of it together with the idempotency record. After a conflict it runs the handler again, so a handler only
 * reads and decides, and may run more than once.
 */
import type { Collection, Happening, Note, Value } from "@bottega/domain/contract"
import {
  type Guard,
  installation,
  type Row,
  type Storage,
  type Stored,
  type Unavailable,
  type Write
} from "@bottega/storage"
import type { Effect } from "effect"

/** A write to the session's own shop, or to the named one. */
export type WriteDraft = Omit<Write, "shop"> & { readonly shop?: string }

/** A draft as the write of a call on this shop. Its document names the last event of its commit, if its collection wants that. */
export const writeOf = (shop: string, draft: WriteDraft, lastEvent?: string): Write => {
  const { before, beforeDoc, collection, doc, expect, key, shop: of = shop, text } = draft
  const { lastEvent: name } = collection
  const isNaming = lastEvent !== undefined && name !== undefined && doc !== undefined
  const next = isNaming ? { ...doc, [name]: lastEvent } : doc
  return { shop: of, collection, key, expect, doc: next, before, beforeDoc, text }
}

/** A guard within the session's own shop, or the named one. */
export type GuardDraft = Guard extends infer One
  ? One extends Guard
    ? Omit<One, "shop"> & { readonly shop?: string }
    : never
  : never

/** A draft as the guard of a call on this shop. */
export const guardOf = (shop: string, draft: GuardDraft): Guard => ({ ...draft, shop: draft.shop ?? shop })

/** The result of a handler. */
export interface Change<Out> {
  readonly answer: Out
  readonly writes: ReadonlyArray<WriteDraft>
  /** Conditions that must still hold when the writes are applied; if one does not, the handler runs again. */
  readonly guards?: ReadonlyArray<GuardDraft>
  readonly events?: ReadonlyArray<Happening>
  /** Earlier events that followers see again. A change with notes has no events. */
  readonly notes?: ReadonlyArray<Note>
  /** The shop whose events and notes these are, for a call of the operator; by default the session's own. */
  readonly eventShop?: string
  /** Runs after the commit is durable and before the call is answered. */
  readonly settled?: Effect.Effect<void, Unavailable, Storage>
  /** Runs after the commit is durable and gives the answer of this call; a repeat gets `answer`, or none if that is a secret. */
  readonly after?: Effect.Effect<Out>
}

/** Inserts a new document; conflicts if its key exists. */
export const insert = <Doc>(collection: Collection<Doc>, doc: NoInfer<Doc>, shop?: string): WriteDraft =>
  draft(collection, doc, doc, undefined, shop)
/** Replaces the document that was read. */
export const replace = <Doc>(
  collection: Collection<Doc>,
  { doc, row }: Stored<NoInfer<Doc>>,
  next: NoInfer<Doc>,
  shop?: string
): WriteDraft => draft(collection, doc, next, row, shop)
/** Replaces the document that was read, or inserts a new one if there was none. */
export const upsert = <Doc>(
  collection: Collection<Doc>,
  before: Stored<NoInfer<Doc>> | undefined,
  next: NoInfer<Doc>,
  shop?: string
): WriteDraft => (before === undefined ? insert(collection, next, shop) : replace(collection, before, next, shop))
/** Removes the document that was read. */
export const remove = <Doc>(
  collection: Collection<Doc>,
  { doc, row }: Stored<NoInfer<Doc>>,
  shop?: string
): WriteDraft => draft(collection, doc, undefined, row, shop)
/** The document must still be as it was read. A change that stores a reference to a document guards that document. */
export const guard = <Doc>(collection: Collection<Doc>, { row }: Stored<NoInfer<Doc>>, shop?: string): GuardDraft =>
  placed({ collection, row }, shop)
/**
 * No document may have this value of a lookup, or this key. A change that removes a document guards the absence of references to it.
 * That suffices because every change that stores a reference guards the document.
 */
export const absent = <Doc, Name extends string>(
  collection: Collection<Doc, Name>,
  on: NoInfer<Name> | "key",
  eq: Value,
  shop?: string
): GuardDraft => placed({ collection, on, eq }, shop)
/** For documents that belong to no shop. */
export { installation }

const draft = <Doc>(
  collection: Collection<Doc>,
  of: Doc,
  doc: Doc | undefined,
  before: Row | undefined,
  shop?: string
): WriteDraft => {
  const beforeDoc = before === undefined ? undefined : of
  return placed({ collection, key: collection.key(of), expect: before?.version ?? 0, doc, before, beforeDoc }, shop)
}

const placed = <A extends object>(one: A, shop: string | undefined): A & { readonly shop?: string } =>
  shop === undefined ? one : { ...one, shop }
