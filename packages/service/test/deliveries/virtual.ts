/** A process that sends again what waits for one receiver, by a virtual clock: no call takes real time. */
import { collections } from "@bottega/domain/areas"
import {
  type AttemptResult,
  type Delivery,
  deliveryId,
  hooksOf,
  type Receiver,
  soundReceiver,
  type Webhook
} from "@bottega/domain/areas/webhooks"
import { type Outgoing, outbox } from "@bottega/domain/contract"
import { all, get, installation, Storage } from "@bottega/storage"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Groups } from "../../src/areas/webhooks/groups.ts"
import { Recoveries } from "../../src/areas/webhooks/recoveries.ts"
import type { Sending } from "../../src/areas/webhooks/sending.ts"
import { Settler } from "../../src/areas/webhooks/settler.ts"
import type { Fate, Target } from "../../src/areas/webhooks/work.ts"
import { Works } from "../../src/areas/webhooks/works.ts"
import { defaultBeats, Shares } from "../../src/engine/background/shares.ts"
import { insert, writeOf } from "../../src/engine/decide/change.ts"
import { open } from "../maintenance/given.ts"

export const shop = "5f0c3a2b9e1d4c6a8b7f0123"
const id = "a".repeat(24)
export const webhook: Webhook = {
  ...{ id, type: 100, url: "https://example.com/", name: "hook", format: "json", state: "active", resumed: null },
  ...{ instance: "b".repeat(24), keysEnd: null, secrets: [], created: 1 }
}

const numbered = (order: number) => `1_${String(1_000_000_000_000 + order)}`
export const eventOf = (order: number, version: number): Outgoing => ({
  ...{ id: `${String(version).padStart(14, "0")}-${order}`, at: 1, instance: webhook.instance, requestId: "r" },
  events: [{ type: 100, orderID: numbered(order), status: version, version, data: {} }]
})
const deliveryOf = (order: number, version: number): Delivery => {
  const event = eventOf(order, version).id
  const state = version === 1 ? ({ state: "pending", due: 1 } as const) : ({ state: "waiting", due: null } as const)
  return {
    ...{ id: deliveryId(event, 0, id), event, n: 0, webhook: id, type: 100, orderID: numbered(order), version },
    ...{ ...state, attempts: [], failures: 0, ts: 1 }
  }
}

/** What waits: orders with so many changes each, of which the first ones have deliveries of their own and the others are parked. */
export interface Waiting {
  readonly orders: number
  readonly changes: number
  readonly open: number
  readonly receiver?: Partial<Receiver>
}

/** How a call for an order ends, by the number of its earlier calls. */
export type Answering = (order: number, before: number) => { readonly ms: number; readonly isOk: boolean }

const draftsOf = ({ changes, open: ofOwn, orders, receiver = {} }: Waiting) => {
  const chains = Array.from({ length: orders }, (_, order) =>
    Array.from({ length: changes }, (_, at) => [order, at + 1] as const)
  )
  const isOpen = (version: number) => version <= ofOwn
  const known = { ...soundReceiver(id, shop), open: orders * ofOwn, hasParked: ofOwn < changes, due: 1, ...receiver }
  return [
    insert(collections.webhooks, webhook),
    insert(collections.hooks, hooksOf([webhook])),
    insert(collections.receivers, known, installation),
    ...chains.flat().flatMap(([order, version]) => {
      const parked = isOpen(version) ? {} : { parked: [{ n: 0, webhook: id }] }
      const event = insert(outbox, { ...eventOf(order, version), ...parked })
      return isOpen(version) ? [event, insert(collections.deliveries, deliveryOf(order, version))] : [event]
    })
  ]
}

/** Turns of the event loop: on a slow machine, what reads the store may wait for a further one each time. */
const turns = Effect.promise(async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
})

