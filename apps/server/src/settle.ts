/** Runs effects of the service the cheap way: on this very turn where nothing needs to be waited for. */
import { Effect, type Exit } from "effect"

/** Runs an effect and calls back with its end, before returning where the effect does not wait. */
export const settle = <A, E>(effect: Effect.Effect<A, E>, then: (exit: Exit.Exit<A, E>) => void): void => {
  const fiber = Effect.runFork(effect)
  const exit = fiber.pollUnsafe()
  if (exit === undefined) fiber.addObserver(then)
  else then(exit)
}
