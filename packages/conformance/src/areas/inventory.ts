/** Inventory: set, incremented and set in bulk, exactly, under concurrent changes. */
import { expect, it } from "vitest"
import { type Covered, noId } from "../subjects.ts"
import { suite } from "../surface.ts"
import { levels } from "./inventory/levels.ts"
import { itemOf, ledgerOf, product } from "./inventory/sample.ts"

const path = "/v1.1/inventory/inventory.json"
const batchPath = "/v1.1/inventory/batchInventory.json"
const namesOf = ({ json }: { readonly json: { error: { details: ReadonlyArray<{ path: string }> } } }) =>
  json.error.details.map(({ path }) => path).sort()

const done = { is_child: false, inventory_updated: 1, err: null }

const promises = suite("inventory", (open) => {
  levels(open)

  it("sets a product by SKU or by uid", async () => {
    const store = await open()
    const { sku, uid } = await product(store)
    expect(await store.api.inventory.set({ sku, quantity: 4 })).toEqual(done)
    expect(await itemOf(store, sku)).toEqual({ sku, uid, quantity: 4, unlimited: false, has_child: false })
    expect(await store.api.inventory.set({ uid, quantity: 0, unlimited: true })).toEqual(done)
    expect(await itemOf(store, sku)).toMatchObject({ quantity: 0, unlimited: true })
    expect(await store.api.products.read({ uid })).toMatchObject({ stock_count: 0, unlimited: true })
    await store.api.inventory.set({ sku, quantity: 3 })
    expect(await itemOf(store, sku)).toMatchObject({ quantity: 3, unlimited: true })
  })

  it("reads SKU for sku, and sets a variant as a child", async () => {
    const store = await open()
    const { sku, uid } = await product(store, { variants: [1, 2] })
    const body = `SKU=${sku}.1&quantity=9&is_child=1`
    expect((await store.send({ method: "PUT", path, body })).json).toEqual({ ...done, is_child: true })
    expect((await itemOf(store, sku))?.childs).toEqual([
      { sku: `${sku}.0`, quantity: 1, superkey: "key 0" },
      { sku: `${sku}.1`, quantity: 9, superkey: "key 1" }
    ])
    expect((await store.api.products.read({ uid })).stock_count).toBe(10)
  })

  it("does not find an unknown SKU, or one that is_child does not fit", async () => {
    const store = await open()
    const { api } = store
    const { sku, uid } = await product(store, { variants: [1] })
    const unknown = { status: 404, type: "not_found" }
    await expect(api.inventory.set({ sku: "none", quantity: 1 })).rejects.toMatchObject(unknown)
    await expect(api.inventory.set({ sku: `${sku}.0`, quantity: 1 })).rejects.toMatchObject(unknown)
    await expect(api.inventory.set({ sku, quantity: 1, is_child: true })).rejects.toMatchObject(unknown)
    await expect(api.inventory.set({ sku, uid: uid + 1, quantity: 1 })).rejects.toMatchObject(unknown)
    await expect(api.inventory.increment({ sku: `${sku}.0`, quantity: 1 })).rejects.toMatchObject(unknown)
    await expect(store.stranger.inventory.set({ sku, quantity: 1 })).rejects.toMatchObject(unknown)
  })

  it("leaves the stock of a product with variants to them", async () => {
    const store = await open()
    const { sku, uid } = await product(store, { variants: [1] })
    const conflict = { status: 409, type: "conflict" }
    await expect(store.api.inventory.set({ sku, quantity: 5 })).rejects.toMatchObject(conflict)
    await expect(store.api.inventory.set({ uid, quantity: 5 })).rejects.toMatchObject(conflict)
    await expect(store.api.inventory.increment({ sku, quantity: 5 })).rejects.toMatchObject(conflict)
    expect((await itemOf(store, sku))?.quantity).toBe(0)
  })

  it("sets nothing if a different stock is expected", async () => {
    const store = await open()
    const { sku } = await product(store, { quantity: 5 })
    const moved = store.api.inventory.set({ sku, quantity: 9, expected: 4 })
    await expect(moved).rejects.toMatchObject({ status: 409, type: "stock_moved", details: [{ path: "expected" }] })
    expect((await itemOf(store, sku))?.quantity).toBe(5)
    await store.api.inventory.set({ sku, quantity: 9, expected: 5 })
    expect((await itemOf(store, sku))?.quantity).toBe(9)
  })

  it("names everything that is wrong with a stock to set at once, alone and in an atomic batch", async () => {
    const store = await open()
    const { sku } = await product(store, { quantity: 5 })
    const parent = await product(store, { variants: [1] })
    const alone = await store.send({ method: "PUT", path, body: { sku, quantity: -1, expected: 4 } })
    expect([alone.status, namesOf(alone)]).toEqual([400, ["expected", "quantity"]])
    const stage = { [sku]: { quantity: 1, expected: 4, is_child: 0 }, [parent.sku]: { quantity: 1, is_child: 0 } }
    const moved = await store.send({ method: "PUT", path: batchPath, body: { stage, atomic: 1 } })
    const names = [`stage[${parent.sku}]`, `stage[${sku}][expected]`].sort()
    expect([moved.status, moved.json.error.type, namesOf(moved)]).toEqual([409, "stock_moved", names])
    const negative = { ...stage, none: { quantity: -1, is_child: 0 } }
    const refused = await store.send({ method: "PUT", path: batchPath, body: { stage: negative, atomic: 1 } })
    expect([refused.status, namesOf(refused)]).toEqual([400, [...names, "stage[none]", "stage[none][quantity]"].sort()])
    expect((await itemOf(store, sku))?.quantity).toBe(5)
  })

  it("lets one of several callers with the same expected stock win", async () => {
    const store = await open()
    const { sku } = await product(store)
    const racing = await Promise.allSettled(
      [1, 2, 3, 4, 5, 6].map((quantity) => store.api.inventory.set({ sku, quantity, expected: 0 }))
    )
    expect(racing.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  })

  it("adds up simultaneous increments, in several processes too", async () => {
    const store = await open()
    const { sku } = await product(store, { variants: [0, 100] })
    const twin = await store.twin()
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        (n % 2 === 0 ? store : twin).api.inventory.increment({
          sku: `${sku}.${n % 4 < 2 ? 0 : 1}`,
          quantity: n % 4 < 2 ? 3 : -1,
          is_child: true
        })
      )
    )
    expect((await itemOf(store, sku))?.childs?.map(({ quantity }) => quantity)).toEqual([60, 80])
  })

  it("never sells more than there is", async () => {
    const store = await open()
    const { sku } = await product(store, { quantity: 10 })
    const twin = await store.twin()
    const racing = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? store : twin).api.inventory.increment({ sku, quantity: -1 }))
    )
    expect(racing.filter(({ status }) => status === "fulfilled")).toHaveLength(10)
    for (const lost of racing)
      if (lost.status === "rejected") expect(lost.reason).toMatchObject({ status: 409, type: "not_enough_stock" })
    expect((await itemOf(store, sku))?.quantity).toBe(0)
  })

  it("never sells more than there is to orders, each whole or not at all", async () => {
    const store = await open()
    const { sku } = await product(store, { variants: [10, 7] })
    const twin = await store.twin()
    const item_id = [
      { sku: `${sku}.0`, price: 1, quantity: 1 },
      { sku: `${sku}.1`, price: 1, quantity: 1 },
      { sku: "unknown", price: 1, quantity: 9 }
    ]
    const order = {
      shipping_flag: "not_required",
      shipping_method: "x",
      shipping_cost: 0,
      payment_method: "x",
      item_id
    } as const
    const racing = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? store : twin).api.orders.create(order))
    )
    const sold = racing.flatMap((one) => (one.status === "fulfilled" ? [one.value.order_id] : []))
    expect(sold).toHaveLength(7)
    for (const lost of racing)
      if (lost.status === "rejected")
        expect(lost.reason).toMatchObject({ type: "not_enough_stock", details: [{ path: "item_id[1][sku]" }] })
    expect((await itemOf(store, sku))?.childs?.map(({ quantity }) => quantity)).toEqual([3, 0])
    const entries = (await ledgerOf(store, `${sku}.1`)).filter(({ reason }) => reason === "order")
    expect(entries.map(({ orderID }) => orderID).sort()).toEqual(sold.sort())
    expect(entries.map(({ quantity }) => quantity)).toEqual([6, 5, 4, 3, 2, 1, 0])
  })

  it("goes below 0 only in a shop that tracks its stock", async () => {
    const store = await open()
    const { sku } = await product(store, { quantity: 1 })
    const negative = await store.send({ method: "PUT", path, body: { sku, quantity: -1 } })
    expect([negative.status, namesOf(negative)]).toEqual([400, ["quantity"]])
    const tracking = await store.withShop({ stock: "track" })
    const other = await product(tracking, { quantity: -2 })
    await tracking.api.inventory.increment({ sku: other.sku, quantity: -3 })
    expect((await itemOf(tracking, other.sku))?.quantity).toBe(-5)
    await tracking.api.inventory.set({ sku: other.sku, quantity: -9 })
    expect((await itemOf(tracking, other.sku))?.quantity).toBe(-9)
  })

  it("names every wrong parameter at once", async () => {
    const { send } = await open()
    const set = await send({ method: "PUT", path, body: "quantity=1.0&is_child=1&unlimited=1&expected=x" })
    expect([set.status, namesOf(set)]).toEqual([400, ["expected", "quantity", "sku", "unlimited"]])
    const patchPath = "/v1.1/inventory/patchInventory.json"
    const patch = await send({ method: "PUT", path: patchPath, body: "sku=&quantity=&is_child=2" })
    expect([patch.status, namesOf(patch)]).toEqual([400, ["is_child", "quantity", "sku"]])
    const batch = await send({
      method: "PUT",
      path: batchPath,
      body: "stage[A.1][quantity]=x&stage[7][quantity]=1&stage[7][is_child]=2&atomic=no&stage[b][is_child]=0&stage[b][expected]=1.5"
    })
    const named = ["atomic", "stage[7][is_child]", "stage[A.1][quantity]", "stage[b][expected]", "stage[b][quantity]"]
    expect([batch.status, namesOf(batch)]).toEqual([400, named])
    expect(namesOf(await send({ method: "PUT", path: batchPath, body: "" }))).toEqual(["stage"])
  })

  it("sets the SKUs of a batch each on its own, and answers by the names they were sent under", async () => {
    const store = await open()
    const { sku } = await product(store, { quantity: 5 })
    const parent = await product(store, { variants: [1, 2] })
    for (const code of ["123", "toString"]) await store.api.products.create({ code, title: "x", price: 1 })
    const stage = {
      [sku]: { quantity: 6, is_child: false, expected: 5 },
      [`${parent.sku}.0`]: { quantity: 8, is_child: true },
      [`${parent.sku}.1`]: { quantity: 9, is_child: true, expected: 3 },
      [parent.sku]: { quantity: 1, is_child: false },
      "123": { quantity: 3, is_child: false },
      toString: { quantity: 4, is_child: false },
      none: { quantity: 1, is_child: true }
    }
    const { batchId, responses } = await store.api.inventory.batch({ stage })
    expect(batchId).toMatch(/^[0-9a-f]{24}$/)
    expect(responses).toEqual({
      [sku]: done,
      [`${parent.sku}.0`]: { ...done, is_child: true },
      [`${parent.sku}.1`]: { is_child: true, inventory_updated: 0, err: "Stock has changed." },
      [parent.sku]: { is_child: false, inventory_updated: 0, err: expect.stringMatching(/./) },
      "123": done,
      toString: done,
      none: { is_child: true, inventory_updated: 0, err: "Unknown sku." }
    })
    expect(await itemOf(store, sku)).toMatchObject({ quantity: 6 })
    expect((await itemOf(store, parent.sku))?.childs?.map(({ quantity }) => quantity)).toEqual([8, 2])
    expect([await itemOf(store, "123"), await itemOf(store, "toString")]).toMatchObject([
      { quantity: 3 },
      { quantity: 4 }
    ])
  })

  it("takes a batch without is_child, which is true and false in any case, and a SKU of the name SKU", async () => {
    const store = await open()
    await store.api.products.create({ code: "SKU", title: "x", price: 1 })
    await store.api.products.create({ code: "sku", title: "x", price: 1, variants: [{ sku: "sku.1" }] })
    const body = "stage[SKU][quantity]=03&stage[sku.1][quantity]=4&stage[sku.1][is_child]=True"
    const { json } = await store.send({ method: "PUT", path: batchPath, body })
    expect(json.responses).toEqual({
      SKU: { is_child: false, inventory_updated: 1, err: null },
      "sku.1": { is_child: true, inventory_updated: 1, err: null }
    })
    expect(await itemOf(store, "SKU")).toMatchObject({ quantity: 3 })
    const again = await store.send({ method: "PUT", path: batchPath, body: "stage[sku.1][quantity]=4" })
    expect(again.json.responses).toEqual({ "sku.1": { is_child: false, inventory_updated: 0, err: "Unknown sku." } })
  })

  it("sets all of an atomic batch or nothing", async () => {
    const store = await open()
    const { sku } = await product(store, { quantity: 5 })
    const other = await product(store, { quantity: 5 })
    const stage = {
      [sku]: { quantity: 6, is_child: false },
      [other.sku]: { quantity: 6, is_child: false, expected: 1 }
    }
    const moved = await store.send({ method: "PUT", path: batchPath, body: { stage, atomic: 1 } })
    expect([moved.status, moved.json.error.type, namesOf(moved)]).toEqual([
      409,
      "stock_moved",
      [`stage[${other.sku}][expected]`]
    ])
    const unknown = { ...stage, none: { quantity: 1, is_child: false } }
    const refused = await store.send({ method: "PUT", path: batchPath, body: { stage: unknown, atomic: 1 } })
    expect([refused.status, namesOf(refused)]).toEqual([400, [`stage[${other.sku}][expected]`, "stage[none]"].sort()])
    expect(await itemOf(store, sku)).toMatchObject({ quantity: 5 })
    const fitting = { ...stage, [other.sku]: { quantity: 7, is_child: false, expected: 5 } }
    await store.api.inventory.batch({ stage: fitting, atomic: 1 })
    expect([await itemOf(store, sku), await itemOf(store, other.sku)]).toMatchObject([{ quantity: 6 }, { quantity: 7 }])
  })

  it("takes 250 SKUs in a batch and does nothing for more, or for one below 0", async () => {
    const store = await open()
    const { sku } = await product(store, { quantity: 5 })
    const other = await product(store)
    const unknown = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`none ${n}`, { quantity: 1, is_child: false }]))
    const stage = { [sku]: { quantity: 1, is_child: false } }
    const over = await store.send({ method: "PUT", path: batchPath, body: { stage: { ...stage, ...unknown(250) } } })
    expect([over.status, namesOf(over)]).toEqual([400, ["stage"]])
    const below = { ...stage, [other.sku]: { quantity: -1, is_child: false } }
    const refused = await store.send({ method: "PUT", path: batchPath, body: { stage: below } })
    expect([refused.status, namesOf(refused)]).toEqual([400, [`stage[${other.sku}][quantity]`]])
    expect(await itemOf(store, sku)).toMatchObject({ quantity: 5 })
    const { responses } = await store.api.inventory.batch({ stage: { ...stage, ...unknown(249) } })
    expect(Object.keys(responses)).toHaveLength(250)
    expect(await itemOf(store, sku)).toMatchObject({ quantity: 1 })
  })

  it("decides a call again after a long refusal, even with an idempotency key, and repeats a short refusal", async () => {
    const store = await open()
    const { sku } = await product(store)
    const refused = async (skus: ReadonlyArray<string>) => {
      const headers = { "idempotency-key": `batch of ${skus.length} ${sku}` }
      const body = { stage: Object.fromEntries(skus.map((one) => [one, { quantity: 1, is_child: 0 }])), atomic: 1 }
      const answer = await store.send({ method: "PUT", path: batchPath, body, headers })
      return { ...answer, replayed: answer.headers["idempotent-replayed"] }
    }
    const skus = Array.from({ length: 100 }, (_, n) => `NONE.${sku}.${n}`)
    for (const answer of [await refused(skus), await refused(skus)]) {
      expect([answer.status, answer.replayed]).toEqual([400, undefined])
      expect(answer.text.length).toBeGreaterThan(4096)
    }
    const [first, second] = [await refused(skus.slice(0, 3)), await refused(skus.slice(0, 3))]
    expect([first.status, first.replayed, second.replayed, second.text]).toEqual([400, undefined, "true", first.text])
  })
})

export const inventory: Covered<"inventory"> = {
  suite: promises,
  subjects: {
    list: { given: () => ({}) },
    levels: {
      given: async (store) => ({ shop: store.shop.id, sku: (await product(store, { quantity: 2 })).sku }),
      absent: (given) => ({ ...given, shop: noId })
    },
    set: {
      given: async (store) => ({ sku: (await product(store)).sku, quantity: 12 })
    },
    increment: {
      given: async (store) => ({ sku: (await product(store)).sku, quantity: 1 })
    },
    batch: {
      given: async (store) => ({ stage: { [(await product(store)).sku]: { quantity: 12, is_child: false } } }),
      absent: () => ({ stage: { none: { quantity: 12, is_child: false } } })
    }
  }
}
