/** Reads a page of a list, with the cursor of the next one. */
import { type Collection, placeOf, type Value } from "@bottega/domain/contract"
import { docOf, mapRows, type Query, type Row } from "@bottega/storage"
import { Effect } from "effect"
import { type Find, Session } from "./session.ts"

/** Which page of which list. */
export interface Paging<Name extends string> extends Pick<Query<Name>, "where" | "sort" | "skip"> {
  readonly limit: number
  /** The cursor that the previous page gave; it replaces `page`. */
  readonly cursor?: string | undefined
  /** Pages of `limit` rows, from 1. */
  readonly page?: number | undefined
}

/**
 * Each row of a page, mapped. `sortValue` gives a row's sort value where that is cheaper than decoding the document; it is
 * called for the last row only.
 */
export const paged = <Doc, Name extends string, A>(
  collection: Collection<Doc, Name>,
  paging: Paging<NoInfer<Name>>,
  make: (row: Row) => A,
  sortValue?: (row: Row) => Value
) => Session.use(({ find }) => pagedIn(find, collection, paging, make, sortValue))

/** The same among the documents that `find` reads. */
export const pagedIn = <Doc, Name extends string, A>(
  find: Find,
  collection: Collection<Doc, Name>,
  { cursor, limit, page = 1, skip = 0, ...listing }: Paging<NoInfer<Name>>,
  make: (row: Row) => A,
  sortValue?: (row: Row) => Value
) => {
  const after = cursor === undefined ? undefined : placeOf(cursor)
  const query: Query<Name> = {
    ...listing,
    ...(after === undefined ? { skip: skip + (page - 1) * limit } : { after, skip }),
    limit
  }
  let last: Row | undefined
  const items = mapRows(find, collection, query, (row) => make((last = row)))
  const by = listing.sort?.by ?? "key"
  const place = (row: Row) => ({
    value: sortValue?.(row) ?? (by === "key" ? row.key : (collection.lookups[by].of(docOf(collection, row)) as Value)),
    key: row.key
  })
  return Effect.map(items, (items) => ({
    items,
    next: items.length === limit && last !== undefined ? place(last) : undefined
  }))
}
