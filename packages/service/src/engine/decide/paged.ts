/** Reads a page of a list, with the cursor of the next one. A long page is sent as it is read; see docs/decisions/0440. */
import { type Collection, type Place, placeOf, type Value } from "@bottega/domain/contract"
import { compare, docOf, maxRows, nextPage, type Query, type Row, sizeFor, type Unavailable } from "@bottega/storage"
import { Effect, Option, Stream } from "effect"
import { Encoded, textOf } from "../answer/answer.ts"
import { list } from "../answer/streamed.ts"
import type { Page } from "./handler.ts"
import { type Find, Session } from "./session.ts"

/** Which page of which list. */
export interface Paging<Name extends string> extends Pick<Query<Name>, "where" | "sort" | "skip"> {
  readonly limit: number
  /** The cursor that the previous page gave; it replaces `page`. */
  readonly cursor?: string | undefined
  /** Pages of `limit` rows, from 1. */
  readonly page?: number | undefined
}

/** Makes the items of some rows of a page, one for each. It is called for each part of a page that is read. */
type Show<Item> = (rows: ReadonlyArray<Row>) => Effect.Effect<ReadonlyArray<Item | Encoded<Item>>, Unavailable>

/** Makes each item from its row alone. */
export const each =
  <Item>(make: (row: Row) => Item | Encoded<Item>): Show<Item> =>
  (rows) =>
    Effect.succeed(rows.map(make))

/**
 * A page with its rows shown. `sortValue` gives a row's sort value where that is cheaper than decoding the document; it is
 * called for few rows.
 */
export const paged = <Doc, Name extends string, Item>(
  collection: Collection<Doc, Name>,
  paging: Paging<NoInfer<Name>>,
  show: Show<Item>,
  sortValue?: (row: Row) => Value
) => Session.use(({ find }) => pagedIn(find, collection, paging, show, sortValue))

/** The same among the documents that `find` reads. */
export const pagedIn = <Doc, Name extends string, Item>(
  find: Find,
  collection: Collection<Doc, Name>,
  { cursor, limit, page = 1, skip = 0, ...listing }: Paging<NoInfer<Name>>,
  show: Show<Item>,
  sortValue?: (row: Row) => Value
): Effect.Effect<Page<ReadonlyArray<Item>>, Unavailable> => {
  const after = cursor === undefined ? undefined : placeOf(cursor)
  const query: Query<Name> = {
    ...listing,
    ...(after === undefined ? { skip: skip + (page - 1) * limit } : { after, skip }),
    ...sizeFor(limit)
  }
  const by = listing.sort?.by ?? "key"
  const place = (row: Row): Place => ({
    value: sortValue?.(row) ?? (by === "key" ? row.key : (collection.lookups[by].of(docOf(collection, row)) as Value)),
    key: row.key
  })
  return new Reading<Doc, Name, Item>(find, collection, show, place).read(query, limit)
}

/** The maximum length of a page that is sent in one piece: at most 768 KiB in UTF-8. */
const maxWholeCharacters = 256 * 1024

/** The rest of a page: where it begins, and how many rows it had at that time. */
interface Rest<Name extends string> {
  readonly from: Query<Name>
  readonly rows: number
}

/** The reading of one page. */
class Reading<Doc, Name extends string, Item> {
  readonly #find: Find
  readonly #collection: Collection<Doc, Name>
  readonly #show: Show<Item>
  readonly #place: (row: Row) => Place
  /** The texts of the first items. */
  #texts: Array<string> = []
  #characters = 0
  #last: Row | undefined

  constructor(find: Find, collection: Collection<Doc, Name>, show: Show<Item>, place: (row: Row) => Place) {
    this.#find = find
    this.#collection = collection
    this.#show = show
    this.#place = place
  }

  /** Reads up to `left` rows. Their texts are made one by one, so no more than one is made beyond what is sent whole. */
  read(query: Query<Name>, left: number): Effect.Effect<Page<ReadonlyArray<Item>>, Unavailable> {
    return Effect.flatMap(this.#find(this.#collection, query), (rows) =>
      Effect.flatMap(this.#show(rows), (items) => {
        this.#last = rows.at(-1) ?? this.#last
        const rest = this.#restAfter(query, rows, left)
        const shown = this.#begin(items)
        if (this.#characters > maxWholeCharacters) return this.#long(items.slice(shown), rest, left - rows.length)
        if (rest !== undefined) return this.read(rest.from, rest.rows)
        const next = rows.length === left && this.#last !== undefined ? this.#place(this.#last) : undefined
        return Effect.succeed({ items: new Encoded<ReadonlyArray<Item>>(`[${this.#texts.join(",")}]`), next })
      })
    )
  }

