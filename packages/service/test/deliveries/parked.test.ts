/** What is parked is sent to each webhook it waits for, whatever other webhooks do, and a receiver that answers has no pause. */
import { afterEach, beforeEach, expect, it } from "vitest"
import { sweep } from "../maintenance/given.ts"
import { type Begun, begin, TestReceiver } from "./given.ts"

const wait = { timeout: 60_000 }
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
  sweep()
})

it("webhooks that go on together get everything that the same documents keep for them", async () => {
  const shop = await given.shopOf()
  const paths = ["/one", "/two", "/three"]
  const webhooks = await Promise.all(paths.map((path) => shop.webhook(receiver.url(path), 100)))
  const pause = (paused: 0 | 1) =>
    Promise.all(
      webhooks.map((webhook) =>
        given.operator("PUT", "/control/v1/webhooks/webhook.json", { shop: shop.id, webhook, paused })
      )
    )
  await pause(1)
  ;({ stop } = given.process())
  const orders = await Promise.all(Array.from({ length: 20 }, () => shop.order()))
  for (const status of [1, 2, 3]) await Promise.all(orders.map((orderID) => shop.status(orderID, status)))
  await expect.poll(given.queue, wait).toEqual([])
  expect(receiver.arrived).toEqual([])
  await pause(0)
  await expect.poll(given.receivers, wait).toEqual([])
  for (const path of paths)
    for (const orderID of orders) {
      const heard = receiver.at(path).flatMap(({ body }) => (body.orderID === orderID ? [body.status] : []))
      expect(heard).toEqual([1, 2, 3])
    }
  expect((await shop.outbox()).flatMap(({ outcomes = [] }) => outcomes)).toHaveLength(paths.length * orders.length * 3)
})
