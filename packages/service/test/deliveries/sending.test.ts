/** Events are delivered at once, signed, each to the webhooks of its type. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { names, open, sweep } from "../maintenance/given.ts"
import { begin, TestReceiver } from "./given.ts"

let receiver: TestReceiver
beforeEach(async () => {
  receiver = await new TestReceiver().listen()
})
afterEach(async () => {
  await receiver.close()
  sweep()
})

const wait = { timeout: 60_000 }

describe.each(names)("on %s", (name) => {
  it("an order reaches the webhooks of its type, and nothing is left to do", async () => {
    const given = await begin({ store: open(name) })
    const shop = await given.shopOf()
    const webhook = await shop.webhook(receiver.url("/created"))
    await shop.webhook(receiver.url("/form"), 0, { format: "form" })
    await shop.webhook(receiver.url("/paid"), 1)
    const { stop } = given.process()
    const orderID = await shop.order()
    await expect.poll(() => receiver.arrived.length, wait).toBe(2)
    await expect.poll(given.queue, wait).toEqual([])
    const [arrived] = receiver.at("/created")
    const [outgoing] = await shop.outbox()
    expect(arrived?.body).toMatchObject({ type: 0, name: "type 0", orderID, id_order: orderID, status: 0 })
    expect(arrived?.body.id).toBe(`${outgoing!.id}-0-${webhook}`)
    expect(arrived?.id).toBe(arrived?.body.id)
    expect(arrived?.headers["webhook-signature"]).toMatch(/^v1,/)
    expect(new URLSearchParams(receiver.at("/form")[0]!.body).get("orderID")).toBe(orderID)
    expect(outgoing?.pending).toBe(undefined)
    expect(outgoing?.outcomes).toMatchObject([{ n: 0, attempt: { status: 200, answer: "ok" } }, { n: 0 }])
    expect([await shop.deliveries(), await given.receivers()]).toEqual([[], []])
    await stop()
    await given.close()
  })
})
