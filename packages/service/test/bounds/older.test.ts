/** Documents that were stored before bounds existed are read, exported, shortened and removed, and not lengthened. */
import { collections } from "@bottega/domain/areas"
import { maxDocumentBytes } from "@bottega/domain/contract"
import { Stream } from "effect"
import { describe, expect, it } from "vitest"
import { exportShop } from "../../src/maintenance/export.ts"
import { type Call, open, searched, shop } from "./ground.ts"

const many = 9000
const tags = Array.from({ length: many }, (_, n) => `tag ${n}`)
const part = (from: number, to: number) => tags.slice(from, to)

type Store = Awaited<ReturnType<typeof open>>

const expectStatus = async ({ call }: Store, status: number, ...calls: ReadonlyArray<Call>) => {
  for (const one of calls) {
    const answer = await call(one)
    expect([one[0], one[1], answer.status, answer.json]).toEqual([one[0], one[1], status, answer.json])
    if (status === 400) expect(answer.json.error.details).toHaveLength(1)
  }
}

/** The export of the shop, which must have this text. */
const expectExported = async ({ run }: Store, text: string) => {
  const pieces = await run(Stream.runCollect(exportShop({ shop: shop.id, program: "test", still: true })))
  expect(pieces.join("")).toContain(text)
}

const orderOf = (more: object): Call => [
  "POST",
  "/orders/order.json",
  {
    ...{ shipping_flag: "not_required", shipping_method: "x", shipping_cost: 1, payment_method: "y" },
    ...{ item_id: [{ sku: "MUG", price: 1, quantity: 1 }], ...more }
  }
]

