/** The worker that keeps the sums of orders by day, of all shops in turn. */
import { collections } from "@bottega/domain/areas"
import type { Shop } from "@bottega/domain/areas/shops"
import { outbox } from "@bottega/domain/contract"
import { type Adapter, Storage } from "@bottega/storage"
import { Effect } from "effect"
import { monotonicMs } from "../../../engine/background/shares.ts"
import type { Step, Worker } from "../../../engine/background/worker.ts"
import { shops } from "../../../engine/trusted.ts"
import { KnownSeconds } from "./seconds.ts"
import { isBehind, stepOf } from "./step.ts"

/**
 * Follows the orders of each shop every five seconds, and less often where that would take more than a twentieth of the time: each run
 * reads the orders that changed, and looks at each shop. A commit of an order does nothing for it. Where the store can tell that nothing has
 * changed since a look that found nothing to do, it is not asked again.
 */
export const orderDaysWorker = (): Worker => {
  let notBeforeMs = Number.NEGATIVE_INFINITY
  let settled: string | undefined
  const known = new KnownSeconds()
  return {
    name: "order days",
    paceMs: 5000,
    pending: Storage.useSync((storage) => settled === undefined || revisionsOf(storage) !== settled),
    run: Effect.fnUntraced(function* (step) {
      const begunMs = yield* monotonicMs
      if (begunMs < notBeforeMs) return
      const seen = revisionsOf(yield* Storage)
      const isBehind = yield* summed(yield* shops, step, known)
      settled = isBehind ? undefined : seen
      const endedMs = yield* monotonicMs
      notBeforeMs = endedMs + restPerWork * (endedMs - begunMs)
    })
  }
}

const { orderDays, orderDaysProgress, orders, removedOrders } = collections

/** What a look reads. */
const looked = [collections.shops, orders, orderDays, orderDaysProgress, removedOrders, outbox]

/** The state of all that a look reads; `undefined` if the store cannot tell. */
const revisionsOf = ({ revision }: Adapter): string | undefined => revision && looked.map(revision).join()

/** How long a run's process rests after it, as a multiple of the time that it took. */
const restPerWork = 19

/**
 * Sums what is there at the beginning, a step of each shop in turn, and says whether there was anything to do. What changes meanwhile
 * waits for the next run.
 */
const summed = Effect.fnUntraced(function* (shops: ReadonlyArray<Shop>, step: Step, known: KnownSeconds) {
  const { find } = yield* Storage
  const behind: Array<Shop> = []
  // Most shops have nothing new, and no step pauses for them.
  for (const shop of shops)
    if (yield* isBehind(shop, (collection, query) => find(shop.id, collection, query))) behind.push(shop)
  for (let left = behind; left.length > 0; ) {
    const next: Array<Shop> = []
    for (const shop of left) if (yield* step(stepOf(shop, known))) next.push(shop)
    left = next
  }
  return behind.length > 0
})
