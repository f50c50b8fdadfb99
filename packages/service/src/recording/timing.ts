/** Keeps the time between the calls of a recording, by moving the clock of the store, and knows how far apart both runs are. */
import type { Operate } from "../embedded.ts"
import type { TimeShift } from "./differences.ts"
import type { RecordedCall } from "./recorded.ts"

type Timed = Pick<RecordedCall, "atMs" | "tookMs">

/** The store is at most this far behind. A move waits for background work, so not every call has one. */
const maxBehindMs = 1000
/** A longer time between two calls is not kept. */
const maxBetweenMs = 31 * 86_400_000

export class Timing {
  readonly #operate: Operate
  /** What is added to an instant of the recording to get that of this run. */
  #aheadMs: number | undefined
  /** When the last call began in the recording. */
  #lastMs = Number.NEGATIVE_INFINITY
  #shift: TimeShift = { minMs: Number.POSITIVE_INFINITY, maxMs: Number.NEGATIVE_INFINITY }

  constructor(operate: Operate) {
    this.#operate = operate
  }

  /** How far apart the two runs have been since they began. */
  get shift(): TimeShift {
    return this.#shift
  }

  /** Moves the clock to when the call is due. */
  async before({ atMs, tookMs }: Timed): Promise<void> {
    let nowMs = await this.#now()
    if (atMs + tookMs < this.#lastMs - maxBehindMs) nowMs = await this.#return(atMs)
    this.#lastMs = atMs
    const aheadMs = (this.#aheadMs ??= nowMs - atMs)
    const behindMs = atMs + aheadMs - nowMs
    if (behindMs > maxBetweenMs) this.#aheadMs = nowMs - atMs
    else if (behindMs > maxBehindMs) {
      await this.#operate("PUT", "/clock.json", { at: new Date(atMs + aheadMs).toISOString() })
      nowMs = await this.#now()
    }
    this.#shift = { ...this.#shift, minMs: Math.min(this.#shift.minMs, nowMs - atMs - tookMs) }
  }

  /** Notes that the call has ended. */
  async after({ atMs }: Timed): Promise<void> {
    this.#shift = { ...this.#shift, maxMs: Math.max(this.#shift.maxMs, (await this.#now()) - atMs) }
  }

  /** A call that ended before an earlier one began: the recorded clock returned to real time, and so does that of the store. */
  async #return(atMs: number): Promise<number> {
    await this.#operate("DELETE", "/clock.json", {})
    const nowMs = await this.#now()
    // A run that is slower than the recording cannot go back to make up for it.
    this.#aheadMs = Math.max(this.#aheadMs!, nowMs - atMs)
    return nowMs
  }

  async #now(): Promise<number> {
    return Date.parse((await this.#operate("GET", "/clock.json", {})).now)
  }
}
