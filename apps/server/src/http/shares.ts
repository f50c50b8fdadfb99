/**
 * Shares: how much of a bounded resource each owner may hold, so that none can hold all of it. An owner may take more if its new
 * total is not larger than what is then free. A single owner gets half of the total, n greedy owners leave 1/(n + 1) of it, and a
 * newcomer always has room. Queues in network switches are bounded by the same rule (Choudhury and Hahne, "Dynamic queue length
 * thresholds").
 */
export class Shares {
  readonly total: number
  readonly #held = new Map<string, number>()
  #taken = 0
  #refused = 0

  constructor(total: number) {
    this.total = total
  }

  /** The sum that all owners hold. */
  get taken(): number {
    return this.#taken
  }

  /** How often an owner was refused. */
  get refused(): number {
    return this.#refused
  }

  /** The amount that an owner holds. */
  holds(owner: string): number {
    return this.#held.get(owner) ?? 0
  }

  /** Whether an owner may take this much more. */
  hasRoom(owner: string, amount = 1): boolean {
    return this.holds(owner) + amount <= this.total - this.#taken
  }

  /** The same; counts a refusal. */
  allows(owner: string, amount = 1): boolean {
    return this.#fits(this.holds(owner), amount)
  }

  /** Takes this much for an owner if it may; returns whether it did. */
  take(owner: string, amount = 1): boolean {
    const held = this.holds(owner)
    if (!this.#fits(held, amount)) return false
    this.#taken += amount
    this.#held.set(owner, held + amount)
    return true
  }

  /** Takes this much for an owner, whether or not it may. */
  add(owner: string, amount: number): void {
    const held = this.holds(owner) + amount
    this.#taken += amount
    // Owners that hold nothing are forgotten, because there may be any number of them.
    if (held === 0) this.#held.delete(owner)
    else this.#held.set(owner, held)
  }

  /** Releases this much of an owner. */
  give(owner: string, amount = 1): void {
    this.add(owner, -amount)
  }
  #fits(held: number, amount: number): boolean {
    if (held + amount <= this.total - this.#taken) return true
    this.#refused++
    return false
  }
}
