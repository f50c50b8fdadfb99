/** What waits in the queue of all shops, and whether it stands still. */
import { collections } from "@bottega/domain/areas"
import { maxCounted, timeOfKey } from "@bottega/domain/contract"
import { docOf, get, installation, Storage, type Unavailable } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { type Backlog, lastSuccess } from "../../engine/background/worker.ts"
import { records } from "../../engine/records.ts"

const { mailQueue } = collections

/** The name of the worker that sends mail. */
export const name = "mail"

/** The entry that has been due for longest; undefined if none is due. */
export const oldestDue = Effect.gen(function* () {
  const { find } = yield* Storage
  const now = yield* Clock.currentTimeMillis
  const where = [{ on: "due", lte: now }] as const
  const [row] = yield* find(installation, mailQueue, { where, sort: { by: "due" }, limit: 1 })
  return row === undefined ? undefined : docOf(mailQueue, row).due
})

/** A message that has been due for so long shows that the queue stands still. */
const standingMs = 300_000

/** What waits, with what has ended since this process began. */
export const backlogOf = (ended: Readonly<Record<string, number>>): Effect.Effect<Backlog, Unavailable, Storage> =>
  Effect.gen(function* () {
    const { find } = yield* Storage
    const now = yield* Clock.currentTimeMillis
    const rows = yield* find(installation, mailQueue, { limit: maxCounted })
    const outage = yield* get(installation, records.outages, name)
    const due = yield* oldestDue
    // A shop that waits for its next minute does not keep the worker from getting on.
    const stopped = due === undefined ? undefined : Math.max(due, (yield* lastSuccess(name)) ?? 0)
    const since = [stopped, outage?.doc.since].filter(
      (at) => at !== undefined && at < now - standingMs
    ) as Array<number>
    return {
      waiting: rows.length,
      oldest: rows[0] === undefined ? undefined : timeOfKey(rows[0].key),
      standingSince: rows.length === 0 || since.length === 0 ? undefined : Math.min(...since),
      ended: { ...ended }
    }
  })
