/** Defines a worker: background work as one value. All workers run steps and record their runs in the same way. */
import {
  type Adapter,
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
import type { Notices } from "../commit/notices.ts"
import { records, type Worked } from "../records.ts"

/** Runs one step of a worker: a bounded piece of work with its own commit, retried after a conflict. */
export type Step = <A, E>(
  one: Effect.Effect<A, E, Storage>
) => Effect.Effect<A, Exclude<E, Stale | Taken> | Unavailable, Storage>

/** Background work, for which no caller waits. */
export interface Worker {
  readonly name: string
  /** The interval from the end of one run to the start of the next, over all processes of a store. */
  readonly paceMs: number
  /** True if every process runs it at the same time, without a lease: the worker itself divides its work among processes. */
  readonly everywhere?: true
  /** Whether there is work, for a worker that mostly has none: without work no run begins, and nothing is written. */
  readonly pending?: Effect.Effect<boolean, Unavailable, Storage>
  /** The commits of this process that make work; one of them begins a run at once, unless the last run failed. */
  readonly notices?: (storage: Adapter) => Notices
  /** What waits for the worker, for `/readyz` and `/metrics`. */
  readonly backlog?: Effect.Effect<Backlog, Unavailable, Storage>
  /**
   * One run, made of steps. It finds its remaining work in the store, because a process may die between two steps. A run
   * that finishes no step for minutes is interrupted. A run that goes on for long says with `success` when it has done
   * all there was, so that it does not count as late.
   */
  readonly run: (
    step: Step,
    success: Effect.Effect<unknown, Unavailable, Storage>
  ) => Effect.Effect<unknown, unknown, Storage>
}

/** What waits for a worker. */
export interface Backlog {
  /** How many wait, counted up to `maxCounted` of the contract. */
  readonly waiting: number
  /** When the oldest of them was made, in milliseconds. */
  readonly oldest: number | undefined
  /** Since when nothing gets on although something is due, in milliseconds; undefined while it does. */
  readonly standingSince: number | undefined
  /** How many of the servers that it sends to take nothing at present; only for a worker that sends to several. */
  readonly broken?: number
  /** How many have ended since this process began, by how they ended. */
  readonly ended: Readonly<Record<string, number>>
}

/** What waits for the workers that have a queue, by their names. */
export type Backlogs = Readonly<Record<string, Backlog>>

/** Runs a step, then pauses so that requests run. */
export const stepped: Step = (one) => Effect.tap(retryOnConflict(one), () => Effect.sleep("10 millis"))

/** When any process last finished a run of a worker, in milliseconds. */
export const lastSuccess = (name: string): Effect.Effect<number | undefined, Unavailable, Storage> =>
  Effect.map(get(installation, records.workers, name, { latest: true }), (found) => found?.doc.at ?? undefined)

/** Records that a run has just finished, and gives the instant. */
export const recordSuccess = Effect.fnUntraced(function* (name: string) {
  const at = yield* Clock.currentTimeMillis
  yield* recorded(name, { at })
  return at
})

/** Records that a run has just failed, and the kind of the failure. */
export const recordFailure = (name: string, reason: string): Effect.Effect<unknown, Unavailable, Storage> =>
  Effect.flatMap(Clock.currentTimeMillis, (at) => recorded(name, { failed: { at, reason } }))

const recorded = (name: string, more: Partial<Worked>) =>
  modify(installation, records.workers, name, (before) =>
    Effect.succeed({ ...(before ?? { name, at: null, failed: null }), ...more })
  ).pipe(
    // The collection has no unique lookup.
    Effect.catchTag("Taken", Effect.die)
  )
