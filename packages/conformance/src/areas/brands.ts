/** Brands: made once by name, kept in an order, shown with an image, and removed from under their products. */
import { expect, it } from "vitest"
import { addressed, after, type Covered, noId, unique } from "../subjects.ts"
import { suite } from "../surface.ts"
import { html } from "./brands/html.ts"
import { names } from "./brands/names.ts"
import { positions } from "./brands/positions.ts"
import { brandOfProduct, imageOfBrand } from "./brands/relations.ts"
import { brandMade, brandsMade, listedUids, productOf, refusalOf } from "./brands/sample.ts"
import { added } from "./gallery/sample.ts"

const seo = { title: "Bags", description: "Bags by hand", keywords: "bags, belts", robots: "" }
const sent = { seo_title: seo.title, seo_description: seo.description, seo_keywords: seo.keywords }
const changes = { ok: 1, n: 1, nModified: 1, err: null, errmsg: null }

const promises = suite("brands", (open) => {
  names(open)
  positions(open)

  it("are read and listed as they were made", async () => {
    const store = await (await open()).withShop()
    const { api, reader, stranger } = store
    expect(await reader.brands.list()).toEqual([])
    const plain = await api.brands.create({ name: "Élan" })
    const full = await api.brands.create({ name: "Rossi", description: "<b>Bags</b>", disabled: 1, ...sent })
    const [elan, rossi] = [
      { uid: plain.uid, name: "Élan", slug: "elan", description: "" },
      { uid: full.uid, name: "Rossi", slug: "rossi", description: "<b>Bags</b>" }
    ]
    expect(await reader.brands.list()).toEqual([elan, rossi])
    const empty = { title: "", description: "", keywords: "", robots: "" }
    const unset = { image_id: null, default_sort: "" }
    expect(await reader.brands.read({ uid: plain.uid })).toEqual({ ...elan, ...unset, disabled: false, seo: empty })
    expect(await reader.brands.read({ uid: full.uid })).toEqual({ ...rossi, ...unset, disabled: true, seo })
    for (const { uid } of [plain, full])
      expect((await stranger.brands.list()).map(({ name }) => name)).not.toContain(`${uid} Rossi`)
  })

  it("change the fields that are sent, and clear those that are sent empty", async () => {
    const store = await open()
    const { api, reader, send } = store
    const name = `Rossi ${unique()}`
    const uid = await brandMade(store, { name, description: "Bags", disabled: 1, ...sent })
    const before = await reader.brands.read({ uid })
    expect(await api.brands.update({ uid, name })).toEqual({ ok: 1, err: null, updatedExisting: true })
    expect(await reader.brands.read({ uid })).toEqual(before)
    const put = (body: string) => send({ method: "PUT", path: "/v1.1/brands/brand.json", body: `uid=${uid}&${body}` })
    expect((await put(`name=${name}+2&disabled=`)).status).toBe(200)
    expect(await reader.brands.read({ uid })).toEqual({ ...before, name: `${name} 2` })
    await put(`name=${name}&description=&seo_title=&seo_description=&seo_keywords=`)
    const cleared = { ...seo, title: "", description: "", keywords: "" }
    expect(await reader.brands.read({ uid })).toEqual({ ...before, description: "", seo: cleared })
    await api.brands.update({ uid, name, disabled: 0, seo_title: "New" })
    const { disabled, seo: now } = await reader.brands.read({ uid })
    expect([disabled, now.title]).toEqual([false, "New"])
  })

  it("are shown and hidden, and listed either way", async () => {
    const store = await open()
    const { api, reader } = store
    const uid = await brandMade(store)
    const set = (status: 0 | 1) => api.brands.setVisibility({ uid, status })
    const hidden = async () => (await reader.brands.read({ uid })).disabled
    expect(await set(1)).toEqual({ ...changes, nModified: 0, updatedExisting: true })
    expect(await set(0)).toEqual({ ...changes, updatedExisting: true })
    expect(await hidden()).toBe(true)
    expect(await listedUids(store)).toContain(uid)
    expect(await set(0)).toMatchObject({ nModified: 0 })
    expect(await set(1)).toMatchObject({ nModified: 1 })
    expect(await hidden()).toBe(false)
    for (const status of ["", "2", "x"])
      expect(await refusalOf(store, "PUT", "visibility", { uid, status })).toEqual([400, "status"])
    expect(await refusalOf(store, "PUT", "visibility", "")).toEqual([400, "uid", "status"])
  })

  it("show an image of the gallery, another one, or none", async () => {
    const store = await open()
    const { api, reader } = store
    const brandUID = await brandMade(store)
    const [one, other] = [(await added(store)).id, (await added(store)).id]
    const shown = async () => (await reader.brands.read({ uid: brandUID })).image_id
    expect(await api.brands.bindImage({ brandUID, image_id: one })).toEqual(changes)
    expect(await shown()).toBe(one)
    expect(await api.brands.bindImage({ brandUID, image_id: one })).toEqual({ ...changes, nModified: 0 })
    await api.brands.bindImage({ brandUID, image_id: other })
    expect(await shown()).toBe(other)
    expect(await refusalOf(store, "PUT", "bindImage", { brandUID, image_id: noId })).toEqual([400, "image_id"])
    expect(await refusalOf(store, "PUT", "bindImage", { brandUID, image_id: "" })).toEqual([400, "image_id"])
    expect(await refusalOf(store, "PUT", "bindImage", "")).toEqual([400, "brandUID", "image_id"])
    const { id: elsewhere } = await added({ api: store.stranger })
    expect(await refusalOf(store, "PUT", "bindImage", { brandUID, image_id: elsewhere })).toEqual([400, "image_id"])
    expect(await refusalOf(store, "PUT", "bindImage", { brandUID: 999_999_999, image_id: noId })).toEqual([404])
    expect(await shown()).toBe(other)
    const inUse = { status: 409, type: "conflict", details: [{ message: `is used by the brand ${brandUID}` }] }
    await expect(api.gallery.remove({ id: other })).rejects.toMatchObject(inUse)
    await api.gallery.remove({ id: one })
    await api.brands.bindImage({ brandUID, image_id: null })
    expect(await shown()).toBeNull()
    await api.gallery.remove({ id: other })
  })

  it("are found by products, filter them, and leave them when they are removed", async () => {
    const store = await (await open()).withShop()
    const { api, reader } = store
    const [uid, other] = await brandsMade(store, 2)
    const products = [await productOf(store, uid!), await productOf(store, uid!)]
    const kept = await productOf(store, other!)
    const { name } = await reader.brands.read({ uid: uid! })
    expect(await reader.products.read({ uid: products[0]! })).toMatchObject({ brandUID: uid, brand_name: name })
    const listed = async (brandUID: number) =>
      (await reader.products.list({ brandUID, nodes: ["brand_name"] })).map((one) => [one.uid, one.brand_name])
    expect(await listed(uid!)).toEqual(products.map((one) => [one, name]))
    expect(await api.brands.remove({ uid: uid! })).toEqual({ ok: 1, err: null })
    expect(await listedUids(store)).toEqual([other])
    expect(await reader.products.read({ uid: products[0]! })).toMatchObject({ brandUID: null, brand_name: null })
    expect(await listed(uid!)).toEqual([])
    expect((await listed(other!)).map(([one]) => one)).toEqual([kept])
    await expect(productOf(store, uid!)).rejects.toMatchObject({ status: 400, details: [{ path: "brandUID" }] })
  })

  it("are named again after they were removed, with a uid of its own", async () => {
    const store = await open()
    const name = `Again ${unique()}`
    const uid = await brandMade(store, { name })
    await store.api.brands.remove({ uid })
    expect(await brandMade(store, { name })).toBeGreaterThan(uid)
  })
})

const ofBrand = addressed("uid", (store) => brandMade(store))

export const brands: Covered<"brands"> = {
  suite: promises,
  decided: html,
  relations: [brandOfProduct, imageOfBrand],
  subjects: {
    list: after((store) => brandMade(store, { description: "Bags and belts" })),
    read: { given: async (store) => ({ uid: await brandMade(store, sent) }) },
    create: { given: () => ({ name: `Brand ${unique()}`, description: "<p>Bags <b>made by hand</b>.</p>", ...sent }) },
    update: {
      given: async (store) => ({
        uid: await brandMade(store),
        name: `Brand ${unique()}`,
        description: "Bags and belts"
      })
    },
    remove: ofBrand(),
    setVisibility: ofBrand({ status: 0 }),
    bindImage: { given: async (store) => ({ brandUID: await brandMade(store), image_id: (await added(store)).id }) },
    setPosition: addressed("brandUID", (store) => brandMade(store))({ position: 1 })
  }
}
