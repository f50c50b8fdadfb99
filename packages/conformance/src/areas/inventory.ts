/** Inventory: set, incremented and set in bulk, exactly, under concurrent changes; and its ledger. */
import { expect, it } from "vitest"
import { type Store, suite } from "../surface.ts"

const path = "/v1.1/inventory/inventory.json"
const batchPath = "/v1.1/inventory/batchInventory.json"
const namesOf = ({ json }: { readonly json: { error: { details: ReadonlyArray<{ path: string }> } } }) =>
  json.error.details.map(({ path }) => path).sort()

let made = 0
/** A product with a SKU that no other test uses. */
const product = async ({ api }: Store, given: { quantity?: number; unlimited?: boolean; variants?: number[] } = {}) => {
  const { variants, ...own } = given
  const sku = `P.${++made}`
  const parts = variants?.map((quantity, n) => ({ sku: `${sku}.${n}`, superkey: `key ${n}`, quantity }))
  const { uid } = await api.products.create({
    code: sku,
    title: "x",
    price: 1,
    ...own,
    ...(parts && { variants: parts })
  })
  return { sku, uid }
}
const itemOf = async ({ api }: Store, sku: string) => (await api.inventory.list()).find((item) => item.sku === sku)
const ledgerOf = async ({ operator, shop }: Store, sku: string) =>
  (await operator.ledger.list({ shop: shop.id, sku, limit: 1000 })).toReversed()

const done = { is_child: false, inventory_updated: 1, err: null }

export const inventory = suite("inventory", (open) => {
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

  it("does not know a SKU that is none, or that is_child does not fit", async () => {
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

  it("sets nothing where another stock is expected", async () => {
    const store = await open()
    const { sku } = await product(store, { quantity: 5 })
    const moved = store.api.inventory.set({ sku, quantity: 9, expected: 4 })
    await expect(moved).rejects.toMatchObject({ status: 409, type: "stock_moved", details: [{ path: "expected" }] })
    expect((await itemOf(store, sku))?.quantity).toBe(5)
    await store.api.inventory.set({ sku, quantity: 9, expected: 5 })
    expect((await itemOf(store, sku))?.quantity).toBe(9)
  })

  it("lets one of several win who expect the same stock", async () => {
    const store = await open()
    const { sku } = await product(store)
    const racing = await Promise.allSettled(
      [1, 2, 3, 4, 5, 6].map((quantity) => store.api.inventory.set({ sku, quantity, expected: 0 }))
    )
    expect(racing.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  })

  it("adds up what is added at once, in several processes too", async () => {
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
      body: "stage[A.1][quantity]=x&stage[A.1][is_child]=0&stage[7][quantity]=1&atomic=no&stage[b][is_child]=0&stage[b][expected]=1.5"
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
      [`${parent.sku}.1`]: { is_child: true, inventory_updated: 0, err: "Stock is another." },
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

  it("decides again what it refused at length, for an idempotency key too, and gives a short refusal again", async () => {
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

  it("writes each change down, with what it was for and who made it", async () => {
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
