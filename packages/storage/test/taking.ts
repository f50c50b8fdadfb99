/** A buyer who takes one unit of a stock. */
import { Effect } from "effect"
import { modify } from "../src/derived.ts"
import { shop, things } from "./things.ts"

/** Takes one unit of the stock of thing 1, yielding between reading and writing. */
export const take = modify(shop, things, 1, (doc) =>
  Effect.andThen(
    Effect.yieldNow,
    doc!.stock > 0 ? Effect.succeed({ ...doc!, stock: doc!.stock - 1 }) : Effect.fail("sold out" as const)
  )
).pipe(
  Effect.as("taken" as const),
  Effect.catch((failure) => (failure === "sold out" ? Effect.succeed(failure) : Effect.die(failure)))
)
