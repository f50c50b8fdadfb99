/** Finds the resource that a call addresses, or refuses with its collection's one sentence for an absent resource. */
import { absence, type Collection, type NotFound, type Value } from "@bottega/domain/contract"
import { type Row, type Stored, stored, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { type Find, Session } from "./session.ts"

const rowIn = <Doc, Name extends string>(
  find: Find,
  collection: Collection<Doc, Name>,
  value: Value,
  on: NoInfer<Name> | "key" = "key"
): Effect.Effect<Row, NotFound | Unavailable> =>
  Effect.flatMap(find(collection, { where: [{ on, eq: value }], limit: 1 }), ([row]) =>
    row === undefined ? Effect.fail(absence(collection)) : Effect.succeed(row)
  )

/** The document with a key, or with a value of a unique lookup, among those that `find` reads. */
export const existingIn = <Doc, Name extends string>(
  find: Find,
  collection: Collection<Doc, Name>,
  value: Value,
  on?: NoInfer<Name> | "key"
): Effect.Effect<Stored<Doc>, NotFound | Unavailable> =>
  Effect.map(rowIn(find, collection, value, on), (row) => stored(collection, row))

/** The row in the session's shop, for an answer that needs no document. */
export const existingRow = <Doc, Name extends string>(
  collection: Collection<Doc, Name>,
  value: Value,
  on?: NoInfer<Name> | "key"
) => Session.use(({ find }) => rowIn(find, collection, value, on))

/** The document in the session's shop. */
export const existing = <Doc, Name extends string>(
  collection: Collection<Doc, Name>,
  value: Value,
  on?: NoInfer<Name> | "key"
) => Session.use(({ find }) => existingIn(find, collection, value, on))
