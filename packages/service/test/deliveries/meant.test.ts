/** An event is for the webhooks that were there when it was committed, however late it is sent. */
import type { Adapter } from "@bottega/storage"
import { Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { names, open, sweep } from "../maintenance/given.ts"
import { type Begun, begin, TestReceiver } from "./given.ts"

let receiver: TestReceiver
let given: Begun
let stop: () => Promise<unknown>
beforeEach(async () => {
  receiver = await new TestReceiver().listen()
  stop = async () => {}
})
afterEach(async () => {
  await stop()
  await given.close()
  await receiver.close()
  sweep()
})

const wait = { timeout: 60_000 }
const ordersAt = (path: string) => receiver.at(path).map(({ body }) => body.orderID)
/** Lets a process deliver all that waits. */
const delivered = async () => {
  ;({ stop } = given.process())
  await expect.poll(given.queue, wait).toEqual([])
  await expect.poll(given.receivers, wait).toEqual([])
}

describe.each(names)("on %s", (name) => {
  it("a webhook that is made after an event gets none of it, though the event was not sent yet", async () => {
    given = await begin({ store: open(name) })
    const shop = await given.shopOf()
    await shop.webhook(receiver.url("/first"))
    const before = await shop.order()
    const second = await shop.webhook(receiver.url("/second"))
    const after = await shop.order()
    const pending = await given.operator("GET", "/control/v1/webhooks/deliveries.json", { shop: shop.id })
    expect(pending.filter((one: { webhook: string }) => one.webhook === second)).toMatchObject([{ orderID: after }])
    await delivered()
    expect(ordersAt("/first").sort()).toEqual([before, after].sort())
    expect(ordersAt("/second")).toEqual([after])
  })
})

describe("in memory", () => {
  it("a webhook that is made while an event is being committed gets it, because the event is then committed after it", async () => {
    given = await begin()
    const shop = await given.shopOf()
    await shop.webhook(receiver.url("/first"))
    await shop.order()
    const { commit } = given.storage
    let made: Promise<string> | undefined
    const racing: Adapter["commit"] = (writes, guards) => {
      const isEvent = writes.some(({ collection, expect }) => collection.name === "outbox" && expect === 0)
      if (!isEvent || made !== undefined) return commit(writes, guards)
      made = shop.webhook(receiver.url("/second"))
      return Effect.andThen(
        Effect.promise(() => made!),
        commit(writes, guards)
      )
    }
    Object.assign(given.storage, { commit: racing })
    const order = await shop.order()
    expect(made).toBeDefined()
    await delivered()
    expect(ordersAt("/second")).toEqual([order])
    expect(ordersAt("/first")).toContain(order)
  })

  it("one that gets another type, or goes on after it was disabled, gets what happens from then on", async () => {
    given = await begin()
    const shop = await given.shopOf({ emails: [] })
    await shop.webhook(receiver.url("/created"))
    await shop.webhook(receiver.url("/changed"), 100)
    const retyped = await shop.webhook(receiver.url("/retyped"), 100)
    const disabled = await shop.webhook(receiver.url("/disabled"), 100)
    receiver.behaviours.set("/disabled", { status: 410 })
    const order = await shop.order()
    await shop.status(order, 1)
    ;({ stop } = given.process())
    const state = async () => (await shop.call("GET", "/v1.1/webhook/webhook.json", { id: disabled })).state
    await expect.poll(state, wait).toBe("disabled")
    await expect.poll(given.queue, wait).toEqual([])
    await stop()
    receiver.behaviours.delete("/disabled")
    receiver.arrived.length = 0
    const early = await shop.order()
    await shop.status(early, 1)
    await shop.call("PUT", "/v1.1/webhook/webhook.json", { id: retyped, type: 0 })
    await given.operator("PUT", "/control/v1/webhooks/webhook.json", { shop: shop.id, webhook: disabled, paused: 0 })
    const late = await shop.order()
    await shop.status(late, 1)
    given.time.advance(10_000)
    await delivered()
    expect(ordersAt("/retyped")).toEqual([late])
    // The call that was answered with 410 is made again: it waited.
    expect(ordersAt("/disabled").sort()).toEqual([order, late].sort())
    expect(ordersAt("/changed").sort()).toEqual([early, late].sort())
  })

  it("a stock event whose product is gone when it is sent says that there is none of it", async () => {
    given = await begin()
    const shop = await given.shopOf()
    await shop.webhook(receiver.url("/stock"), 103)
    const product = { code: "MUG", title: "Mug", price: 5, quantity: 3 }
    const { uid } = await shop.call("POST", "/v1.1/products/product.json", product)
    await shop.call("DELETE", "/v1.1/products/product.json", { uid })
    await delivered()
    const none = { sku: "MUG", uid, quantity: 0, unlimited: false, has_child: false }
    expect(receiver.at("/stock").map(({ body }) => body.data)).toEqual([none, none])
    const listed = await given.operator("GET", "/control/v1/webhooks/deliveries.json", { shop: shop.id })
    expect(listed.map((one: { state: string }) => one.state)).toEqual(["delivered", "delivered"])
  })

  it("what the clearing of references changes is sent at once by the process that cleared them", async () => {
    given = await begin()
    const shop = await given.shopOf()
    await shop.webhook(receiver.url("/changed"), 106)
    const { uid } = await shop.call("POST", "/v1.1/brands/brand.json", { name: "Kiln" })
    await shop.call("POST", "/v1.1/products/product.json", { code: "MUG", title: "Mug", price: 5, brandUID: uid })
    // It looks for what others committed once, when it begins.
    ;({ stop } = given.process({ lookMs: 600_000 }))
    await shop.call("POST", "/v1.1/products/product.json", { code: "CUP", title: "Cup", price: 5 })
    await shop.call("PUT", "/v1.1/products/product.json", { uid: 2, title: "Cups" })
    await expect.poll(() => receiver.at("/changed").length, wait).toBe(1)
    await shop.call("DELETE", "/v1.1/brands/brand.json", { uid })
    await given.cleared()
    await expect.poll(() => receiver.at("/changed").map(({ body }) => body.data.brandUID), wait).toEqual([null, null])
  })
})
