/** A document to bring, before it is known what the store holds. */
import type { Key } from "@bottega/domain/contract"
import type { Storage, Unavailable, Write } from "@bottega/storage"
import type { Effect } from "effect"
import type { NotGiven, Stopped } from "./failures.ts"

/** What belongs to the commit of a document: the document as it is stored, and other writes. */
export interface Settled<Doc> {
  readonly doc: Doc
  readonly writes: ReadonlyArray<Write>
}

/** A document to bring: its key is known from a list, the rest may need further questions. */
export interface Item<Doc = unknown> {
  readonly key: Key
  /** The document as it is to be; `before` is the stored one, and its return means that nothing changed. */
  readonly load: (before: Doc | undefined) => Effect.Effect<Doc, NotGiven | Stopped | Unavailable, Storage>
  /** Completes the document by what the store holds at the moment of its commit. */
  readonly settle?: (before: Doc | undefined, doc: Doc) => Effect.Effect<Settled<Doc>, Unavailable, Storage>
  /** Whether the document needs a commit of its own, because others would write the same documents beside it. */
  readonly isAlone?: (doc: Doc) => boolean
}