  #restAfter(query: Query<Name>, rows: ReadonlyArray<Row>, left: number): Rest<Name> | undefined {
    const following = left === rows.length ? undefined : nextPage(this.#collection, query, rows)
    if (following === undefined) return undefined
    const missing = left - rows.length
    return { from: { ...following, skip: 0, ...sizeFor(missing) }, rows: missing }
  }

  /** Makes the texts of items until the page is too long to be sent whole; gives their number. */
  #begin(items: ReadonlyArray<unknown>): number {
    let at = 0
    while (at < items.length && this.#characters <= maxWholeCharacters) {
      const text = textOf(items[at++])
      this.#characters += text.length
      this.#texts.push(text)
    }
    return at
  }

  /** A page that is sent as it is read, up to the place of its last row, which its cursor names. */
  #long(items: ReadonlyArray<unknown>, rest: Rest<Name> | undefined, missing: number) {
    let begun: ReadonlyArray<unknown> = [...this.#texts.map((text) => new Encoded(text)), ...items]
    this.#texts = []
    // Sent texts must not stay in memory until the end.
    const first = Stream.suspend(() => {
      const some = begun
      begun = []
      return Stream.fromIterable(some)
    })
    if (rest === undefined) {
      const next = missing === 0 && this.#last !== undefined ? this.#place(this.#last) : undefined
      return Effect.succeed({ items: list<Item>(first), next })
    }
    return Effect.map(this.#endOf(rest), ({ end, isFull }) => ({
      items: list<Item>(end === undefined ? first : Stream.concat(first, this.#onward(rest, end))),
      next: isFull ? end : undefined
    }))
  }

  /** The place of the last row of a page, or of the list if that ends before. Neither reads another row's text. */
  #endOf({ from, rows }: Rest<Name>) {
    const { after: _, characters, ...listing } = from
    const { by = "key", descending = false } = from.sort ?? {}
    const backward = { ...listing, sort: { by, descending: !descending }, limit: 1 }
    const last = this.#find(this.#collection, { ...listing, after: from.after!, skip: rows - 1, limit: 1 })
    return Effect.flatMap(last, ([row]) =>
      row === undefined
        ? Effect.map(this.#find(this.#collection, backward), ([row]) => ({
            end: row && this.#place(row),
            isFull: false
          }))
        : Effect.succeed({ end: this.#place(row), isFull: true })
    )
  }

  /**
   * The rows from one place up to another. The next page begins after the second, so rows that others insert between
   * the two are shown too, and rows that others remove are missing.
   */
  #onward(rest: Rest<Name>, end: Place): Stream.Stream<unknown, Unavailable> {
    return Stream.paginate(rest, ({ from, rows: left }) =>
      Effect.flatMap(this.#find(this.#collection, from), (rows) => {
        const { isOver, within } = this.#upTo(rows, end, from)
        const following = isOver ? undefined : nextPage(this.#collection, from, rows)
        const missing = left - rows.length
        const size = sizeFor(missing > 0 ? missing : maxRows)
        const next = following === undefined ? undefined : { from: { ...following, ...size }, rows: missing }
        const items = within.length === 0 ? Effect.succeed([]) : this.#show(within)
        return Effect.map(items, (items) => [items, Option.fromNullishOr(next)] as const)
      })
    )
  }

  /** The rows up to a place, and whether there can be no more. */
  #upTo(rows: ReadonlyArray<Row>, end: Place, { sort }: Query<Name>) {
    const sign = sort?.descending === true ? -1 : 1
    const beyond = (row: Row): number => {
      const { key, value } = this.#place(row)
      return (compare(value, end.value) || compare(key, end.key)) * sign
    }
    const last = rows.at(-1)
    const away = last === undefined ? 0 : beyond(last)
    return { isOver: away >= 0, within: away > 0 ? rows.filter((row) => beyond(row) <= 0) : rows }
  }
}
