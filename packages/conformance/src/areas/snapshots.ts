/** Snapshots: a shop returns to one as a whole, and nothing else does. */
import { describe, expect, it } from "vitest"
import { type Covered, noId, unique } from "../subjects.ts"
import { type Store, suite } from "../surface.ts"
import { placed, refused } from "./orders/sample.ts"
import { brandOfProductMade } from "./snapshots/relations.ts"

const saved = async ({ operator, shop }: Store, name = `S ${unique()}`) => {
  const snapshot = { shop: shop.id, name }
  await operator.snapshots.save(snapshot)
  return snapshot
}

/** What a shop shows. */
const shown = async ({ api, operator, shop }: Store) => ({
  products: await api.products.list({}),
  brands: await api.brands.list(),
  orders: await api.orders.list(),
  customers: await api.customers.list({}),
  stock: await api.inventory.list(),
  ledger: await operator.ledger.list({ shop: shop.id }),
  shop: await operator.shops.read({ id: shop.id })
})

const filled = async ({ api }: Store): Promise<void> => {
  await api.products.create({ code: "A", title: "A", price: 2, quantity: 5 })
  await api.brands.create({ name: "First" })
}

/** An application with a webhook and a real-time endpoint. */
const application = async ({ as, operator, shop }: Store) => {
  const pair = await operator.keys.create({ shop: shop.id, permission: "read-write" })
  const { realtime, webhooks } = as(pair)
  const { id: webhook } = await webhooks.create({ url: "https://erp.example/", type: 0, name: "Orders" })
  const { id: endpoint } = await realtime.createCoupon({ url: "https://erp.example/coupons", name: "Coupons" })
  return { pair, webhook, endpoint }
}