/** What a process did within a time, and what was left. */
export const after = async (forMs: number, waiting: Waiting, answering: Answering) => {
  const store = open("memory")
  const lanes = new Map<number, Array<number>>()
  const calls = { atOnce: 0, maxAtOnce: 0, commits: 0, delivered: 0, lastMs: 0 }
  const called = (orderID: string | null | undefined, status: number | null | undefined) =>
    Effect.gen(function* () {
      const order = Number(orderID!.slice(2)) - 1_000_000_000_000
      const before = lanes.get(order) ?? []
      lanes.set(order, [...before, status!])
      const { isOk, ms } = answering(order, before.length)
      calls.maxAtOnce = Math.max(calls.maxAtOnce, ++calls.atOnce)
      yield* Effect.sleep(ms)
      calls.atOnce--
      const nowMs = yield* Clock.currentTimeMillis
      if (isOk) [calls.delivered, calls.lastMs] = [calls.delivered + 1, nowMs]
      const answer = isOk ? { status: 200, error: null } : { status: null, error: "No answer." }
      return { url: "", attempt: { ...answer, ts: Math.floor(nowMs / 1000), ms, answer: null } } as AttemptResult
    })
  const run = Effect.gen(function* () {
    yield* TestClock.adjust(1_000_000)
    const beganMs = yield* Clock.currentTimeMillis
    const drafts = draftsOf(waiting).map((draft) => writeOf(shop, draft))
    yield* Effect.promise(() => store.run(Storage.use((one) => one.commit(drafts))))
    const shares = new Shares("process", defaultBeats, () => false)
    const beating = yield* Effect.forkChild(shares.beat)
    while (beating.pollUnsafe() === undefined) {
      yield* TestClock.adjust(100)
      yield* turns
    }
    yield* Fiber.join(beating)
    const { groups, recoveries } = yield* processOf(shares, called, () => void calls.commits++)
    for (let ms = 0; ms < forMs; ms += 50) {
      // A heartbeat, without which a process may not send.
      if (ms % 2000 === 0) yield* Effect.forkDetach(Effect.ignore(shares.beat))
      for (const one of yield* recoveries.due(shares.held)) yield* recoveries.run(one.shop, one.id)
      yield* groups.begin(() => true)
      yield* TestClock.adjust(50)
      yield* turns
    }
    const deliveries = (yield* all(shop, collections.deliveries)).map(({ doc }) => doc)
    const parked = (yield* all(shop, outbox)).filter(({ doc }) => doc.parked !== undefined).length
    const receiver = (yield* get(installation, collections.receivers, id))?.doc
    return { ...calls, tookMs: calls.lastMs - beganMs, lanes, deliveries, parked, receiver }
  })
  const storage = await store.run(Effect.map(Storage, (one) => one))
  // A commit takes a time, in which other calls end.
  const commit: typeof storage.commit = (...given) => Effect.andThen(Effect.sleep(5), storage.commit(...given))
  const onSlow = Effect.provideService(run, Storage, { ...storage, commit })
  const found = await store.run(Effect.provide(onSlow, TestClock.layer()))
  await store.close()
  return found
}

type Called = (orderID: string | null | undefined, status: number | null | undefined) => Effect.Effect<AttemptResult>

/** A process whose calls end as they are directed. */
const processOf = Effect.fnUntraced(function* (shares: Shares, called: Called, onTried: () => void) {
  const context = yield* Effect.context<Storage>()
  const run = (part: Effect.Effect<void, never, Storage>) => void Effect.runForkWith(context)(part)
  const fork = (effect: Effect.Effect<void, unknown, Storage>) => Effect.asVoid(Effect.forkDetach(effect))
  const works = new Works()
  const settler: Settler = new Settler(shares, { lateMs: 12_000, laterMs: 5000 }, () => Effect.void, {
    // Whatever has ended is committed at once, because waiting for other works takes real time.
    running: () => 0,
    run,
    onEnd: ({ work }) => groups.end(work),
    onTried
  })
  const fateOf = ({ event, plan }: Target): Effect.Effect<Fate> =>
    plan === "send"
      ? Effect.map(called(event.orderID, event.status), (result) => ({ is: "ended", result }))
      : Effect.succeed({ is: plan })
  const begin: Sending["begin"] = (work, targets, onFinished) =>
    run(
      Effect.map(
        Effect.forEach(targets, (target) => Effect.map(fateOf(target), (fate) => ({ ...target, fate }))),
        (fated) => onFinished({ work, targets: fated })
      )
    )
  const attempt: Sending["attempt"] = (_, __, { orderID, status }) => called(orderID, status as number | null)
  const sending = { begin, attempt, late: new Set<string>(), mayBegin: () => true } as unknown as Sending
  const groups: Groups = new Groups({ works, sending, settler, fork, onRoom: () => {} })
  const recoveries = new Recoveries({ sending, settler, fork, drain: (parked) => groups.drain(parked) })
  return { groups, recoveries }
})
