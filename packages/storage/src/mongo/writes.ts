/** Applies a commit once: a single document directly, several in a transaction. */
import { type AnyBulkWriteOperation, type ClientSession, MongoBulkWriteError, type MongoClient } from "mongodb"
import type { Stale } from "../storage.ts"
import { snapshot, times, transaction } from "./client.ts"
import { idOf, type MongoDocument, made, type Placed, replaced, staleOf } from "./documents.ts"
import { isConflict, isDuplicate, isOverdue, Trouble, troubleAlone, troubleWithin } from "./errors.ts"
import { failedAbsence } from "./guards.ts"
import { byId } from "./indexes.ts"
import type { Commit } from "./judge.ts"
import type { Heartbeats } from "./pulse.ts"
import { again, type Outcome, refusalOf } from "./refusal.ts"
import type { Sending } from "./sending.ts"
import type { Held, Stripes } from "./stripes.ts"
import type { Transactions } from "./transactions.ts"

/** The resources that writing uses. */
export interface Place {
  readonly client: MongoClient
  readonly pulse: Heartbeats
  readonly transactions: Transactions
  readonly stripes: Stripes
  /** The commits that are being sent. */
  readonly commits: Sending
}

/** Applies the write of one document that is not guarded; the filter names the version that it replaces. */
export const alone = (place: Place, placed: Placed): Promise<Outcome> =>
  place.commits.send(() => writtenAlone(place, placed))

const writtenAlone = async (place: Place, placed: Placed): Promise<Outcome> => {
  const { client, pulse } = place
  const { shocks } = pulse
  const session = client.startSession()
  const commit = { writes: [placed], guards: [] }
  try {
    if (await isApplied(placed, session)) return undefined
    return (await place.stripes.learn([placed])) ? again : staleOf(placed)
  } catch (error) {
    if (isConflict(error)) return staleOf(placed)
    // A server that waited in vain for another transaction has applied nothing; a router only waits no longer for its server.
    if (isOverdue(error) && !pulse.isRouted && !session.serverSession.isDirty) return staleOf(placed)
    return isDuplicate(error)
      ? refusalOf(place.stripes, commit, placed, error)
      : troubleAlone(error, session, pulse.shocks > shocks)
  } finally {
    void session.endSession()
  }
}

/**
 * Whether the version that a write replaces exists; true if that cannot be determined, because the write then shows it.
 */
export const isThere = async ({ layout: { kept }, write: { expect, key, shop } }: Placed): Promise<boolean> => {
  try {
    const found = await kept.findOne({ _id: idOf(shop, key), shop }, { hint: byId, projection: { version: 1 } })
    return (found?.version ?? 0) === expect
  } catch {
    return true
  }
}

/**
 * Applies a commit in a transaction, completely or not at all. An unknown outcome is requested again until the
 * deadline.
 */
export const together = (place: Place, commit: Commit, until: number): Promise<Outcome> =>
  place.stripes.holding(commit.guards, (held) => place.commits.send(() => withStripes(place, commit, held, until)))

const withStripes = async (
  place: Place,
  commit: Commit,
  held: ReadonlyArray<Held>,
  until: number
): Promise<Outcome> => {
  const { stripes } = place
  const striped = commit.writes.filter((placed) => placed.write.expect > 0 && stripes.knows(placed))
  try {
    const unready = await stripes.ready(held)
    if (unready !== undefined) return unready
    await stripes.close(striped)
  } catch (error) {
    return troubleWithin(error)
  }
  const outcome = await transacted(place, commit, held, until)
  if (outcome !== undefined) await stripes.reopen(striped)
  return outcome
}

