/**
 * A lock held by one process. It does not outlive its holder, who renews it periodically, so no shared clock is needed.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { type Collection, ObjectId } from "mongodb"
import { isDuplicate } from "./errors.ts"

/** The holder of a lock and the number of its renewals. */
export interface Lease {
  readonly _id: string
  readonly owner: ObjectId
  readonly beat: number
}

/** Intervals in milliseconds. */
interface Pace {
  readonly beat: number
  /** How long a lock may go without renewal before another process takes it. */
  readonly silence: number
}

/** How a lock is held, and the signal that ends the wait for it. */
interface Holding {
  readonly pace?: Pace
  readonly signal?: AbortSignal
}

/**
 * Runs work while holding a lock. The work must tolerate running twice, because a holder that stalls loses the lock.
 */
export const leased = async <A>(
  leases: Collection<Lease>,
  name: string,
  work: () => Promise<A>,
  { pace = { beat: 2000, silence: 15_000 }, signal }: Holding = {}
): Promise<A> => {
  const owner = new ObjectId()
  await taken(leases, name, owner, { pace, signal })
  let beaten: Promise<unknown> = Promise.resolve()
  const beat = () => leases.updateOne({ _id: name, owner }, { $inc: { beat: 1 } }).catch(() => {})
  const beating = setInterval(() => {
    beaten = beaten.then(beat)
  }, pace.beat)
  try {
    return await work()
  } finally {
    clearInterval(beating)
    // A renewal in progress could make the removal a conflict.
    await beaten
    await leases.deleteOne({ _id: name, owner }).catch(() => {})
  }
}

const taken = async (
  leases: Collection<Lease>,
  name: string,
  owner: ObjectId,
  { pace: { silence }, signal }: { readonly pace: Pace; readonly signal: AbortSignal | undefined }
): Promise<void> => {
  let seen: Lease | null = null
  for (let since = performance.now(); ; ) {
    signal?.throwIfAborted()
    if (seen === null && (await isFree(leases, name, owner))) return
    if (seen !== null && performance.now() - since > silence) {
      const mine = { $set: { owner, beat: 0 } }
      const { matchedCount } = await leases.updateOne({ _id: name, owner: seen.owner, beat: seen.beat }, mine)
      if (matchedCount === 1) return
    }
    const now: Lease | null = await leases.findOne({ _id: name })
    if (now === null || seen === null || !now.owner.equals(seen.owner) || now.beat !== seen.beat)
      since = performance.now()
    seen = now
    if (seen !== null) await sleep(20)
  }
}

const isFree = async (leases: Collection<Lease>, name: string, owner: ObjectId): Promise<boolean> => {
  try {
    await leases.insertOne({ _id: name, owner, beat: 0 })
    return true
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
}
