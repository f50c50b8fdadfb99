/** What receivers have still to get while orders are made, and whether they get on. */
import { setTimeout } from "node:timers/promises"
import type { Receiver } from "../receivers/receiver.ts"
import { hasAll, type Listener, wantedOf } from "./arrived.ts"
import type { Chain } from "./chains.ts"

/** A receiver that gets nothing for so long, and lacks something, shows that nothing gets on any more. */
const standstillMs = 120_000

/** Why a run ended. */
export type Ended = "everything arrived" | "nothing got on any more"

/** The deliveries of a run that are still to be made. */
export class Undelivered {
  readonly #receiver: Receiver
  readonly #listeners: ReadonlyArray<Listener>
  readonly #chains: ReadonlyArray<Chain>
  /** What each listener had got, and since when it has not got more. */
  readonly #seen = new Map<Listener, { readonly delivered: number; readonly sinceMs: number }>()

  constructor(receiver: Receiver, listeners: ReadonlyArray<Listener>, chains: ReadonlyArray<Chain>) {
    this.#receiver = receiver
    this.#listeners = listeners
    this.#chains = chains
  }

  /** How many deliveries were made, to all listeners. */
  get delivered(): number {
    return this.#listeners.reduce((sum, { path }) => sum + this.#receiver.delivered(path), 0)
  }

  /** How many the listener has still to get that has got the least of its own. */
  get most(): number {
    return Math.max(0, ...this.#listeners.map((one) => this.#missing(one)))
  }

  /** Whether some listener has got nothing for long although there is something for it. */
  get isStanding(): boolean {
    const nowMs = performance.now()
    return this.#listeners.some((listener) => {
      const delivered = this.#receiver.delivered(listener.path)
      const before = this.#seen.get(listener)
      const isMoving = before === undefined || before.delivered < delivered || this.#missing(listener) === 0
      if (isMoving) this.#seen.set(listener, { delivered, sinceMs: nowMs })
      return !isMoving && nowMs - before.sinceMs > standstillMs
    })
  }

  /** Waits until further deliveries were made; false if they are not. */
  async further(count: number): Promise<boolean> {
    const wanted = this.delivered + count
    while (this.delivered < wanted) {
      if (this.isStanding) return false
      await setTimeout(20)
    }
    return true
  }

  /** Waits until everything has arrived, or until nothing gets on any more. */
  async end(): Promise<Ended> {
    const isWhole = (one: Listener) =>
      this.#missing(one) === 0 && hasAll(one, this.#chains, this.#receiver.at(one.path))
    for (;;) {
      if (this.#listeners.every(isWhole)) return "everything arrived"
      if (this.isStanding) return "nothing got on any more"
      await setTimeout(200)
    }
  }

  #missing(listener: Listener): number {
    return Math.max(0, wantedOf(listener, this.#chains) - this.#receiver.delivered(listener.path))
  }
}
