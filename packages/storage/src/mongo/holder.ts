/**
 * Registers each process that has a database open, so that an upgrade can wait until there is none. A process renews its
 * registration periodically; one that stalls for too long must not write before it has renewed its registration, because
 * others may consider it ended.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { type Collection, type Db, ObjectId } from "mongodb"
import type { Format } from "../format.ts"
import { Unavailable } from "../storage.ts"
import type { Layout } from "./documents.ts"
import { differenceOf, formOf } from "./form.ts"
import type { Heartbeats } from "./pulse.ts"
import { Refused } from "./uri.ts"

/** A process that has the database open, and the number of its renewals. */
interface Registration {
  readonly _id: ObjectId
  readonly beat: number
}

/** Intervals in milliseconds; tests make them small. */
export const pace = {
  beat: 2000,
  /**
   * How long a process may go on without renewal; everything that it has sent by then arrives before others consider it
   * ended.
   */
  trust: 9000,
  /** After which an unrenewed registration is that of a process that has ended. */
  silence: 15_000
}

const holdersIn = (database: Db): Collection<Registration> => database.collection("bottega_holders")

/** This process's registration. */
export class Holder {
  readonly #database: Db
  readonly #pulse: Heartbeats
  readonly #layouts: ReadonlyArray<Layout>
  readonly #own: Format
  readonly #id = new ObjectId()
  #renewed = performance.now()
  #changed: string | undefined
  #beating: NodeJS.Timeout | undefined
  #renewing: Promise<void> | undefined

  constructor(database: Db, pulse: Heartbeats, layouts: ReadonlyArray<Layout>, own: Format) {
    this.#database = database
    this.#pulse = pulse
    this.#layouts = layouts
    this.#own = own
  }

  /** Registers; returns whether the database still has the form that it was opened in. */
  async register(): Promise<boolean> {
    await this.#renew()
    this.#beating = setInterval(() => this.#beat(), pace.beat).unref()
    return this.#changed === undefined
  }

  /** Why no call can be made now. */
  get refusal(): Unavailable | undefined {
    if (this.#changed !== undefined) return new Unavailable({ reason: "replaced", cause: new Error(this.#changed) })
    if (performance.now() - this.#renewed < pace.trust) return undefined
    return new Unavailable({ reason: "unreachable", cause: new Error("MongoDB has not been reached for too long") })
  }

  async close(): Promise<void> {
    clearInterval(this.#beating)
    await this.#renewing
    await holdersIn(this.#database)
      .deleteOne({ _id: this.#id })
      .catch(() => {})
  }

  // A server that is slow or silent must not be left with a queue of renewals, which closing would wait for.
  #beat(): void {
    this.#renewing ??= this.#pulse
      .inTime(this.#renew(), "unreachable")
      .catch(() => {})
      .finally(() => {
        this.#renewing = undefined
      })
  }

  /** Registers first and reads the form then; an upgrade writes the form first and looks for registrations then. */
  async #renew(): Promise<void> {
    const begun = performance.now()
    await holdersIn(this.#database).updateOne({ _id: this.#id }, { $inc: { beat: 1 } }, { upsert: true })
    const changed = differenceOf(await formOf(this.#database), this.#layouts, this.#own)
    // One that was given up may end after a later one.
    if (begun < this.#renewed) return
    this.#changed = changed
    this.#renewed = begun
  }
}

/**
 * Waits until no process has the database open; gives up if one of them is still alive after this many milliseconds.
 * Registrations of processes that have ended are removed.
 */
export const isAlone = async (database: Db, waitMs: number, signal: AbortSignal): Promise<boolean> => {
  const holders = holdersIn(database)
  const seen = new Map<string, { readonly beat: number; readonly since: number; readonly alive: boolean }>()
  for (const begun = performance.now(); ; await sleep(Math.min(200, pace.beat / 4))) {
    signal.throwIfAborted()
    const all = await holders.find().toArray()
    const now = performance.now()
    for (const { _id, beat } of all) {
      const known = seen.get(_id.toHexString())
      if (known?.beat === beat && now - known.since > pace.silence) await holders.deleteOne({ _id, beat })
      else if (known?.beat !== beat) seen.set(_id.toHexString(), { beat, since: now, alive: known !== undefined })
    }
    if (all.length === 0) return true
    const isAlive = all.some(({ _id }) => seen.get(_id.toHexString())?.alive)
    if (isAlive && now - begun > waitMs) return false
  }
}

/** How many processes are registered, alive or not. */
export const countHolders = (database: Db): Promise<number> => holdersIn(database).countDocuments()

/** The failure of an upgrade that other processes prevent. */
export class Held extends Refused {}
