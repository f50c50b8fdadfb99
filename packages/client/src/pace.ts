/**
 * Paces calls by the server's limits: after a 429 the calls of that limit wait until the server admits one, and then go
 * one after the other in the order they were made, until none is waiting.
 */

/** The longest time of a timer, 24 days; a longer one would end at once. */
export const maxTimerMs = 2 ** 31 - 1

/** Waits, or rejects with the signal's reason when it is aborted. */
export const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const aborted = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener("abort", aborted)
        resolve()
      },
      Math.min(ms, maxTimerMs)
    )
    signal?.addEventListener("abort", aborted, { once: true })
  })

/** A result that others come before, or a rejection with the signal's reason as soon as it is aborted. */
const orAborted = <A>(result: Promise<A>, signal: AbortSignal | undefined): Promise<A> =>
  new Promise((resolve, reject) => {
    const aborted = () => reject(signal?.reason)
    signal?.addEventListener("abort", aborted, { once: true })
    if (signal?.aborted) aborted()
    result.then(resolve, reject).finally(() => signal?.removeEventListener("abort", aborted))
  })

/** Runs the calls of one limit, and holds them back while it is closed. */
export class Gate {
  #closedUntil = 0
  #refusal: unknown
  #waiting = 0
  #queue: Promise<unknown> = Promise.resolve()

  /** Milliseconds until the gate opens. */
  get closedForMs(): number {
    return Math.max(0, this.#closedUntil - Date.now())
  }

  /** The last refusal that closed the gate. */
  get refusal(): unknown {
    return this.#refusal
  }

  /** Holds back every call for this time, because of a refusal. */
  closeFor(ms: number, refusal: unknown): void {
    this.#closedUntil = Math.max(this.#closedUntil, Date.now() + ms)
    this.#refusal = refusal
  }

  /**
   * Runs a try at once, or after those before it if the gate is closed or others are waiting. Rejects with the refusal that closed
   * the gate if it stays closed for longer than `maxWaitMs`. An aborted call rejects at once, and is not tried in its turn.
   */
  run<A>(attempt: () => Promise<A>, maxWaitMs: number, signal: AbortSignal | undefined): Promise<A> {
    if (this.#waiting === 0 && this.closedForMs === 0) return attempt()
    this.#waiting++
    const result = this.#queue.then(() => this.#opened(maxWaitMs, signal)).then(attempt)
    const done = () => {
      this.#waiting--
    }
    this.#queue = result.then(done, done)
    return orAborted(result, signal)
  }

  async #opened(maxWaitMs: number, signal: AbortSignal | undefined): Promise<void> {
    if (!(this.closedForMs <= maxWaitMs)) throw this.#refusal
    await sleep(this.closedForMs, signal)
  }
}
