/** Removes bytes that no commit ever named, and the chunks of uploads that ended without one, in bounded steps. */
import type { Collection } from "@bottega/domain/contract"
import { Clock, Effect } from "effect"
import { stored } from "../derived.ts"
import { retryOnConflict } from "../retry-on-conflict.ts"
import { type Adapter, type Row, type Stale, Storage, type Unavailable, type Write } from "../storage.ts"
import { accounted } from "./accounts.ts"
import { type Claim, claims, type Upload, uploads } from "./documents.ts"

/** Milliseconds after which a claim that no commit ended expires, and after which an upload without progress is abandoned. */
export const abandonAfterMs = 3_600_000

/** Claims and uploads of one step. */
const perStep = 16

/** Runs one bounded step of a sweep. */
type Step = (one: Effect.Effect<void, Unavailable, Storage>) => Effect.Effect<void, Unavailable, Storage>

/** Sweeps the bytes of a shop once. Several may sweep at once, and others store and name bytes meanwhile. */
export const sweep = (
  shop: string,
  olderThanMs = abandonAfterMs,
  step: Step = (one) => one
): Effect.Effect<void, Unavailable, Storage> =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const before = (yield* Clock.currentTimeMillis) - olderThanMs
    yield* each<Claim>(storage, shop, claims, before, (row) => step(release(shop, row)))
    yield* each<Upload>(storage, shop, uploads, before, (row) => step(clear(storage, shop, row)))
  })

/** Acts on the documents that are at least as old as an instant, the oldest first and each once. */
const each = Effect.fnUntraced(function* <Doc extends { readonly at: number }>(
  storage: Adapter,
  shop: string,
  collection: Collection<Doc>,
  before: number,
  act: (row: Row) => Effect.Effect<void, Unavailable, Storage>
) {
  const old = { where: [{ on: "at", lte: before }], sort: { by: "at" }, limit: perStep, latest: true } as const
  for (let after: { readonly value: number; readonly key: Row["key"] } | undefined; ; ) {
    const rows = yield* storage.find(shop, collection, after === undefined ? old : { ...old, after })
    for (const row of rows) yield* act(row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < perStep) return
    after = { value: stored(collection, last).doc.at, key: last.key }
    yield* Effect.sleep("10 millis")
  }
})

/** Ends a claim, and removes its bytes if nothing else names them. */
const release = (shop: string, { key }: Row) =>
  retryOnConflict(
    Effect.gen(function* () {
      const storage = yield* Storage
      const [row] = yield* storage.find(shop, claims, { where: [{ on: "key", eq: key }], limit: 1, latest: true })
      if (row === undefined) return
      const ending: Write = { shop, collection: claims, key, expect: row.version, doc: undefined, before: row }
      const { guards, writes } = yield* accounted(storage, [ending])
      yield* storage.commit(writes, guards)
    })
  )

/**
 * Abandons an upload: from then on it cannot become a content, and its chunks are removed. Does nothing if that has
 * already happened.
 */
export const giveUp = (
  storage: Adapter,
  shop: string,
  upload: Upload,
  version: number
): Effect.Effect<void, Stale | Unavailable> =>
  Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    yield* written(storage, shop, upload.id, version, { ...upload, at, open: false })
    yield* removeChunks(storage, shop, upload.id)
  })

/** Removes an abandoned upload, with the chunks that were in transit at that time. */
export const forget = (
  storage: Adapter,
  shop: string,
  upload: string,
  version: number
): Effect.Effect<void, Stale | Unavailable> =>
  Effect.andThen(removeChunks(storage, shop, upload), written(storage, shop, upload, version, undefined))

// An upload of another process may still write the chunk that it has begun: it is forgotten some time after it was abandoned.
const clear = (storage: Adapter, shop: string, row: Row): Effect.Effect<void, Unavailable> => {
  const { doc, version } = stored<Upload>(uploads, row)
  const done = doc.open ? giveUp(storage, shop, doc, version) : forget(storage, shop, doc.id, version)
  return Effect.catchTag(done, "Stale", () => Effect.void)
}

const removeChunks = (storage: Adapter, shop: string, upload: string): Effect.Effect<void, Unavailable> =>
  Effect.flatMap(storage.chunks.remove(shop, upload), (count) =>
    count === 0 ? Effect.void : removeChunks(storage, shop, upload)
  )

/** Writes an upload's own document. */
export const written = (
  storage: Adapter,
  shop: string,
  key: string,
  expect: number,
  doc: Upload | undefined
): Effect.Effect<void, Stale | Unavailable> =>
  // `uploads` has no unique lookup.
  Effect.catchTag(storage.commit([{ shop, collection: uploads, key, expect, doc }]), "Taken", Effect.die)
