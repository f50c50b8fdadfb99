/** Customer groups: created, listed and read. */
import { expect, it } from "vitest"
import { type Covered, unique } from "../subjects.ts"
import { suite } from "../surface.ts"

const promises = suite("customer groups", (open) => {
  it("are read as they were made, as a list of one, and listed", async () => {
    const { api, reader, stranger } = await (await open()).withShop()
    expect(await reader.customergroups.list()).toEqual([])
    const { id } = await api.customergroups.create({ name: "Wholesale", description: "By the crate", color: "#d02030" })
    expect(id).toMatch(/^[0-9a-f]{24}$/)
    const wholesale = { id, name: "Wholesale", label_color: "#d02030", description: "By the crate", metadata: [] }
    expect(await reader.customergroups.read({ id })).toEqual([wholesale])
    const plain = await api.customergroups.create({ name: "Wholesale" })
    expect(await reader.customergroups.list()).toEqual(
      expect.arrayContaining([wholesale, { ...wholesale, id: plain.id, label_color: "", description: "" }])
    )
    expect(await reader.customergroups.list()).toHaveLength(2)
    const elsewhere = (await stranger.customergroups.list()).map((group) => group.id)
    expect(elsewhere.filter((one) => one === id || one === plain.id)).toEqual([])
  })

  it("need a name, and an id to be read", async () => {
    const { send } = await open()
    const path = "/v1.1/customergroup/group.json"
    const read = await send({ method: "GET", path })
    expect([read.status, read.json.error.details[0].path]).toEqual([400, "id"])
    const create = await send({ method: "POST", path, body: "name=&color=red" })
    expect([create.status, create.json.error.details[0].path]).toEqual([400, "name"])
  })
})

export const customergroups: Covered<"customergroups"> = {
  suite: promises,
  subjects: {
    list: { given: () => ({}) },
    read: { given: ({ api }) => api.customergroups.create({ name: `Group ${unique()}` }) },
    create: { given: () => ({ name: `Group ${unique()}`, description: "", color: "#d02030" }) }
  }
}
