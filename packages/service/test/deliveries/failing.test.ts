/** What fails is tried again by the schedule, in the sequence of its order, and delays nothing else. */
import { retryDelaysSeconds } from "@bottega/domain/contract"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { names, open, sweep } from "../maintenance/given.ts"
import { type Begun, begin, TestReceiver } from "./given.ts"

let receiver: TestReceiver
let given: Begun
let stops: Array<() => Promise<unknown>>
beforeEach(async () => {
  receiver = await new TestReceiver().listen()
  stops = []
})
afterEach(async () => {
  for (const stop of stops) await stop()
  await given.close()
  await receiver.close()
  sweep()
})

const wait = { timeout: 60_000 }
const started = (...options: Parameters<Begun["process"]>) => {
  const process = given.process(...options)
  stops.push(process.stop)
  return process
}

describe.each(names)("on %s", (name) => {
  it("a lane waits for its first delivery, and the other lanes go on", async () => {
    given = await begin({ store: open(name) })
    const shop = await given.shopOf()
    const changed = await shop.webhook(receiver.url("/changed"), 100)
    await shop.webhook(receiver.url("/paid"), 1)
    started()
    const [orderID, other] = [await shop.order(), await shop.order()]
    receiver.behaviours.set("/changed", { status: 500, text: "x".repeat(3000) })
    await shop.status(orderID, 1)
    await expect.poll(async () => (await shop.deliveries()).length, wait).toBe(1)
    receiver.behaviours.delete("/changed")
    await shop.status(orderID, 2)
    await shop.status(orderID, 3)
    await shop.status(other, 1)
    await expect
      .poll(() => receiver.at("/changed").map(({ body }) => [body.orderID, body.status]), wait)
      .toEqual([
        [orderID, 1],
        [other, 1]
      ])
    expect(receiver.at("/paid")).toHaveLength(2)
    await expect.poll(async () => (await shop.deliveries()).length, wait).toBe(3)
    expect(await shop.deliveries()).toMatchObject([
      { webhook: changed, orderID, state: "pending", failures: 1, attempts: [{ status: 500 }] },
      { webhook: changed, orderID, state: "waiting", attempts: [] },
      { webhook: changed, orderID, state: "waiting", attempts: [] }
    ])
    const [failed] = await shop.deliveries()
    expect(Buffer.byteLength(failed!.attempts[0]!.answer!)).toBe(1024)
    given.time.advance(6000)
    await expect.poll(() => receiver.at("/changed").map(({ body }) => body.status), wait).toEqual([1, 1, 1, 2, 3])
    const of = receiver.at("/changed").filter(({ body }) => body.orderID === orderID)
    expect(of[0]!.id).toBe(of[1]!.id)
    await expect.poll(given.receivers, wait).toEqual([])
    expect((await shop.deliveries()).map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"])
    expect(await given.queue()).toEqual([])
  })
})

describe("in memory", () => {
  it("each retry is made when it is due, and the delivery is dead after the last one; its lane then goes on", async () => {
    given = await begin()
    const shop = await given.shopOf()
    await shop.webhook(receiver.url("/changed"), 100)
    receiver.behaviours.set("/changed", { status: 500 })
    started()
    const orderID = await shop.order()
    await shop.status(orderID, 1)
    await expect.poll(async () => (await shop.deliveries()).length, wait).toBe(1)
    await shop.status(orderID, 2)
    await expect.poll(async () => (await shop.deliveries()).length, wait).toBe(2)
    for (const [at, seconds] of retryDelaysSeconds.entries()) {
      const due = (await shop.deliveries())[0]!.due!
      expect(due - given.time.now).toBeGreaterThan(seconds * 900 - 60_000)
      expect(due - given.time.now).toBeLessThanOrEqual(seconds * 1100)
      if (at === retryDelaysSeconds.length - 1) receiver.behaviours.set("/changed", { status: 500 })
      given.time.advance(due - given.time.now + 1)
      await expect.poll(async () => (await shop.deliveries())[0]!.attempts.length, wait).toBe(at + 2)
    }
    await expect.poll(async () => (await shop.deliveries())[0]!.state, wait).toBe("dead")
    await expect.poll(() => receiver.arrived.at(-1)?.body.status, wait).toBe(2)
    expect(receiver.arrived.filter(({ body }) => body.status === 1)).toHaveLength(10)
  })

  it("a call that is late becomes a delivery of its own, and others do not wait for it", async () => {
    given = await begin()
    const shop = await given.shopOf()
    const answered = Promise.withResolvers<void>()
    receiver.behaviours.set("/slow", { until: answered.promise })
    const slow = await shop.webhook(receiver.url("/slow"))
    await shop.webhook(receiver.url("/quick"))
    started({ firstMs: 200 })
    const ofSlow = async () => (await shop.deliveries()).filter(({ webhook }) => webhook === slow)
    const orders = [await shop.order(), await shop.order(), await shop.order()]
    // On a busy machine a call to the quick one can be late too, and another order's delivery then comes first.
    await expect
      .poll(() => new Set(receiver.at("/quick").map(({ body }) => body.orderID)), wait)
      .toEqual(new Set(orders))
    await expect.poll(given.queue, wait).toEqual([])
    expect(await ofSlow()).toMatchObject([1, 2, 3].map(() => ({ state: "pending", attempts: [] })))
    expect(new Set((await ofSlow()).map(({ orderID }) => orderID))).toEqual(new Set(orders))
    answered.resolve()
    // The receiver had answered nothing, so it had two calls, and the third one is made now.
    given.time.advance(6000)
    await expect.poll(given.receivers, wait).toEqual([])
    expect(receiver.at("/slow")).toHaveLength(3)
  })

  it("a receiver that asks to wait is left alone until then, and what happens meanwhile is parked", async () => {
    given = await begin()
    const shop = await given.shopOf()
    const webhook = await shop.webhook(receiver.url("/busy"))
    receiver.behaviours.set("/busy", { status: 429, headers: { "retry-after": "100" } })
    started()
    const orders = [await shop.order()]
    await expect.poll(async () => (await given.receivers())[0]?.isBroken, wait).toBe(true)
    receiver.behaviours.delete("/busy")
    for (let n = 0; n < 40; n++) orders.push(await shop.order())
    await expect.poll(given.queue, wait).toEqual([])
    expect((await shop.outbox()).filter(({ parked }) => parked?.[0]?.webhook === webhook)).toHaveLength(40)
    expect(await shop.deliveries()).toHaveLength(1)
    given.time.advance(90_000)
    await expect.poll(async () => (await given.receivers())[0]?.due, wait).toBeGreaterThan(given.time.now)
    expect(receiver.arrived).toHaveLength(1)
    given.time.advance(11_000)
    await expect.poll(() => receiver.arrived.length, wait).toBe(42)
    expect(new Set(receiver.arrived.slice(1).map(({ body }) => body.orderID))).toEqual(new Set(orders))
    await expect.poll(given.receivers, wait).toEqual([])
    expect((await shop.outbox()).every(({ parked }) => parked === undefined)).toBe(true)
  })

  it("what a paused webhook missed is sent in the sequence of its orders once it goes on", async () => {
    given = await begin()
    const shop = await given.shopOf()
    const webhook = await shop.webhook(receiver.url("/paused"), 100)
    const pause = (paused: 0 | 1) =>
      given.operator("PUT", "/control/v1/webhooks/webhook.json", { shop: shop.id, webhook, paused })
    await pause(1)
    started()
    const orders = [await shop.order(), await shop.order()]
    for (const status of [1, 2, 3]) for (const orderID of orders) await shop.status(orderID, status)
    await expect.poll(given.queue, wait).toEqual([])
    await expect.poll(async () => (await given.receivers())[0], wait).toMatchObject({ hasParked: true, due: null })
    expect(receiver.arrived).toEqual([])
    await pause(0)
    await expect.poll(() => receiver.arrived.length, wait).toBe(6)
    for (const orderID of orders)
      expect(receiver.arrived.flatMap(({ body }) => (body.orderID === orderID ? [body.status] : []))).toEqual([1, 2, 3])
    await expect.poll(given.receivers, wait).toEqual([])
  })

  it("what waits for a removed webhook ends", async () => {
    given = await begin()
    const shop = await given.shopOf()
    const webhook = await shop.webhook(receiver.url("/gone"))
    receiver.behaviours.set("/gone", { status: 429 })
    started()
    for (let n = 0; n < 5; n++) await shop.order()
    await expect.poll(given.queue, wait).toEqual([])
    await shop.call("DELETE", "/v1.1/webhook/webhook.json", { id: webhook })
    await expect.poll(given.receivers, wait).toEqual([])
    expect((await shop.outbox()).every(({ parked }) => parked === undefined)).toBe(true)
  })
})
