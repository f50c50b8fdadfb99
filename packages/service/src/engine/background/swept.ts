/** Sweeps one collection of one owner in steps, each a small commit after which requests run. */
import type { Collection, Folded, Place, Removed, Retention, Value } from "@bottega/domain/contract"
import {
  all,
  bytes,
  docOf,
  get,
  indexValues,
  type Row,
  type Stale,
  Storage,
  stored,
  type Taken,
  type Unavailable
} from "@bottega/storage"
import { Effect } from "effect"
import { insert, remove, replace, upsert, type WriteDraft, writeOf } from "../decide/change.ts"
import { microsOf } from "../ids.ts"
import { records, removedUpTo } from "../records.ts"
import { type Limits, lastRemoved } from "./last-removed.ts"
import type { Step } from "./worker.ts"

/** How a sweep makes its steps, and what it says of what was given up with removed documents. */
export interface Sweeping {
  readonly step: Step
  readonly onGivenUp: (count: number) => void
}

/** Removes the documents that are too old or too many, or folds those that are too old. */
export const sweepCollection = Effect.fnUntraced(function* (
  shop: string,
  collection: Collection,
  retention: Retention<unknown, string>,
  limits: Limits,
  { onGivenUp, step }: Sweeping
) {
  const last =
    retention.kind === "removed"
      ? yield* lastRemoved(shop, collection, retention, limits)
      : retention.at(limits.instant)
  let from: From | undefined = { size: 8, after: undefined }
  do {
    const next: Effect.Effect<From | undefined, Unavailable, Storage> = step(
      retention.kind === "removed"
        ? removedFrom(shop, collection, retention, last, from, onGivenUp)
        : foldedFrom(shop, collection, retention, last, from)
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
  { by, ...retention }: Retention<unknown, string>,
  last: Value,
  { after, size }: From
) =>
  Storage.use(({ find }) => {
    const own = retention.kind === "folded" ? { gte: retention.first } : {}
    const where = [{ on: by, ...own, lte: last }]
    const page = after === undefined ? {} : { after }
    return find(shop, collection, { where, sort: { by }, ...page, limit: size, latest: true })
  })

const removedFrom = Effect.fnUntraced(function* (
  shop: string,
  collection: Collection,
  retention: Removed<string>,
  upTo: Value,
  from: From,
  onGivenUp: (count: number) => void
): Swept {
  const rows = yield* oldest(shop, collection, retention, upTo, from)
  const removed = rows.map((row) => stored(collection, row))
  const drafts = removed.map((one) => remove(collection, one))
  const noted = retention.isNoted === true && drafts.length > 0 ? [yield* noteOf(shop, collection, drafts)] : []
  yield* written(shop, [...drafts, ...noted])
  const givenUp = removed.reduce((sum, { doc }) => sum + (retention.givenUp?.(doc) ?? 0), 0)
  if (givenUp > 0) onGivenUp(givenUp)
  const last = rows.at(-1)
  if (last === undefined || rows.length < from.size) return undefined
  return { size: sizeAfter(rows, from.size), after: placeOf(collection, retention.by, last) }
})

/** The write of the mark that says up to where documents were removed. */
const noteOf = Effect.fnUntraced(function* (shop: string, collection: Collection, drafts: ReadonlyArray<WriteDraft>) {
  const name = removedUpTo(collection)
  const before = yield* get(shop, records.marks, name, { latest: true })
  const at = Math.max(before?.doc.at ?? 0, ...drafts.map(({ key }) => microsOf(String(key))))
  return upsert(records.marks, before, { name, at })
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
  upTo: Value,
  from: From
): Swept {
  const { asks, first, fold, on } = retention
  const rows = yield* oldest(shop, collection, retention, upTo, from)
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
