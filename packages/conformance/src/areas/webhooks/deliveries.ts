/** Deliveries: what receivers get of events, and what the operator sees of it and does with it. */
import { suite } from "../../surface.ts"
import { failures } from "./delivered/failures.ts"
import { receiverOf } from "./delivered/given.ts"
import { repeats } from "./delivered/repeats.ts"
import { seen } from "./delivered/seen.ts"

export const deliveries = suite("deliveries", (open) => {
  const given = receiverOf(open)
  seen(given)
  repeats(given)
  failures(given)
})
