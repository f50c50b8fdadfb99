/** The payment authorization that goes with a revoked key set. */
import { collections } from "@bottega/domain/areas"
import { isOver, type KeySet } from "@bottega/domain/areas/keys"
import { stored } from "@bottega/storage"
import { Effect } from "effect"
import { absent, type Change, remove } from "../../engine/change.ts"
import { Operator } from "../../engine/session.ts"

const { payments } = collections

/**
 * The removal of the authorization of a key set of which no pair is valid any more; without one, the guard that none is
 * made meanwhile. Nothing while a pair is valid.
 */
export const authorizationOf = Effect.fnUntraced(function* (set: KeySet) {
  const { now, within } = yield* Operator
  const { id, shop } = set
  if (!isOver(set, Math.floor(now / 1000))) return { writes: [] }
  const [row] = yield* within(shop)(payments, { where: [{ on: "keySet", eq: id }], limit: 1 })
  const gone: Pick<Change<unknown>, "writes" | "guards"> = row === undefined
    ? { writes: [], guards: [absent(payments, "keySet", id, shop)] }
    : { writes: [remove(payments, stored(payments, row), shop)] }
  return gone
})
