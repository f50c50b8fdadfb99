/** Tax profiles: created, listed, read and removed; products name them. */
import { collections } from "@bottega/domain/areas"
import { all } from "@bottega/storage"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { relation, succeeds } from "../relations/relation.ts"
import { addressed, after, type Covered, noId, unique } from "../subjects.ts"
import { type Store, suite } from "../surface.ts"
import { pathsOf, productWith } from "./attributes/sample.ts"

const path = "/v1.1/taxes/taxprofile.json"
const newProfile = () => ({ name: `IVA ${unique()}`, value: 22, countries: [380, 674] })
const profileMade = async ({ api }: Pick<Store, "api">) => (await api.taxes.create(newProfile())).tax_profile.id
const profileOf = async ({ api }: Pick<Store, "api">, uid: number) => (await api.products.read({ uid })).tax_profile

const promises = suite("taxes", (open) => {
  it("are read as they were made, alone and in the list", async () => {
    const store = await (await open()).withShop()
    const { api, reader } = store
    expect(await reader.taxes.list()).toEqual([])
    const { tax_profile } = await api.taxes.create({ name: "IVA", value: 5.5, countries: [380, 250, 380] })
    const reduced = { id: expect.stringMatching(/^[0-9a-f]{24}$/), value: 5.5, title: "IVA", countriesUID: [380, 250] }
    expect(tax_profile).toEqual({ id: reduced.id })
    expect(await reader.taxes.read(tax_profile)).toEqual(reduced)
    const body = "name=IVA&value=0.0&countries=276"
    const { json } = await store.send({ method: "POST", path, body })
    const free = { id: json.tax_profile.id, value: 0, title: "IVA", countriesUID: [276] }
    const listed = await reader.taxes.list()
    expect(listed).toHaveLength(2)
    expect(listed).toEqual(expect.arrayContaining([reduced, free]))
    expect(await (await store.withShop()).reader.taxes.list()).toEqual([])
  })

  it("name everything that is wrong with a new one at once", async () => {
    const { send } = await open()
    const post = async (body: string) => {
      const { json, status } = await send({ method: "POST", path, body })
      return [status, pathsOf(json)]
    }
    expect(await post("")).toEqual([400, ["countries", "name", "value"]])
    expect(await post("name=%20&value=-1&countries[4]=380&countries[7]=1&countries[9]=it")).toEqual([
      400,
      ["countries[7]", "countries[9]", "name", "value"]
    ])
    expect(await post(`name=${"x".repeat(256)}&value=100.01&countries[]=0&countries[]=380`)).toEqual([
      400,
      ["countries[]", "name", "value"]
    ])
    expect(await post("name=A&value=1&countries[]=")).toEqual([400, ["countries"]])
  })

  it("are what products name, and leave them with none when they are removed", async () => {
    const store = await open()
    const { api, reader } = store
    const [tax_profile, other] = [await profileMade(store), await profileMade(store)]
    const uid = await productWith(store)
    expect(await profileOf(store, uid)).toBeNull()
    expect((await api.products.update({ uid, tax_profile })).nModified).toBe(1)
    expect(await profileOf(store, uid)).toBe(tax_profile)
    const second = await api.products.create({ code: `Taxed ${unique()}`, title: "x", price: 1, tax_profile: other })
    expect(await api.taxes.remove({ id: tax_profile })).toEqual({ ok: 1, n: 1, err: null, errmsg: null })
    expect(await profileOf(store, uid)).toBeNull()
    const listed = await reader.products.list({ nodes: ["tax_profile"] })
    expect(listed.find((product) => product.uid === uid)).toMatchObject({ tax_profile: null })
    expect(listed.find((product) => product.uid === second.uid)).toMatchObject({ tax_profile: other })
    const foreign = await profileMade(await store.withShop())
    for (const id of [tax_profile, foreign, noId]) {
      const body = { uid, tax_profile: id }
      const { json, status } = await store.send({ method: "PUT", path: "/v1.1/products/product.json", body })
      expect([status, json.error.details]).toEqual([
        400,
        [{ path: "tax_profile", message: "names no tax profile of the shop" }]
      ])
    }
  })
})

/** A product is left without a profile when its profile goes, and gets none that is gone. */
const profileOfProduct = relation({
  name: "a product and its tax profile",
  target: async (side) => ({ id: await profileMade(side), uid: await productWith(side) }),
  make: ({ api }, { id, uid }) => succeeds(api.products.update({ uid, tax_profile: id })),
  remove: ({ api }, { id }) => succeeds(api.taxes.remove({ id })),
  references: (shop, { id }) =>
    Effect.map(
      all(shop, collections.products, { where: [{ on: "tax", eq: id }], latest: true }),
      ({ length }) => length
    )
})

export const taxes: Covered<"taxes"> = {
  suite: promises,
  relations: [profileOfProduct],
  subjects: {
    list: after(profileMade),
    read: addressed("id", profileMade)(),
    create: { given: newProfile },
    remove: addressed("id", profileMade)()
  }
}
