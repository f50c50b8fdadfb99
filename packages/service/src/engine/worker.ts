/** A worker is background work as one value; its steps and its record in the store are the same for all workers. */
import {
  contended,
  get,
  installation,
  modify,
  type Stale,
  type Storage,
  type Taken,
  type Unavailable
} from "@bottega/storage"
import { Clock, Effect } from "effect"
import { records } from "./records.ts"

/** Runs one step of a worker: something bounded that is committed by itself, and decided again after a conflict. */
export type Step = <A, E>(
  one: Effect.Effect<A, E, Storage>
) => Effect.Effect<A, Exclude<E, Stale | Taken> | Unavailable, Storage>

/** Work that nobody waits for. */
export interface Worker {
  readonly name: string
  /** Milliseconds from the end of one run to the beginning of the next, over all processes of a store. */
  readonly paceMs: number
  /**
   * One run, made of steps. A process may die between two of them, and the next run goes on from what is stored; so a run
   * finds in the store what is left to do. A run that finishes no step for minutes is interrupted.
   */
  readonly run: (step: Step) => Effect.Effect<unknown, unknown, Storage>
}

/** Runs a step, and then lets requests have their turn. */
export const stepped: Step = (one) => Effect.tap(contended(one), () => Effect.sleep("10 millis"))

/** The instant, in milliseconds, at which any process last finished a run of a worker. */
export const lastSuccess = (name: string): Effect.Effect<number | undefined, Unavailable, Storage> =>
  Effect.map(get(installation, records.workers, name, { latest: true }), (found) => found?.doc.at)

/** Records that a run was finished just now, and gives the instant. */
export const recordSuccess = Effect.fnUntraced(function* (name: string) {
  const at = yield* Clock.currentTimeMillis
  yield* modify(installation, records.workers, name, () => Effect.succeed({ name, at })).pipe(
    // The collection has no unique lookup.
    Effect.catchTag("Taken", Effect.die)
  )
  return at
})
