/** Streams every document of the session's shop that passes the tests. */
import type { Collection } from "@bottega/domain/contract"
import type { Row, Unavailable } from "@bottega/storage"
import * as storage from "@bottega/storage"
import { Effect, Stream } from "effect"
import { Session } from "./session.ts"

/** The matching rows, a page at a time. */
export const pagesOf = <Doc, Name extends string>(
  collection: Collection<Doc, Name>,
  listing?: storage.Listing<Name>
): Effect.Effect<Stream.Stream<ReadonlyArray<Row>, Unavailable>, never, Session> =>
  Session.useSync(({ find }) => storage.pages(find, collection, listing))

/** The matching rows. */
export const everything = <Doc, Name extends string>(
  collection: Collection<Doc, Name>,
  listing?: storage.Listing<Name>
): Effect.Effect<Stream.Stream<Row, Unavailable>, never, Session> =>
  Session.useSync(({ find }) => storage.allRows(find, collection, listing))

/** Each matching row, mapped, in any order that the collection declares. */
export const listed = <Doc, Name extends string, A>(
  collection: Collection<Doc, Name>,
  make: (row: Row) => A,
  listing?: storage.Listing<Name>
): Effect.Effect<Stream.Stream<A, Unavailable>, never, Session> =>
  Effect.map(everything(collection, listing), Stream.map(make))
