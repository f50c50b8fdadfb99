/** Products: created, changed and removed with their variants, and read by lists, details and the inventory. */
import { expect, it } from "vitest"
import { type Covered, unique } from "../subjects.ts"
import { type Store, suite } from "../surface.ts"
import { clearing } from "./products/clearing.ts"
import { bare, imageOfProduct, images, picture } from "./products/images.ts"
import { prices } from "./products/prices.ts"

const path = "/v1.1/products/product.json"
const namesOf = ({ json }: { readonly json: { error: { details: ReadonlyArray<{ path: string }> } } }) =>
  json.error.details.map(({ path }) => path).sort()

/** The stock of one product, as the inventory lists it. */
const stockOf = async ({ api }: Store, uid: number) => (await api.inventory.list()).find((item) => item.uid === uid)

const tee = {
  code: "TEE",
  title: "Tee",
  price: 20,
  variants: [
    { sku: "TEE.S", superkey: "small", quantity: 2, attributes: { size: "S", "care.label": "30°" } },
    { sku: "TEE.L", superkey: "large", quantity: 3, price: 22.5 }
  ]
}

const promises = suite("products", (open) => {
  it("shows a new product in the detail, the lists and the inventory", async () => {
    const store = await open()
    const { api, clock } = store
    const given = {
      code: "MUG-1",
      title: "Mug ☕",
      price: 9.5,
      final_price: 8,
      description: "Holds tea.",
      tags: ["a", "b"]
    }
    const { uid } = await api.products.create({ ...given, quantity: 12 })
    const detail = await api.products.read({ uid })
    expect(detail).toEqual({
      ...given,
      ...{ uid, sku: "MUG-1", status: 1, stock_count: 12, unlimited: false, categories: [], variants: [], gallery: [] },
      ...{ brandUID: null, brand_name: null, tax_profile: null, image_id: null, attributes: {} },
      ...{ create_at: detail.create_at, update_at: detail.create_at, seo: { title: "", description: "", keywords: "" } }
    })
    expect(detail.create_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/)
    expect(Math.abs(Date.parse(detail.create_at) - clock.now())).toBeLessThan(60_000)
    const listed = (await api.products.list()).find((product) => product.uid === uid)
    expect(listed).toEqual({ uid, code: "MUG-1", price: 9.5, final_price: 8, status: 1 })
    expect(await stockOf(store, uid)).toEqual({ uid, sku: "MUG-1", quantity: 12, unlimited: false, has_child: false })
  })

  it("costs its price where no final price was given, and has no quantity until one is", async () => {
    const store = await open()
    const { uid } = await store.api.products.create({ code: "PLAIN", title: "Plain", price: 5, unlimited: true })
    expect(await store.api.products.read({ uid })).toMatchObject({ final_price: 5, stock_count: 0, unlimited: true })
    expect(await stockOf(store, uid)).toMatchObject({ quantity: null, unlimited: true })
    await store.api.products.update({ uid, price: 6 })
    const seen = await store.api.products.read({ uid })
    expect(seen).toMatchObject({ price: 6, final_price: 6 })
    // What is read can be sent back: it changes nothing, and the final price still follows the price.
    const { final_price, price } = seen
    expect(await store.api.products.update({ uid, final_price, price })).toMatchObject({ nModified: 0 })
    await store.api.products.update({ uid, final_price: 7, price: 7 })
    await store.api.products.update({ uid, price: 8 })
    expect(await store.api.products.read({ uid })).toMatchObject({ price: 8, final_price: 8 })
    await store.api.products.update({ uid, final_price: 5 })
    await store.api.products.update({ uid, final_price: 8 })
    await store.api.products.update({ uid, price: 9 })
    expect(await store.api.products.read({ uid })).toMatchObject({ price: 9, final_price: 8 })
  })

  it("keeps variants with their prices, attributes and stock", async () => {
    const store = await (await open()).withShop()
    const { uid } = await store.api.products.create(tee)
    const detail = await store.api.products.read({ uid })
    expect(detail.stock_count).toBe(5)
    expect(detail.variants).toEqual([
      { ...tee.variants[0], price: null, gallery: [] },
      { ...tee.variants[1], attributes: {}, gallery: [] }
    ])
    expect(await stockOf(store, uid)).toEqual({
      ...{ uid, sku: "TEE", quantity: 0, unlimited: false, has_child: true },
      childs: [
        { sku: "TEE.S", quantity: 2, superkey: "small" },
        { sku: "TEE.L", quantity: 3, superkey: "large" }
      ]
    })
  })

  it("merges variants by SKU, and removes those marked so", async () => {
    const store = await (await open()).withShop()
    const { uid } = await store.api.products.create(tee)
    const variants = [
      { sku: "TEE.S", delete: true },
      { sku: "TEE.L", quantity: 7 },
      { sku: "TEE.XL", superkey: "huge" }
    ]
    expect(await store.api.products.update({ uid, variants })).toMatchObject({ ok: 1, n: 1, nModified: 1 })
    const detail = await store.api.products.read({ uid })
    expect(detail.variants.map(({ price, quantity, sku, superkey }) => [sku, superkey, quantity, price])).toEqual([
      ["TEE.L", "large", 7, 22.5],
      ["TEE.XL", "huge", 0, null]
    ])
    expect((await stockOf(store, uid))?.childs?.map(({ sku }) => sku)).toEqual(["TEE.L", "TEE.XL"])
    await store.api.products.create({ code: "TEE.S", title: "The SKU is free again", price: 1 })
  })

  it("changes the given fields, clears a text by an empty value, and counts real changes", async () => {
    const { api, clock, send } = await open()
    const { uid } = await api.products.create({
      code: "EDIT",
      title: "Before",
      price: 1,
      description: "x",
      tags: ["t"]
    })
    clock.advance(5000)
    const same = await api.products.update({ uid, title: "Before", price: 1 })
    expect(same).toEqual({ ok: 1, n: 1, nModified: 0, err: null, errmsg: null, updatedExisting: true })
    const before = await api.products.read({ uid })
    expect(before.update_at).toBe(before.create_at)
    const body = { uid, title: "After", description: "", tags: "", code: "", status: 0 }
    expect((await send({ method: "PUT", path, body })).json.nModified).toBe(1)
    const after = await api.products.read({ uid })
    const changed = { title: "After", description: "", tags: [], status: 0, update_at: after.update_at }
    expect(after).toEqual({ ...before, ...changed })
    expect(Date.parse(after.update_at) - Date.parse(after.create_at)).toBe(5000)
  })

  it("keeps the texts for search engines, each by itself", async () => {
    const { api } = await open()
    const { uid } = await api.products.create({ code: "SEO", title: "Found", price: 1, seo_title: "A title" })
    const seo = async () => (await api.products.read({ uid })).seo
    expect(await seo()).toEqual({ title: "A title", description: "", keywords: "" })
    await api.products.update({ uid, seo_description: "What it is", seo_keywords: "a, b" })
    expect(await seo()).toEqual({ title: "A title", description: "What it is", keywords: "a, b" })
    expect(await api.products.update({ uid, seo_title: "A title" })).toMatchObject({ nModified: 0 })
    await api.products.update({ uid, seo_title: "" })
    expect(await seo()).toEqual({ title: "", description: "What it is", keywords: "a, b" })
  })

  it("shows the requested nodes, and ignores unknown names", async () => {
    const { api } = await (await open()).withShop()
    const [{ uid }, other] = [
      await api.products.create({ code: "N-1", title: "One", price: 1, unlimited: true, tags: ["x"] }),
      await api.products.create({ code: "N-2", title: "Two", price: 2 })
    ]
    const base = { final_price: 1, price: 1, status: 1 }
    expect(await api.products.list({ nodes: ["title", "unlimited", "tags", "brand_name", "nothing"] })).toEqual([
      { uid, code: "N-1", ...base, title: "One", unlimited: true, tags: ["x"], brand_name: null },
      {
        uid: other.uid,
        code: "N-2",
        status: 1,
        price: 2,
        final_price: 2,
        title: "Two",
        unlimited: false,
        tags: [],
        brand_name: null
      }
    ])
  })

  it("lists however many there are, whole or page by page, each once", async () => {
    const { api } = await (await open()).withShop()
    const wanted: Array<number> = []
    // More than the service reads of a list at a time.
    for (let part = 0; part < 8; part++) {
      const made = await Promise.all(
        Array.from({ length: 65 }, (_, n) => api.products.create({ code: `L-${part}-${n}`, title: "L", price: 1 }))
      )
      wanted.push(...made.map(({ uid }) => uid))
    }
    wanted.sort((a, b) => a - b)
    const uidsOf = (list: ReadonlyArray<{ readonly uid: number }>) => list.map(({ uid }) => uid)
    expect(uidsOf(await api.products.list())).toEqual(wanted)
    expect(uidsOf(await api.products.page())).toEqual(wanted.slice(0, 10))
    expect(uidsOf(await api.products.page({ page: 3, limit: 200 }))).toEqual(wanted.slice(400))
    expect(await api.products.page({ page: 4, limit: 200 })).toEqual([])
    const followed: Array<number> = []
    for await (const { uid } of api.products.page.all({ limit: 100 })) followed.push(uid)
    expect(followed).toEqual(wanted)
    expect((await api.inventory.list()).length).toBe(wanted.length)
  })

  it("finds nothing by an unknown brand or category", async () => {
    const { api } = await open()
    await api.products.create({ code: "UNFILTERED", title: "x", price: 1 })
    expect(await api.products.list({ brandUID: 999 })).toEqual([])
    expect(await api.products.list({ categoryUID: 999 })).toEqual([])
    expect(await api.products.page({ brandUID: 999, categoryUID: 1 })).toEqual([])
  })

  it("removes a product with its stock, and frees its SKUs", async () => {
    const store = await open()
    const { api } = store
    const { uid } = await api.products.create({ code: "GONE", title: "x", price: 1, quantity: 3 })
    expect(await api.products.remove({ uid })).toEqual({ ok: 1, n: 1, err: null, errmsg: null })
    await expect(api.products.read({ uid })).rejects.toMatchObject({ status: 404, type: "not_found" })
    expect(await stockOf(store, uid)).toBeUndefined()
    await expect(api.products.remove({ uid })).rejects.toMatchObject({ status: 404 })
    const again = await api.products.create({ code: "GONE", title: "y", price: 1 })
    expect(again.uid).not.toBe(uid)
  })

  it("gives a SKU to one product or variant, even if several request it at once", async () => {
    const { api, send } = await open()
    await api.products.create({ code: "ONE", title: "x", price: 1, variants: [{ sku: "ONE.A" }] })
    const body = { code: "ONE.A", title: "y", price: 1, variants: [{ sku: "ONE" }, { sku: "TWO" }] }
    const refused = await send({ method: "POST", path, body })
    expect([refused.status, refused.json.error.type, namesOf(refused)]).toEqual([
      409,
      "duplicate",
      ["code", "variants[0][sku]"]
    ])
    const wrong = await send({ method: "POST", path, body: { ...body, variants: [{ sku: "ONE", quantity: -1 }] } })
    expect([wrong.status, namesOf(wrong)]).toEqual([400, ["code", "variants[0][quantity]", "variants[0][sku]"]])
    const both = await send({ method: "POST", path, body: { ...body, quantity: 1 } })
    expect([both.status, both.json.error.type, namesOf(both)]).toEqual([
      409,
      "duplicate",
      ["code", "quantity", "variants[0][sku]"]
    ])
    const racing = await Promise.allSettled(
      Array.from({ length: 8 }, () => api.products.create({ code: "RACE", title: "x", price: 1 }))
    )
    expect(racing.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    for (const lost of racing)
      if (lost.status === "rejected") expect(lost.reason).toMatchObject({ status: 409, type: "duplicate" })
    const { uid } = await api.products.create({ code: "THREE", title: "x", price: 1 })
    await expect(api.products.update({ uid, code: "ONE.A" })).rejects.toMatchObject({ type: "duplicate" })
    expect((await api.products.read({ uid })).code).toBe("THREE")
  })

  it("refuses a quantity for a product whose variants hold the stock", async () => {
    const { api } = await open()
    const { uid } = await api.products.create({ code: "HOLD", title: "x", price: 1, variants: [{ sku: "HOLD.A" }] })
    await expect(api.products.update({ uid, quantity: 3 })).rejects.toMatchObject({ status: 409, type: "conflict" })
  })

  it("names every wrong parameter at once, as its sender spelt it", async () => {
    const { send } = await open()
    const body =
      "code=&price=-1&final_price=1e12&status=2&unlimited=yes&quantity=1.5&brandUID=a" +
      "&variants[7][quantity]=x&variants[9][sku]=V&variants[9][price]=-2&variants[11][sku]=V"
    const refused = await send({ method: "POST", path, body })
    expect(refused.status).toBe(400)
    expect(namesOf(refused)).toEqual(
      [
        ...["brandUID", "code", "final_price", "price", "quantity", "status", "title", "unlimited"],
        ...["variants[11][sku]", "variants[7][quantity]", "variants[7][sku]", "variants[9][price]"]
      ].sort()
    )
    const flat = await send({ method: "POST", path, body: "code=F&title=F&price=1&variants[]=a" })
    expect([flat.status, namesOf(flat)]).toEqual([400, ["variants[]"]])
    const pages = await send({ method: "GET", path: "/v1.1/products/paginated_list.json", query: "page=0&limit=1001" })
    expect([pages.status, namesOf(pages)]).toEqual([400, ["limit", "page"]])
  })

  it("refuses what names nothing in the shop, all of it at once", async () => {
    const { api, send } = await open()
    const refers = { brandUID: 9, categories: [8, 7], tax_profile: "0".repeat(24), image_id: "1".repeat(24) }
    const all = { ...refers, attributes: { "2": "x" }, quantity: -1 }
    const named = ["attributes[2]", "brandUID", "categories[]", "categories[]", "image_id", "quantity", "tax_profile"]
    const created = await send({ method: "POST", path, body: { code: "REFER", title: "x", price: 1, ...all } })
    expect([created.status, namesOf(created)]).toEqual([400, named])
    const { uid } = await api.products.create({ code: "REFER", title: "x", price: 1 })
    const body = { uid, ...all, variants: [{ sku: "NONE", delete: 1 }] }
    const changed = await send({ method: "PUT", path, body })
    expect([changed.status, namesOf(changed)]).toEqual([400, [...named, "variants[0][sku]"]])
    const zero = await send({ method: "PUT", path, body: { uid, brandUID: 0, categories: [0] } })
    expect([zero.status, namesOf(zero)]).toEqual([400, ["brandUID", "categories[]"]])
    const absent = await send({ method: "PUT", path, body: { ...body, uid: 123456 } })
    expect(absent.status).toBe(404)
  })

  it("is visible to no other shop", async () => {
    const { api, withShop } = await open()
    const { uid } = await api.products.create({ code: "MINE", title: "Mine", price: 1 })
    const other = await withShop()
    const absent = { status: 404, type: "not_found" }
    await expect(other.api.products.read({ uid })).rejects.toMatchObject(absent)
    await expect(other.api.products.update({ uid, title: "Theirs" })).rejects.toMatchObject(absent)
    await expect(other.api.products.remove({ uid })).rejects.toMatchObject(absent)
    expect([await other.api.products.list(), await other.api.inventory.list()]).toEqual([[], []])
    await other.api.products.create({ code: "MINE", title: "Theirs", price: 2 })
    expect((await api.products.read({ uid })).title).toBe("Mine")
  })

  clearing(open)
  images(open)
})

const newProduct = () => ({ code: `Made ${unique()}`, title: "Made", price: 9.5, quantity: 12 })
const uidOf = async ({ api }: Store): Promise<{ readonly uid: number }> => api.products.create(newProduct())
export const products: Covered<"products"> = {
  suite: promises,
  decided: prices,
  relations: [imageOfProduct],
  subjects: {
    list: { given: () => ({}) },
    page: { given: () => ({ limit: 2 }) },
    read: { given: uidOf },
    create: { given: newProduct },
    update: { given: async (store) => ({ ...(await uidOf(store)), price: 8.5 }) },
    remove: { given: uidOf },
    images: {
      given: async (store) => {
        const uid = await bare(store)
        await store.api.products.addImage(picture(uid))
        return { uid }
      }
    },
    addImage: { given: async (store) => picture(await bare(store), 1) }
  }
}
