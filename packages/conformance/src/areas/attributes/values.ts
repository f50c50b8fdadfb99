/** The values of attributes on products: they fit the attribute's type, and go with the attribute. */
import { expect, it } from "vitest"
import { noId } from "../../subjects.ts"
import type { Store } from "../../surface.ts"
import { listingMade } from "../b2b/sample.ts"
import { attributeMade, pathsOf, productWith, valuesOf } from "./sample.ts"

const path = "/v1.1/products/product.json"

export const values = (open: () => Promise<Store>): void => {
  it("are kept by products in the form of their type, and counted only when they change", async () => {
    const store = await open()
    const [text, number, real, select] = [
      await attributeMade(store),
      await attributeMade(store, { type: "number" }),
      await attributeMade(store, { type: "real" }),
      await attributeMade(store, { type: "select", data: ["Linen", "Wool"] })
    ] as const
    const uid = await productWith(store, {
      [text]: " any  text ",
      [number]: " 12.50 ",
      [real]: "1e-7",
      [select]: "Wool"
    })
    const kept = { [text]: " any  text ", [number]: "12.5", [real]: "0.0000001", [select]: "Wool" }
    expect(await valuesOf(store, uid)).toEqual(kept)
    const put = async (attributes: Readonly<Record<string, string>>) =>
      (await store.api.products.update({ uid, attributes })).nModified
    expect(await put({ [number]: "12.500", [real]: "0.0000001" })).toBe(0)
    expect(await put({ [text]: "other", [select]: "" })).toBe(1)
    const { [select]: _, ...left } = { ...kept, [text]: "other" }
    expect(await valuesOf(store, uid)).toEqual(left)
    const headers = { "content-type": "application/json" }
    const body = JSON.stringify({ uid, attributes: { [number]: -3, [text]: null } })
    expect((await store.send({ method: "PUT", path, body, headers })).json.nModified).toBe(1)
    expect(await valuesOf(store, uid)).toEqual({ [number]: "-3", [real]: "0.0000001" })
    expect((await store.api.products.update({ uid, title: "Renamed" })).nModified).toBe(1)
    expect(await valuesOf(store, uid)).toEqual({ [number]: "-3", [real]: "0.0000001" })
  })

  it("are refused where they do not fit, all at once and by name, and nothing is changed", async () => {
    const store = await open()
    const [text, number, real, select] = [
      await attributeMade(store),
      await attributeMade(store, { type: "number" }),
      await attributeMade(store, { type: "real" }),
      await attributeMade(store, { type: "select", data: ["Linen"] })
    ] as const
    const uid = await productWith(store, { [text]: "kept" })
    const foreign = await attributeMade(await store.withShop())
    const wrong = { [number]: "1,5", [real]: "10 cm", [select]: "linen", [foreign]: "x", [noId]: "x" }
    const attributes = { ...wrong, [text]: "x".repeat(5001) }
    const names = Object.keys(attributes).map((id) => `attributes[${id}]`)
    const changed = await store.send({ method: "PUT", path, body: { uid, title: "No", attributes, brandUID: 99 } })
    expect([changed.status, pathsOf(changed.json)]).toEqual([400, [...names, "brandUID"].sort()])
    const created = await store.send({ method: "POST", path, body: { code: "NO", title: "No", price: 1, attributes } })
    expect([created.status, pathsOf(created.json)]).toEqual([400, names.sort()])
    expect(await store.api.products.read({ uid })).toMatchObject({
      title: "With attributes",
      attributes: { [text]: "kept" }
    })
    await store.api.attributes.addValue({ id: select, value: "linen" })
    await store.api.products.update({ uid, attributes: { [select]: "linen" } })
    expect(await valuesOf(store, uid)).toEqual({ [text]: "kept", [select]: "linen" })
  })

  it("go with the attribute, on the products that have them and from listings, and are taken no more", async () => {
    const store = await (await open()).withShop({ modules: ["b2b"] })
    const { api, reader } = store
    const [id, other] = [await attributeMade(store), await attributeMade(store)]
    const uid = await productWith(store, { [id]: "gone", [other]: "kept" })
    expect(await api.attributes.remove({ id })).toEqual({ ok: 1, err: null })
    expect(await valuesOf(store, uid)).toEqual({ [other]: "kept" })
    expect((await reader.attributes.list()).map((attribute) => attribute.id)).toEqual([other])
    for (const call of [() => api.attributes.remove({ id }), () => api.attributes.addValue({ id, value: "x" })])
      await expect(call()).rejects.toMatchObject({ status: 404, type: "not_found" })
    await expect(api.products.update({ uid, attributes: { [id]: "x" } })).rejects.toMatchObject({ status: 400 })
    expect((await api.products.update({ uid, attributes: { [id]: "" } })).nModified).toBe(0)

    const listing = await listingMade(store, "Hotels")
    const [price] = await reader.attributes.search({ label: "hotels - PRICE" })
    await api.products.update({ uid, attributes: { [price!.id]: "9.90" } })
    expect(await valuesOf(store, uid)).toEqual({ [other]: "kept", [price!.id]: "9.9" })
    expect(await api.b2b.removeListing({ id: listing.id })).toMatchObject({ listing: { attribute: { removed: true } } })
    expect(await valuesOf(store, uid)).toEqual({ [other]: "kept" })

    const second = await listingMade(store, "Bars")
    const [own] = await reader.attributes.search({ label: "Bars - price" })
    await api.attributes.remove({ id: own!.id })
    expect(await api.b2b.removeListing({ id: second.id })).toMatchObject({
      customers_group: { listing: { removed: true } },
      listing: { attribute: { removed: false } }
    })
  })
}

/** Registers the test of how many a product has: it is decided before anything is stored, on each store alike. */
export const fullOfValues = (open: () => Promise<Store>): void => {
  it("are at most 100 on a product", async () => {
    const store = await open()
    const ids: Array<string> = []
    for (let n = 0; n < 101; n++) ids.push(await attributeMade(store))
    const some = (from: number, to: number) => Object.fromEntries(ids.slice(from, to).map((id) => [id, "x"]))
    const uid = await productWith(store, some(0, 100))
    const refused = { status: 400, details: [expect.objectContaining({ path: "attributes" })] }
    await expect(productWith(store, some(0, 101))).rejects.toMatchObject(refused)
    await expect(store.api.products.update({ uid, attributes: some(100, 101) })).rejects.toMatchObject(refused)
    await store.api.attributes.remove({ id: ids[3]! })
    await store.api.products.update({ uid, attributes: some(100, 101) })
    const { [ids[3]!]: _, ...left } = some(0, 101)
    expect(await valuesOf(store, uid)).toEqual(left)
  })
}
