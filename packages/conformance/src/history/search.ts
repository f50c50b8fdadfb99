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
  const [seed, path] = again?.split(" ") ?? []
  const property = fc.asyncProperty(histories, (history) => replay(history, all))
  const found = await fc.check(property, {
    numRuns: runs,
    ...(seed === undefined ? {} : { seed: Number(seed) }),
    ...(path === undefined ? {} : { path, endOnFailure: true })
  })
  if (found.failed) throw new Error(messageOf(found), { cause: found.errorInstance })
}

const messageOf = ({ counterexample, counterexamplePath, errorInstance, seed }: fc.RunDetails<[History]>): string => {
  const [{ setup, steps }] = counterexample!
  const shown = errorInstance instanceof Difference ? errorInstance.steps : steps.length
  return [
    `A shop with ${JSON.stringify(setup)} is answered otherwise after`,
    ...steps.slice(0, shown).map((step, at) => `  ${at + 1}. ${lineOf(step)}`),
    String(errorInstance instanceof Error ? errorInstance.message : errorInstance),
    `Replay: HISTORY="${seed} ${counterexamplePath}" npm test -- packages/conformance/test/history`
  ].join("\n")
}
