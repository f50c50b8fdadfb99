/**
 * Removes documents at the end of the retention that their collection declares, or folds them into fewer. It works in
 * small steps, so that requests run in between and an interrupted sweep loses nothing.
 */
import {
  type Collection,
  dayMs,
  type RetentionCounts,
  type RetentionDays,
  type RetentionPeriodsMs
} from "@bottega/domain/contract"
import { forgottenAfterMs, type Policies } from "@bottega/domain/throttle"
import { installation, type Storage, type Unavailable } from "@bottega/storage"
import { Cause, Clock, Effect } from "effect"
import { shops } from "../trusted.ts"
import { sweepCollection } from "./swept.ts"
import { type Step, stepped, type Worker } from "./worker.ts"

/** The retention periods of an installation. */
export interface Keeping {
  readonly keep: RetentionDays
  /** How many documents are kept at most. */
  readonly counts?: RetentionCounts
  readonly policies: Policies
  /** Called with how much work is given up with documents that were removed. */
  readonly onGivenUp?: (count: number) => void
}

/** Sweeps every ten minutes. */
export const sweeper = (keeping: Keeping, collections: ReadonlyArray<Collection>): Worker => ({
  name: "sweeper",
  paceMs: 600_000,
  run: (step) => sweep(keeping, collections, step)
})

/**
 * Sweeps every collection of the installation and of its shops. A collection that fails does not stop the others; at the
 * end the sweep fails with all their defects.
 */
export const sweep = (
  { counts = {}, keep, onGivenUp = () => {}, policies }: Keeping,
  collections: ReadonlyArray<Collection>,
  step: Step = stepped
): Effect.Effect<void, Unavailable, Storage> =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const periods = periodsOf(keep, policies)
    const owners = [installation, ...(yield* shops).map(({ id }) => id)]
    let defects: Cause.Cause<never> = Cause.empty
    for (const owner of owners)
      for (const collection of collections) {
        const { retention } = collection
        if (retention === undefined) continue
        const limits = { instant: now - retention.keep(periods), counts }
        const sweeping = sweepCollection(owner, collection, retention, limits, { step, onGivenUp })
        yield* Effect.catchDefect(sweeping, (defect) =>
          Effect.sync(() => void (defects = Cause.combine(defects, Cause.die(defect))))
        )
      }
    if (defects.reasons.length > 0) yield* Effect.failCause(defects)
  })

const periodsOf = ({ events, ledger, mail }: RetentionDays, policies: Policies): RetentionPeriodsMs => ({
  events: events * dayMs,
  ledger: ledger * dayMs,
  mail: mail * dayMs,
  // At least a day, because a server with other limits may have counted.
  counts: Math.max(dayMs, ...Object.values(policies).map(forgottenAfterMs))
})
