/** Lists of any length: read in keyset pages, so that memory holds one page and no page costs more than the first. */
import type { Collection, Key } from "@bottega/domain/collection"
import type { Query, Row, Unavailable } from "@bottega/storage/storage"
import { Effect, Option, Stream } from "effect"
import { type Find, Session } from "./session.ts"

const pageSize = 500

/** Every row of the session's shop that passes the tests, by key, a page at a time. */
export const pagesOf = <Doc, Name extends string>(
  collection: Collection<Doc, Name>,
  where: NonNullable<Query<Name>["where"]> = []
): Effect.Effect<Stream.Stream<ReadonlyArray<Row>, Unavailable>, never, Session> =>
  Session.useSync(({ find }) => pagesBy(find, collection, where))

/** Every row that passes the tests, by key, a page at a time, as `find` finds them. */
export const pagesBy = <Doc, Name extends string>(
  find: Find,
  collection: Collection<Doc, Name>,
  where: NonNullable<Query<Name>["where"]> = []
): Stream.Stream<ReadonlyArray<Row>, Unavailable> =>
  Stream.paginate(undefined as Key | undefined, (after) =>
    Effect.map(
      find(collection, {
        where: [...where, ...(after === undefined ? [] : [{ on: "key" as const, gt: after }])],
        sort: { by: "key" },
        limit: pageSize
      }),
      (found) =>
        [
          [found],
          found.length < pageSize ? Option.none<Key>() : Option.some<Key>(found[found.length - 1]!.key)
        ] as const
    )
  )

/** Every row of the session's shop that passes the tests, by key. */
export const everything = <Doc, Name extends string>(
  collection: Collection<Doc, Name>,
  where?: NonNullable<Query<Name>["where"]>
) => Effect.map(pagesOf(collection, where), (pages) => Stream.flatMap(pages, Stream.fromIterable))
