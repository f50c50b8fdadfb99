/** Receivers that are gone for long: what they cost, and what is left when they come back or go for good. */
import { afterEach, beforeEach, expect, it } from "vitest"
import { type Begun, begin, TestClock, TestReceiver } from "./given.ts"

let receiver: TestReceiver
let given: Begun
let stop: () => Promise<unknown>
beforeEach(async () => {
  receiver = await new TestReceiver().listen()
  given = await begin()
})
afterEach(async () => {
  await stop()
  await given.close()
  await receiver.close()
})

const wait = { timeout: 60_000 }
const dayMs = 86_400_000

it("beside the events, nothing grows with their number while a receiver is dead for three days", async () => {
  const shop = await given.shopOf()
  receiver.behaviours.set("/dead", { status: 500 })
  await shop.webhook(receiver.url("/dead"), 100)
  ;({ stop } = given.process())
  const orders = await Promise.all(Array.from({ length: 40 }, () => shop.order()))
  const counts: Array<number> = []
  for (const status of [1, 2, 3, 4, 5]) {
    for (const orderID of orders) await shop.status(orderID, status)
    await expect.poll(given.queue, wait).toEqual([])
    counts.push((await shop.deliveries()).length + (await given.receivers()).length)
    given.time.advance((3 * dayMs) / 5)
  }
  expect(counts.at(-1)).toBe(counts[1])
  expect(await given.receivers()).toMatchObject([{ isBroken: true, hasParked: true }])
  receiver.behaviours.delete("/dead")
  const before = receiver.arrived.length
  await expect
    .poll(async () => {
      given.time.advance(dayMs / 4)
      return (await given.receivers()).length
    }, wait)
    .toBe(0)
  const arrived = receiver.arrived.slice(before)
  expect(arrived).toHaveLength(200)
  for (const orderID of orders)
    expect(arrived.flatMap(({ body }) => (body.orderID === orderID ? [body.status] : []))).toEqual([1, 2, 3, 4, 5])
})

it("410 disables a webhook, and its shop hears of it; it goes on with what waits once it is let", async () => {
  const shop = await given.shopOf({ emails: ["owner@shop.it"] })
  const webhook = await shop.webhook(receiver.url("/gone"), 0)
  receiver.behaviours.set("/gone", { status: 410 })
  ;({ stop } = given.process())
  await shop.order()
  const state = async () => (await shop.call("GET", "/v1.1/webhook/webhook.json", { id: webhook })).state
  await expect.poll(state, wait).toBe("disabled")
  await shop.order()
  const { messages } = { messages: await given.operator("GET", "/control/v1/mail/list.json", { shop: shop.id }) }
  expect(messages.filter((one: { reason: string }) => one.reason === "webhook_disabled")).toHaveLength(1)
  receiver.behaviours.delete("/gone")
  given.time.advance(10_000)
  await given.operator("PUT", "/control/v1/webhooks/webhook.json", { shop: shop.id, webhook, paused: 0 })
  await expect.poll(() => receiver.arrived.length, wait).toBe(2)
  await expect.poll(given.receivers, wait).toEqual([])
  expect(receiver.arrived[0]!.id).toBe(receiver.arrived[1]!.id)
})

it("410 of an address that the webhook had when it was called does not disable it at its new one", async () => {
  const shop = await given.shopOf()
  const id = await shop.webhook(receiver.url("/old"), 0)
  const moved = Promise.withResolvers<void>()
  receiver.behaviours.set("/old", { status: 410, until: moved.promise })
  ;({ stop } = given.process())
  await shop.order()
  await expect.poll(() => receiver.at("/old").length, wait).toBe(1)
  await shop.call("PUT", "/v1.1/webhook/webhook.json", { id, url: receiver.url("/new") })
  moved.resolve()
  await expect.poll(async () => (await shop.deliveries())[0]?.attempts.length, wait).toBe(1)
  given.time.advance(10_000)
  await expect.poll(() => receiver.at("/new").length, wait).toBe(1)
  expect((await shop.call("GET", "/v1.1/webhook/webhook.json", { id })).state).toBe("active")
})

it("five days of nothing but failures disable a webhook", async () => {
  const shop = await given.shopOf()
  const webhook = await shop.webhook(receiver.url("/dead"), 0)
  receiver.behaviours.set("/dead", { status: 500 })
  ;({ stop } = given.process())
  await shop.order()
  await expect.poll(async () => (await given.receivers())[0]?.failures, wait).toBe(1)
  given.time.advance(5 * dayMs)
  const state = async () => (await shop.call("GET", "/v1.1/webhook/webhook.json", { id: webhook })).state
  await expect.poll(state, wait).toBe("disabled")
  expect(receiver.arrived).toHaveLength(2)
  const listed = async (state: string) =>
    (await given.operator("GET", "/control/v1/webhooks/deliveries.json", { shop: shop.id, state })).map(
      (one: { readonly next_at: string | null; readonly state: string }) => [one.state, one.next_at]
    )
  expect([await listed("pending"), await listed("parked")]).toEqual([[], [["parked", null]]])
  // Once it is let go on, what failed before does not count any more.
  await given.operator("PUT", "/control/v1/webhooks/webhook.json", { shop: shop.id, webhook, paused: 0 })
  given.time.advance(400_000)
  await expect.poll(() => receiver.arrived.length, wait).toBe(3)
  await expect.poll(async () => (await given.receivers())[0]?.failures, wait).toBe(3)
  expect(await state()).toBe("active")
  expect(await listed("pending")).toHaveLength(1)
})

