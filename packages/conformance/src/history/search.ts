/** Searches for a history on which stores and the model differ, shortens it, and says how to replay it. */
import fc from "fast-check"
import { Difference, lineOf, replay } from "./replay.ts"
import type { TestedStore } from "./shop.ts"
import { type History, histories } from "./steps.ts"

/** How many runs to make, or the single history to replay: the text that a failure printed. */
export interface Search {
  readonly runs: number
  readonly again?: string | undefined
}

/** Throws a short history if there is one, with a line for each of its steps. */
export const search = async (all: ReadonlyArray<TestedStore>, { again, runs }: Search): Promise<void> => {
  const [seed, path, named] = again?.split(" ") ?? []
  const kept = named?.split(",").map(Number)
  const property = fc.asyncProperty(histories, (history) => replay(partOf(history, kept ?? placesOf(history)), all))
  const found = await fc.check(property, {
    numRuns: runs,
    endOnFailure: true,
    ...(seed === undefined ? {} : { seed: Number(seed) }),
    ...(path === undefined ? {} : { path })
  })
  if (!found.failed) return
  const [history] = found.counterexample!
  const first = failureOf(kept ?? placesOf(history), found.errorInstance)
  const failure = kept === undefined ? await shortened(history, first, all) : first
  throw new Error(messageOf(history, failure, `${found.seed} ${found.counterexamplePath}`), { cause: failure.error })
}

/** The places of the steps of a history that are enough for two answers to differ, and how they do. */
interface Failure {
  readonly places: ReadonlyArray<number>
  readonly error: unknown
}

const placesOf = ({ steps }: History): ReadonlyArray<number> => steps.map((_, place) => place)

const partOf = ({ setup, steps }: History, places: ReadonlyArray<number>): History => ({
  setup,
  steps: places.map((place) => steps[place]!)
})

/** Steps after a difference have no part in it. */
const failureOf = (places: ReadonlyArray<number>, error: unknown): Failure => ({
  places: error instanceof Difference ? places.slice(0, error.steps) : places,
  error
})

/**
 * Leaves out steps while answers still differ: halves of them, quarters, at last each. fast-check would also try smaller values in
 * each step, of which there are few: that takes a hundred times as many replays and leaves more steps.
 */
const shortened = async (history: History, found: Failure, all: ReadonlyArray<TestedStore>): Promise<Failure> => {
  let best = found
  const without = async (from: number, size: number) => {
    const places = best.places.toSpliced(from, size)
    const failure = await replay(partOf(history, places), all).then(
      () => undefined,
      (error: unknown) => failureOf(places, error)
    )
    best = failure ?? best
  }
  for (let size = found.places.length >> 1; size > 0; size >>= 1)
    for (let from = found.places.length - size; from > -size; from -= size)
      if (from < best.places.length) await without(Math.max(0, from), Math.min(size, size + from))
  return best
}

const messageOf = (history: History, { error, places }: Failure, found: string): string => {
  const { setup, steps } = partOf(history, places)
  return [
    `A shop with ${JSON.stringify(setup)} is answered otherwise after`,
    ...steps.map((step, at) => `  ${at + 1}. ${lineOf(step)}`),
    String(error instanceof Error ? error.message : error),
    `Replay: HISTORY="${found} ${places.join()}" npm test -- packages/conformance/test/history`
  ].join("\n")
}
