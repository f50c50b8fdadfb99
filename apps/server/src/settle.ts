/** Runs effects of the service the cheap way: on this very turn where nothing needs to be waited for. */
import { type Context, Effect, type Exit } from "effect"

/** Runs an effect and calls back with its end, before returning where the effect does not wait. */
export type Settle = <A, E>(effect: Effect.Effect<A, E>, then: (exit: Exit.Exit<A, E>) => void) => void

/** Runs effects with a context. */
export const settleWith = (context: Context.Context<never>): Settle => {
  const fork = Effect.runForkWith(context)
  return (effect, then) => {
    const fiber = fork(effect)
    const exit = fiber.pollUnsafe()
    if (exit === undefined) fiber.addObserver(then)
    else then(exit)
  }
}
