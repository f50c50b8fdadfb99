/** The largest calls take several turns of the event loop, and what they write is divided or refused. */
import { collections } from "@bottega/domain/areas"
import type { InventoryItem } from "@bottega/domain/areas/inventory"
import { docOf } from "@bottega/storage"
import { describe, expect, it } from "vitest"
import { taken } from "../../src/areas/snapshots/taken.ts"
import { records } from "../../src/engine/records.ts"
import { type Call, open, shop, turnsOf } from "./ground.ts"

const order = (skus: ReadonlyArray<string>): Call => [
  "POST",
  "/orders/order.json",
  {
    ...{ shipping_flag: "not_required", shipping_method: "x", shipping_cost: 1, payment_method: "y" },
    item_id: skus.map((sku) => ({ sku, price: 1, quantity: 1 }))
  }
]
const numbered = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name} ${n}`)

describe.each([
  ["memory", 1],
  ["sqlite", 4]
])("an order of 1,600 SKUs that no product has, in %s", (storage, more) => {
  it(`is made in at least ${more} turns more than one of a single SKU`, async () => {
    const { call, close } = await open(storage)
    const placed = async (count: number) => expect((await call(order(numbered(count, "SKU")))).status).toBe(200)
    await placed(1)
    const small = await turnsOf(() => placed(1))
    expect(await turnsOf(() => placed(1600))).toBeGreaterThanOrEqual(small + more)
    await close()
  })
})

describe("an order of variants of large products", () => {
  const childs = (uid: number) =>
    numbered(1000, `${uid} ${"x".repeat(60)}`).map((sku) => ({ sku, quantity: 9, superkey: "" }))
  const product = (uid: number): InventoryItem => {
    return { sku: `P${uid}`, uid, quantity: 0, unlimited: false, has_child: true, childs: childs(uid) }
  }
  const ordered = async (count: number) => {
    const store = await open("memory")
    const products = Array.from({ length: count }, (_, at) => product(at + 1))
    for (const one of products) await store.put(shop.id, collections.inventory, [one])
    const { json, status } = await store.call(order(products.map(({ childs }) => childs![5]!.sku)))
    const sent = (await store.rows(records.outbox)).map((row) => ({ row, doc: docOf(records.outbox, row) }))
    await store.close()
    return { json, status, sent }
  }

  it("writes its events as several documents, in order, which name the products and do not repeat them", async () => {
    const { sent, status } = await ordered(60)
    expect(status).toBe(200)
    expect(sent.length).toBeGreaterThan(1)
    for (const { row } of sent) expect(Buffer.byteLength(row.text)).toBeLessThan(4096)
    const events = sent.flatMap(({ doc }) => doc.events)
    expect(events.flatMap(({ of }) => of ?? [])).toEqual(Array.from({ length: 60 }, (_, at) => at + 1))
    expect(new Set(sent.map(({ doc }) => `${doc.requestId} ${doc.at}`)).size).toBe(1)
  })

  it("is refused if it would write more than 16 MiB", async () => {
    const { json, sent, status } = await ordered(180)
    expect([status, json.err]).toEqual([400, expect.stringMatching(/more than 16777216 bytes; send it in parts/)])
    expect(sent).toEqual([])
  })
})

it("a page on which many items show one long text is sent in several turns, as it is read", async () => {
  const { call, close } = await open("memory")
  const product = { code: "P", price: 1, variants: numbered(100, "SKU").map((sku) => ({ sku })) }
  const { json } = await call(["POST", "/products/product.json", { ...product, title: "short" }])
  const levels = async (title: string) => {
    const { json, status } = await call(["GET", "/control/v1/inventory/levels.json", { shop: shop.id, limit: "1000" }])
    expect(status).toBe(200)
    expect(json).toMatchObject(product.variants.map((variant) => ({ ...variant, title })))
  }
  await levels("short")
  const short = await turnsOf(() => levels("short"))
  const title = "x".repeat(100_000)
  await call(["PUT", "/products/product.json", { uid: json.uid, title }])
  expect(await turnsOf(() => levels(title))).toBeGreaterThan(short + 5)
  await close()
})

it("a snapshot of long documents takes several turns, also where they are few", async () => {
  const { close, put, run } = await open("memory")
  const snapshot = () => run(taken(shop.id))
  // The first one makes more than a snapshot consists of.
  await snapshot()
  const empty = await turnsOf(snapshot)
  const ids = numbered(4, "").map((id) => id.trim().padStart(24, "0"))
  const content = "x".repeat(600_000)
  await put(
    shop.id,
    collections.pageContents,
    ids.map((id) => ({ id, content }))
  )
  expect(await turnsOf(snapshot)).toBeGreaterThanOrEqual(empty + 2 * ids.length)
  await close()
})