const promises = suite("snapshots", (open) => {
  it("return what was changed, removed and added, and leave other shops alone", async () => {
    const [store, other] = [await (await open()).withShop(), await (await open()).withShop()]
    const { api, operator, shop } = store
    await filled(store)
    const order = await placed(store)
    const before = await shown(store)
    const snapshot = await saved(store)
    const [product] = before.products
    await api.products.update({ uid: product!.uid, title: "Changed" })
    await api.brands.create({ name: "Second" })
    await api.brands.remove({ uid: before.brands[0]!.uid })
    await api.orders.update({ orderID: order, status: 1 })
    await placed(store)
    await operator.shops.update({ id: shop.id, name: "Renamed" })
    await filled(other)
    const elsewhere = await shown(other)
    await operator.snapshots.restore(snapshot)
    expect(await shown(store)).toEqual(before)
    expect(await shown(other)).toEqual(elsewhere)
    await operator.snapshots.restore(snapshot)
    expect(await shown(store)).toEqual(before)
  })

  it("give no id or number twice", async () => {
    const store = await (await open()).withShop()
    const { api, operator } = store
    const snapshot = await saved(store)
    const made = async () => [(await api.brands.create({ name: "B" })).uid, await placed(store)]
    const first = await made()
    await operator.snapshots.restore(snapshot)
    const second = await made()
    expect(second.filter((id) => first.includes(id))).toEqual([])
    expect(await api.orders.list()).toHaveLength(1)
  })

  it("keep key sets and counted calls as they are", async () => {
    const store = await (await open()).withShop()
    const { operator, send, shop } = store
    const snapshot = await saved(store)
    const pair = await operator.keys.create({ shop: shop.id, permission: "read" })
    await operator.snapshots.restore(snapshot)
    const headers = { key: pair.key, exchange: pair.exchange }
    expect((await send({ method: "GET", path: "/v1.1/brands/list.json", as: "nobody", headers })).status).toBe(200)
  })

  it("leave webhooks and endpoints as they were, and let them follow the keys that their application has now", async () => {
    const store = await (await open()).withShop()
    const { as, operator, reader, shop } = store
    const [stays, ends] = [await application(store), await application(store)]
    const { key } = ends.pair
    const snapshot = await saved(store)
    const states = async () => ({
      webhooks: (await reader.webhooks.list()).map(({ id, state }) => [id, state]),
      endpoints: (await operator.realtime.list({ shop: shop.id })).map(({ id, state }) => [id, state])
    })
    const before = await states()
    await operator.keys.revoke({ key })
    await as(stays.pair).webhooks.remove({ id: stays.webhook })
    await operator.snapshots.restore(snapshot)
    const paused = (id: string) => [id, "paused"]
    expect(await states()).toEqual({
      webhooks: [[stays.webhook, "active"], paused(ends.webhook)],
      endpoints: [[stays.endpoint, "closed"], paused(ends.endpoint)]
    })
    const after = await saved(store)
    await operator.keys.create({ shop: shop.id, permission: "read", instance: ends.pair.instance })
    await operator.snapshots.restore(after)
    expect(await states()).toEqual(before)
  })

  it("take back names that others have now", async () => {
    const store = await (await open()).withShop()
    const { api, operator } = store
    const { uid } = await api.brands.create({ name: "Old" })
    const snapshot = await saved(store)
    await api.brands.update({ uid, name: "New" })
    await api.brands.create({ name: "Old" })
    await operator.snapshots.restore(snapshot)
    expect((await api.brands.list()).map(({ name }) => name)).toEqual(["Old"])
  })

  it("of how a shop began are taken when it is made, and a reset returns to it", async () => {
    const store = await (await open()).withShop()
    const { operator, shop } = store
    const made = await operator.shops.create({ name: "Made" })
    await operator.shops.update({ id: made.id, name: "Renamed" })
    await operator.snapshots.reset({ shop: made.id })
    expect((await operator.shops.read({ id: made.id })).name).toBe("Made")
    await filled(store)
    await saved(store, "beginning")
    const before = await shown(store)
    await placed(store)
    await operator.snapshots.reset({ shop: shop.id })
    expect(await shown(store)).toEqual(before)
    await operator.snapshots.remove({ shop: made.id, name: "beginning" })
    const refusal = await refused(operator.snapshots.reset({ shop: made.id }))
    expect([refusal.status, refusal.message]).toEqual([409, expect.stringContaining("no snapshot named beginning")])
  })

  describe("are kept", () => {
    it("by name, the last of each, up to twenty", async () => {
      const store = await (await open()).withShop()
      const { operator, shop } = store
      // The shop has one of how it began.
      for (let n = 1; n < 20; n++) await saved(store, `S ${n}`)
      await filled(store)
      await saved(store, "S 3")
      expect((await refused(saved(store, "one more"))).status).toBe(409)
      const list = await operator.snapshots.list({ shop: shop.id })
      expect(list).toHaveLength(20)
      const of = (name: string) => list.find((one) => one.name === name)!.documents
      expect(of("S 3")).toBeGreaterThan(of("S 4"))
      await operator.snapshots.remove({ shop: shop.id, name: "S 3" })
      expect((await refused(operator.snapshots.restore({ shop: shop.id, name: "S 3" }))).status).toBe(404)
    })

    it("for one shop", async () => {
      const [store, other] = [await (await open()).withShop(), await (await open()).withShop()]
      const { name } = await saved(store)
      const { operator, shop } = other
      expect((await refused(operator.snapshots.restore({ shop: shop.id, name }))).status).toBe(404)
      expect((await refused(operator.snapshots.save({ shop: noId, name }))).status).toBe(404)
    })
  })
})

const absent = <Given extends object>(given: Given) => ({ ...given, shop: noId })

export const snapshots: Covered<"snapshots"> = {
  suite: promises,
  relations: [brandOfProductMade],
  subjects: {
    list: {
      given: async (store) => {
        await saved(store, "A")
        return { shop: store.shop.id }
      },
      absent
    },
    save: { given: ({ shop }) => ({ shop: shop.id, name: `S ${unique() % 5}` }), absent },
    remove: { given: (store) => saved(store, `R ${unique() % 5}`), absent },
    restore: { given: (store) => saved(store, `T ${unique() % 5}`), absent },
    reset: {
      given: async (store) => {
        const { shop } = await saved(store, "beginning")
        return { shop }
      },
      absent
    }
  }
}
