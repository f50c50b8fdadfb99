/** Makes the documents of deliveries that go on after the works that they were a part of. */
import { collections } from "@bottega/domain/areas"
import { type Delivery, deliveryId, isDelivered, laneOfDelivery } from "@bottega/domain/areas/webhooks"
import { retryDelayMs } from "@bottega/domain/contract"
import { get } from "@bottega/storage"
import { Effect } from "effect"
import { type GuardDraft, guard } from "../../engine/decide/change.ts"
import { lanesWithFirst } from "./plan.ts"
import type { Fated } from "./work.ts"

const { webhooks } = collections

/** How long a call that is in progress, or one that was not made, keeps its delivery from being attempted. */
export interface Delays {
  readonly lateMs: number
  readonly laterMs: number
}

/** The document of a delivery that goes on; undefined if it ended at once, or is parked. */
export const deliveryOf = (
  event: string,
  { event: happened, fate, n, webhook }: Fated,
  { chance, laterMs, lateMs, nowMs }: Delays & { readonly nowMs: number; readonly chance: number }
): Delivery | undefined => {
  const about = { type: happened.type, orderID: happened.orderID ?? null, version: happened.version ?? null }
  const of = { id: deliveryId(event, n, webhook.id), event, n, webhook: webhook.id, ...about }
  const blank: Delivery = {
    ...of,
    state: "pending",
    attempts: [],
    failures: 0,
    due: null,
    ts: Math.floor(nowMs / 1000)
  }
  switch (fate.is) {
    case "late":
      return { ...blank, due: nowMs + lateMs }
    case "later":
      return { ...blank, due: nowMs + laterMs }
    case "wait":
      return { ...blank, state: "waiting" }
    case "ended": {
      const { attempt, retryAfterMs = 0 } = fate.result
      if (isDelivered(attempt)) return undefined
      const due = nowMs + Math.max(retryDelayMs(1, chance)!, retryAfterMs)
      return { ...blank, attempts: [attempt], failures: 1, due }
    }
    default:
      return undefined
  }
}

/** The deliveries to webhooks that still exist, which the commit guards; and the webhooks that are gone. */
export const ofExisting = Effect.fnUntraced(function* (shop: string, made: ReadonlyArray<Delivery>) {
  const guards: Array<GuardDraft> = []
  const gone = new Set<string>()
  for (const id of new Set(made.map(({ webhook }) => webhook))) {
    const webhook = yield* get(shop, webhooks, id, { latest: true })
    if (webhook === undefined) gone.add(id)
    else guards.push(guard(webhooks, webhook))
  }
  return { guards, gone, deliveries: made.filter(({ webhook }) => !gone.has(webhook)) }
})

/** The same with the first of each lane pending: the one that a delivery was to wait behind may have ended meanwhile. */
export const inLanes = Effect.fnUntraced(function* (shop: string, made: ReadonlyArray<Delivery>, nowMs: number) {
  const waiting = made.flatMap((one) => (one.state === "waiting" ? (laneOfDelivery(one) ?? []) : []))
  if (waiting.length === 0) return made
  const closed = new Set(yield* lanesWithFirst(shop, [...new Set(waiting)], { latest: true }))
  return made.map((one): Delivery => {
    const lane = laneOfDelivery(one)
    const isFirst = one.state === "waiting" && (lane === undefined || !closed.has(lane))
    if (lane !== undefined) closed.add(lane)
    return isFirst ? { ...one, state: "pending", due: nowMs } : one
  })
})
