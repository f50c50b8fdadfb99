/** The gift card that goes with a removed user. */
import { collections } from "@bottega/domain/areas"
import type { Customer } from "@bottega/domain/areas/customers"
import { Conflict } from "@bottega/domain/contract"
import { Effect } from "effect"
import { absent, type Change, remove } from "../../engine/change.ts"
import { get } from "../../engine/session.ts"

/** The removal of a user's empty gift card; without one, the guard that none is made meanwhile. Its ledger stays. */
export const giftCardOf = Effect.fnUntraced(function* ({ userUID }: Pick<Customer, "userUID">) {
  if (userUID === 0) return { writes: [] }
  const card = yield* get(collections.giftCards, userUID)
  if (card !== undefined && card.doc.amount > 0)
    return yield* new Conflict({
      message: `The user ${userUID} has a gift card with a balance of ${card.doc.amount}; unload it first.`
    })
  const gone: Pick<Change<unknown>, "writes" | "guards"> = card === undefined
    ? { writes: [], guards: [absent(collections.giftCards, "key", userUID)] }
    : { writes: [remove(collections.giftCards, card)] }
  return gone
})
