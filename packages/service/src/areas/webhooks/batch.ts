/** Gathers works that have ended, because a commit of many costs little more than one of a single work. */
import { Effect } from "effect"
import type { Finished } from "./work.ts"

/** The works of one commit, and how long they wait for others to end, in milliseconds. */
const maxWorks = 64
const gatherMs = 25

/** The works that have ended and are not committed yet. */
export class Batch {
  readonly #running: () => number
  readonly #finished: Array<Finished> = []
  #wake: () => void = () => {}

  /** `running` counts the works in progress, with those that have ended. */
  constructor(running: () => number) {
    this.#running = running
  }

  get size(): number {
    return this.#finished.length
  }

  add(finished: Finished): void {
    this.#finished.push(finished)
    if (this.#isFull) this.#wake()
  }

  /** The works of the next commit. Nobody waits for it, so what ends soon is in it, too. */
  get next(): Effect.Effect<ReadonlyArray<Finished>> {
    const taken = Effect.sync(() => this.#finished.splice(0, maxWorks))
    return Effect.suspend(() => (this.#isFull ? taken : Effect.andThen(this.#gathered, taken)))
  }

  /** Whether the next commit has as many works as it may, or all that are in progress. */
  get #isFull(): boolean {
    return this.#finished.length >= Math.min(maxWorks, this.#running())
  }

  get #gathered(): Effect.Effect<void> {
    return Effect.callback((resume) => {
      const timer = setTimeout(() => resume(Effect.void), gatherMs)
      this.#wake = () => {
        clearTimeout(timer)
        resume(Effect.void)
      }
      return Effect.sync(() => clearTimeout(timer))
    })
  }
}
