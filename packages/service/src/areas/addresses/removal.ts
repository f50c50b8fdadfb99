/** The addresses that go with a removed user. */
import { collections } from "@bottega/domain/areas"
import type { Customer } from "@bottega/domain/areas/customers"
import { Effect } from "effect"
import { absent, type Change, remove } from "../../engine/change.ts"
import { get } from "../../engine/session.ts"

/** The removal of a user's addresses; without any, the guard that none is added meanwhile. */
export const addressesOf = Effect.fnUntraced(function* ({ userUID }: Pick<Customer, "userUID">) {
  if (userUID === 0) return { writes: [] }
  const book = yield* get(collections.addressBooks, userUID)
  const gone: Pick<Change<unknown>, "writes" | "guards"> = book === undefined
    ? { writes: [], guards: [absent(collections.addressBooks, "key", userUID)] }
    : { writes: [remove(collections.addressBooks, book)] }
  return gone
})
