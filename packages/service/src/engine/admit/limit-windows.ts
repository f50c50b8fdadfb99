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

/** A count as a process first saw it. */
interface Met {
  readonly since: number
  /** When it was seen, and when its window ends, by the monotonic clock. */
  readonly at: number
  readonly ends: number
}

/** The windows and buckets that a process has seen. */
export class LimitWindows {
  readonly #met = new ExpiringMap<Met>()

  /** The stored count of this id at an instant; a new one if its window is over by either clock. */
  current(id: string, policy: Policy, stored: Count | undefined, instant: CallTime): Count {
    return policy.kind === "bucket"
      ? this.#leaked(id, policy, stored, instant)
      : this.#inWindow(id, policy, stored, instant)
  }

  /** When the latest window of this id ends, by the monotonic clock. */
  ends(id: string): number {
    return this.#met.get(id)?.ends ?? Number.POSITIVE_INFINITY
  }

  #inWindow(
    id: string,
    policy: Extract<Policy, { readonly kind: "window" }>,
    stored: Count | undefined,
    instant: CallTime
  ): Count {
    const { now, steady } = instant
    const met = this.#met.get(id)
    const lengthMs = policy.window * 1000
    if (stored !== undefined && met?.since === stored.since && now < stored.since + lengthMs) {
      if (steady < met.ends) return stored
      // It begins where the old one ended, so that a process whose clock is ahead of this one does not see an old window.
      const next = { since: Math.max(now, stored.since + lengthMs), used: 0 }
      this.#note(id, next, lengthMs, instant)
      return next
    }
    const count = countAt(policy, stored, now)
    const isNew = stored === undefined || count.used < stored.used
    this.#note(id, isNew ? count : stored, Math.min(lengthMs, count.since + lengthMs - now), instant)
    return count
  }

  /** A clock that is behind the one that counted last cannot tell how much has leaked; the monotonic clock can. */
  #leaked(
    id: string,
    policy: Extract<Policy, { readonly kind: "bucket" }>,
    stored: Count | undefined,
    instant: CallTime
  ): Count {
    const count = countAt(policy, stored, instant.now)
    if (stored === undefined || count.since !== stored.since) return count
    const { at } = this.#met.get(id)?.since === stored.since ? this.#met.get(id)! : this.#note(id, stored, 0, instant)
    const passedMs = instant.steady - at
    return { since: stored.since + passedMs, used: Math.max(0, stored.used - (passedMs / 1000) * policy.leak) }
  }

  #note(id: string, { since }: Count, leftMs: number, instant: CallTime): Met {
    const met = { since, at: instant.steady, ends: instant.steady + leftMs }
    this.#met.set(id, met, instant)
    return met
  }
}
