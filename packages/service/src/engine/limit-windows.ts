/**
 * The windows that this process has seen, each with the instant of the monotonic clock at which it ends. By the wall clock
 * alone, a window would last longer when that clock is set back.
 */
import { type Count, countAt, type Policy } from "@bottega/domain/throttle"

/** The instant of a call. */
export interface CallTime {
  /** By the wall clock, in milliseconds. */
  readonly now: number
  /** By the monotonic clock of this process, in milliseconds. */
  readonly steady: number
}

/** A map whose entries expire at an instant of the monotonic clock; expired entries are dropped as the map grows. */
export class ExpiringMap<A extends { readonly ends: number }> {
  readonly #byId = new Map<string, A>()
  #room = 1000

  get(id: string): A | undefined {
    return this.#byId.get(id)
  }

  set(id: string, one: A, { steady }: CallTime): void {
    this.#byId.set(id, one)
    if (this.#byId.size < this.#room) return
    for (const [other, { ends }] of this.#byId) if (ends <= steady) this.#byId.delete(other)
    this.#room = Math.max(1000, 2 * this.#byId.size)
  }

  entries(): IterableIterator<readonly [string, A]> {
    return this.#byId.entries()
  }
}

/** The windows that a process has seen. */
export class LimitWindows {
  readonly #met = new ExpiringMap<{ readonly since: number; readonly ends: number }>()

  /** The stored count of this id at an instant, or a new count if the window is over by either clock. */
  current(id: string, policy: Policy, stored: Count | undefined, instant: CallTime): Count {
    const { now, steady } = instant
    const count = countAt(policy, stored, now)
    if (policy.kind === "bucket") return count
    const met = this.#met.get(id)
    if (met?.since === count.since) return steady < met.ends ? count : { since: now, used: 0 }
    const left = Math.min(policy.window * 1000, count.since + policy.window * 1000 - now)
    this.#met.set(id, { since: count.since, ends: steady + left }, instant)
    return count
  }

  /** When the latest window of this id ends, by the monotonic clock. */
  ends(id: string): number {
    return this.#met.get(id)?.ends ?? Number.POSITIVE_INFINITY
  }
}
