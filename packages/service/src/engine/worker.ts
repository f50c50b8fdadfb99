/** Defines a worker: background work as one value. All workers run steps and record their runs in the same way. */
import {
  get,
  installation,
  modify,
  retryOnConflict,
  type Stale,
  type Storage,
  type Taken,
  type Unavailable
} from "@bottega/storage"
import { Clock, Effect } from "effect"
import { records } from "./records.ts"

/** Runs one step of a worker: a bounded piece of work with its own commit, retried after a conflict. */
export type Step = <A, E>(
  one: Effect.Effect<A, E, Storage>
) => Effect.Effect<A, Exclude<E, Stale | Taken> | Unavailable, Storage>

/** Background work, for which no caller waits. */
export interface Worker {
  readonly name: string
  /** The interval from the end of one run to the start of the next, over all processes of a store. */
  readonly paceMs: number
  /** Whether there is work, for a worker that mostly has none: without work no run begins, and nothing is written. */
  readonly pending?: Effect.Effect<boolean, Unavailable, Storage>
  /**
   * One run, made of steps. It finds its remaining work in the store, because a process may die between two steps. A run
   * that finishes no step for minutes is interrupted.
   */
  readonly run: (step: Step) => Effect.Effect<unknown, unknown, Storage>
}

/** Runs a step, then pauses so that requests run. */
export const stepped: Step = (one) => Effect.tap(retryOnConflict(one), () => Effect.sleep("10 millis"))

/** When any process last finished a run of a worker, in milliseconds. */
export const lastSuccess = (name: string): Effect.Effect<number | undefined, Unavailable, Storage> =>
  Effect.map(get(installation, records.workers, name, { latest: true }), (found) => found?.doc.at)

/** Records that a run has just finished, and gives the instant. */
export const recordSuccess = Effect.fnUntraced(function* (name: string) {
  const at = yield* Clock.currentTimeMillis
  yield* modify(installation, records.workers, name, () => Effect.succeed({ name, at })).pipe(
    // The collection has no unique lookup.
    Effect.catchTag("Taken", Effect.die)
  )
  return at
})
