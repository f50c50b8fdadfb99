/**
 * Shares: how much of something bounded each owner may hold, so that none can hold all of it. An owner may take what, with
 * all that it holds, is not more than what is free. One alone gets half of the total, n greedy owners leave 1/(n + 1) of it,
 * and a newcomer always has room. Queues in network switches are bounded by the same rule (Choudhury and Hahne, "Dynamic
 * queue length thresholds").
 */
export class Shares {
  readonly total: number
  readonly #held = new Map<string, number>()
  #taken = 0
  #refused = 0

  constructor(total: number) {
    this.total = total
  }

  /** What all owners hold. */
  get taken(): number {
    return this.#taken
  }

  /** How often an owner was refused. */
  get refused(): number {
    return this.#refused
  }

  /** Whether an owner may take so much more; counts where it may not. */
  allows(owner: string, amount = 1): boolean {
    return this.#fits(this.#held.get(owner) ?? 0, amount)
  }

  /** Takes so much for an owner where it may, and says whether it did. */
  take(owner: string, amount = 1): boolean {
    const held = this.#held.get(owner) ?? 0
    if (!this.#fits(held, amount)) return false
    this.#taken += amount
    this.#held.set(owner, held + amount)
    return true
  }

  /** Counts what an owner holds already, whether or not it may. */
  add(owner: string, amount: number): void {
    const held = (this.#held.get(owner) ?? 0) + amount
    this.#taken += amount
    // Owners that hold nothing are forgotten, for there may be any number of them.
    if (held === 0) this.#held.delete(owner)
    else this.#held.set(owner, held)
  }

  /** Takes so much back from an owner. */
  give(owner: string, amount = 1): void {
    this.add(owner, -amount)
  }
  #fits(held: number, amount: number): boolean {
    if (held + amount <= this.total - this.#taken) return true
    this.#refused++
    return false
  }
}
