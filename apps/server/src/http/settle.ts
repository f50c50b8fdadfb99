/** Runs effects of the service with little overhead: within this turn, if they do not wait. */
import { Effect, Exit } from "effect"

/** Runs an effect and calls back with its exit, before it returns if the effect does not wait. */
export const settle = <A, E>(effect: Effect.Effect<A, E>, then: (exit: Exit.Exit<A, E>) => void): void => {
  // An effect that has its result already needs no fiber.
  if (Exit.isExit(effect)) then(effect as Exit.Exit<A, E>)
  else {
    const fiber = Effect.runFork(effect)
    const exit = fiber.pollUnsafe()
    if (exit === undefined) fiber.addObserver(then)
    else then(exit)
  }
}
