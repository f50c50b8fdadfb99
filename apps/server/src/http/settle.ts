/** Runs effects of the service at the lowest cost: within this turn, if they do not wait. */
import { Effect, type Exit } from "effect"

/** Runs an effect and calls back with its exit, before it returns if the effect does not wait. */
export const settle = <A, E>(effect: Effect.Effect<A, E>, then: (exit: Exit.Exit<A, E>) => void): void => {
  const fiber = Effect.runFork(effect)
  const exit = fiber.pollUnsafe()
  if (exit === undefined) fiber.addObserver(then)
  else then(exit)
}
