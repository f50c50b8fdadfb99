/**
 * The stage of a handler before it decides: it runs once per call, within a deadline, and ends with the caller who waits for
 * it. See docs/decisions/0280.
 */
import { Overloaded, type Refusal } from "@bottega/domain/contract"
import { Applied, type Unavailable } from "@bottega/storage"
import { Effect, Option } from "effect"

/** How long a stage may take, and what ends it before. */
export interface Limits {
  readonly deadlineMs: number
  /** Ends once nobody waits for the answer any more. */
  readonly gone: Effect.Effect<void> | undefined
}

/** What a stage makes: the first run of this effect makes it, and every further run gives the same. A failure is not kept. */
export const preparedOnce = <A, R>(
  stage: Effect.Effect<A, Refusal | Unavailable, R>,
  { deadlineMs, gone }: Limits
): Effect.Effect<A, Refusal | Unavailable, R> => {
  let made = Option.none<A>()
  const timed = Effect.timeoutOrElse(stage, { duration: deadlineMs, orElse: () => tooSlow(deadlineMs) })
  const wanted = gone === undefined ? timed : Effect.raceFirst(timed, Effect.andThen(gone, Effect.interrupt))
  const kept = Effect.tap(wanted, (value) => Effect.sync(() => (made = Option.some(value))))
  // Inside the attempt that decides, but no part of its commit: what the stage itself commits is not the call's.
  const apart = Effect.provideService(kept, Applied, undefined)
  return Effect.suspend(() => (Option.isSome(made) ? Effect.succeed(made.value) : apart))
}

const tooSlow = (deadlineMs: number) =>
  Effect.fail(
    new Overloaded({
      message: `The preparation of the change took longer than ${deadlineMs} ms; nothing was changed.`,
      retryAfter: 5
    })
  )