it("five days of failures count again from another address on, and from a new name they do not", async () => {
  const shop = await given.shopOf()
  const id = await shop.webhook(receiver.url("/dead"), 0)
  for (const path of ["/dead", "/other"]) receiver.behaviours.set(path, { status: 500 })
  ;({ stop } = given.process())
  await shop.order()
  const failed = (failures: number) =>
    expect.poll(async () => (await given.receivers())[0]?.failures, wait).toBe(failures)
  const state = async () => (await shop.call("GET", "/v1.1/webhook/webhook.json", { id })).state
  await failed(1)
  given.time.advance(4 * dayMs)
  await failed(2)
  await shop.call("PUT", "/v1.1/webhook/webhook.json", { id, url: receiver.url("/other") })
  given.time.advance(2 * dayMs)
  await failed(3)
  // One that is disabled is not tried any more.
  given.time.advance(dayMs)
  await failed(4)
  expect(receiver.at("/other")).toHaveLength(2)
  await shop.call("PUT", "/v1.1/webhook/webhook.json", { id, url: receiver.url("/other"), name: "The same address" })
  given.time.advance(3 * dayMs)
  await expect.poll(state, wait).toBe("disabled")
})

it.each(["soon", "late"])("what a former address answers %s does not count for the new one", async (when) => {
  const shop = await given.shopOf()
  const id = await shop.webhook(receiver.url("/former"), 0)
  const moved = Promise.withResolvers<void>()
  receiver.behaviours.set("/former", { status: 429, headers: { "retry-after": "3600" }, until: moved.promise })
  ;({ stop } = given.process(when === "late" ? { firstMs: 200 } : {}))
  await shop.order()
  await expect.poll(() => receiver.arrived.length, wait).toBe(1)
  // A call that takes longer goes on by itself, and its delivery has a document of its own.
  if (when === "late") await expect.poll(async () => (await shop.deliveries()).length, wait).toBe(1)
  await shop.call("PUT", "/v1.1/webhook/webhook.json", { id, url: receiver.url("/new") })
  moved.resolve()
  await expect.poll(async () => (await shop.deliveries())[0]?.attempts.length, wait).toBe(1)
  expect(await given.receivers()).toMatchObject([{ isBroken: false, failures: 0 }])
  await shop.order()
  await expect.poll(() => receiver.at("/new").length, wait).toBe(1)
})

it("what waits of an erased person is never sent", async () => {
  const shop = await given.shopOf()
  await shop.webhook(receiver.url("/customers"), 101)
  receiver.behaviours.set("/customers", { status: 500 })
  ;({ stop } = given.process())
  await shop.order({ billing_email: "anna@posta.it" })
  await expect.poll(async () => (await shop.deliveries()).length, wait).toBe(1)
  receiver.behaviours.delete("/customers")
  await given.operator("DELETE", "/control/v1/customers/data.json", { shop: shop.id, email: "anna@posta.it" })
  given.time.advance(10_000)
  await expect.poll(async () => (await shop.deliveries())[0]?.state, wait).toBe("dead")
  expect(receiver.arrived).toHaveLength(1)
  expect(JSON.stringify([await shop.deliveries(), await shop.outbox()])).not.toContain("anna@posta.it")
})

it("an event without a webhook of its type is written once, and nothing is pending", async () => {
  const shop = await given.shopOf()
  await shop.webhook(receiver.url("/paid"), 1)
  const commits: Array<ReadonlyArray<string>> = []
  const { commit } = given.storage
  Object.assign(given.storage, {
    commit: (...args: Parameters<typeof commit>) => {
      if (args[0].length > 0) commits.push(args[0].map(({ collection }) => collection.name))
      return commit(...args)
    }
  })
  stop = async () => {}
  await shop.order()
  expect(commits.filter((names) => names.includes("outbox"))).toHaveLength(1)
  expect(commits.flat()).not.toContain("eventqueue")
  commits.length = 0
  await shop.order({ order_status: 1 })
  expect(commits.flat().filter((name) => name === "eventqueue")).toHaveLength(1)
})

it("a date that a receiver asks to wait for is one of its own clock, however far this server's is moved", async () => {
  await given.close()
  given = await begin({ time: new TestClock(dayMs) })
  const shop = await given.shopOf()
  await shop.webhook(receiver.url("/busy"), 0)
  const inTwoHours = new Date(new TestClock().now + 7_200_000).toUTCString()
  receiver.behaviours.set("/busy", { status: 503, headers: { "retry-after": inTwoHours } })
  ;({ stop } = given.process())
  await shop.order()
  await expect
    .poll(async () => (await shop.deliveries())[0]?.due ?? 0, wait)
    .toBeGreaterThan(given.time.now + 3_600_000)
})
