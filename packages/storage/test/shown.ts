/** When races have shown something: a race that the same side nearly always wins proves nothing. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Side } from "./referring.ts"

/** How often a side came first. */
export const won = (outcomes: ReadonlyArray<Side>, side: Side): number =>
  outcomes.filter((outcome) => outcome === side).length

/** Whether each side came first in a tenth of the races at least. */
export const areBothSeen = (outcomes: ReadonlyArray<Side>): boolean => {
  const [made, removed] = [won(outcomes, "made"), won(outcomes, "removed")]
  return Math.min(made, removed) >= (made + removed) / 10
}

const maxTries = 10

/** Repeats races, each time on a fresh store, until they show something; on a busy machine one side may win for long. */
export const untilShown = Effect.fnUntraced(function* <E, R>(races: Effect.Effect<boolean, E, R>) {
  for (let tries = 1; !(yield* races); tries++) assert.isBelow(tries, maxTries, "the races show nothing")
})
