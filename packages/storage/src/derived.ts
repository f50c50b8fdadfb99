/** Operations on every adapter's storage, derived from the port's two verbs. */
import type { Collection, Key } from "@bottega/domain/contract"
import { Effect, Stream } from "effect"
import { docOf, remember } from "./documents.ts"
import { allRows, type Listing } from "./pages.ts"
import { lockName, retried } from "./retry-on-conflict.ts"
import { type Query, type Row, Stale, Storage, type Taken, type Test, type Unavailable } from "./storage.ts"

export { docOf, fromText } from "./documents.ts"
export { retryOnConflict } from "./retry-on-conflict.ts"

/** A document as it was read. Documents are shared between readers: never change one in place. */
export interface Stored<Doc> {
  readonly doc: Doc
  readonly version: number
  readonly row: Row
}

/** A row and its document. */
export const stored = <Doc>(collection: Collection<Doc>, row: Row): Stored<Doc> => ({
  doc: docOf(collection, row),
  version: row.version,
  row
})

/** A row whose document is known already; it is not decoded again for a while. */
export const storedAs = <Doc>(doc: Doc, row: Row): Stored<Doc> => {
  remember(row, doc)
  return { doc, version: row.version, row }
}

/** The documents of a shop that match a query. */
export const list = <Doc, Name extends string>(
  shop: string,
  collection: Collection<Doc, Name>,
  query: Query<Name>
): Effect.Effect<ReadonlyArray<Stored<Doc>>, Unavailable, Storage> =>
  Storage.use(({ find }) =>
    Effect.map(find(shop, collection, query), (rows) => rows.map((row) => stored(collection, row)))
  )

/** All documents of a shop, for collections of which a shop has few. */
export const all = <Doc, Name extends string>(
  shop: string,
  collection: Collection<Doc, Name>,
  listing: Listing<Name> = {}
): Effect.Effect<ReadonlyArray<Stored<Doc>>, Unavailable, Storage> =>
  Storage.use(({ find }) =>
    Effect.map(Stream.runCollect(allRows((of, query) => find(shop, of, query), collection, listing)), (rows) =>
      rows.map((row) => stored(collection, row))
    )
  )

/** One document of a shop: by its key, or the first that passes a test. */
export const get = <Doc, Name extends string>(
  shop: string,
  collection: Collection<Doc, Name>,
  which: Key | Test<Name>,
  options?: { readonly latest?: boolean }
): Effect.Effect<Stored<Doc> | undefined, Unavailable, Storage> =>
  Storage.use(({ find }) =>
    Effect.map(find(shop, collection, { where: [testOf(which)], limit: 1, ...options }), ([row]) =>
      row === undefined ? undefined : stored(collection, row)
    )
  )

/**
 * Replaces one document atomically by the result of `change`, and returns that once it is durable.
 *
 * `change` gets the document, or `undefined` if there is none. It returns the next document (`undefined` removes it,
 * the same object leaves it unchanged) or fails with a refusal; it may run more than once. After 100
 * seconds of conflicts it fails with `Unavailable`, `busy`.
 */
export const modify = <Doc, Name extends string, Next extends Doc | undefined, E, R>(
  shop: string,
  collection: Collection<Doc, Name>,
  key: Key,
  change: (doc: Doc | undefined) => Effect.Effect<Next, E, R>
): Effect.Effect<Next, E | Taken | Unavailable, R | Storage> => {
  const attempt = Effect.gen(function* () {
    const storage = yield* Storage
    const [row] = yield* storage.find(shop, collection, { where: [{ on: "key", eq: key }], limit: 1, latest: true })
    const doc = row === undefined ? undefined : docOf(collection, row)
    const next = yield* change(doc)
    if (next !== doc)
      yield* storage.commit([{ shop, collection, key, expect: row?.version ?? 0, doc: next, before: row }])
    return next
  })
  return retried(attempt, isStale, [lockName(shop, collection.name, key)]) as Effect.Effect<
    Next,
    E | Taken | Unavailable,
    R | Storage
  >
}

const isStale = (failure: unknown): failure is Stale => failure instanceof Stale

const testOf = <Name extends string>(which: Key | Test<Name>): Test<Name> =>
  typeof which === "object" ? which : { on: "key", eq: which }
