/**
 * Remembers for a moment which addresses names lead to: events come in bursts, and each call asks. What is remembered is judged
 * at each call like a new answer.
 */

/** What a name leads to. */
export type Addresses = ReadonlyArray<{ readonly address: string }>

/** Asks for the addresses of a name. */
export type Resolve = (name: string) => Promise<Addresses>

/** How long an answer is remembered, in milliseconds, and how many names are. */
const keptMs = 2000
const maxNames = 1000

interface Known {
  readonly addresses: Promise<Addresses>
  /** Until when it is remembered; those who ask meanwhile share a question that is not answered yet. */
  untilMs: number
}

/** The names that were asked for last. */
export class Names {
  readonly #ask: Resolve
  readonly #known = new Map<string, Known>()

  constructor(ask: Resolve) {
    this.#ask = ask
  }

  /** The addresses of a name, as they were at most two seconds ago by a clock that never goes back. A failure is not remembered. */
  of(name: string, nowMs: () => number): Promise<Addresses> {
    const known = this.#known.get(name)
    if (known !== undefined && nowMs() < known.untilMs) return known.addresses
    const asked: Known = { addresses: this.#ask(name), untilMs: Number.POSITIVE_INFINITY }
    this.#remember(name, asked)
    const answered = () => void (asked.untilMs = nowMs() + keptMs)
    const failed = () => {
      if (this.#known.get(name) === asked) this.#known.delete(name)
    }
    asked.addresses.then(answered, failed)
    return asked.addresses
  }

  /** The name that was asked for first is forgotten first. */
  #remember(name: string, asked: Known): void {
    this.#known.delete(name)
    if (this.#known.size >= maxNames) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(name, asked)
  }
}
