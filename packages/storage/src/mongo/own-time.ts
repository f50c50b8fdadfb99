/**
 * Time that this process was able to use: it advances only while the event loop turns. A process that the machine held up
 * for seconds has not listened meanwhile, so it must not conclude that a server was silent.
 */

/** Milliseconds between two checks. */
const tickMs = 100

/** The time of one process, and the checks that run as it passes. */
export class OwnTime {
  #passedMs = 0
  readonly #checks = new Set<() => void>()
  #ticking: NodeJS.Timeout | undefined

  /** Milliseconds that have passed while there were checks. */
  get passedMs(): number {
    return this.#passedMs
  }

  /** Runs a check ten times a second until the returned function is called. */
  whilePassing(check: () => void): () => void {
    const own = () => check()
    this.#checks.add(own)
    this.#ticking ??= setInterval(() => this.#tick(), tickMs)
    return () => {
      this.#checks.delete(own)
      if (this.#checks.size > 0) return
      clearInterval(this.#ticking)
      this.#ticking = undefined
    }
  }

  // However late a tick is, it counts once.
  #tick(): void {
    this.#passedMs += tickMs
    for (const check of this.#checks) check()
  }
}
