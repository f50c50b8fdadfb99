/** What follows from an answer that is not one of success. */
import { retryDelaysSeconds } from "@bottega/domain/contract"
import { expect, it } from "vitest"
import { answers, redirects, resets } from "../../../receivers/behaviour.ts"
import type { Given } from "./given.ts"

const wait = { timeout: 60_000 }

export const failures = ({ arrived, receiver, shop: opened }: Given) => {
  it("410 disables the webhook, its shop gets a mail, and it goes on with what waits", async () => {
    const shop = await opened({ emails: ["owner@shop.it"] })
    const hook = await shop.webhook(0, answers(410, {}, "gone"))
    const [first] = [await shop.order()]
    const state = async () => (await shop.reader.webhooks.read({ id: hook.id })).state
    await expect.poll(state, wait).toBe("disabled")
    await shop.order()
    const mails = await shop.operator.mail.list({ shop: shop.shop.id })
    expect(mails.filter(({ reason }) => reason === "webhook_disabled").map(({ to }) => to)).toEqual(["owner@shop.it"])
    hook.behave(answers())
    shop.clock.advance(6000)
    await shop.operator.webhooks.setPaused({ shop: shop.shop.id, webhook: hook.id, paused: 0 })
    expect(await state()).toBe("active")
    const [gone, taken] = await arrived(hook, 2)
    expect([gone!.id, JSON.parse(taken!.body).orderID]).toEqual([taken!.id, first])
    await shop.until({ state: "delivered" }, 1)
    expect(receiver.at(hook.path)).toHaveLength(2)
  })

  it("Retry-After is honoured, up to a day", async () => {
    const shop = await opened()
    const asked = { "600": 600, "315360000": 86_400 }
    for (const [value, seconds] of Object.entries(asked)) {
      const hook = await shop.webhook(0, answers(503, { "retry-after": value }))
      await shop.order()
      const delivery = await shop.tried(hook)
      const inSeconds = (Date.parse(delivery.next_at!) - shop.clock.now()) / 1000
      expect(inSeconds, value).toBeGreaterThan(seconds * 0.9 - 1)
      expect(inSeconds, value).toBeLessThan(seconds * 1.1 + 1)
      await shop.api.webhooks.remove({ id: hook.id })
    }
  })

  it("a receiver that asks for time gets nothing meanwhile, and then all of it", async () => {
    const shop = await opened()
    const hook = await shop.webhook(0, answers(429, { "retry-after": "3600" }))
    await shop.order()
    await shop.tried(hook)
    for (let n = 0; n < 3; n++) await shop.order()
    await shop.until({ state: "parked" }, 3)
    hook.behave(answers())
    shop.clock.advance(3_500_000)
    await shop.order()
    await shop.until({ state: "parked" }, 4)
    expect(receiver.at(hook.path)).toHaveLength(1)
    shop.clock.advance(101_000)
    await shop.until({ state: "delivered" }, 5)
    expect(receiver.at(hook.path)).toHaveLength(6)
  })

  it("a redirect is a failure, and is not followed; so is no answer", async () => {
    const shop = await opened()
    const elsewhere = `/elsewhere${shop.shop.group_number}`
    receiver.url(elsewhere)
    const [redirecting, resetting] = [await shop.webhook(0, redirects(elsewhere)), await shop.webhook(0, resets)]
    await shop.order()
    const [redirected, reset] = [await shop.tried(redirecting), await shop.tried(resetting)]
    expect(redirected.attempts).toMatchObject([{ status: 307, error: "The receiver answered 307." }])
    expect(reset.attempts).toMatchObject([
      { status: null, answer: null, error: expect.stringMatching(/^The address /) }
    ])
    expect(receiver.at(elsewhere)).toEqual([])
  })

  it("one that always fails is dead after its last retry, holds its order up until then, and can be sent again", async () => {
    const shop = await opened()
    const hook = await shop.webhook(100, answers(500))
    const orderID = await shop.order()
    await shop.status(orderID, 1)
    await shop.tried(hook)
    await shop.status(orderID, 2)
    await shop.until({ state: "waiting" }, 1)
    for (const [at, seconds] of retryDelaysSeconds.entries()) {
      await shop.tried(hook, at + 1)
      shop.clock.advance(seconds * 1100 + 1000)
    }
    const [dead] = await shop.until({ state: "dead" }, 1)
    expect(dead).toMatchObject({ orderID, next_at: null })
    expect(dead!.attempts).toHaveLength(retryDelaysSeconds.length + 1)
    hook.behave(answers())
    expect(await shop.operator.webhooks.replay({ shop: shop.shop.id, delivery: dead!.id })).toEqual({ replayed: 1 })
    // The one behind it may have failed once before.
    const delivered = async () => {
      shop.clock.advance(10_000)
      return (await shop.listed({ state: "delivered" })).length
    }
    await expect.poll(delivered, wait).toBe(2)
    expect((await shop.listed()).find(({ id }) => id === dead!.id)!.attempts.at(-1)).toMatchObject({ status: 200 })
  })
}
