/**
 * Shares reads between callers with the same query. A caller never joins a read in progress, which may have begun before
 * the write that the caller must see. Callers wait until it has ended, and share the next one, which begins after all of
 * them asked.
 */

/** Reads by name; a name is kept while a read of it is in progress. */
export class SharedReads<A> {
  readonly #reads = new Map<string, ReadInProgress<A>>()

  /** The number of names with a read in progress. */
  get size(): number {
    return this.#reads.size
  }

  /** The result, or the failure, of a read of that name that begins after this call. */
  read(name: string, begin: () => Promise<A>): Promise<A> {
    const current = this.#reads.get(name)
    if (current === undefined) return this.#begin(name, begin)
    current.next ??= current.ended.then(() => this.#begin(name, begin))
    return current.next
  }

  #begin(name: string, begin: () => Promise<A>): Promise<A> {
    const read = begin()
    const current: ReadInProgress<A> = { ended: read.then(nothing, nothing) }
    this.#reads.set(name, current)
    void current.ended.then(() => {
      if (current.next === undefined) this.#reads.delete(name)
    })
    return read
  }
}

interface ReadInProgress<A> {
  /** Resolves when the read has succeeded or failed. */
  readonly ended: Promise<void>
  /** The read that begins then, if a caller waits for it. */
  next?: Promise<A>
}

const nothing = (): void => {}

/** A text that two values of plain data share if they are equal, numbers without a JSON form included. */
export const nameOf = (question: unknown): string => JSON.stringify(question, exact)

const exact = (_: string, value: unknown): unknown =>
  typeof value === "number" && !Number.isFinite(value) ? { number: String(value) } : value
