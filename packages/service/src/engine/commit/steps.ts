/**
 * Runs changes that are made in steps, one step of the process at a time. However many such changes there are, they take
 * no more of the event loop than one. See docs/decisions/0345.
 */
import { Overloaded } from "@bottega/domain/contract"
import { Locks, retryOnConflict, type Stale, type Storage, type Taken, type Unavailable } from "@bottega/storage"
import { Clock, Effect } from "effect"

/** The steps of all calls of a service. */
export class StepQueue {
  readonly #locks = new Locks()
  #closed = false

  /** Runs an attempt, with retries, until it answers; `undefined` says that a step is done and another one is needed. */
  readonly run = <A, E, R>(attempt: Effect.Effect<A | undefined, E, R>) => {
    const one = this.#turn(retryOnConflict(attempt))
    return Effect.gen(function* () {
      for (;;) {
        const answer = yield* one
        if (answer !== undefined) return answer
      }
    }) as Effect.Effect<A, Exclude<E, Stale | Taken> | Overloaded | Unavailable, R | Storage>
  }

  /** Waits until the step in progress is committed; every later step is refused. */
  readonly close: Effect.Effect<void> = Effect.suspend(() => {
    this.#closed = true
    return this.#locks.holding(
      line,
      (wait) => wait,
      () => Effect.void
    )
  })

  /** Waits for its turn, and pauses afterwards. */
  #turn<A, E, R>(step: Effect.Effect<A, E, R>): Effect.Effect<A, E | Overloaded, R> {
    const open = Effect.suspend((): Effect.Effect<A, E | Overloaded, R> => (this.#closed ? stopping : spaced(step)))
    return this.#locks.holding(
      line,
      (wait) => wait,
      () => open
    )
  }
}

const line = ["step"]

/** Runs a step, and then lets other calls run for as long as it took: they have at least half of the event loop. */
const spaced = Effect.fnUntraced(function* <A, E, R>(step: Effect.Effect<A, E, R>) {
  const begun = yield* Clock.monotonicTimeNanos
  const answer = yield* step
  const tookMs = Number((yield* Clock.monotonicTimeNanos) - begun) / 1e6
  // A step that waited for a conflict or a slow store did not use the loop for that long.
  yield* Effect.sleep(Math.min(tookMs, maxPauseMs))
  return answer
})

const maxPauseMs = 20

const stopping = Effect.fail(
  new Overloaded({
    message:
      "The server is shutting down; a part of the change may have been made. Send the request again to complete it.",
    retryAfter: 5
  })
)
