/** The values to choose from of attributes of type select: sent at first, and added one by one. */
import { expect, it } from "vitest"
import { noId, unique } from "../../subjects.ts"
import type { Store } from "../../surface.ts"
import { attributeMade, pathsOf } from "./sample.ts"

const done = { ok: 1, err: null }
const path = "/v1.1/attributes/attribute.json"
const dataOf = async ({ reader }: Store, id: string) =>
  (await reader.attributes.list()).find((attribute) => attribute.id === id)?.data

export const choices = (open: () => Promise<Store>): void => {
  it("have values to choose from, each once and as it was sent, in the order in which they came", async () => {
    const store = await open()
    const { api } = store
    const id = await attributeMade(store, { type: "select", data: ["Linen", " Wool", "linen", "Linen"] })
    expect(await dataOf(store, id)).toEqual(["Linen", " Wool", "linen"])
    expect(await api.attributes.addValue({ id, value: "Cotton" })).toEqual(done)
    expect(await api.attributes.addValue({ id, value: "Linen" })).toEqual(done)
    expect(await dataOf(store, id)).toEqual(["Linen", " Wool", "linen", "Cotton"])
    const empty = await attributeMade(store, { type: "select" })
    expect(await dataOf(store, empty)).toEqual([])
    await api.attributes.addValue({ id: empty, value: "First" })
    expect(await dataOf(store, empty)).toEqual(["First"])
  })

  it("lose none of 100 values that are added at once by two processes", async () => {
    const store = await open()
    const sides = [store, await store.twin()]
    const id = await attributeMade(store, { type: "select" })
    const values = Array.from({ length: 100 }, (_, n) => `Value ${n}`)
    const add = (value: string, n: number) => sides[n % 2]!.api.attributes.addValue({ id, value })
    expect(await Promise.all(values.map(add))).toEqual(values.map(() => done))
    expect((await dataOf(store, id))?.toSorted()).toEqual(values.toSorted())
  })

  it("belong to the type select only, and are at most 500", async () => {
    const store = await open()
    const { send } = store
    const add = (id: string, value: string) =>
      send({ method: "POST", path: "/v1.1/attributes/attribute_addValue.json", body: { id, value } })
    for (const type of ["text", "number", "real"] as const) {
      const refused = await add(await attributeMade(store, { type }), "1")
      expect([refused.status, refused.json.error.type, pathsOf(refused.json)]).toEqual([409, "conflict", ["id"]])
    }
    const values = Array.from({ length: 499 }, (_, n) => `Value ${n}`)
    const id = await attributeMade(store, { type: "select", data: values })
    expect((await add(id, "Value 499")).status).toBe(200)
    const over = await add(id, "Value 500")
    expect([over.status, over.json.error.type, pathsOf(over.json)]).toEqual([400, "invalid", ["value"]])
    expect((await add(id, "Value 7")).json).toEqual(done)
    expect(await dataOf(store, id)).toEqual([...values, "Value 499"])
    expect((await add(noId, "1")).status).toBe(404)
    expect(pathsOf((await add("", " ")).json)).toEqual(["id", "value"])
    for (const wrong of ["x".repeat(101), "two\nlines"]) expect(pathsOf((await add(id, wrong)).json)).toEqual(["value"])
  })

  it("name everything that is wrong with a new attribute at once", async () => {
    const { send } = await open()
    const post = async (body: string | object) => {
      const { json, status } = await send({ method: "POST", path, body })
      return [status, pathsOf(json)]
    }
    expect(await post("")).toEqual([400, ["label", "type"]])
    expect(await post("label=%20&type=colour&read_only=2&data[3]=")).toEqual([400, ["label", "read_only", "type"]])
    for (const type of ["text", "number", "real"])
      expect(await post(`label=A&type=${type}&data[]=1`)).toEqual([400, ["data"]])
    const long = ["fine", "x".repeat(101), " "]
    expect(await post({ label: "x".repeat(256), type: "select", data: long })).toEqual([
      400,
      ["data[]", "data[]", "label"]
    ])
    const many = Array.from({ length: 501 }, (_, n) => `${n}`)
    expect(await post({ label: `A ${unique()}`, type: "select", data: many })).toEqual([400, ["data"]])
  })
}
