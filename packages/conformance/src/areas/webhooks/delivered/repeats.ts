/** What the operator sends again, tries, pauses and signs otherwise. */
import { expect, it } from "vitest"
import { answers } from "../../../receivers/behaviour.ts"
import { isSigned } from "../../../receivers/verified.ts"
import type { Given, Hook } from "./given.ts"

export const repeats = ({ arrived, receiver, shop: opened }: Given) => {
  const statusesAt = ({ path }: Hook, of: string) =>
    receiver.at(path).flatMap(({ body }) => {
      const { orderID, status } = JSON.parse(body)
      return orderID === of ? [status] : []
    })

  it("one is sent again with its id, also to another webhook", async () => {
    const shop = await opened()
    const hook = await shop.webhook(0)
    const orderID = await shop.order()
    const [delivery] = await shop.until({ state: "delivered" }, 1)
    const replay = { shop: shop.shop.id, delivery: delivery!.id }
    expect(await shop.operator.webhooks.replay(replay)).toEqual({ replayed: 1 })
    const [one, again] = await arrived(hook, 2)
    expect([again!.id, again!.body]).toEqual([one!.id, one!.body])
    await shop.tried(hook, 2)
    const other = await shop.webhook(1)
    expect(await shop.operator.webhooks.replay({ ...replay, webhook: other.id })).toEqual({ replayed: 1 })
    const [elsewhere] = await arrived(other, 1)
    expect(JSON.parse(elsewhere!.body)).toMatchObject({ orderID, type: 0, name: `To ${other.path}` })
    expect([elsewhere!.id, isSigned(elsewhere!, other.secret)]).toEqual([`${delivery!.event}-${other.id}`, true])
    const nowhere = shop.operator.webhooks.replay({ ...replay, delivery: `${delivery!.id.slice(0, -1)}x` })
    await expect(nowhere).rejects.toMatchObject({ status: 404 })
  })

  it("those of a span are sent again in the sequence of each order, to each webhook or to a chosen one", async () => {
    const shop = await opened()
    const hook = await shop.webhook(100)
    const orders = [await shop.order(), await shop.order()]
    const from = Math.floor(shop.clock.now() / 1000) - 1
    for (const status of [1, 2, 3]) for (const orderID of orders) await shop.status(orderID, status)
    const span = { shop: shop.shop.id, from, to: from + 2 }
    shop.clock.advance(60_000)
    await shop.status(orders[0]!, 6)
    await shop.until({ state: "delivered" }, 7)
    expect(await shop.operator.webhooks.replay(span)).toEqual({ replayed: 6 })
    await arrived(hook, 13)
    for (const orderID of orders) expect(statusesAt(hook, orderID).slice(-3)).toEqual([1, 2, 3])
    const later = await shop.webhook(100)
    expect(await shop.operator.webhooks.replay({ ...span, webhook: later.id })).toEqual({ replayed: 6 })
    await arrived(later, 6)
    for (const orderID of orders) expect(statusesAt(later, orderID)).toEqual([1, 2, 3])
    expect(receiver.at(hook.path)).toHaveLength(13)
  })

  it("those after a restore go to the address that the webhook has again", async () => {
    const shop = await opened()
    const { api, operator } = shop
    const hook = await shop.webhook(0)
    const snapshot = { shop: shop.shop.id, name: "Before" }
    await operator.snapshots.save(snapshot)
    const other = `${hook.path}/other`
    await api.webhooks.update({ id: hook.id, url: receiver.url(other) })
    await shop.order()
    await receiver.until(() => receiver.at(other).length === 1)
    await operator.snapshots.restore(snapshot)
    const orderID = await shop.order()
    const [one] = await arrived(hook, 1)
    expect([JSON.parse(one!.body).orderID, receiver.at(other).length]).toEqual([orderID, 1])
  })

  it("a test is sent at once, whatever the webhook's state, with an id of its own, and is not listed", async () => {
    const shop = await opened()
    const hook = await shop.webhook(7)
    const one = { shop: shop.shop.id, webhook: hook.id }
    expect(await shop.operator.webhooks.test(one)).toEqual({ ok: 1, status: 200, reason: null })
    await shop.operator.webhooks.setPaused({ ...one, paused: 1 })
    hook.behave(answers(503, { "retry-after": "60" }, "later"))
    const reason = "The receiver answered 503. later"
    expect(await shop.operator.webhooks.test(one)).toEqual({ ok: 0, status: 503, reason })
    const [first, second] = receiver.at(hook.path)
    expect(JSON.parse(first!.body)).toMatchObject({ type: 7, orderID: null, status: null, data: { test: true } })
    expect([isSigned(first!, hook.secret), first!.id === second!.id]).toEqual([true, false])
    expect(await shop.listed()).toEqual([])
  })

  it("what happens while a webhook is paused goes out in the sequence of its order once it goes on", async () => {
    const shop = await opened()
    const hook = await shop.webhook(100)
    const pause = (paused: 0 | 1) => shop.operator.webhooks.setPaused({ shop: shop.shop.id, webhook: hook.id, paused })
    const orderID = await shop.order()
    await shop.status(orderID, 1)
    await arrived(hook, 1)
    await pause(1)
    await shop.status(orderID, 2, 3, 6)
    await shop.until({ state: "parked" }, 3)
    await pause(0)
    await arrived(hook, 4)
    expect(statusesAt(hook, orderID)).toEqual([1, 2, 3, 6])
    await shop.until({ state: "delivered" }, 4)
  })

  it("have two signatures while a secret is replaced, and that of the new one afterwards", async () => {
    const shop = await opened()
    const hook = await shop.webhook(0)
    const rotate = { shop: shop.shop.id, webhook: hook.id, overlap_seconds: 3600 }
    const { secret } = await shop.operator.webhooks.rotate(rotate)
    await shop.order()
    await arrived(hook, 1)
    shop.clock.advance(3_600_000)
    await shop.order()
    const [during, after] = await arrived(hook, 2)
    expect([hook.secret, secret].map((one) => isSigned(during!, one))).toEqual([true, true])
    expect([hook.secret, secret].map((one) => isSigned(after!, one))).toEqual([false, true])
  })
}
