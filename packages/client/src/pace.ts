/**
 * Paces calls by the limits that the server tells of: after a 429 the calls of that limit wait until it lets one through,
 * and then go one after the other, in the order they were made, until none is waiting.
 */

/** Waits, unless the signal ends it first. */
export const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const aborted = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", aborted)
      resolve()
    }, ms)
    signal?.addEventListener("abort", aborted, { once: true })
  })

/** What the calls of one limit pass through. */
export class Gate {
  #shutUntil = 0
  #waiting = 0
  #line: Promise<unknown> = Promise.resolve()

  /** Milliseconds until the gate opens. */
  get shutFor(): number {
    return Math.max(0, this.#shutUntil - Date.now())
  }

  /** Lets nothing through for a while. */
  shut(ms: number): void {
    this.#shutUntil = Math.max(this.#shutUntil, Date.now() + ms)
  }

  /** Runs a try at once, or in its turn when the gate is shut or others wait before it. */
  through<A>(attempt: () => Promise<A>, signal: AbortSignal | undefined): Promise<A> {
    if (this.#waiting === 0 && this.shutFor === 0) return attempt()
    this.#waiting++
    const turn = this.#line.then(() => sleep(this.shutFor, signal)).then(attempt)
    const done = () => {
      this.#waiting--
    }
    this.#line = turn.then(done, done)
    return turn
  }
}
