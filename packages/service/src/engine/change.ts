/**
 * What a handler that changes something decides: its answer, the writes that make it true, and the events that tell
 * of it. The door commits all of it at once, with the idempotency record, and decides again when another writer was
 * faster; so a handler only reads and decides, and may run more than once.
 */
import type { Collection, Happening, Value } from "@bottega/domain/contract"
import { type Guard, installation, type Row, type Stored, type Write } from "@bottega/storage"
import type { Effect } from "effect"

/** A write of the session's own shop, or of the one named. */
export type Draft = Omit<Write, "shop"> & { readonly shop?: string }

/** A draft as the write of a call on this shop. */
export const writeOf = (shop: string, draft: Draft): Write => ({ ...draft, shop: draft.shop ?? shop })

/** A guard within the session's own shop, or the one named. */
export type DraftGuard = Guard extends infer One
  ? One extends Guard
    ? Omit<One, "shop"> & { readonly shop?: string }
    : never
  : never

/** A draft as the guard of a call on this shop. */
export const guardOf = (shop: string, draft: DraftGuard): Guard => ({ ...draft, shop: draft.shop ?? shop })

/** A decision. */
export interface Change<Out> {
  readonly answer: Out
  readonly writes: ReadonlyArray<Draft>
  /** What must still hold when the writes are applied; where it does not, the handler decides again. */
  readonly guards?: ReadonlyArray<DraftGuard>
  readonly events?: ReadonlyArray<Happening>
  /** What is done once it is durable, and what is then answered; only for answers that are not kept (secrets). */
  readonly after?: Effect.Effect<Out>
}

/** A new document; refused when its key exists. */
export const insert = <Doc>(collection: Collection<Doc>, doc: NoInfer<Doc>, shop?: string): Draft =>
  draft(collection, doc, doc, undefined, shop)
/** A document instead of the one that was read. */
export const replace = <Doc>(
  collection: Collection<Doc>,
  { doc, row }: Stored<NoInfer<Doc>>,
  next: NoInfer<Doc>,
  shop?: string
): Draft => draft(collection, doc, next, row, shop)
/** A document instead of the one that was read, or a new one where none was. */
export const upsert = <Doc>(
  collection: Collection<Doc>,
  before: Stored<NoInfer<Doc>> | undefined,
  next: NoInfer<Doc>,
  shop?: string
): Draft => (before === undefined ? insert(collection, next, shop) : replace(collection, before, next, shop))
/** No document instead of the one that was read. */
export const remove = <Doc>(collection: Collection<Doc>, { doc, row }: Stored<NoInfer<Doc>>, shop?: string): Draft =>
  draft(collection, doc, undefined, row, shop)
/** The document must still be as it was read. Whoever writes down a reference to a document guards it. */
export const guard = <Doc>(collection: Collection<Doc>, { row }: Stored<NoInfer<Doc>>, shop?: string): DraftGuard =>
  placed({ collection, row }, shop)
/**
 * No document may have this value of a lookup. Whoever removes a document that others may refer to guards the absence of
 * references; it holds because those who make one guard the document.
 *
 * @public
 */
export const absent = <Doc, Name extends string>(
  collection: Collection<Doc, Name>,
  on: NoInfer<Name>,
  eq: Value,
  shop?: string
): DraftGuard => placed({ collection, on, eq }, shop)
/** For documents that belong to no shop. */
export { installation }

const draft = <Doc>(
  collection: Collection<Doc>,
  of: Doc,
  doc: Doc | undefined,
  before: Row | undefined,
  shop?: string
): Draft => {
  return placed({ collection, key: collection.key(of), expect: before?.version ?? 0, doc, before }, shop)
}

const placed = <A extends object>(one: A, shop: string | undefined): A & { readonly shop?: string } =>
  shop === undefined ? one : { ...one, shop }