const transacted = (place: Place, commit: Commit, held: ReadonlyArray<Held>, until: number): Promise<Outcome> =>
  place.transactions.run(
    commit.guards.length > held.length ? snapshot : transaction,
    until,
    async (session): Promise<Outcome> => {
      const failed = await guarded(place, commit, held, session, until)
      if (failed !== undefined) return failed
      for (const group of Map.groupBy(commit.writes, ({ layout }) => layout).values()) {
        const refused = await written(place, group, session)
        if (refused === undefined) continue
        if (refused instanceof Trouble) return refused
        const [refusal] = await Promise.all([
          refusalOf(place.stripes, commit, refused.placed, refused.error),
          session.abortTransaction()
        ])
        return refusal
      }
      return undefined
    }
  )

/** Checks the guards of a commit within its transaction, so that they hold until its end. */
const guarded = async (
  { stripes }: Place,
  { guards }: Commit,
  held: ReadonlyArray<Held>,
  session: ClientSession,
  until: number
): Promise<Stale | Trouble | undefined> => {
  try {
    const refused = await failedAbsence(guards, session)
    if (refused !== undefined || (await stripes.written(held, session))) return refused
    // Nothing that it wrote is kept, and what it holds would only be in the way of the question why.
    await session.abortTransaction().catch(() => {})
    return await stripes.missed(held, until)
  } catch (error) {
    return troubleWithin(error)
  }
}

const isApplied = async (placed: Placed, session: ClientSession): Promise<boolean> => {
  const { kept } = placed.layout
  const { doc, expect, key, shop } = placed.write
  const maxTimeMS = times.patience
  const options = { session, hint: byId, maxTimeMS }
  const where = { _id: idOf(shop, key), shop }
  if (doc === undefined && expect === 0) return (await kept.findOne(where, options)) === null
  const there = replaced(placed, false)
  if (doc === undefined) return (await kept.deleteOne(there, options)).deletedCount === 1
  const document = made(placed, false)
  if (expect > 0) return (await kept.replaceOne(there, document, options)).matchedCount === 1
  await kept.insertOne(document, { session, maxTimeMS })
  return true
}

/** Why a group was not written: an error, or undefined if a document had another version than its write replaces. */
interface Refused {
  readonly error: unknown
  readonly placed: Placed | undefined
}

/** Writes the documents of one collection in a transaction; returns why it could not. */
export const written = async (
  { stripes }: Pick<Place, "stripes">,
  group: ReadonlyArray<Placed>,
  session: ClientSession
): Promise<Refused | Trouble | undefined> => {
  // Read once, because another commit may add entries meanwhile.
  const guarded = new Set(group.filter((placed) => placed.write.expect > 0 && stripes.knows(placed)))
  const steps = group.flatMap((placed) => stepsOf(placed, guarded.has(placed)).map((step) => ({ placed, step })))
  try {
    const { deletedCount, insertedCount, matchedCount } = await group[0]!.layout.kept.bulkWrite(
      steps.map(({ step }) => step),
      { session, ordered: true }
    )
    const moved = deletedCount + insertedCount + matchedCount !== steps.length
    if (moved) return { error: undefined, placed: undefined }
    await stripes.follow(guarded, session)
    return undefined
  } catch (error) {
    if (!isDuplicate(error) && !isConflict(error)) return troubleWithin(error)
    const [first] = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : []
    return { error, placed: first && steps[first.index]?.placed }
  }
}

// Each step changes exactly one document.
const stepsOf = (placed: Placed, guarded: boolean): ReadonlyArray<AnyBulkWriteOperation<MongoDocument>> => {
  const { doc, expect, key, shop } = placed.write
  const where = { _id: idOf(shop, key), shop }
  const filter = replaced(placed, guarded)
  const removing = { deleteOne: { filter, hint: byId } }
  if (doc !== undefined && expect > 0)
    return [{ replaceOne: { filter, replacement: made(placed, guarded), hint: byId } }]
  if (doc !== undefined) return [{ insertOne: { document: made(placed, false) } }]
  // Absence is a condition like any other: a writer that inserts the document meanwhile conflicts with this one.
  return expect > 0 ? [removing] : [{ insertOne: { document: { ...where, version: 0, at: {}, doc: "" } } }, removing]
}
