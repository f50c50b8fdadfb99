/** The ledger: every change of stock, with its reason. */
import { expect, it } from "vitest"
import type { Covered } from "../subjects.ts"
import { suite } from "../surface.ts"
import { itemOf, ledgerOf, product } from "./inventory/sample.ts"
import { provenance } from "./ledger/provenance.ts"

const promises = suite("ledger", (open) => {
  provenance(open)

  it("records each change, with its reason and its key set", async () => {
    const store = await open()
    const { api, clock, pairs, shop } = store
    const { sku, uid } = await product(store, { quantity: 2 })
    await api.inventory.set({ sku, quantity: 5 })
    await api.inventory.increment({ sku, quantity: -1 })
    await api.inventory.batch({ stage: { [sku]: { quantity: 10, is_child: false } } })
    await api.inventory.set({ sku, quantity: 10 })
    await api.products.update({ uid, quantity: 7 })
    await api.products.remove({ uid })
    const entries = await ledgerOf(store, sku)
    expect(entries.map(({ delta, quantity, reason }) => [reason, delta, quantity])).toEqual([
      ["create", 2, 2],
      ["set", 3, 5],
      ["patch", -1, 4],
      ["batch", 6, 10],
      ["product", -3, 7],
      ["product", -7, 0]
    ])
    for (const { key, orderID, ts } of entries) {
      expect([key, orderID]).toEqual([pairs.api.key, null])
      expect(Math.abs(ts * 1000 - clock.now())).toBeLessThan(60_000)
    }
    const all = await store.operator.ledger.list({ shop: shop.id, limit: 1000 })
    expect(all.filter((entry) => entry.sku === sku)).toEqual(entries.toReversed())
  })

  it("has a ledger that sums up to the stock, and pages through it newest first", async () => {
    const store = await open()
    const { sku } = await product(store, { variants: [5] })
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        store.api.inventory.increment({ sku: `${sku}.0`, quantity: n % 3 === 0 ? -1 : 2, is_child: true })
      )
    )
    const entries = await ledgerOf(store, `${sku}.0`)
    expect(entries).toHaveLength(13)
    let sum = 0
    for (const { delta, quantity } of entries) expect((sum += delta)).toBe(quantity)
    expect((await itemOf(store, sku))?.childs?.[0]?.quantity).toBe(sum)
    const followed: Array<unknown> = []
    const pages = store.operator.ledger.list.all({ shop: store.shop.id, sku: `${sku}.0`, limit: 5 })
    for await (const entry of pages) followed.push(entry)
    expect(followed).toEqual(entries.toReversed())
    const other = await store.withShop()
    expect(await store.operator.ledger.list({ shop: other.shop.id })).toEqual([])
    const nowhere = store.operator.ledger.list({ shop: "0".repeat(24) })
    await expect(nowhere).rejects.toMatchObject({ status: 404 })
  })

  it("lists what one call moved entry by entry, wherever a page ends", async () => {
    const store = await (await open()).withShop()
    const { sku } = await product(store, { variants: [0, 0, 0, 0] })
    const stage = (quantity: number) =>
      Object.fromEntries([0, 1, 2, 3].map((n) => [`${sku}.${n}`, { quantity: quantity + n, is_child: true }]))
    await store.api.inventory.batch({ stage: stage(10) })
    await store.api.inventory.batch({ stage: stage(20) })
    const shop = store.shop.id
    const all = await store.operator.ledger.list({ shop, limit: 1000 })
    const skus = [3, 2, 1, 0].map((n) => `${sku}.${n}`)
    expect(all.map((entry) => entry.sku)).toEqual([...skus, ...skus, ...skus])
    expect(all.map(({ quantity }) => quantity)).toEqual([23, 22, 21, 20, 13, 12, 11, 10, 0, 0, 0, 0])
    for (const limit of [1, 3, 4, 12]) {
      const followed: Array<unknown> = []
      for await (const entry of store.operator.ledger.list.all({ shop, limit })) followed.push(entry)
      expect(followed).toEqual(all)
    }
    const ofOne = await store.operator.ledger.list({ shop, sku: `${sku}.2`, limit: 2 })
    expect(ofOne.map(({ quantity }) => quantity)).toEqual([22, 12])
  })
})

export const ledger: Covered<"ledger"> = {
  suite: promises,
  subjects: {
    list: {
      given: async (store) => ({ shop: store.shop.id, sku: (await product(store, { quantity: 3 })).sku }),
      absent: (given) => ({ ...given, sku: "none" })
    }
  }
}