describe.each(["memory", "sqlite"])("a document of before the bounds, in %s", (storage) => {
  it("is an order of 9,000 tags", async () => {
    const store = await open(storage)
    const orderID: string = (await store.call(orderOf({}))).json.order_id
    await store.older(collections.orders, (order) => ({ ...order, tags }))
    const path = "/orders/tags.json"
    await expectStatus(store, 200, ["GET", "/orders/order.json", { orderID }])
    await expectStatus(store, 400, ["POST", path, { orderID, tags: ["one more"] }])
    await expectStatus(store, 200, ["PUT", "/orders/order.json", { orderID, status: 1 }])
    await expectExported(store, '"tag 8999"')
    const remove = () => expectStatus(store, 200, ["DELETE", path, { orderID, tags: part(0, 8000) }])
    expect(await searched(remove)).toBeLessThan(200_000)
    await expectStatus(store, 400, ["POST", path, { orderID, tags: ["one more"] }])
    await expectStatus(store, 200, ["DELETE", path, { orderID, tags: part(8000, 8950) }])
    await expectStatus(store, 200, ["POST", path, { orderID, tags: part(0, 50) }])
    await expectStatus(store, 400, ["POST", path, { orderID, tags: ["one more"] }])
    const code = { shop: shop.id, orderID }
    const { authorization_code } = (await store.call(["POST", "/control/v1/orders/authorization.json", code])).json
    await expectStatus(store, 200, ["DELETE", "/orders/order.json", { orderID, authorization_code }])
    await store.close()
  })

  it("is a customer of 9,000 tags and 300 custom fields", async () => {
    const store = await open(storage)
    const { client } = (await store.call(["POST", "/clients/client.json", { fullname: "A B", email: "a@example.com" }]))
      .json
    const { id } = client
    const fields = (from: number, to: number, value: string) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, n) => [`field ${from + n}`, value]))
    await store.older(collections.customers, (one) => ({ ...one, tags, custom_fields: fields(0, 300, "x") }))
    await expectStatus(store, 200, ["GET", "/clients/client.json", { id }])
    await expectStatus(store, 200, ["PUT", "/clients/client.json", { id, fullname: "A C" }])
    await expectStatus(store, 400, ["PUT", "/clients/tags.json", { id, tags: ["one more"] }])
    await expectStatus(store, 400, ["PUT", "/clients/batchTags.json", { email: ["a@example.com"], tags: ["one more"] }])
    const everyone = ["PUT", "/clients/batchTags.json", { email: ["*"], tags: ["one more"] }] as const
    expect((await store.call(everyone)).json).toMatchObject({ ok: 1, n: 1, nModified: 0 })
    const set = (custom_fields: object): Call => ["PUT", "/clients/custom_fields.json", { id, custom_fields }]
    await expectStatus(store, 400, set({ more: "x" }))
    await expectStatus(store, 200, set({ ...fields(0, 2, ""), more: "x" }))
    await expectExported(store, '"tag 8999"')
    await expectStatus(store, 200, ["DELETE", "/clients/tags.json", { id, tags: part(0, 8901) }])
    await expectStatus(store, 200, ["PUT", "/clients/tags.json", { id, tags: ["one more"] }])
    await expectStatus(store, 400, ["PUT", "/clients/tags.json", { id, tags: ["and another"] }])
    await expectStatus(store, 200, ["DELETE", "/clients/client.json", { id }])
    await store.close()
  })

  it("is a product of 3 MiB and 1,200 variants", async () => {
    const store = await open(storage)
    const { uid } = (await store.call(["POST", "/products/product.json", { code: "MUG", title: "Mug", price: 1 }])).json
    const variant = (n: number) => ({ sku: `V${n}`, superkey: "", price: null, attributes: {}, gallery: [] })
    const description = "x".repeat(3 * 1024 * 1024)
    const variants = Array.from({ length: 1200 }, (_, n) => variant(n))
    await store.older(collections.products, (product) => ({ ...product, variants, description }))
    const childs = variants.map(({ sku, superkey }) => ({ sku, superkey, quantity: 0 }))
    await store.older(collections.inventory, (stock) => ({ ...stock, quantity: 0, has_child: true, childs }))
    const put = (given: object): Call => ["PUT", "/products/product.json", { uid, ...given }]
    const read: Call = ["GET", "/products/product.json", { uid }]
    expect((await store.call(read)).json.description).toHaveLength(description.length)
    const tooLong = await store.call(put({ title: "A longer title" }))
    expect([tooLong.status, tooLong.json.err]).toEqual([
      400,
      expect.stringMatching(/^The product would have 3\d{6} bytes/)
    ])
    await expectStatus(store, 400, put({ variants: [{ sku: "V1200" }] }))
    await expectStatus(store, 200, put({ variants: [{ sku: "V1199", delete: 1 }, { sku: "V1200" }] }))
    await expectStatus(store, 200, put({ variants: [{ sku: "V1", delete: 1 }] }))
    await expectStatus(store, 200, put({ description: "" }), put({ title: "A longer title" }), read)
    await expectStatus(
      store,
      400,
      put({ description: "y".repeat(1024 * 1024), tags: ["a", "b"], variants: [{ sku: "V" }] })
    )
    expect(Buffer.byteLength((await store.rows(collections.products))[0]!.text)).toBeLessThan(maxDocumentBytes)
    await expectStatus(store, 200, ["DELETE", "/products/product.json", { uid }])
    await store.close()
  })

  it("is an order of 3 MiB, of which the log alone becomes longer", async () => {
    const store = await open(storage)
    const orderID: string = (await store.call(orderOf({ tags: ["a"] }))).json.order_id
    await store.older(collections.orders, (order) => ({ ...order, message: "x".repeat(3 * 1024 * 1024) }))
    await expectStatus(store, 400, ["POST", "/orders/tags.json", { orderID, tags: ["b"] }])
    await expectStatus(store, 200, ["PUT", "/orders/order.json", { orderID, status: 1 }])
    await expectStatus(store, 200, ["DELETE", "/orders/tags.json", { orderID, tags: ["a"] }])
    expect((await store.docs(collections.orders))[0]!.log).toHaveLength(3)
    await store.close()
  })
})

describe.each(["memory", "sqlite"])("attributes in %s", (storage) => {
  it("are at most 500 of a shop, also when several are added at once; those of before stay", async () => {
    const store = await open(storage)
    const make = () => store.call(["POST", "/attributes/attribute.json", { label: "L", type: "text" }])
    const listing = () => store.call(["POST", "/b2b/listing.json", { name: "L" }])
    const plain = { label: "L", type: "text", data: [], read_only: 0 } as const
    const stored = Array.from({ length: 497 }, (_, n) => ({ ...plain, id: `${n}`.padStart(24, "0") }))
    await store.put(shop.id, collections.attributes, stored)
    const answers = await Promise.all([make(), make(), listing(), make(), listing(), make()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409])
    expect(await store.rows(collections.attributes)).toHaveLength(500)
    const [attribute] = await store.docs(collections.attributes)
    const remove: Call = ["DELETE", "/attributes/attribute.json", { id: attribute!.id }]
    expect((await store.call(remove)).status).toBe(200)
    expect([(await make()).status, (await make()).status]).toEqual([200, 409])
    await store.close()
  })
})
