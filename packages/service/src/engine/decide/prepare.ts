/**
 * The stage of a handler before it decides: it runs once per call, within a deadline, and is interrupted when the caller
 * leaves. See docs/decisions/0003.
 */
import { Overloaded, type Refusal } from "@bottega/domain/contract"
import { OnApplied, type Unavailable } from "@bottega/storage"
import { Effect, Option } from "effect"

/** The deadline of a stage, and what ends it earlier. */
export interface Limits {
  readonly deadlineMs: number
  /** Ends when the caller has left. */
  readonly gone: Effect.Effect<void> | undefined
}

/** The value of a stage: the first run of this effect makes it, every later run returns it. A failure is not kept. */
export const preparedOnce = <A, R>(
  stage: Effect.Effect<A, Refusal | Unavailable, R>,
  { deadlineMs, gone }: Limits
): Effect.Effect<A, Refusal | Unavailable, R> => {
  let made = Option.none<A>()
  const timed = Effect.timeoutOrElse(stage, { duration: deadlineMs, orElse: () => tooSlow(deadlineMs) })
  const wanted = gone === undefined ? timed : Effect.raceFirst(timed, Effect.andThen(gone, Effect.interrupt))
  const kept = Effect.tap(wanted, (value) => Effect.sync(() => (made = Option.some(value))))
  // The stage runs inside the attempt that decides, but its own commits are not part of the call's commit.
  const apart = Effect.provideService(kept, OnApplied, undefined)
  return Effect.suspend(() => (Option.isSome(made) ? Effect.succeed(made.value) : apart))
}

/** An answer from outside, or `late` after the deadline; interrupted when the caller leaves. */
export const askedInTime = <A, R>(ask: Effect.Effect<A, never, R>, late: () => A, { deadlineMs, gone }: Limits) => {
  const timed = Effect.timeoutOrElse(ask, { duration: deadlineMs, orElse: () => Effect.sync(late) })
  return gone === undefined ? timed : Effect.raceFirst(timed, Effect.andThen(gone, Effect.interrupt))
}

const tooSlow = (deadlineMs: number) =>
  Effect.fail(
    new Overloaded({
      message: `The preparation of the change took longer than ${deadlineMs} ms; nothing was changed.`,
      retryAfter: 5
    })
  )
