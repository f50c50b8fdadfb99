/**
 * Shares of a load whose owners can wait for room: owners take turns, and the calls of one owner are served in order of
 * arrival.
 */
import { Shares } from "./shares.ts"

interface Waiting {
  readonly amount: number
  readonly granted: () => void
}

/** Shares with a queue. An owner that holds nothing may take any amount, so nobody waits for itself. */
export class WaitingShares extends Shares {
  readonly #lines = new Map<string, Set<Waiting>>()
  #armed = false

  /** How many calls wait. */
  get waiting(): number {
    return [...this.#lines.values()].reduce((sum, { size }) => sum + size, 0)
  }

  override take(owner: string, amount = 1): boolean {
    if (this.#lines.has(owner) || !this.#fits(owner, amount)) return false
    this.add(owner, amount)
    return true
  }

  /** Takes this much for an owner in its turn, and then calls back; returns the function that stops waiting. */
  wait(owner: string, amount: number, granted: () => void): () => void {
    const line = this.#lines.get(owner) ?? new Set()
    this.#lines.set(owner, line)
    const one: Waiting = { amount, granted }
    line.add(one)
    this.#arm()
    return () => this.#leave(owner, line, one)
  }

  override give(owner: string, amount = 1): void {
    super.give(owner, amount)
    this.#arm()
  }

  /** Grants in a later turn of the event loop, once for everything that is released in this one. */
  #arm(): void {
    if (this.#lines.size === 0 || this.#armed) return
    this.#armed = true
    setImmediate(() => this.#grant())
  }

  /** Grants what there is room for, to one call of each owner in turn. */
  #grant(): void {
    this.#armed = false
    const granted: Array<Waiting> = []
    for (let before = -1; before < granted.length; ) {
      before = granted.length
      for (const [owner, line] of this.#lines) {
        const [first] = line
        if (!this.#fits(owner, first!.amount)) continue
        this.add(owner, first!.amount)
        this.#leave(owner, line, first!)
        granted.push(first!)
      }
    }
    for (const one of granted) one.granted()
  }

  #fits(owner: string, amount: number): boolean {
    return this.holds(owner) === 0 || this.allows(owner, amount)
  }

  #leave(owner: string, line: Set<Waiting>, one: Waiting): void {
    line.delete(one)
    if (line.size === 0 && this.#lines.get(owner) === line) this.#lines.delete(owner)
  }
}
