/** A call holds few of the documents that it names, however many and however long they are. */
import { collections } from "@bottega/domain/areas"
import type { InventoryItem } from "@bottega/domain/areas/inventory"
import { onlyEntries, type Product, productFrom } from "@bottega/domain/areas/products"
import type { Collection } from "@bottega/domain/contract"
import { afterEach, describe, expect, it, vi } from "vitest"
import { type Call, open, shop, turnsOf } from "./ground.ts"

const { inventory, products } = collections
const KiB = 1024
/** A part ends with the document at which its texts reach this. */
const partCharacters = 512 * KiB

const lines = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ sku: `P${n + 1}`, price: 1, quantity: 1, title: "One" }))
const order = (item_id: ReadonlyArray<object>, more: object = {}): Call => [
  "POST",
  "/orders/order.json",
  {
    ...{ shipping_flag: "not_required", shipping_method: "x", shipping_cost: 1, payment_method: "y" },
    ...more,
    item_id
  }
]
const check = (count: number): Call => [
  "POST",
  "/coupons/check.json",
  { ...{ code: "NONE", shipping_method: "x", shipping_cost: 1 }, item_id: lines(count) }
]

const long = (uid: number, more: object = {}): Product => ({
  ...productFrom(uid, { code: `P${uid}`, title: `Product ${uid}`, price: 1, status: 1, ...more } as never, 0),
  description: "x".repeat(300 * KiB)
})
/** A product's stock of about 1.9 MiB. */
const longStock = (uid: number): InventoryItem => ({
  ...{ sku: `P${uid}`, uid, quantity: 0, unlimited: false, has_child: true },
  childs: Array.from({ length: 1000 }, (_, n) => ({ sku: `P${uid}.${n}`, quantity: 9, superkey: "x".repeat(1900) }))
})

/** The characters of a collection's documents that are decoded in each piece of work, and how many turns all of it takes. */
const decoding = async (collection: Collection, act: () => Promise<unknown>) => {
  const pieces: Array<number> = []
  let characters = 0
  const { decode } = collection
  const counted = vi.spyOn(collection as { decode: typeof decode }, "decode").mockImplementation((text) => {
    if (characters === 0)
      process.nextTick(() => {
        pieces.push(characters)
        characters = 0
      })
    characters += text.length
    return decode(text)
  })
  const turns = await turnsOf(act)
  counted.mockRestore()
  return { pieces, turns }
}

afterEach(() => vi.restoreAllMocks())

describe.each(["memory", "sqlite"])("in %s", (storage) => {
  const filled = async (count: number) => {
    const store = await open(storage)
    for (let uid = 1; uid <= count; uid++) await store.put(shop.id, products, [long(uid)])
    return store
  }

  it.each([
    ["a coupon check", check(40)],
    ["an order without titles", order(lines(40).map(({ title, ...line }) => line))]
  ])("%s decodes its products in turns of bounded texts", async (_, call) => {
    const store = await filled(40)
    const { pieces, turns } = await decoding(products, async () => expect((await store.call(call)).status).toBe(200))
    expect(turns).toBeGreaterThan(10)
    expect(Math.max(...pieces)).toBeLessThan(partCharacters + 310 * KiB)
    await store.close()
  })

  it("an order shows the titles of long products", async () => {
    const store = await filled(3)
    const { order_id } = (await store.call(order([{ sku: "P3", price: 1, quantity: 1 }]))).json
    const { json } = await store.call(["GET", "/orders/order.json", { orderID: order_id }])
    expect(JSON.stringify(json)).toContain("Product 3")
    await store.close()
  })

  it("a check of entries of more than 16 MiB is refused", async () => {
    const store = await open(storage)
    for (let uid = 1; uid <= 18; uid++) await store.put(shop.id, products, [long(uid, { title: "x".repeat(KiB ** 2) })])
    const { json, status } = await store.call(check(18))
    expect([status, json.err]).toEqual([400, expect.stringMatching(/more than 16777216 bytes; send it in parts/)])
    await store.close()
  })

  it("an order of stock of more than 16 MiB is refused before all of it is read", async () => {
    const store = await open(storage)
    for (let uid = 1; uid <= 20; uid++) await store.put(shop.id, inventory, [longStock(uid)])
    const items = lines(20).map((line) => ({ ...line, sku: `${line.sku}.5` }))
    const place = async (more: object, status: number) => {
      let answer: Awaited<ReturnType<typeof store.call>> | undefined
      const { pieces } = await decoding(inventory, async () => void (answer = await store.call(order(items, more))))
      expect(answer?.status).toBe(status)
      expect(Math.max(...pieces)).toBeLessThan(partCharacters + 2048 * KiB)
      return { json: answer!.json, characters: pieces.reduce((sum, one) => sum + one, 0) }
    }
    const { characters, json } = await place({}, 400)
    expect(json.err).toMatch(/more than 16777216 bytes; send it in parts/)
    expect(characters).toBeLessThan(19 * KiB ** 2)
    await place({ order_status: 7 }, 200)
    await store.close()
  })
})

it("what is kept of a product is no longer than what its entries show", () => {
  const variant = (n: number) => ({
    ...{ sku: `V${n}`, superkey: `${n}`, price: null },
    ...{ attributes: { size: "x".repeat(KiB) }, gallery: ["x".repeat(KiB)] }
  })
  const variants = Array.from({ length: 100 }, (_, n) => variant(n))
  const kept = onlyEntries({ ...long(1), variants, attributes: { a: "x".repeat(KiB) } }, new Set(["P1", "V7"]))
  expect(kept.variants.map(({ sku }) => sku)).toEqual(["V7"])
  expect(JSON.stringify(kept).length).toBeLessThan(KiB)
})
