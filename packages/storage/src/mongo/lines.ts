/** Assigns a few numbered places per name, each to one user at a time; others wait in a queue for a free one. */
interface Line {
  readonly free: Array<number>
  readonly waiting: Array<(place: number) => void>
}

/** Queues by name; a queue exists while a place of that name is in use. */
export class SlotQueues {
  readonly #width: number
  readonly #lines = new Map<string, Line>()

  /** Each name has `width` places. */
  constructor(width: number) {
    this.#width = width
  }

  /** Runs work with one place of each name. All callers take the names in the same order, so no two deadlock. */
  async holding<A>(
    names: ReadonlyArray<string>,
    work: (places: ReadonlyMap<string, number>) => Promise<A>
  ): Promise<A> {
    const places = new Map<string, number>()
    try {
      for (const name of [...new Set(names)].sort()) places.set(name, await this.#take(name))
      return await work(places)
    } finally {
      for (const [name, place] of places) this.#give(name, place)
    }
  }

  async #take(name: string): Promise<number> {
    const line = this.#lines.get(name) ?? { free: this.#shuffled(), waiting: [] }
    this.#lines.set(name, line)
    return line.free.pop() ?? new Promise((resolve) => line.waiting.push(resolve))
  }

  #give(name: string, place: number): void {
    const line = this.#lines.get(name)!
    const next = line.waiting.shift()
    if (next !== undefined) next(place)
    else if (line.free.push(place) === this.#width) this.#lines.delete(name)
  }

  /** Processes that try places in different orders seldom conflict. */
  #shuffled(): Array<number> {
    const begin = Math.floor(Math.random() * this.#width)
    return Array.from({ length: this.#width }, (_, index) => (begin + index) % this.#width)
  }
}
