/** Records in a store what a maintenance command did last, for the status of the installation. */
import { collections } from "@bottega/domain/areas"
import type { LastRun } from "@bottega/domain/areas/installation"
import { installation, modify, type Storage, type Unavailable } from "@bottega/storage"
import { Clock, Effect } from "effect"

/** What a command did; the record adds the instant. */
export type Run = LastRun extends infer One ? (One extends LastRun ? Omit<One, "at"> : never) : never

/** Records a run that has just ended. */
export const recordRun = (run: Run): Effect.Effect<unknown, Unavailable, Storage> =>
  Effect.flatMap(Clock.currentTimeMillis, (at) =>
    modify(installation, collections.lastRuns, run.command, () => Effect.succeed({ ...run, at }))
  ).pipe(
    // The collection has no unique lookup.
    Effect.catchTag("Taken", Effect.die)
  )
