/** What receivers get, and what the list of deliveries shows of it. */
import { expect, it } from "vitest"
import { answers, first } from "../../../receivers/behaviour.ts"
import { isSigned } from "../../../receivers/verified.ts"
import type { Given } from "./given.ts"

export const seen = ({ arrived, shop: opened }: Given) => {
  it("have the event and the webhook, as JSON or as a form, signed with the webhook's secret", async () => {
    const shop = await opened()
    const [json, form] = [await shop.webhook(0), await shop.webhook(0, undefined, "form")]
    const orderID = await shop.order()
    const [asJson] = await arrived(json, 1)
    const [asForm] = await arrived(form, 1)
    const [delivery] = await shop.until({ webhook: json.id, state: "delivered" }, 1)
    const body = JSON.parse(asJson!.body)
    const { instance } = (await shop.operator.keys.list({ shop: shop.shop.id })).find(
      ({ key }) => key === shop.pairs.api.key
    )!
    const about = {
      id: delivery!.id,
      type: 0,
      name: `To ${json.path}`,
      instance,
      orderID,
      id_order: orderID,
      status: 0
    }
    expect(body).toEqual({ ...about, timestamp: delivery!.ts, data: expect.objectContaining({ orderID }) })
    expect([asJson!.id, asJson!.headers["content-type"]]).toEqual([delivery!.id, "application/json"])
    expect([asForm!.id, new URLSearchParams(asForm!.body).get("data[orderID]")]).toEqual([
      `${delivery!.event}-${form.id}`,
      orderID
    ])
    expect([isSigned(asJson!, json.secret), isSigned(asForm!, form.secret)]).toEqual([true, true])
  })

  it("are listed in each of their states, with their attempts and the first KiB of each answer", async () => {
    const shop = await opened()
    const fine = await shop.webhook(100, answers(201, {}, "thank you"))
    const failing = await shop.webhook(100, answers(500, {}, "é".repeat(1000)))
    const paused = await shop.webhook(100)
    await shop.operator.webhooks.setPaused({ shop: shop.shop.id, webhook: paused.id, paused: 1 })
    const orderID = await shop.order()
    await shop.status(orderID, 1)
    const pending = await shop.tried(failing)
    await shop.status(orderID, 2)
    const [waiting] = await shop.until({ webhook: failing.id, state: "waiting" }, 1)
    const [done] = await shop.until({ webhook: fine.id, state: "delivered" }, 2)
    const [parked] = await shop.until({ webhook: paused.id, state: "parked" }, 2)
    const now = Math.floor(shop.clock.now() / 1000)
    expect(pending.attempts).toEqual([
      {
        ...{ ts: now, status: 500, ms: expect.any(Number) },
        ...{ error: "The receiver answered 500.", answer: "é".repeat(512) }
      }
    ])
    expect(done!.attempts).toEqual([{ ts: now, status: 201, ms: expect.any(Number), error: null, answer: "thank you" }])
    expect([waiting!.attempts, parked!.attempts]).toEqual([[], []])
    const dueMs = Date.parse(pending.next_at!) - shop.clock.now()
    expect(dueMs).toBeGreaterThanOrEqual(4500)
    expect(dueMs).toBeLessThanOrEqual(5500)
    expect([done!.next_at, parked!.next_at]).toEqual([null, null])
    failing.behave(answers())
    shop.clock.advance(6000)
    await shop.until({ webhook: failing.id, state: "delivered" }, 2)
    const statuses = (await arrived(failing, 3)).map(({ body }) => JSON.parse(body).status)
    expect(statuses).toEqual([1, 1, 2])
  })

  it("are found by webhook, order, event, state and time, alone and together, and page by page", async () => {
    const shop = await opened()
    const [one, other] = [await shop.webhook(0), await shop.webhook(0, answers(500))]
    const early = await shop.order()
    shop.clock.advance(2000)
    const late = await shop.order()
    await shop.until({ webhook: one.id, state: "delivered" }, 2)
    for (const orderID of [early, late])
      await expect
        .poll(async () => (await shop.listed({ webhook: other.id, orderID }))[0]!.attempts.length, { timeout: 60_000 })
        .toBe(1)
    const all = await shop.listed()
    expect(all.map(({ orderID, ts }) => [orderID, ts])).toEqual(
      [late, late, early, early].map((orderID) => [orderID, all.find((it) => it.orderID === orderID)!.ts])
    )
    const at = all[3]!.ts
    const finds: ReadonlyArray<readonly [Parameters<typeof shop.listed>[0], (it: (typeof all)[number]) => boolean]> = [
      [{ webhook: one.id }, ({ webhook }) => webhook === one.id],
      [{ orderID: late }, ({ orderID }) => orderID === late],
      [{ event: all[0]!.event }, ({ event }) => event === all[0]!.event],
      [{ state: "pending" }, ({ state }) => state === "pending"],
      [{ from: at - 1, to: at + 1 }, ({ ts }) => ts === at],
      [{ from: at, to: at + 60 }, ({ ts }) => ts > at],
      [{ webhook: other.id, orderID: early, state: "delivered" }, () => false],
      [{ webhook: one.id, from: at, to: at + 60 }, ({ orderID, webhook }) => orderID === late && webhook === one.id]
    ]
    for (const [asked, holds] of finds)
      expect(await shop.listed(asked), JSON.stringify(asked)).toEqual(all.filter(holds))
    const paged: Array<unknown> = []
    const pages = shop.operator.webhooks.deliveries.all({ shop: shop.shop.id, limit: 1 })
    for await (const delivery of pages) paged.push(delivery)
    expect(paged).toEqual(all)
  })

  it("show nothing of another shop, and are the operator's alone", async () => {
    const [shop, other] = [await opened(), await opened()]
    await shop.webhook(0)
    await shop.order()
    const [delivery] = await shop.until({ state: "delivered" }, 1)
    expect(await other.listed()).toEqual([])
    const replay = other.operator.webhooks.replay({ shop: other.shop.id, delivery: delivery!.id })
    await expect(replay).rejects.toMatchObject({ status: 404 })
    const query = { shop: shop.shop.id }
    const refused = await shop.send({ method: "GET", path: "/control/v1/webhooks/deliveries.json", query })
    expect(refused.status).toBe(401)
  })

  it("are repeated with the same id until they are taken", async () => {
    const shop = await opened()
    const hook = await shop.webhook(0, first(2, answers(500)))
    await shop.order()
    await shop.tried(hook)
    shop.clock.advance(6000)
    await shop.tried(hook, 2)
    shop.clock.advance(331_000)
    const arrivals = await arrived(hook, 3)
    const [delivery] = await shop.until({ state: "delivered" }, 1)
    expect(arrivals.map(({ id }) => id)).toEqual([delivery!.id, delivery!.id, delivery!.id])
    expect(delivery!.attempts.map(({ status }) => status)).toEqual([500, 500, 200])
  })
}
