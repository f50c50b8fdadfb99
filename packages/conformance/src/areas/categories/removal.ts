/** Removals of categories: everything below goes along at once, for every reader, before anything is cleared. */
import { expect, it } from "vitest"
import { unique } from "../../subjects.ts"
import type { Store, Suite } from "../../surface.ts"
import { wrongIn } from "../orders/sample.ts"
import { categoryMade, listedByUid, pathMade, productIn, productsOf } from "./sample.ts"

const absent = { status: 404, type: "not_found" }

/** The categories that a product shows in the detail, and in the lists. */
const categoriesOf = async ({ api }: Store, uid: number) => {
  const nodes = ["categories"] as const
  const lists = [
    await api.products.list({ nodes: [...nodes] }),
    await api.products.page({ nodes: [...nodes], limit: 1000 })
  ]
  const { categories } = await api.products.read({ uid })
  return [categories, ...lists.map((list) => list.find((one) => one.uid === uid)?.categories)]
}
const everywhere = (categories: ReadonlyArray<number>) => [categories, categories, categories]

/** Registers the promises of removals. */
export const removal: Suite["register"] = (open) => {
  it("take everything below them along, at once and for every reader", async () => {
    const store = await (await open()).withShop()
    const { api, reader } = store
    const [top, middle, leaf] = await pathMade(store, 3)
    const stays = await categoryMade(store)
    expect(await api.categories.remove({ uid: top! })).toEqual({ ok: 1, err: null, updatedExisting: true })
    expect((await reader.categories.list()).map(({ uid }) => uid)).toEqual([stays])
    expect(await reader.categories.count()).toEqual({ count: 1 })
    for (const uid of [top!, middle!, leaf!]) {
      await expect(api.categories.update({ uid, name: "x" })).rejects.toMatchObject(absent)
      await expect(api.categories.remove({ uid })).rejects.toMatchObject(absent)
      expect(await wrongIn(api.categories.create({ name: "x", parent: uid }))).toEqual(["parent"])
      expect(await wrongIn(api.categories.update({ uid: stays, parent: uid }))).toEqual(["parent"])
    }
    expect([...(await listedByUid(store)).keys()]).toEqual([stays])
  })

  it("leave the products, which no longer show or find the categories", async () => {
    const store = await (await open()).withShop()
    const { api } = store
    const [top, middle, leaf] = await pathMade(store, 3)
    const stays = await categoryMade(store)
    const one = await productIn(store, [leaf!, stays, middle!])
    const other = await productIn(store, [top!])
    expect(await categoriesOf(store, one)).toEqual(everywhere([leaf!, stays, middle!]))
    await api.categories.remove({ uid: top! })
    expect(await categoriesOf(store, one)).toEqual(everywhere([stays]))
    expect(await categoriesOf(store, other)).toEqual(everywhere([]))
    for (const uid of [top!, middle!, leaf!]) {
      expect(await productsOf(store, uid)).toEqual([])
      expect(await api.products.page({ categoryUID: uid })).toEqual([])
      const given = { code: `GONE-${unique()}`, title: "x", price: 1 }
      expect(await wrongIn(api.products.create({ ...given, categories: [stays, uid] }))).toEqual(["categories[]"])
    }
    expect(await productsOf(store, stays)).toEqual([one])
    // The product can be changed before it is cleared, and keeps what is left.
    await api.products.update({ uid: one, title: "y" })
    expect(await categoriesOf(store, one)).toEqual(everywhere([stays]))
  })

  it("leave the filters; one that loses its last category is shown in none, and not in all", async () => {
    const store = await (await open()).withShop()
    const { api, reader } = store
    const [top, leaf] = await pathMade(store, 2)
    const stays = await categoryMade(store)
    const make = (filter_key: string, categories: ReadonlyArray<number>) =>
      api.filters.create({ filter_key, filter_values: ["a"], categories })
    await make("last", [leaf!])
    await make("both", [leaf!, stays])
    await make("all", [])
    await api.categories.remove({ uid: top! })
    const shown = async () => Object.fromEntries((await reader.filters.list()).map((one) => [one.key, one.categories]))
    expect(await shown()).toEqual({ last: ["0"], both: [String(stays)], all: [] })
    // What is read can be sent back.
    await api.filters.update({ filter_key: "last", values: ["a", "b"], categories: [0] })
    expect(await shown()).toMatchObject({ last: ["0"] })
    expect(await wrongIn(api.filters.update({ filter_key: "both", values: ["a"], categories: [leaf!] }))).toHaveLength(
      1
    )
    await api.filters.update({ filter_key: "last", values: ["a"], categories: [stays] })
    expect(await shown()).toMatchObject({ last: [String(stays)] })
  })

  it("happen once where several calls race", async () => {
    const store = await open()
    const twin = await store.twin()
    for (let round = 0; round < 10; round++) {
      const [top, leaf] = await pathMade(store, 2)
      const ends = await Promise.allSettled([store, twin].map(({ api }) => api.categories.remove({ uid: top! })))
      expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
      expect((await listedByUid(store)).has(leaf!)).toBe(false)
    }
  })
}
