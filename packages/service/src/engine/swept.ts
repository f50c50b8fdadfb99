/** Sweeps one collection of one owner in steps, each a small commit after which requests run. */
import type { Collection, Folded, Key, Place, Removed, Retention } from "@bottega/domain/contract"
import {
  all,
  bytes,
  docOf,
  indexValues,
  type Row,
  type Stale,
  Storage,
  stored,
  type Taken,
  type Unavailable
} from "@bottega/storage"
import { Effect } from "effect"
import { insert, remove, replace, type WriteDraft, writeOf } from "./change.ts"
import type { Step } from "./worker.ts"

/** Removes or folds the documents that are at least as old as an instant in milliseconds. */
export const sweepCollection = Effect.fnUntraced(function* (
  shop: string,
  collection: Collection,
  retention: Retention<unknown, string>,
  instant: number,
  step: Step
) {
  let from: From | undefined = { size: 8, after: undefined }
  do {
    const next: Effect.Effect<From | undefined, Unavailable, Storage> = step(
      retention.kind === "removed"
        ? removedFrom(shop, collection, retention, instant, from)
        : foldedFrom(shop, collection, retention, instant, from)
    )
    from = yield* next
  } while (from !== undefined)
})

/** Where a step begins: after the last document that was examined; and its maximum number of documents. */
interface From {
  readonly size: number
  readonly after: Place | undefined
}

type Swept = Effect.fn.Return<From | undefined, Stale | Taken | Unavailable, Storage>

/** The limits of a step. The documents are as many as one query of an index reads. */
const maxStep = { documents: 64, characters: 256 * 1024 }

const sizeAfter = (rows: ReadonlyArray<Row>, size: number): number => {
  const characters = rows.reduce((sum, { text }) => sum + text.length, 1)
  const fitting = Math.floor((rows.length * maxStep.characters) / characters)
  return Math.max(1, Math.min(fitting, 2 * size, maxStep.documents))
}

const oldest = (
  shop: string,
  collection: Collection,
  { at, by, ...retention }: Retention<unknown, string>,
  instant: number,
  { after, size }: From
) =>
  Storage.use(({ find }) => {
    const own = retention.kind === "folded" ? { gte: retention.first } : {}
    const where = [{ on: by, ...own, lte: at(instant) }]
    const page = after === undefined ? {} : { after }
    return find(shop, collection, { where, sort: { by }, ...page, limit: size, latest: true })
  })

const removedFrom = Effect.fnUntraced(function* (
  shop: string,
  collection: Collection,
  retention: Removed<string>,
  instant: number,
  from: From
): Swept {
  const rows = yield* oldest(shop, collection, retention, instant, from)
  const awaited = yield* awaitedOf(shop, retention, rows)
  const drafts = rows.filter(({ key }) => !awaited.has(key)).map((row) => remove(collection, stored(collection, row)))
  yield* written(shop, drafts)
  const last = rows.at(-1)
  if (last === undefined || rows.length < from.size) return undefined
  return { size: sizeAfter(rows, from.size), after: placeOf(collection, retention.by, last) }
})

/** The keys of those rows that other documents still wait for. */
const awaitedOf = Effect.fnUntraced(function* (
  shop: string,
  { awaitedBy = [] }: Removed<string>,
  rows: ReadonlyArray<Row>
) {
  const awaited = new Set<Key>()
  if (rows.length === 0) return awaited
  for (const { collection, on } of awaitedBy) {
    const where = [{ on, in: rows.map(({ key }) => key) }]
    for (const { doc } of yield* all(shop, collection, { where, latest: true }))
      for (const key of indexValues(collection.lookups[on]!.of(doc))) awaited.add(key)
  }
  return awaited
})

const placeOf = (collection: Collection, by: string, row: Row) => {
  const value = by === "key" ? row.key : indexValues(collection.lookups[by]!.of(docOf(collection, row)))[0]!
  return { value, key: row.key }
}

// Each step begins with the oldest remaining documents, because the previous step folded the older ones.
const foldedFrom = Effect.fnUntraced(function* (
  shop: string,
  collection: Collection,
  retention: Folded<unknown, string>,
  instant: number,
  from: From
): Swept {
  const { asks, first, fold, on } = retention
  const rows = yield* oldest(shop, collection, retention, instant, from)
  if (rows.length === 0) return undefined
  const old = rows.map((row) => docOf(collection, row))
  const where = [
    { on, in: asks(old) },
    { on: "key", lt: first }
  ]
  const standing = yield* all(shop, collection, { where, latest: true })
  const after = fold(
    old,
    standing.map(({ doc }) => doc)
  )
  yield* written(shop, differences(collection, [...rows, ...standing.map(({ row }) => row)], after))
  return { size: sizeAfter(rows, from.size), after: undefined }
})

/** The writes that replace rows with documents. */
const differences = (
  collection: Collection,
  rows: ReadonlyArray<Row>,
  after: ReadonlyArray<unknown>
): ReadonlyArray<WriteDraft> => {
  const docs = new Map(after.map((doc) => [collection.key(doc), doc]))
  const changed = rows.flatMap((row): ReadonlyArray<WriteDraft> => {
    const before = stored(collection, row)
    const doc = docs.get(row.key)
    docs.delete(row.key)
    if (doc === undefined) return [remove(collection, before)]
    return doc === before.doc ? [] : [replace(collection, before, doc)]
  })
  return [...changed, ...[...docs.values()].map((doc) => insert(collection, doc))]
}

const written = (shop: string, drafts: ReadonlyArray<WriteDraft>) =>
  drafts.length === 0
    ? Effect.void
    : Storage.use((storage) => {
        const writes = drafts.map((draft) => writeOf(shop, draft))
        return Effect.flatMap(bytes.accounted(storage, writes), (commit) =>
          storage.commit(commit.writes, commit.guards)
        )
      })
