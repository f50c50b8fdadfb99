/** The parts of a run that go on by themselves, beside its loop. */
import type { Storage } from "@bottega/storage"
import { Cause, type Context, Effect, Fiber } from "effect"

/** An effect that uses the store; a failure leaves its work in the store, where it is found again. */
export type Part = Effect.Effect<void, unknown, Storage>

/** The parts of one run. They have the clock and the store of the run. */
export class Parts {
  readonly #fibers = new Set<Fiber.Fiber<unknown, unknown>>()
  #context: Context.Context<Storage> | undefined

  /** Takes the context of the run; nothing begins before. */
  get begun(): Effect.Effect<void, never, Storage> {
    return Effect.map(Effect.context<Storage>(), (context) => void (this.#context = context))
  }

  /** Begins a part. */
  run(part: Part): void {
    const fiber = Effect.runForkWith(this.#context!)(quietly(part))
    this.#fibers.add(fiber)
    fiber.addObserver(() => void this.#fibers.delete(fiber))
  }

  /** Begins a part that goes on when the run ends. */
  detach(part: Effect.Effect<void, never, Storage>): void {
    Effect.runForkWith(this.#context!)(part)
  }

  /** Ends the parts in progress. */
  get end(): Effect.Effect<void> {
    return Effect.suspend(() => Fiber.interruptAll([...this.#fibers]))
  }
}

/** Logs a failure. */
export const quietly = <E>(part: Effect.Effect<void, E, Storage>): Effect.Effect<void, never, Storage> =>
  Effect.catchCause(part, (cause) => (Cause.hasInterrupts(cause) ? Effect.void : Effect.logWarning(cause)))
