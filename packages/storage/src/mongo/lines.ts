/** Lends a few numbered places of each name, each to one at a time; whoever finds none free waits for one in line. */
interface Line {
  readonly free: Array<number>
  readonly waiting: Array<(place: number) => void>
}

/** Lines by name; a line is there while a place of it is lent. */
export class Lines {
  readonly #width: number
  readonly #lines = new Map<string, Line>()

  /** Each name has `width` places. */
  constructor(width: number) {
    this.#width = width
  }

  /** Runs work that has a place of each name. They are taken in one order by all, so that no two wait for each other. */
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

  /** Processes that begin with different places seldom meet. */
  #shuffled(): Array<number> {
    const begin = Math.floor(Math.random() * this.#width)
    return Array.from({ length: this.#width }, (_, index) => (begin + index) % this.#width)
  }
}
