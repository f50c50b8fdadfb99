/** Custom attributes of products: created, listed and searched; their values; and what goes with them. */
import { collections } from "@bottega/domain/areas"
import { all } from "@bottega/storage"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { relation, succeeds } from "../relations/relation.ts"
import { addressed, after, type Covered, unique } from "../subjects.ts"
import { suite } from "../surface.ts"
import { choices } from "./attributes/choices.ts"
import { attributeMade, productWith } from "./attributes/sample.ts"
import { fullOfValues, values } from "./attributes/values.ts"
import { listingMade } from "./b2b/sample.ts"

const promises = suite("attributes", (open) => {
  it("are listed, with the type of their values, to the shop that has them", async () => {
    const store = await (await open()).withShop({ modules: ["b2b"] })
    expect(await store.reader.attributes.list()).toEqual([])
    await listingMade(store, "Hotels")
    const id = expect.stringMatching(/^[0-9a-f]{24}$/)
    expect(await store.reader.attributes.list()).toEqual([
      { id, label: "Hotels - price", type: "number", data: [], read_only: 0 }
    ])
    expect(await (await store.withShop()).reader.attributes.list()).toEqual([])
  })

  it("are of one of four types", async () => {
    expect(await (await open()).reader.attributes.types()).toEqual(["text", "number", "real", "select"])
  })

  it("are found by their whole label in any case, all that share it", async () => {
    const store = await (await open()).withShop()
    const { api, reader } = store
    const { id } = await api.attributes.create({ label: "Größe", type: "select", data: ["S", "M"], read_only: 1 })
    expect(id).toMatch(/^[0-9a-f]{24}$/)
    const size = { id, label: "Größe", type: "select", data: ["S", "M"], read_only: 1 }
    const other = { id: await attributeMade(store, { label: "GRÖßE" }), label: "GRÖßE", type: "text", data: [] }
    await attributeMade(store, { label: "Größe (EU)" })
    expect(await reader.attributes.list()).toHaveLength(3)
    const found = await reader.attributes.search({ label: "größe" })
    expect(found.toSorted((one, two) => one.label.localeCompare(two.label))).toEqual(
      [size, { ...other, read_only: 0 }].toSorted((one, two) => one.label.localeCompare(two.label))
    )
    expect(await reader.attributes.search({ label: "Größ" })).toEqual([])
    expect(await (await store.withShop()).reader.attributes.search({ label: "Größe" })).toEqual([])
    await expect(store.stranger.attributes.remove({ id })).rejects.toMatchObject({ status: 404 })
    const { json, status } = await store.send({ method: "GET", path: "/v1.1/attributes/search.json", query: "label=" })
    expect([status, json.error.details[0].path]).toEqual([400, "label"])
  })

  it("are found by a label as long as a listing's name may be", async () => {
    const store = await (await open()).withShop({ modules: ["b2b"] })
    const name = "è".repeat(40_000)
    await listingMade(store, name)
    const { json } = await store.send({ method: "GET", path: "/v1.1/attributes/list.json" })
    expect(json).toMatchObject([{ label: `${name} - price` }])
    await attributeMade(store, { label: "Short" })
    expect(await store.reader.attributes.search({ label: "short" })).toHaveLength(1)
  })

  choices(open)
  values(open)
})

/** A product's value goes with its attribute, and none is given after the attribute is gone. */
const valueOfAttribute = relation({
  name: "a product's value and its attribute",
  target: async (side) => ({ id: await attributeMade(side), uid: await productWith(side) }),
  make: ({ api }, { id, uid }) => succeeds(api.products.update({ uid, attributes: { [id]: "raced" } })),
  remove: ({ api }, { id }) => succeeds(api.attributes.remove({ id })),
  references: (shop, { id }) =>
    Effect.map(
      all(shop, collections.products, { where: [{ on: "attribute", eq: id }], latest: true }),
      ({ length }) => length
    )
})

export const attributes: Covered<"attributes"> = {
  suite: promises,
  decided: fullOfValues,
  relations: [valueOfAttribute],
  subjects: {
    list: after((store) => listingMade(store, "Restaurants")),
    types: { given: () => ({}) },
    search: {
      given: async (store) => {
        const label = `Material ${unique()}`
        await attributeMade(store, { label, type: "select", data: ["Linen"] })
        return { label }
      }
    },
    create: { given: () => ({ label: `Material ${unique()}`, type: "select", data: ["Linen", "Wool"] }) },
    addValue: {
      given: async (store) => ({ id: await attributeMade(store, { type: "select" }), value: "Linen" })
    },
    remove: addressed("id", attributeMade)()
  }
}
