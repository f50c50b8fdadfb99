/** When races have shown something: a race that the same side nearly always wins proves nothing. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Side } from "./referring.ts"

/** How often a side came first. */
export const won = (outcomes: ReadonlyArray<Side>, side: Side): number =>
  outcomes.filter((outcome) => outcome === side).length

const minWins = 30

/** Whether both sides came first often enough. */
export const areBothSeen = (outcomes: ReadonlyArray<Side>): boolean =>
  Math.min(won(outcomes, "made"), won(outcomes, "removed")) >= minWins

const maxTries = 10

/** Repeats races, each time on a fresh store, until they show something; on a busy machine one side may win for long. */
export const untilShown = Effect.fnUntraced(function* <E, R>(races: Effect.Effect<boolean, E, R>) {
  for (let tries = 1; !(yield* races); tries++) assert.isBelow(tries, maxTries, "the races show nothing")
})
