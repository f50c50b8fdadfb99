/**
 * Bounds how many calls of one key set read at once, because what they have read is in memory, and each delays the
 * others. Further calls wait in the order of their arrival.
 */
import { type Calling, type Owner, turns } from "@bottega/storage"
import { Effect } from "effect"

/** Calls of one key set that read at once. */
export const maxReading = 32

interface Line {
  reading: number
  readonly waiting: Set<() => void>
}

/** The reads of a service. */
export class Reading {
  readonly #lines = new Map<string, Line>()

  /** The number of owners that read. */
  get owners(): number {
    return this.#lines.size
  }

  /** Reads at once, or once fewer calls of its owner read; a caller that leaves while it waits interrupts it. */
  within<A, E>(
    calling: Calling,
    gone: Effect.Effect<void> | undefined,
    read: Effect.Effect<A, E>
  ): Effect.Effect<A, E> {
    return Effect.suspend(() => {
      const name = nameOf(calling.owner)
      const line = this.#lines.get(name) ?? { reading: 0, waiting: new Set() }
      this.#lines.set(name, line)
      if (line.reading < maxReading) {
        line.reading++
        return Effect.ensuring(
          read,
          Effect.sync(() => this.#leave(name, line))
        )
      }
      return this.#later(name, line, { calling, gone, read })
    })
  }

  #later<A, E>(name: string, line: Line, { calling, gone, read }: Later<A, E>): Effect.Effect<A, E> {
    let has = false
    let leave = () => {}
    const turn = Effect.callback<void>((resume) => {
      const begin = () => {
        has = true
        // In a later turn, because this one may already have ended many reads.
        leave = turns.wait(calling, () => resume(Effect.void))
      }
      line.waiting.add(begin)
      leave = () => void line.waiting.delete(begin)
    })
    const ready = gone === undefined ? turn : Effect.raceFirst(turn, Effect.andThen(gone, Effect.interrupt))
    return Effect.ensuring(
      Effect.andThen(ready, read),
      Effect.sync(() => {
        leave()
        if (has) this.#leave(name, line)
      })
    )
  }

  /** Hands the place of a read that has ended to the next. */
  #leave(name: string, line: Line): void {
    const [next] = line.waiting
    if (next !== undefined) {
      line.waiting.delete(next)
      next()
    } else if (--line.reading === 0) this.#lines.delete(name)
  }
}

interface Later<A, E> {
  readonly calling: Calling
  readonly gone: Effect.Effect<void> | undefined
  readonly read: Effect.Effect<A, E>
}

const nameOf = ({ keySet, shop }: Owner): string => `${shop}/${keySet}`
