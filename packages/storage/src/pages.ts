/**
 * Reads lists of any length a page at a time, each after the last row of the previous page. So no page costs more than
 * the first, and memory holds one page, however long its texts are. A row that is written meanwhile may or may not be
 * in the list; a row that existed throughout, and kept its place, is in it once.
 */
import type { Collection, Value } from "@bottega/domain/contract"
import { Array as Arr, Effect, Option, Stream } from "effect"
import { docOf } from "./documents.ts"
import { lengthOf, maxRows, type Query, type Row } from "./storage.ts"
import { bounds } from "./turns.ts"

/** Reads documents of one shop. */
export type Find<E> = <Doc, Name extends string>(
  collection: Collection<Doc, Name>,
  query: Query<Name>
) => Effect.Effect<ReadonlyArray<Row>, E>

/** A query for any number of rows. */
export type Listing<Name extends string> = Pick<Query<Name>, "where" | "sort" | "latest">

/** The maximum size of a page. */
export type Size = Required<Pick<Query, "limit" | "characters">>

/** The size of the pages in which so many rows are read. */
export const sizeFor = (rows: number): Size => ({
  limit: Math.min(rows, bounds.rows),
  characters: bounds.characters
})

/** Every row of a list, a page at a time. */
export const pages = <Doc, Name extends string, E>(
  find: Find<E>,
  collection: Collection<Doc, Name>,
  listing: Listing<Name> = {},
  size: Size = sizeFor(maxRows)
): Stream.Stream<ReadonlyArray<Row>, E> => {
  const begin: Query<Name> = { ...listing, ...size }
  return Stream.paginate(begin, (query) =>
    Effect.map(
      find(collection, query),
      (page) => [[page], Option.fromNullishOr(nextPage(collection, query, page))] as const
    )
  )
}

/** Every row of a list. */
export const allRows = <Doc, Name extends string, E>(
  find: Find<E>,
  collection: Collection<Doc, Name>,
  listing: Listing<Name> = {}
): Stream.Stream<Row, E> => itemsOf(pages(find, collection, listing))

/**
 * Every item of pages. `Stream.flatMap` opens a scope for each page; the closed scopes refer to each other, so every page
 * would stay in memory until the next collection of the old generation.
 */
export const itemsOf = <A, E, R>(pages: Stream.Stream<ReadonlyArray<A>, E, R>): Stream.Stream<A, E, R> =>
  Stream.flattenArray(Stream.filter(pages, Arr.isReadonlyArrayNonEmpty))

/** The query for the page after this one; `undefined` after the last one. */
export const nextPage = <Doc, Name extends string>(
  collection: Collection<Doc, Name>,
  query: Query<Name>,
  rows: ReadonlyArray<Row>
): Query<Name> | undefined => {
  const last = rows.at(-1)
  if (last === undefined) return undefined
  const isCut = rows.reduce((size, row) => size + lengthOf(row), 0) >= (query.characters ?? Number.POSITIVE_INFINITY)
  if (rows.length < query.limit && !isCut) return undefined
  const { by = "key" } = query.sort ?? {}
  const value = by === "key" ? last.key : (collection.lookups[by].of(docOf(collection, last)) as Value)
  return { ...query, after: { value, key: last.key } }
}
