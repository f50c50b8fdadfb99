/** A receiver that works is never paused because much waits for it. The clock is virtual: no call takes real time. */
import { collections } from "@bottega/domain/areas"
import { hooksOf, maxOpen, type Receiver, soundReceiver } from "@bottega/domain/areas/webhooks"
import { type Outgoing, outbox } from "@bottega/domain/contract"
import { installation, Storage } from "@bottega/storage"
import { expect, it } from "vitest"
import { Plans } from "../../src/areas/webhooks/plan.ts"
import { settlementOf } from "../../src/areas/webhooks/settle.ts"
import type { Work } from "../../src/areas/webhooks/work.ts"
import { insert, writeOf } from "../../src/engine/decide/change.ts"
import { open } from "../maintenance/given.ts"
import { after, eventOf, shop, webhook } from "./virtual.ts"

it("a slow receiver gets what waits and what is parked at its own pace", async () => {
  const [orders, changes] = [100, 4]
  const found = await after(14_000, { orders, changes, open: 3 }, () => ({ ms: 400, isOk: true }))
  expect(found).toMatchObject({ delivered: orders * changes, parked: 0, receiver: undefined })
  expect(new Set([...found.lanes.values()].map((statuses) => statuses.join()))).toEqual(new Set(["1,2,3,4"]))
  // 16 calls at a time that follow each other without a wait take 10,000 ms.
  expect(found.tookMs).toBeLessThan(1.25 * 10_000)
})

it("a full receiver that does not answer some first calls goes on with the others, and is full no longer than it is", async () => {
  const orders = 200
  // The others of its open deliveries were removed because of their age.
  const waiting = { orders, changes: 2, open: 1, receiver: { open: maxOpen } }
  const found = await after(20_000, waiting, (order, before) =>
    order % 50 === 0 && before === 0 ? { ms: 10_000, isOk: false } : { ms: 50, isOk: true }
  )
  expect(found).toMatchObject({ parked: 0, delivered: 2 * orders, receiver: undefined })
})

/** A shop with a receiver, and one event that is pending. */
const withReceiver = async (receiver: Receiver) => {
  const store = open("memory")
  const outgoing: Outgoing = { ...eventOf(1, 1), pending: true }
  const drafts = [
    insert(collections.webhooks, webhook),
    insert(collections.hooks, hooksOf([webhook])),
    insert(collections.receivers, receiver, installation),
    insert(outbox, outgoing)
  ]
  await store.run(Storage.use(({ commit }) => commit(drafts.map((draft) => writeOf(shop, draft)))))
  const work: Work = { shop, outgoing, row: { key: outgoing.id, version: 1, text: outbox.encode(outgoing) } }
  return { store, work }
}

it("a receiver is full with the most open deliveries: it is not broken, and later events are parked", async () => {
  const { store, work } = await withReceiver({ ...soundReceiver(webhook.id, shop), open: maxOpen - 1, due: 1 })
  const planned = await store.run(new Plans().of(shop, [work]))
  expect(planned[0]!.map(({ plan }) => plan)).toEqual(["send"])
  const finished = [{ work, targets: planned[0]!.map((target) => ({ ...target, fate: { is: "later" } as const })) }]
  const delays = { lateMs: 12_000, laterMs: 5000, isRead: false }
  const { writes } = await store.run(settlementOf(shop, finished, delays))
  const receiver = writes.find(({ collection }) => collection === collections.receivers)!.doc
  expect(receiver).toMatchObject({ open: maxOpen, isBroken: false, due: 1 })
  // Its index entries are made from the same payload, which is searched for people once.
  const settled = writes.find(({ collection }) => collection.name === outbox.name)!.doc as Outgoing
  expect(settled.events).toBe(work.outgoing.events)
  await store.close()
  const full = await withReceiver({ ...(receiver as Receiver) })
  const parked = await full.store.run(new Plans().of(shop, [full.work]))
  expect(parked[0]!.map(({ plan }) => plan)).toEqual(["park"])
  await full.store.close()
})
