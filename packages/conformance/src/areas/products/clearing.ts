/** What a change of a product clears, and how: an empty text, an empty attribute, or null. */
import { expect, it } from "vitest"
import type { Request, Store } from "../../surface.ts"

const path = "/v1.1/products/product.json"
const asJson = { "content-type": "application/json" }

/** A product with one variant of its own price, superkey and attribute. */
const made = async ({ api }: Store, code: string): Promise<number> => {
  const variants = [{ sku: `${code}.S`, superkey: "small", price: 22.5, attributes: { size: "S" } }]
  return (await api.products.create({ code, title: "x", price: 20, final_price: 15, variants })).uid
}

interface Change {
  readonly uid: number
  readonly sku: string
  readonly value: string | null
}

/** Requests that set a product's final price, and its variant's price, to one value. */
const senders: Readonly<Record<string, (change: Change) => Request>> = {
  "a form": ({ sku, uid, value }) => ({
    method: "PUT",
    path,
    body: `uid=${uid}&variants[0][sku]=${sku}&final_price=${value ?? "null"}&variants[0][price]=${value ?? "NULL"}`
  }),
  multipart: ({ sku, uid, value }) => {
    const body = new FormData()
    body.set("uid", String(uid))
    body.set("variants[0][sku]", sku)
    for (const name of ["final_price", "variants[0][price]"]) body.set(name, value ?? " null ")
    return { method: "PUT", path, body }
  },
  JSON: ({ sku, uid, value }) => ({
    method: "PUT",
    path,
    headers: asJson,
    body: JSON.stringify({ uid, final_price: value, variants: [{ sku, price: value }] })
  })
}

export const clearing = (open: () => Promise<Store>): void => {
  it("lose a variant's superkey and its last attribute by an empty value", async () => {
    const store = await open()
    const uid = await made(store, "CLEAR-1")
    const put = (body: string) =>
      store.send({ method: "PUT", path, body: `uid=${uid}&variants[0][sku]=CLEAR-1.S&${body}` })
    const variant = async () => (await store.api.products.read({ uid })).variants[0]
    expect((await put("variants[0][attributes][size]=")).json.nModified).toBe(1)
    expect(await variant()).toMatchObject({ superkey: "small", attributes: {} })
    expect((await put("variants[0][superkey]=")).json.nModified).toBe(1)
    expect(await variant()).toMatchObject({ superkey: "", attributes: {}, price: 22.5 })
    expect((await put("variants[0][superkey]=&variants[0][attributes][size]=")).json.nModified).toBe(0)
    await put("variants[0][attributes][size]=M&variants[0][attributes][cut]=slim")
    await put("variants[0][attributes]=")
    expect((await variant())?.attributes).toEqual({ size: "M", cut: "slim" })
    const cleared = { uid, variants: [{ sku: "CLEAR-1.S", attributes: { size: null, cut: "" } }] }
    expect((await store.send({ method: "PUT", path, headers: asJson, body: JSON.stringify(cleared) })).status).toBe(200)
    expect((await variant())?.attributes).toEqual({})
  })

  it.each(Object.keys(senders))("lose a price of their own by null, and not by an empty value, in %s", async (name) => {
    const store = await open()
    const uid = await made(store, `NULL-${name}`)
    const put = (value: string | null) => store.send(senders[name]!({ uid, sku: `NULL-${name}.S`, value }))
    const shown = async () => {
      const { final_price, variants } = await store.api.products.read({ uid })
      return [final_price, variants[0]?.price]
    }
    expect((await put("")).json.nModified).toBe(0)
    expect(await shown()).toEqual([15, 22.5])
    expect((await put(null)).json.nModified).toBe(1)
    expect(await shown()).toEqual([20, null])
  })

  it("take null from a typed client, beside lists and flags", async () => {
    const store = await open()
    const uid = await made(store, "NULL-CLIENT")
    const references = { brandUID: null, tax_profile: null, image_id: null }
    const variants = [{ sku: "NULL-CLIENT.S", price: null, quantity: 4 }]
    await store.api.products.update({
      uid,
      ...references,
      final_price: null,
      unlimited: true,
      tags: ["a", "b"],
      variants
    })
    expect(await store.api.products.read({ uid })).toMatchObject({
      ...{ ...references, final_price: 20, unlimited: true, tags: ["a", "b"] },
      variants: [{ price: null, quantity: 4, superkey: "small" }]
    })
  })

  it("refuse null where nothing can be unset", async () => {
    const { send } = await open()
    const { json, status } = await send({
      method: "POST",
      path,
      body: "code=N&title=N&price=null&quantity=null&final_price=null"
    })
    expect([status, json.error.details.map(({ path }: { path: string }) => path)]).toEqual([400, ["price", "quantity"]])
  })

  it("leave image_id out of a list while they have none, and say null in the detail", async () => {
    const { api, send } = await (await open()).withShop()
    const { uid } = await api.products.create({ code: "PLAIN", title: "x", price: 1 })
    for (const name of ["list", "paginated_list"]) {
      const { json } = await send({
        method: "GET",
        path: `/v1.1/products/${name}.json`,
        query: "nodes=image_id,brandUID"
      })
      expect(json).toEqual([{ uid, code: "PLAIN", price: 1, final_price: 1, status: 1, brandUID: null }])
    }
    expect(await api.products.read({ uid })).toMatchObject({ image_id: null })
  })

  it("have a description of up to 1 MiB", async () => {
    const { api, send } = await open()
    const description = "é".repeat(512 * 1024)
    const { uid } = await api.products.create({ code: "LONG", title: "x", price: 1, description })
    expect((await api.products.read({ uid })).description).toBe(description)
    const { json, status } = await send({ method: "PUT", path, body: { uid, description: `${description}.` } })
    expect([status, json.error.details]).toEqual([
      400,
      [{ path: "description", message: "is longer than 1048576 bytes" }]
    ])
  })

  it("take SKU for sku within variants, and never as a key of attributes", async () => {
    const store = await open()
    const body =
      "code=UPPER&title=x&price=1&variants[0][SKU]=UPPER.S&variants[0][attributes][SKU]=a&variants[0][attributes][sku]=b"
    const { json, status } = await store.send({ method: "POST", path, body })
    expect(status).toBe(200)
    const { variants } = await store.api.products.read({ uid: json.uid })
    expect(variants).toMatchObject([{ sku: "UPPER.S", attributes: { SKU: "a", sku: "b" } }])
    const wrong = await store.send({ method: "POST", path, body: "code=U2&title=x&price=1&variants[3][SKU]=UPPER.S" })
    expect(wrong.json.error.details).toMatchObject([{ path: "variants[3][SKU]" }])
  })
}
