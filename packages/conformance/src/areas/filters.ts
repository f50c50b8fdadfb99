/** Filters: created and changed by their key, with texts for each value, and shown in some categories or in all. */
import { expect, it } from "vitest"
import { addressed, after, type Covered, unique } from "../subjects.ts"
import { type Store, suite } from "../surface.ts"
import { filterOfCategory, newKey } from "./categories/relations.ts"
import { categoryMade } from "./categories/sample.ts"
import { refusals } from "./filters/refusals.ts"

const path = "/v1.1/filters/filter.json"
const filterOf = async ({ reader }: Store, key: string) => (await reader.filters.list()).find((one) => one.key === key)

const promises = suite("filters", (open) => {
  refusals(open)

  it("are listed as they were created, with a text for each value", async () => {
    const store = await (await open()).withShop()
    expect(await store.reader.filters.list()).toEqual([])
    const [one, other] = [await categoryMade(store), await categoryMade(store)]
    const image = "https://example.com/red.webp?a=1"
    const made = await store.api.filters.create({
      ...{ filter_key: "main-colour_a", filter_values: ["Red", "blue", "Red"], filter_label: "Colour" },
      ...{ descriptions: { blue: "As the sea" }, images: { Red: image }, categories: [other, one, other] }
    })
    expect(made).toEqual({ $id: expect.stringMatching(/^[0-9a-f]{24}$/) })
    expect(await store.reader.filters.list()).toEqual([
      {
        ...{ _id: made, key: "main-colour_a", values: ["Red", "blue"], images: [image, ""] },
        ...{ categories: [String(other), String(one)], feedActive: false, feedLabel: "Colour", feedValues: [] },
        descriptions: ["", "As the sea"]
      }
    ])
    expect(await (await store.withShop()).api.filters.list()).toEqual([])
  })

  it("have their key as the label, and are for all categories, where nothing else is sent", async () => {
    const store = await open()
    const filter_key = newKey()
    const { json } = await store.send({
      ...{ method: "POST", path },
      body: `filter_key=${filter_key}&filter_values[4]=b&filter_values[1]=a&filter_label=&categories=&images[a]=`
    })
    expect(await filterOf(store, filter_key)).toEqual({
      ...{ _id: json, key: filter_key, values: ["a", "b"], images: ["", ""], descriptions: ["", ""] },
      ...{ categories: [], feedActive: false, feedLabel: filter_key, feedValues: [] }
    })
  })

  it("change to the values that are sent, keep the texts of those that stay, and clear what is empty", async () => {
    const store = await open()
    const filter_key = newKey()
    const category = await categoryMade(store)
    await store.api.filters.create({
      ...{ filter_key, filter_values: ["a", "b", "c"], filter_label: "Label", categories: [category] },
      ...{
        descriptions: { a: "A", b: "B", c: "C" },
        images: { a: "http://a.example/a.png", b: "http://a.example/b.png" }
      }
    })
    const put = async (body: string) => {
      const { json } = await store.send({ method: "PUT", path, body: `filter_key=${filter_key}&${body}` })
      const { descriptions, images, values } = (await filterOf(store, filter_key))!
      return [json.nModified, values, descriptions, images.map((image) => image.slice(-5))]
    }
    const update = { ok: 1, n: 1, nModified: 0, err: null, errmsg: null, updatedExisting: true }
    expect(await store.api.filters.update({ filter_key, values: ["a", "b", "c"] })).toEqual(update)
    expect(await put("values[]=b&values[]=a&values[]=d&descriptions[a]=A2&images[d]=http://a.example/d.png")).toEqual([
      ...[1, ["b", "a", "d"], ["B", "A2", ""], ["b.png", "a.png", "d.png"]]
    ])
    expect(await put("values[]=a&values[]=c&descriptions[a]=&images[a]=&images[c]=&descriptions=")).toEqual([
      ...[1, ["a", "c"], ["", ""], ["", ""]]
    ])
    expect(await filterOf(store, filter_key)).toMatchObject({ feedLabel: "Label", categories: [String(category)] })
    await put("values[]=a&filter_label=&categories[]=")
    expect(await filterOf(store, filter_key)).toMatchObject({ feedLabel: filter_key, categories: [] })
    await store.api.filters.update({ filter_key, values: ["a"], categories: [0, category] })
    expect(await filterOf(store, filter_key)).toMatchObject({ categories: [String(category)] })
  })

  it("change from what readers see, also right after a category was removed", async () => {
    const store = await open()
    const [filter_key, category] = [newKey(), await categoryMade(store)]
    const given = { filter_key, values: ["a"] }
    await store.api.filters.create({ filter_key, filter_values: ["a"], categories: [category] })
    await store.api.categories.remove({ uid: category })
    expect(await filterOf(store, filter_key)).toMatchObject({ categories: ["0"] })
    expect((await store.api.filters.update({ ...given, categories: [0] })).nModified).toBe(0)
    expect((await store.api.filters.update({ ...given, filter_label: "Label" })).nModified).toBe(1)
    expect(await filterOf(store, filter_key)).toMatchObject({ categories: ["0"], feedLabel: "Label" })
  })

  it("have values of any name, such as one that every object has", async () => {
    const store = await open()
    const filter_key = newKey()
    const filter_values = ["toString", "__proto__", "constructor", "valueOf"]
    await store.api.filters.create({ filter_key, filter_values, descriptions: { toString: "A method" } })
    expect(await filterOf(store, filter_key)).toMatchObject({
      ...{ values: filter_values, images: ["", "", "", ""], descriptions: ["A method", "", "", ""] }
    })
    for (const key of ["__proto__", "constructor", "prototype"])
      for (const body of [
        `filter_key=${filter_key}&values[]=${key}&descriptions[${key}]=x`,
        `{"filter_key":"${filter_key}","values":["${key}"],"images":{"${key}":"http://a.example"}}`
      ]) {
        const headers = body.startsWith("{") ? { "content-type": "application/json" } : {}
        expect((await store.send({ method: "PUT", path, body, headers })).status).toBe(400)
      }
    expect((await filterOf(store, filter_key))?.values).toEqual(filter_values)
  })

  it("exist once for a key, also where several calls race", async () => {
    const store = await open()
    const twin = await store.twin()
    for (let round = 0; round < 5; round++) {
      const filter_key = newKey()
      const sides = [store, twin, store, twin]
      const ends = await Promise.allSettled(
        sides.map(({ api }) => api.filters.create({ filter_key, filter_values: ["a"] }))
      )
      expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
      for (const end of ends)
        if (end.status === "rejected") expect(end.reason).toMatchObject({ status: 409, type: "duplicate" })
      expect((await store.reader.filters.list()).filter(({ key }) => key === filter_key)).toHaveLength(1)
    }
  })
})

const filterMade = async ({ api }: Store) => {
  const filter_key = newKey()
  await api.filters.create({ filter_key, filter_values: ["red", "blue"], descriptions: { red: "Like a rose" } })
  return filter_key
}

export const filters: Covered<"filters"> = {
  suite: promises,
  relations: [filterOfCategory],
  subjects: {
    list: after(filterMade),
    create: {
      given: async (store) => ({
        ...{ filter_key: newKey(), filter_values: ["red", "blue"], filter_label: "Colour" },
        ...{ images: { red: `https://example.com/${unique()}.webp` }, categories: [await categoryMade(store)] }
      })
    },
    update: addressed("filter_key", (store) => filterMade(store))({ values: ["red", "green"] })
  }
}
