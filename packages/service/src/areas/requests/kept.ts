/** Finds requests that are kept, and forgets what was sent and answered. */
import { NotFound } from "@bottega/domain/contract"
import { Effect } from "effect"
import { Operator } from "../../engine/decide/session.ts"
import { machineClock } from "../../machine-clock.ts"
import { shopOf } from "../shops.ts"

/** A request of a shop. */
export const keptOf = Effect.fnUntraced(function* ({
  requestId,
  shop
}: {
  readonly requestId: string
  readonly shop: string
}) {
  const { marks, ring } = yield* Operator
  yield* shopOf(shop)
  const found = [...ring.all()].find(({ request }) => request.requestId === requestId && request.shop === shop)
  if (found === undefined)
    return yield* new NotFound({ message: "The server has no such request of the shop, or no longer keeps it." })
  // The erasure may have been made by another process.
  ring.forget(shop, yield* marks(shop).read(erasedUpTo))
  return found
})

/** The mark of a shop's last erasure of a person, in milliseconds of the machine's clock: one that was moved may return. */
export const erasedUpTo = "requests erased up to"

/**
 * Notes for all processes, before the erasure of a person is committed, that what was sent to the shop and answered is to be
 * forgotten. The mark is a minute ahead: until the commit, and in what was read before it, answers still show the person, and the
 * clocks of processes differ.
 */
export const erasureNoted = (shop: string) =>
  Operator.use(({ marks }) => marks(shop).raise(erasedUpTo, () => machineClock.currentTimeMillisUnsafe() + aheadMs))
const aheadMs = 60_000

/** Forgets it in this process; the others do so before they show a request. */
export const forgotten = (shop: string) =>
  Operator.useSync(({ ring }) => Effect.sync(() => ring.forget(shop, Number.POSITIVE_INFINITY)))
