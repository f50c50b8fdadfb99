/** What calls on filters are refused for. */
import { expect, it } from "vitest"
import type { Suite } from "../../surface.ts"
import { newKey } from "../categories/relations.ts"
import { categoryMade } from "../categories/sample.ts"

const path = "/v1.1/filters/filter.json"
const noCategory = 999_999_999
const range = (count: number) => Array.from({ length: count }, (_, n) => `v${n}`)

/** Registers the promises of refused calls on filters. */
export const refusals: Suite["register"] = (open) => {
  it("have keys of the letters a to z, - and _, and a key only once", async () => {
    const { api, reader, send } = await open()
    const filter_key = newKey()
    const given = { filter_key, filter_values: ["a"] }
    await api.filters.create(given)
    const before = await reader.filters.list()
    for (const key of ["Red", "a b", "a1", "è", "%0A", " a", "a".repeat(101)]) {
      const { json, status } = await send({ method: "POST", path, body: { ...given, filter_key: key } })
      expect([key, status, json.error.details?.[0].path]).toEqual([key, 400, "filter_key"])
    }
    const again = await send({ method: "POST", path, body: given })
    expect([again.status, again.json.error.type]).toEqual([409, "duplicate"])
    expect(again.json.error.details).toEqual([{ path: "filter_key", message: "is the key of another filter" }])
    const both = await send({ method: "POST", path, body: { ...given, categories: [noCategory] } })
    const names = both.json.error.details.map((one: { path: string }) => one.path).sort()
    expect([both.status, names]).toEqual([400, ["categories[]", "filter_key"]])
    expect(await reader.filters.list()).toEqual(before)
  })

  it("are not found by a key that no filter has, or that another shop's filter has", async () => {
    const { api, stranger } = await open()
    const filter_key = newKey()
    await stranger.filters.create({ filter_key, filter_values: ["a"] })
    for (const key of [filter_key, "NO KEY", "x".repeat(1000)])
      await expect(api.filters.update({ filter_key: key, values: ["b"] })).rejects.toMatchObject({ status: 404 })
    await api.filters.create({ filter_key, filter_values: ["c"] })
    expect((await stranger.filters.list()).find(({ key }) => key === filter_key)?.values).toEqual(["a"])
  })

  it("name everything that is wrong at once, and change nothing", async () => {
    const store = await open()
    const { api, reader, send } = store
    const filter_key = newKey()
    await api.filters.create({ filter_key, filter_values: ["a"] })
    const before = await reader.filters.list()
    const wrong = async (method: string, body: string | object) => {
      const { json, status } = await send({ method, path, body })
      return [status, json.error.details.map((one: { path: string }) => one.path).sort()]
    }
    expect(await wrong("POST", "")).toEqual([400, ["filter_key", "filter_values"]])
    expect(await wrong("PUT", `filter_key=${filter_key}&values[]=`)).toEqual([400, ["values"]])
    const texts = "descriptions[b]=x&images[c]=http://a.example&images[a]=javascript:alert(1)"
    expect(await wrong("PUT", `filter_key=${filter_key}&values[]=a&categories[]=x&${texts}`)).toEqual([
      400,
      ["categories[]", "descriptions[b]", "images[a]", "images[c]"]
    ])
    const long = { filter_key, filter_values: ["y".repeat(256)], filter_label: "z".repeat(256) }
    expect(await wrong("POST", long)).toEqual([400, ["filter_label", "filter_values[]"]])
    const category = await categoryMade(store)
    const some = `categories[1]=${category}&categories[4]=${noCategory}&categories[7]=0&categories[9]=${noCategory + 1}`
    expect(await wrong("PUT", `filter_key=${filter_key}&values[]=a&${some}`)).toEqual([
      400,
      ["categories[4]", "categories[9]"]
    ])
    const described = { filter_key, values: ["a"], descriptions: { a: "x".repeat(1001) } }
    expect(await wrong("PUT", described)).toEqual([400, ["descriptions[a]"]])
    const image = { filter_key, values: ["a"], images: { a: `https://a.example/${"x".repeat(2048)}` } }
    expect(await wrong("PUT", image)).toEqual([400, ["images[a]"]])
    expect(await reader.filters.list()).toEqual(before)
  })

  it("have at most 500 values, and name at most 200 categories", async () => {
    const store = await open()
    const filter_key = newKey()
    await store.api.filters.create({ filter_key, filter_values: range(500) })
    const { json, status } = await store.send({
      ...{ method: "PUT", path },
      body: { filter_key, values: range(501), categories: range(201).map((_, n) => n + 1) }
    })
    expect([status, json.error.details]).toEqual([
      400,
      [
        { path: "values", message: "has 501 values, and may have at most 500" },
        { path: "categories", message: "has 201 categories, and may have at most 200" }
      ]
    ])
    expect((await store.reader.filters.list()).find(({ key }) => key === filter_key)?.values).toEqual(range(500))
  })
}
