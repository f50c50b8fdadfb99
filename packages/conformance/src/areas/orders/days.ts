/** Orders and turnover by day: what the list says once the worker has followed is what the orders say. */

import type { Status } from "@bottega/domain/areas/orders"
import { expect, it } from "vitest"
import type { Settings, Store } from "../../surface.ts"
import { placed } from "./sample.ts"

const second = (iso: string): number => Date.parse(iso) / 1000

const daysOf = async (
  store: Store,
  more: { from?: string; to?: string; last?: number; status?: ReadonlyArray<Status> } = {}
) => {
  await store.work()
  const found = await store.operator.orders.days({ shop: store.shop.id, ...more })
  return found.map(({ day, orders, status, turnover }) => [day, status, orders, turnover])
}

/** Registers the tests of the list. */
export const days = (open: () => Promise<Store>): void => {
  const shopIn = async (settings: Settings) => (await open()).withShop(settings)
  const at = (store: Store, iso: string, price: number, more: object = {}) =>
    placed(store, { timestamp: second(iso), item_id: [{ sku: "MUG", price, quantity: 3 }], ...more })

  it("sums by the shop's days, by status, and exactly", async () => {
    const store = await shopIn({ timezone: "Europe/Rome" })
    // Clocks were put forward on 29 March 2026 and back on 25 October 2026.
    await at(store, "2026-03-28T22:59:59Z", 0.1)
    await at(store, "2026-03-28T23:00:00Z", 0.1)
    const paid = await at(store, "2026-03-29T21:59:59Z", 0.7)
    await at(store, "2026-03-29T22:00:00Z", 1)
    await at(store, "2026-10-25T22:59:59Z", 1)
    expect(await daysOf(store)).toEqual([
      ["2026-03-28", 0, 1, 0.3],
      ["2026-03-29", 0, 2, 2.4],
      ["2026-03-30", 0, 1, 3],
      ["2026-10-25", 0, 1, 3]
    ])
    await store.api.orders.update({ orderID: paid, status: 1 })
    const now = [
      ["2026-03-29", 0, 1, 0.3],
      ["2026-03-29", 1, 1, 2.1]
    ]
    expect(await daysOf(store, { from: "2026-03-29", to: "2026-03-29" })).toEqual(now)
    expect(await daysOf(store, { from: "2026-03-31" })).toEqual([["2026-10-25", 0, 1, 3]])
    expect(await daysOf(store, { to: "2026-03-28" })).toEqual([["2026-03-28", 0, 1, 0.3]])
  })

  it("shows the last days alone, as the shop counts them, and some statuses alone", async () => {
    const store = await shopIn({ timezone: "Pacific/Auckland" })
    const now = Math.floor(store.clock.now() / 1000)
    const placedAgo = (days: number) => at(store, new Date((now - days * 86_400) * 1000).toISOString(), 1)
    const paid = await placedAgo(40)
    for (const days of [0, 2, 10]) await placedAgo(days)
    await store.api.orders.update({ orderID: paid, status: 1 })
    const all = await daysOf(store)
    expect(all).toHaveLength(4)
    // Midnight may have passed since, and a day on which clocks were changed is longer or shorter.
    expect([0, 1]).toContain((await daysOf(store, { last: 1 })).length)
    expect(await daysOf(store, { last: 5 })).toEqual(all.slice(2))
    expect(await daysOf(store, { last: 20 })).toEqual(all.slice(1))
    expect(await daysOf(store, { last: 3660 })).toEqual(all)
    expect(await daysOf(store, { last: 20, from: "2000-01-01", status: [0] })).toEqual(all.slice(1))
    expect(await daysOf(store, { status: [1, 3] })).toEqual(all.slice(0, 1))
    expect(await daysOf(store, { status: [0, 1] })).toEqual(all)
    expect(await daysOf(store, { status: [3] })).toEqual([])
  })

  it("forgets a removed order, and keeps what an erased person bought", async () => {
    const store = await shopIn({ timezone: "Asia/Kolkata" })
    const { operator, shop } = store
    const buyer = { billing_email: "gone@example.com", billing_fullname: "Gone" }
    const removed = await at(store, "2026-05-01T18:29:59Z", 1)
    await at(store, "2026-05-01T18:30:00Z", 2, buyer)
    expect(await daysOf(store)).toEqual([
      ["2026-05-01", 0, 1, 3],
      ["2026-05-02", 0, 1, 6]
    ])
    await at(store, "2026-05-02T18:29:59Z", 3, buyer)
    await operator.customers.erase({ shop: shop.id, email: "gone@example.com" })
    const { authorization_code } = await operator.authorizations.create({ shop: shop.id, orderID: removed })
    await store.api.orders.remove({ orderID: removed, authorization_code })
    expect(await daysOf(store)).toEqual([["2026-05-02", 0, 2, 15]])
  })

  it("are of the shop's time zone as it is now, and turnover of its currency", async () => {
    const store = await shopIn({ timezone: "UTC" })
    const { operator, shop } = store
    await at(store, "2026-06-01T23:30:00Z", 1)
    await at(store, "2026-06-01T23:30:00Z", 5, { currency: "USD" })
    expect(await daysOf(store)).toEqual([["2026-06-01", 0, 2, 3]])
    await operator.shops.update({ id: shop.id, timezone: "Europe/Rome", currency: "USD" })
    expect(await daysOf(store)).toEqual([["2026-06-02", 0, 2, 15]])
  })

  it("are those of a restored shop's orders", async () => {
    const store = await shopIn({ timezone: "UTC" })
    const { operator, shop } = store
    const kept = await at(store, "2026-08-01T12:00:00Z", 1)
    await operator.snapshots.save({ shop: shop.id, name: "before" })
    await at(store, "2026-08-02T12:00:00Z", 1)
    await store.api.orders.update({ orderID: kept, status: 1 })
    const remove = async () => {
      const { authorization_code } = await operator.authorizations.create({ shop: shop.id, orderID: kept })
      await store.api.orders.remove({ orderID: kept, authorization_code })
    }
    await remove()
    expect(await daysOf(store)).toEqual([["2026-08-02", 0, 1, 3]])
    await operator.snapshots.restore({ shop: shop.id, name: "before" })
    expect(await daysOf(store)).toEqual([["2026-08-01", 0, 1, 3]])
    await remove()
    await operator.snapshots.restore({ shop: shop.id, name: "before" })
    await remove()
    expect(await daysOf(store)).toEqual([])
  })

  it("count each order once, however many are made and changed while they are summed", async () => {
    const store = await shopIn({ timezone: "UTC" })
    const statuses = [1, 2, 3, 7] as const
    const one = async (n: number) => {
      const orderID = await at(store, `2026-07-0${1 + (n % 3)}T0${n % 9}:00:00Z`, 1)
      for (const status of statuses.slice(0, n % 5)) await store.api.orders.update({ orderID, status })
    }
    const made = Promise.all(Array.from({ length: 24 }, (_, n) => one(n)))
    const working = (async () => {
      for (let n = 0; n < 4; n++) await store.work()
    })()
    await Promise.all([made, working])
    const expected = new Map<string, number>()
    for (let n = 0; n < 24; n++) {
      const name = `2026-07-0${1 + (n % 3)} ${[0, ...statuses][n % 5]}`
      expected.set(name, (expected.get(name) ?? 0) + 1)
    }
    const found = await daysOf(store)
    expect(new Map(found.map(([day, status, orders]) => [`${day} ${status}`, orders]))).toEqual(expected)
    for (const [, , orders, turnover] of found) expect(turnover).toBe(Number(orders) * 3)
  })
}
