/** Applies a commit once: one document by itself, several in a transaction. */
import { setTimeout as sleep } from "node:timers/promises"
import { type AnyBulkWriteOperation, type ClientSession, MongoBulkWriteError, type MongoClient } from "mongodb"
import { type Stale, Taken } from "../storage.ts"
import { transaction } from "./client.ts"
import { idOf, type Kept, made, type Placed, staleOf } from "./documents.ts"
import { isConflict, isDuplicate, Trouble, troubleAlone, troubleCommitting, troubleWithin } from "./errors.ts"
import { byId, refusing } from "./indexes.ts"
import { judge } from "./judge.ts"
import type { Pulse } from "./pulse.ts"

/** How a try ended; `undefined` when all of it is applied. */
export type Outcome = Stale | Taken | Trouble | undefined

/** Applies the write of one document; the version that it replaces stands in the filter. */
export const alone = async (client: MongoClient, pulse: Pulse, placed: Placed): Promise<Outcome> => {
  const { shocks } = pulse
  const session = client.startSession()
  try {
    return (await isApplied(placed, session)) ? undefined : staleOf(placed)
  } catch (error) {
    if (isConflict(error)) return staleOf(placed)
    return isDuplicate(error) ? refusalOf([placed], placed, error) : troubleAlone(error, session, pulse.shocks > shocks)
  } finally {
    void session.endSession()
  }
}

/** Whether the version that a write replaces is there; true where that cannot be known, for the write then tells. */
export const isThere = async ({ layout: { kept }, write: { expect, key, shop } }: Placed): Promise<boolean> => {
  try {
    const found = await kept.findOne({ _id: idOf(shop, key), shop }, { hint: byId, projection: { version: 1 } })
    return (found?.version ?? 0) === expect
  } catch {
    return true
  }
}

/** Applies the writes of several documents, all or none. How a commit ended is asked for until then. */
export const together = async (client: MongoClient, commit: ReadonlyArray<Placed>, until: number): Promise<Outcome> => {
  const session = client.startSession()
  try {
    session.startTransaction(transaction)
    for (const group of Map.groupBy(commit, ({ layout }) => layout).values()) {
      const refused = await written(group, session)
      if (refused === undefined) continue
      if (refused instanceof Trouble) return refused
      const [refusal] = await Promise.all([
        refusalOf(commit, refused.placed, refused.error),
        session.abortTransaction()
      ])
      return refusal
    }
    return await committed(session, until)
  } finally {
    // Undoes what is still open; a server that is gone will do so by itself, and is not waited for.
    void session.endSession()
  }
}

const isApplied = async (placed: Placed, session: ClientSession): Promise<boolean> => {
  const { kept } = placed.layout
  const { doc, expect, key, shop } = placed.write
  const options = { session, hint: byId }
  const where = { _id: idOf(shop, key), shop }
  if (doc === undefined && expect === 0) return (await kept.findOne(where, options)) === null
  if (doc === undefined) return (await kept.deleteOne({ ...where, version: expect }, options)).deletedCount === 1
  const document = made(placed)
  if (expect > 0) return (await kept.replaceOne({ ...where, version: expect }, document, options)).matchedCount === 1
  await kept.insertOne(document, { session })
  return true
}

/** Why a group was not written: an error, or none where a document had another version than its write replaces. */
interface Refused {
  readonly error: unknown
  readonly placed: Placed | undefined
}

const written = async (
  group: ReadonlyArray<Placed>,
  session: ClientSession
): Promise<Refused | Trouble | undefined> => {
  const steps = group.flatMap((placed) => stepsOf(placed).map((step) => ({ placed, step })))
  try {
    const { deletedCount, insertedCount, matchedCount } = await group[0]!.layout.kept.bulkWrite(
      steps.map(({ step }) => step),
      { session, ordered: true }
    )
    const moved = deletedCount + insertedCount + matchedCount !== steps.length
    return moved ? { error: undefined, placed: undefined } : undefined
  } catch (error) {
    if (!isDuplicate(error) && !isConflict(error)) return troubleWithin(error)
    const [first] = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : []
    return { error, placed: first && steps[first.index]?.placed }
  }
}

// Each step changes exactly one document.
const stepsOf = (placed: Placed): ReadonlyArray<AnyBulkWriteOperation<Kept>> => {
  const { doc, expect, key, shop } = placed.write
  const where = { _id: idOf(shop, key), shop }
  const removing = { deleteOne: { filter: { ...where, version: expect }, hint: byId } }
  if (doc !== undefined && expect > 0)
    return [{ replaceOne: { filter: { ...where, version: expect }, replacement: made(placed), hint: byId } }]
  if (doc !== undefined) return [{ insertOne: { document: made(placed) } }]
  // That there is none is a condition like any other: whoever makes it meanwhile collides with this.
  return expect > 0 ? [removing] : [{ insertOne: { document: { ...where, version: 0, at: {}, doc: "" } } }, removing]
}

const committed = async (session: ClientSession, until: number): Promise<Trouble | undefined> => {
  for (let uncertain = false; ; ) {
    try {
      await session.commitTransaction()
      return undefined
    } catch (error) {
      const trouble = troubleCommitting(error, session, uncertain)
      if (trouble.again || performance.now() > until) return trouble
      uncertain = trouble.uncertain
      await sleep(20)
    }
  }
}

const refusalOf = async (
  commit: ReadonlyArray<Placed>,
  placed: Placed | undefined,
  error: unknown
): Promise<Outcome> => {
  const index = placed !== undefined && isDuplicate(error) ? refusing(placed.layout, error.message) : undefined
  if (isDuplicate(error) && index === undefined) throw error
  if (commit.length === 1 && index === "key") return staleOf(commit[0]!)
  try {
    return (await judge(commit)) ?? assumed(commit, placed, index)
  } catch (failure) {
    return troubleWithin(failure)
  }
}

/** What a refusal was that nothing speaks for any more: whoever stood in the way is gone, or is still at it. */
const assumed = (
  commit: ReadonlyArray<Placed>,
  placed: Placed | undefined,
  index: string | undefined
): Stale | Taken => {
  if (placed === undefined || index === undefined || index === "key")
    return staleOf(placed ?? commit.find(({ write }) => write.expect > 0) ?? commit[0]!)
  const { collection, key, shop } = placed.write
  return new Taken({ shop, collection: collection.name, lookup: index, key })
}
