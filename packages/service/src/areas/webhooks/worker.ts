/**
 * Delivers events to webhooks. Every process takes part; each has the shops of some buckets. A process without work has none, and
 * writes nothing.
 */
import { collections } from "@bottega/domain/areas"
import { eventQueue } from "@bottega/domain/contract"
import { installation, Storage } from "@bottega/storage"
import { Clock, Effect } from "effect"
import type { Worker } from "../../engine/background/worker.ts"
import { commitsTo } from "../../engine/commit/notices.ts"
import { serviceId } from "../../engine/ids.ts"
import { PrivateUrls } from "../../outbound/address.ts"
import { backlogOf } from "./backlog.ts"
import { disabled } from "./disabled.ts"
import { Dispatch } from "./dispatch.ts"
import { type DeliverySettings, defaultDelivery } from "./settings.ts"
import type { Disable } from "./settler.ts"

const { receivers } = collections

/** The name of the worker that delivers events. */
const name = "deliveries"

/** Whether anything waits that can be done now: an event that is pending, or a receiver that is due. */
const pending = Effect.gen(function* () {
  const { find } = yield* Storage
  if ((yield* find(installation, eventQueue, { limit: 1 })).length > 0) return true
  const where = [{ on: "due", lte: yield* Clock.currentTimeMillis }] as const
  // In their own order nothing has to be counted first.
  return (yield* find(installation, receivers, { where, sort: { by: "due" }, limit: 1 })).length > 0
})

/** How attempts ended in this process, and what its sweeper gave up because it was too old. */
export type DeliveryCounts = Record<"delivered" | "failed" | "given_up", number>
export const newCounts = (): DeliveryCounts => ({ delivered: 0, failed: 0, given_up: 0 })

/** The worker that delivers events. */
export const deliveriesWorker = (
  {
    allowPrivateUrls = false,
    deliveries
  }: {
    readonly allowPrivateUrls?: boolean | undefined
    readonly deliveries?: Partial<DeliverySettings> | undefined
  },
  counts: DeliveryCounts
): Worker => {
  const settings = { ...defaultDelivery, ...deliveries }
  return {
    name,
    paceMs: settings.lookMs,
    everywhere: true,
    pending,
    notices: (storage) => commitsTo(storage, eventQueue),
    backlog: backlogOf(counts),
    run: (step, success) =>
      Effect.gen(function* () {
        const disable: Disable = (...of) => Effect.asVoid(disabled(...of))
        const dispatch = new Dispatch({ id: yield* serviceId, settings, step, counts, disable })
        yield* Effect.provideService(dispatch.whole(success), PrivateUrls, allowPrivateUrls)
      })
  }
}
