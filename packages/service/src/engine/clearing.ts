/**
 * Clears references to removed documents, in small steps: a removal answers at once, however many documents name what it
 * removed. What is left to do stands in the store, so a crash only delays it. See docs/decisions/0373.
 */
import { collections } from "@bottega/domain/areas"
import { type Collection, tombstoneId, tombstones } from "@bottega/domain/contract"
import { docOf, get, installation, type Row, Storage, stored } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { remove, replace, type WriteDraft, writeOf } from "./change.ts"
import { type Clearing, records } from "./records.ts"
import { buried, type Referrer, referrersOf } from "./references.ts"
import type { Step, Worker } from "./worker.ts"

/** Looks every two seconds whether anything is to be cleared. */
export const clearing = (): Worker => ({
  name: "clearing",
  paceMs: 2000,
  pending: Effect.map(clearings(), (found) => found.length > 0),
  run: (step) => clear(step)
})

/** The limits of a step. The documents are as many as one query of an index reads. */
const stepSize = { limit: 64, characters: 256 * 1024 }

const clearings = () => Storage.use(({ find }) => find(installation, records.clearings, { limit: stepSize.limit }))

/** Clears everything that is to be cleared, also what is added meanwhile. */
export const clear = Effect.fnUntraced(function* (step: Step) {
  for (let rows = yield* clearings(); rows.length > 0; rows = yield* clearings())
    for (const row of rows) {
      const one = docOf(records.clearings, row)
      while (!(yield* step(cleared(one)))) {
        // Every step clears some references; the last one finds none.
      }
    }
})

/** One step: clears some references, or, when none is left, ends the clearing; gives whether it has ended. */
const cleared = Effect.fnUntraced(function* ({ collection, id, key, shop }: Clearing) {
  const storage = yield* Storage
  const target = Object.values<Collection>(collections).find(({ name }) => name === collection)
  for (const referrer of target === undefined ? [] : referrersOf(target)) {
    const where = [{ on: referrer.reference.on, eq: key }]
    const rows = yield* storage.find(shop, referrer.from, { where, ...stepSize, latest: true })
    const drafts = rows.flatMap((row) => draftsOf(referrer, row, key, shop))
    if (drafts.length === 0) continue
    yield* storage.commit(drafts.map((draft) => writeOf(shop, draft)))
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

const draftsOf = (
  { from, reference: { whenRemoved } }: Referrer,
  row: Row,
  key: Clearing["key"],
  shop: string
): ReadonlyArray<WriteDraft> => {
  if (whenRemoved === "refused") return []
  const before = stored(from, row)
  if (whenRemoved === "removed") return [remove(from, before), ...buried(from, row.key, shop)]
  return [replace(from, before, whenRemoved(before.doc, key))]
}
