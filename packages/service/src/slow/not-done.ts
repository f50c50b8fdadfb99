/** Why a job of slow work was not done, and when it may be sent again. */
import { Data, Effect } from "effect"

/** A job was not done, for a reason that does not depend on its input. */
export class NotDone extends Data.TaggedError("NotDone")<{
  /**
   * `full`: its key set has too much waiting. `late`: it was ended at its deadline. `crashed`: its worker ended
   * unexpectedly, twice. `failed`: the worker could not start it. `closing`: the server is shutting down.
   */
  readonly reason: "full" | "late" | "crashed" | "failed" | "closing"
  /** Seconds. */
  readonly retryAfter: number
}> {}

/** The lane is closed. */
export const closing = Effect.fail(new NotDone({ reason: "closing", retryAfter: 5 }))
/** A job was ended at its deadline. */
export const late = new NotDone({ reason: "late", retryAfter: 10 })
/** The worker of a job ended unexpectedly, twice. */
export const crashed = new NotDone({ reason: "crashed", retryAfter: 5 })
/** A worker could not start the job. */
export const failed = new NotDone({ reason: "failed", retryAfter: 30 })
