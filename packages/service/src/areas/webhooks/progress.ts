/** Collects what became of a work's targets from the lanes in which they are called. */
import type { Fated, Finished, Work } from "./work.ts"

/** Called once with a finished work, or with undefined if something of it could not be attempted. */
export type OnFinished = (finished: Finished | undefined) => void

/** The end of a lane; undefined if one of its targets could not be attempted. Only the first end counts. */
export type EndOfLane = (made: ReadonlyArray<Fated> | undefined) => void

/** A work in progress. */
export class Progress {
  readonly #work: Work
  readonly #onFinished: OnFinished
  readonly #made: Array<Fated> = []
  #isWhole = true
  #open = 0

  constructor(work: Work, onFinished: OnFinished) {
    this.#work = work
    this.#onFinished = onFinished
  }

  /** Adds a lane. All of them are added before the first one ends. */
  lane(): EndOfLane {
    this.#open++
    let isOpen = true
    return (made) => {
      if (!isOpen) return
      isOpen = false
      this.#open--
      if (made === undefined) this.#isWhole = false
      else this.#made.push(...made)
      if (this.#open === 0) this.#onFinished(this.#isWhole ? { work: this.#work, targets: this.#made } : undefined)
    }
  }
}
