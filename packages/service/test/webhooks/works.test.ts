/** What a process knows of works: each is in progress once, and goes when another process does it. */
import { collections } from "@bottega/domain/areas"
import { type Delivery, deliveryId, laneOf } from "@bottega/domain/areas/webhooks"
import { type Adapter, Storage } from "@bottega/storage"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { lanesWithFirst } from "../../src/areas/webhooks/plan.ts"
import type { Work } from "../../src/areas/webhooks/work.ts"
import { Works } from "../../src/areas/webhooks/works.ts"

const bounds = { running: 10, ofShop: 10, together: 10 }
const all = () => true

/** The change of an order that wrote this version of it. */
const workOf = (shop: string, version: number): Work => {
  const outgoing = { id: `0${version}`, at: 1, instance: null, requestId: "", events: [] }
  const event = { type: 100, orderID: "order", version }
  return { shop, outgoing: { ...outgoing, events: [event] }, row: { key: outgoing.id, version: 1, text: "" } }
}

const taken = (works: Works, mayBegin: (shop: string) => boolean = all) =>
  [...works.take(bounds, mayBegin).values()].flat()

it("a work that was put behind another one, and then ends with its group, is found and begun once", () => {
  const works = new Works()
  const [first, second] = [workOf("shop", 1), workOf("shop", 2)]
  works.add(second)
  expect(taken(works)).toEqual([second])
  works.putBehind(second, first)
  expect(taken(works)).toEqual([first])
  works.end(first)
  // The group of the second one fails only now, when it waits for its turn again.
  works.end(second)
  expect(works.running).toBe(0)
  expect(works.isBusy(all)).toBe(false)
  expect(taken(works)).toEqual([second])
  works.end(second)
  expect([works.size, works.running, works.isBusy(all)]).toEqual([0, 0, false])
})

it("what is not in progress is forgotten when another process has its shop, and makes room", () => {
  const works = new Works()
  const [mine, begun, behind] = [workOf("mine", 1), workOf("lost", 1), workOf("lost", 2)]
  for (const one of [mine, begun, behind]) works.add(one)
  expect(taken(works, (shop) => shop === "lost")).toEqual([begun])
  expect(works.drop((shop) => shop === "lost")).toEqual([behind])
  expect(works.isKnown("lost", behind.outgoing.id)).toBe(false)
  works.end(begun)
  expect(taken(works)).toEqual([mine])
  expect(works.size).toBe(1)
})

it("a lane is closed though its first delivery ended after it was found, because the next one is first by then", async () => {
  const webhook = "a".repeat(24)
  const id = deliveryId("01", 0, webhook)
  const ended: Delivery = {
    ...{ id, event: "01", n: 0, webhook, type: 100, orderID: "order", version: 2 },
    ...{ state: "delivered", attempts: [], failures: 0, due: null, ts: 1 }
  }
  const row = { key: id, version: 2, text: collections.deliveries.encode(ended) }
  const storage = { find: () => Effect.succeed([row]) } as unknown as Adapter
  const lane = laneOf(webhook, "order")
  const closed = await Effect.runPromise(Effect.provideService(lanesWithFirst("shop", [lane]), Storage, storage))
  expect([...closed]).toEqual([lane])
})
