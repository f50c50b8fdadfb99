/** Orders: their statuses, how they are found, and the stock and coupons that they take and return. */
import { expect, it } from "vitest"
import type { Covered } from "../subjects.ts"
import { type Store, suiteOfWork } from "../surface.ts"
import { creation } from "./orders/create.ts"
import { days } from "./orders/days.ts"
import { lists } from "./orders/lists.ts"
import { address, idsOf, mug, placed, refused, wrongIn } from "./orders/sample.ts"
import { spellings } from "./orders/spellings.ts"
import { stock } from "./orders/stock.ts"
import { subjects } from "./orders/subjects.ts"

const promises = suiteOfWork("orders", (open) => {
  // First, while there are few shops that it sums.
  days(open)
  life(open)
  lists(open)
  stock(open)
})

const life = (open: () => Promise<Store>) => {
  it("live from creation to the archive, each step in the timeline", async () => {
    const store = await open()
    const { api, clock } = store
    const orderID = await placed(store, { ...address("billing"), tags: ["gift"] })
    expect(orderID).toMatch(new RegExp(`^${store.shop.group_number}_[0-9a-f]{13}$`))
    for (const status of [1, 2] as const)
      expect(await api.orders.update({ orderID, status })).toEqual({ ok: 1, err: null })
    clock.advance(2000)
    const tracking = { courier: "brt", tracking: "12 34", pickup_date: "2026-11-23" }
    await api.orders.update({ orderID, status: 3, ...tracking })
    clock.advance(2000)
    expect(await api.orders.addTags({ orderID, tags: ["vip", "gift", "vip"] })).toEqual({ orderID, nAdded: 1 })
    expect(await api.orders.removeTags({ orderID, tags: ["gift", "none"] })).toEqual({ orderID, nRemoved: 1 })
    for (const status of [4, 5, 6] as const) await api.orders.update({ orderID, status })
    const timeline = await api.orders.timeline({ orderID })
    expect(timeline.map(({ eventId, status }) => [eventId, status])).toEqual([
      ...[
        [0, 0],
        [1, 1],
        [1, 2],
        [1, 3],
        [2, 3]
      ],
      ...[
        [3, 3],
        [4, 3],
        [1, 4],
        [1, 5],
        [1, 6]
      ]
    ])
    expect(timeline[3]?.ts).toBe(timeline[4]?.ts)
    expect(timeline.map(({ ts }) => ts)).toEqual(timeline.map(({ ts }) => ts).sort())
    for (const { iso_date, ts } of timeline) expect(Date.parse(iso_date) / 1000).toBe(ts)
    expect(timeline[0]?.iso_date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]00$/)
    const [listed] = await api.orders.list({ orderID: [orderID], nodes: ["tags"] })
    expect(listed).toMatchObject({ status: 6, tags: ["vip"] })
  })

  it("keep the tracking that is not replaced, and find the courier's page", async () => {
    const store = await open()
    const { api } = store
    const orderID = await placed(store)
    const none = { url: "", courier: "", tracking: "", pickup_date: "" }
    expect(await api.orders.tracking({ orderID })).toEqual(none)
    await api.orders.update({ orderID, status: 3, courier: "dhl", tracking: "A/1", pickup_date: "2026-11-23" })
    const first = { courier: "dhl", tracking: "A/1", pickup_date: "2026-11-23" }
    expect(await api.orders.tracking({ orderID })).toMatchObject(first)
    expect((await api.orders.tracking({ orderID })).url).toMatch(/^https:.*A%2F1/)
    await api.orders.update({ orderID, status: 3, tracking: "B2", tracking_url: "https://example.com/B2" })
    const url = "https://example.com/B2"
    expect(await api.orders.tracking({ orderID })).toEqual({ ...first, tracking: "B2", url })
  })

  it("have no event for setting the same status or tracking again", async () => {
    const store = await open()
    const { api } = store
    const orderID = await placed(store)
    const events = async () => (await api.orders.timeline({ orderID })).map(({ eventId }) => eventId)
    await api.orders.update({ orderID, status: 0 })
    expect(await events()).toEqual([0])
    await api.orders.update({ orderID, status: 3, tracking: "1" })
    await api.orders.update({ orderID, status: 3, tracking: "1" })
    await api.orders.update({ orderID, status: 3 })
    expect(await events()).toEqual([0, 1, 2])
    await api.orders.update({ orderID, status: 3, tracking: "2" })
    expect(await events()).toEqual([0, 1, 2, 2])
    expect(await api.orders.addTags({ orderID, tags: ["a"] })).toEqual({ orderID, nAdded: 1 })
    expect(await api.orders.addTags({ orderID, tags: ["a"] })).toEqual({ orderID, nAdded: 0 })
    expect(await api.orders.removeTags({ orderID, tags: ["b"] })).toEqual({ orderID, nRemoved: 0 })
    expect(await events()).toEqual([0, 1, 2, 2, 3])
  })

  it("refuse what does not fit a change, every name at once", async () => {
    const store = await open()
    const { api, send } = store
    const orderID = await placed(store)
    const tracking = { courier: "brt", tracking: "1", pickup_date: "2026-11-23", tracking_url: "http://x" }
    expect(await wrongIn(api.orders.update({ orderID, status: 2, ...tracking }))).toEqual(Object.keys(tracking))
    const wrong = { orderID, status: "9", courier: "nobody", pickup_date: "2026-02-30" }
    const answer = await send({ method: "PUT", path: "/v1.1/orders/order.json", body: wrong })
    expect(answer.json.error.details.map(({ path }: { path: string }) => path)).toEqual([
      "status",
      "courier",
      "pickup_date"
    ])
    expect(await wrongIn(api.orders.update({ orderID, status: 3, courier: "brt", tracking: "1" }))).toEqual([
      "pickup_date"
    ])
    const empty = { orderID, status: "2", courier: "", tracking: "", pickup_date: "", tracking_url: "" }
    expect((await send({ method: "PUT", path: "/v1.1/orders/order.json", body: empty })).status).toBe(200)
  })

  it("move as a guarded shop allows, and a refusal names the allowed statuses", async () => {
    const store = await (await open()).withShop({ transitions: "guarded" })
    const { api } = store
    const orderID = await placed(store)
    const refusal = await refused(api.orders.update({ orderID, status: 5 }))
    expect([refusal.status, refusal.type]).toEqual([409, "transition_refused"])
    expect(refusal.message).toContain("1, 6, 7")
    for (const status of [1, 3, 3, 4, 8, 6] as const) await api.orders.update({ orderID, status })
    expect((await refused(api.orders.update({ orderID, status: 0 }))).status).toBe(409)
  })

  it("are refused a status for the transition, the stock and the coupon at once", async () => {
    const store = await (await open()).withShop({ transitions: "guarded" })
    const { api } = store
    await api.products.create({ code: "RARE", title: "Rare", price: 5, quantity: 1 })
    const dates = { start_time: 0, end_time: 253402300799, unlimited: 0, count: 1, rules: { users_email: [] } } as const
    await api.coupons.create({ code: "ONE", name: "One", type: 1, value: 10, min_sum: 0, active: 1, ...dates })
    const given = { item_id: [{ sku: "RARE", price: 5, quantity: 1 }], coupon_code: "ONE" }
    const orderID = await placed(store, given)
    await api.orders.update({ orderID, status: 7 })
    await placed(store, given)
    const refusal = await refused(api.orders.update({ orderID, status: 1 }))
    expect([refusal.status, refusal.type]).toEqual([409, "not_enough_stock"])
    expect(refusal.details).toMatchObject([
      { path: "status", message: "is refused: it may become 6" },
      { path: "status", message: expect.stringContaining("short of stock") },
      { path: "status", message: expect.stringContaining("no uses left") }
    ])
    expect((await api.orders.read({ orderID })).status).toBe(7)
  })

  it("are visible to no other shop", async () => {
    const store = await open()
    const orderID = await placed(store)
    const { orders } = store.stranger
    for (const call of [orders.read, orders.legacy, orders.tracking, orders.timeline])
      expect((await refused(call({ orderID }))).status).toBe(404)
    expect((await refused(orders.update({ orderID, status: 1 }))).status).toBe(404)
    expect((await refused(orders.addTags({ orderID, tags: ["a"] }))).status).toBe(404)
    expect((await refused(orders.remove({ orderID, authorization_code: "a" }))).status).toBe(404)
    expect(await orders.list({ orderID: [orderID] })).toEqual([])
    expect(idsOf((await orders.changes({ updated_from: 0 })).orders)).not.toContain(orderID)
    expect((await refused(store.reader.orders.update({ orderID, status: 1 }))).status).toBe(403)
  })

  it("read in the older form with their items as a list", async () => {
    const store = await open()
    const { api } = store
    const orderID = await placed(store, { item_id: [mug, { ...mug, options: "red" }], message: "Hello" })
    const { customer, message, ...detail } = await api.orders.read({ orderID })
    const legacy = await api.orders.legacy({ orderID })
    const items = Object.values(detail.cart.items).map((item) => ({
      ...item,
      product_uid: 0,
      product_endpoint: expect.stringMatching(/^http:\/\/.*\/v1\.1\/products\/product\.json\?uid=0$/)
    }))
    expect(legacy).toEqual({ ...detail, cart: { ...detail.cart, items } })
    expect([customer, message]).toEqual([{ id: null }, "Hello"])
  })

  it("name the statuses, the couriers and the payment methods", async () => {
    const { api } = await open()
    expect((await api.orders.statuses()).processing).toEqual({ 2: "Preparation", 3: "Sent", 4: "Delivered" })
    expect((await api.orders.couriers())["brt"]).toEqual({ code: "brt", name: "BRT", country: "Italy" })
    const { payment_setup, payments } = await api.orders.checkoutMethods()
    expect(payments).toEqual(expect.arrayContaining(["bank_transfer", "cash_on_delivery", "credit_card", "paypal"]))
    expect(payments).toEqual(Object.keys(payment_setup))
  })

  it("offer the payment methods that the shop does not disable, each at the cost that it sets", async () => {
    const { operator, reader, shop } = await (await open()).withShop()
    const free = { available: 1, cost: null }
    const all = { bank_transfer: free, cash_on_delivery: free, credit_card: free, paypal: free }
    expect((await reader.orders.checkoutMethods()).payment_setup).toMatchObject(all)
    const payments = [
      { id: "paypal" as const, enabled: false },
      { id: "cash_on_delivery" as const, cost: 4.5 }
    ]
    await operator.shops.update({ id: shop.id, payments })
    const { paypal, ...offered } = all
    expect(await reader.orders.checkoutMethods()).toMatchObject({
      payments: Object.keys(offered),
      payment_setup: { ...offered, cash_on_delivery: { available: 1, cost: 4.5, label: "Cash on delivery" } }
    })
    await operator.shops.update({ id: shop.id, payments: [{ id: "paypal", enabled: true }] })
    expect((await reader.orders.checkoutMethods()).payment_setup["paypal"]).toMatchObject(paypal)
  })
}

export const orders: Covered<"orders"> = {
  suite: promises,
  decided: (open) => {
    creation(open)
    spellings(open)
  },
  subjects
}
