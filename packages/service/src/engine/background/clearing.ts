/**
 * Clears references to removed documents, in small steps: a removal answers at once, however many documents name what it
 * removed. The remaining work is recorded in the store, so a crash only delays it. See docs/decisions/0373.
 */
import { collections } from "@bottega/domain/areas"
import { type Collection, type Happening, isPart, tombstoneId, tombstones } from "@bottega/domain/contract"
import { docOf, get, installation, type Row, Storage, stored, type Unavailable } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { committed } from "../commit/notices.ts"
import { eventWritesOf, lastEventsOf } from "../commit/outgoing.ts"
import { guardOf, remove, replace, type WriteDraft, writeOf } from "../decide/change.ts"
import { buried, present, type Referrer, referrersOf } from "../decide/references.ts"
import type { Find } from "../decide/session.ts"
import { type Clearing, records } from "../records.ts"
import type { Step, Worker } from "./worker.ts"

/** Makes the events of documents that lost a reference, for collections whose changes are events. */
export type EventsOfCleared = ReadonlyMap<
  Collection,
  // biome-ignore lint/suspicious/noExplicitAny: collections hold documents of many kinds
  (find: Find, shop: string, docs: ReadonlyArray<any>) => Effect.Effect<ReadonlyArray<Happening>, Unavailable, Storage>
>

/** Checks every two seconds whether there is anything to clear. */
export const clearing = (eventsOf: EventsOfCleared = new Map()): Worker => ({
  name: "clearing",
  paceMs: 2000,
  pending: Effect.map(clearings(), (found) => found.length > 0),
  run: (step) => clear(step, eventsOf)
})

/** The limits of a step. The documents are as many as one query of an index reads. */
const stepSize = { limit: 64, characters: 256 * 1024 }

const clearings = () => Storage.use(({ find }) => find(installation, records.clearings, { limit: stepSize.limit }))

/** Clears everything that is due, including what is added meanwhile. */
export const clear = Effect.fnUntraced(function* (step: Step, eventsOf: EventsOfCleared = new Map()) {
  for (let rows = yield* clearings(); rows.length > 0; rows = yield* clearings())
    for (const row of rows) {
      const one = docOf(records.clearings, row)
      while (!(yield* step(cleared(one, eventsOf)))) {
        // Every step clears some references; the last one finds none.
      }
    }
})

/** One step: clears some references, or ends the clearing when none is left; returns whether it has ended. */
const cleared = Effect.fnUntraced(function* ({ collection, id, key, shop }: Clearing, eventsOf: EventsOfCleared) {
  const storage = yield* Storage
  const target = Object.values<Collection>(collections).find(({ name }) => name === collection)
  for (const referrer of target === undefined ? [] : referrersOf(target)) {
    const where = [{ on: referrer.reference.on, eq: key }]
    const rows = yield* storage.find(shop, referrer.from, { where, ...stepSize, latest: true })
    const drafts = yield* draftsOf(referrer, rows, key, shop)
    if (drafts.length === 0) continue
    yield* commitCleared(shop, referrer.from, drafts, eventsOf)
    return false
  }
  const job = yield* get(installation, records.clearings, id, { latest: true })
  const tombstone = yield* get(shop, tombstones, tombstoneId({ name: collection }, key), { latest: true })
  const done = yield* Clock.currentTimeMillis
  const drafts = [
    ...(job === undefined ? [] : [remove(records.clearings, job, installation)]),
    ...(tombstone === undefined ? [] : [replace(tombstones, tombstone, { ...tombstone.doc, done })])
  ]
  if (drafts.length > 0) yield* storage.commit(drafts.map((draft) => writeOf(shop, draft)))
  return true
})

/** Commits documents without their references, together with the events of that, and tells those who wait for events. */
const commitCleared = Effect.fnUntraced(function* (
  shop: string,
  from: Collection,
  drafts: ReadonlyArray<WriteDraft>,
  eventsOf: EventsOfCleared
) {
  const storage = yield* Storage
  const docs = drafts.flatMap(({ collection, doc }) => (collection === from && doc !== undefined ? [doc] : []))
  const find = yield* latestIn(shop)
  const events = (yield* eventsOf.get(from)?.(find, shop, docs) ?? Effect.succeed([])) as ReadonlyArray<Happening>
  const common = { at: Math.floor((yield* Clock.currentTimeMillis) / 1000), instance: null, requestId: "" }
  if (events.length === 0) return yield* storage.commit(drafts.map((draft) => writeOf(shop, draft)))
  const outgoing = eventWritesOf(storage)
  const made = yield* outgoing.drafts(shop, { events, after: lastEventsOf(drafts) }, common)
  const writes = [...drafts, ...made.writes].map((draft) => writeOf(shop, draft, made.last))
  const guards = made.guards.map((draft) => guardOf(shop, draft))
  yield* Effect.tapError(storage.commit(writes, guards), (failure) => Effect.sync(() => outgoing.failed(shop, failure)))
  committed(storage, writes)
})

/** The writes that clear a reference, and with it all that the same documents have to other removed ones. */
const draftsOf = Effect.fnUntraced(function* (
  { from, reference: { whenRemoved } }: Referrer,
  rows: ReadonlyArray<Row>,
  key: Clearing["key"],
  shop: string
): Effect.fn.Return<ReadonlyArray<WriteDraft>, Unavailable, Storage> {
  if (whenRemoved === "refused" || isPart(whenRemoved)) return []
  const found = rows.map((row) => stored(from, row))
  if (whenRemoved === "removed")
    return found.flatMap((before) => [remove(from, before), ...buried(from, before.row.key, shop)])
  const find = yield* latestIn(shop)
  const left = yield* present(
    find,
    from,
    found.map(({ doc }) => whenRemoved(doc, key))
  )
  return found.map((before, at) => replace(from, before, left[at]!))
})

const latestIn = (shop: string) =>
  Storage.useSync(
    (storage): Find =>
      (one, query) =>
        storage.find(shop, one, { ...query, latest: true })
  )
