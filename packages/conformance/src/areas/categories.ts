/** Categories: a tree that is listed, counted, changed, moved and removed by whole branches. */
import { expect, it } from "vitest"
import { addressed, after, type Covered } from "../subjects.ts"
import { suite } from "../surface.ts"
import { moves } from "./categories/moves.ts"
import { mutualMoves, productOfBranch, productOfCategory, subcategory } from "./categories/relations.ts"
import { removal } from "./categories/removal.ts"
import { categoryMade, listedByUid, pathMade, productIn, productsOf } from "./categories/sample.ts"

const path = "/v1.1/categories/category.json"
const noCategory = 999_999_999
const found = { ok: 1, err: null, updatedExisting: true }

const promises = suite("categories", (open) => {
  moves(open)
  removal(open)

  it("are listed as they were created, with the uid and the name of their parent", async () => {
    const store = await (await open()).withShop()
    const { api, reader } = store
    expect([await reader.categories.list(), await reader.categories.count()]).toEqual([[], { count: 0 }])
    const top = await api.categories.create({ name: "Kitchen" })
    const seo = { title: "Mugs", description: "Of all sizes", keywords: "mug, cup" }
    const below = await api.categories.create({
      ...{ name: "Mugs ☕", parent: top.uid, description: "For tea", status: 0 },
      ...{ seo_title: seo.title, seo_description: seo.description, seo_keywords: seo.keywords }
    })
    const empty = { title: "", description: "", keywords: "" }
    expect(await reader.categories.list()).toEqual([
      { uid: top.uid, name: "Kitchen", parentUID: null, parent: null, description: "", status: 1, seo: empty },
      { uid: below.uid, name: "Mugs ☕", parentUID: top.uid, parent: "Kitchen", description: "For tea", status: 0, seo }
    ])
    expect(await reader.categories.count()).toEqual({ count: 2 })
    expect(await (await store.withShop()).api.categories.list()).toEqual([])
  })

  it("change the fields that are sent, keep the others, and clear empty ones", async () => {
    const store = await open()
    const { api, send } = store
    const [top, leaf] = await pathMade(store, 2)
    const texts = { description: "x", seo_title: "t", seo_description: "d", seo_keywords: "k" }
    const shown = async (uid = leaf!) => (await listedByUid(store)).get(uid)
    const before = await shown()
    expect(await api.categories.update({ uid: leaf!, ...texts, status: 0 })).toEqual(found)
    const seo = { title: "t", description: "d", keywords: "k" }
    expect(await shown()).toEqual({ ...before, description: "x", status: 0, seo })
    expect(await api.categories.update({ uid: leaf!, name: "Renamed" })).toEqual(found)
    expect(await api.categories.update({ uid: leaf! })).toEqual(found)
    expect(await shown()).toEqual({ ...before, name: "Renamed", description: "x", status: 0, seo })
    const body = { uid: leaf, name: "", description: "", seo_keywords: "", status: "" }
    expect((await send({ method: "PUT", path, body })).json).toEqual(found)
    const cleared = { ...before, name: "Renamed", description: "", status: 0, seo: { ...seo, keywords: "" } }
    expect(await shown()).toEqual(cleared)
    await api.categories.update({ uid: top!, name: "Above" })
    expect(await shown()).toEqual({ ...cleared, parent: "Above" })
  })

  it("name everything that is wrong at once, and are not found in another shop", async () => {
    const store = await open()
    const { api, send, stranger } = store
    const wrong = async (method: string, body: string) => {
      const { json, status } = await send({ method, path, body })
      return [status, ...json.error.details.map((one: { path: string }) => one.path).sort()]
    }
    expect(await wrong("POST", "status=2&parent=x")).toEqual([400, "name", "parent", "status"])
    for (const name of ["%20", "x".repeat(256)]) expect(await wrong("POST", `name=${name}`)).toEqual([400, "name"])
    expect(await wrong("PUT", "uid=&name=%20&status=x")).toEqual([400, "name", "status", "uid"])
    expect(await wrong("PUT", `uid=${noCategory}&parent=${noCategory}`)).toEqual([404])
    expect(await wrong("DELETE", "")).toEqual([400, "uid"])
    const foreign = (await stranger.categories.create({ name: "Foreign" })).uid
    const gone = (await listedByUid({ api: stranger })).has(noCategory) ? foreign : noCategory
    for (const call of [
      () => api.categories.update({ uid: gone, name: "x" }),
      () => api.categories.remove({ uid: gone })
    ])
      await expect(call()).rejects.toMatchObject({ status: 404, type: "not_found" })
    expect((await listedByUid({ api: stranger })).get(foreign)?.name).toBe("Foreign")
  })

  it("find their own products, and not those of their subcategories", async () => {
    const store = await (await open()).withShop()
    const [top, leaf] = await pathMade(store, 2)
    const [above, below, both] = [
      await productIn(store, [top!]),
      await productIn(store, [leaf!]),
      await productIn(store, [leaf!, top!])
    ]
    expect(await productsOf(store, top!)).toEqual([above, both])
    expect(await productsOf(store, leaf!)).toEqual([below, both])
    expect((await store.api.products.page({ categoryUID: leaf!, limit: 1 })).map(({ uid }) => uid)).toEqual([below])
    await store.api.products.update({ uid: both, categories: [] })
    expect(await productsOf(store, top!)).toEqual([above])
  })

  it("find their products of one brand, and none once either of the two is gone", async () => {
    const store = await (await open()).withShop()
    const { brands, categories, products } = store.api
    const [category, other] = [await categoryMade(store), await categoryMade(store)]
    const [brandUID, { uid: otherBrand }] = [
      (await brands.create({ name: "Rossi" })).uid,
      await brands.create({ name: "Verdi" })
    ]
    const [both, another] = [await productIn(store, [category, other]), await productIn(store, [category])]
    await products.update({ uid: both, brandUID })
    await products.update({ uid: another, brandUID: otherBrand })
    const found = async (categoryUID: number, brand = brandUID) =>
      (await products.list({ categoryUID, brandUID: brand })).map(({ uid }) => uid)
    expect([await found(category), await found(other), await found(other, otherBrand)]).toEqual([[both], [both], []])
    expect((await products.page({ categoryUID: category, brandUID: otherBrand })).map(({ uid }) => uid)).toEqual([
      another
    ])
    await categories.remove({ uid: other })
    expect([await found(other), await found(category)]).toEqual([[], [both]])
    await brands.remove({ uid: brandUID })
    expect([await found(category), await found(category, otherBrand)]).toEqual([[], [another]])
  })

  it("are listed and counted however many there are, each once", async () => {
    const store = await (await open()).withShop()
    const top = await categoryMade(store)
    const uids = [top]
    for (let part = 0; part < 8; part++)
      uids.push(...(await Promise.all(Array.from({ length: 65 }, () => categoryMade(store, { parent: top })))))
    const listed = await store.reader.categories.list()
    expect(listed.map(({ uid }) => uid)).toEqual(uids.sort((one, other) => one - other))
    expect(await store.reader.categories.count()).toEqual({ count: 521 })
    await store.api.categories.remove({ uid: top })
    expect([await store.reader.categories.list(), await store.reader.categories.count()]).toEqual([[], { count: 0 }])
  })
})

const ofCategory = addressed("uid", (store) => categoryMade(store))

export const categories: Covered<"categories"> = {
  suite: promises,
  relations: [subcategory, mutualMoves, productOfCategory, productOfBranch],
  subjects: {
    list: {
      given: async (store) => {
        const parent = await categoryMade(store, { name: "Kitchen" })
        await categoryMade(store, { name: "Mugs", parent, seo_title: "Mugs of all sizes" })
        return {}
      }
    },
    count: after(categoryMade),
    create: { given: async (store) => ({ name: "Mugs", parent: await categoryMade(store) }) },
    update: ofCategory({ name: "Tableware" }),
    remove: ofCategory()
  }
}
