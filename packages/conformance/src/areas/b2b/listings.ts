/** B2B listings: created with a customer group and an attribute, and removed. */
import { expect, it } from "vitest"
import { noId, unique } from "../../subjects.ts"
import type { Store } from "../../surface.ts"
import { accountsOf, listingMade, newUser, tracesOf, userMade } from "./sample.ts"

const path = "/v1.1/b2b/listing.json"
const id = expect.stringMatching(/^[0-9a-f]{24}$/)

export const listings = (open: () => Promise<Store>) => {
  it("are listed as they were created, each with its group and its attribute", async () => {
    const store = await open()
    const { api, reader } = store
    const name = `Bars ${unique()}`
    const made = await api.b2b.createListing({ name, description: "By the crate" })
    expect(made).toEqual({ id, customers_group: id, description: "By the crate", name })
    expect(await reader.b2b.listings()).toContainEqual(made)
    expect(await reader.customergroups.read({ id: made.customers_group })).toEqual([
      {
        ...{ id: made.customers_group, name, label_color: "", description: "By the crate" },
        metadata: { listing_id: made.id }
      }
    ])
    expect((await reader.attributes.list()).filter(({ label }) => label === `${name} - price`)).toEqual([
      { id, label: `${name} - price`, type: "number", data: [], read_only: 0 }
    ])
    expect(await (await store.withShop({ modules: ["b2b"] })).api.b2b.listings()).toEqual([])
  })

  it("leave their group and its members when they are removed, and no attribute", async () => {
    const store = await open()
    const { api, reader } = store
    const made = await listingMade(store)
    const { email, id } = await userMade(store, { customer_group_id: made.customers_group })
    expect(await api.b2b.removeListing({ id: made.id })).toEqual({
      customers_group: { id: made.customers_group, listing: { removed: true } },
      listing: { id: made.id, attribute: { removed: true } }
    })
    expect(await tracesOf(store, made)).toEqual({ metadata: [], attribute: false })
    expect(await reader.b2b.listings()).not.toContainEqual(made)
    const member = (await reader.customers.list({ nodes: ["group"] })).find((one) => one.id === id)
    expect(member?.group).toEqual({ id: made.customers_group, name: made.name })
    expect(await accountsOf(store, email)).toHaveLength(1)
    await expect(api.b2b.removeListing({ id: made.id })).rejects.toMatchObject({ status: 404, type: "not_found" })
    await api.b2b.createUser(await newUser(store, { customer_group_id: made.customers_group }))
  })

  it("may share a name, and are removed one by one", async () => {
    const store = await open()
    const name = `Twins ${unique()}`
    const [one, other] = await Promise.all([listingMade(store, name), listingMade(await store.twin(), name)])
    expect(one.id).not.toBe(other.id)
    expect(one.customers_group).not.toBe(other.customers_group)
    const labels = async () =>
      (await store.reader.attributes.list()).filter(({ label }) => label === `${name} - price`).length
    expect(await labels()).toBe(2)
    await store.api.b2b.removeListing({ id: one.id })
    expect(await labels()).toBe(1)
    expect(await tracesOf(store, other)).toEqual({ metadata: { listing_id: other.id }, attribute: true })
    expect(await store.reader.b2b.listings()).toContainEqual(other)
  })

  it("are removed once, also where two calls race", async () => {
    const store = await open()
    const twin = await store.twin()
    for (let round = 0; round < 10; round++) {
      const made = await listingMade(store)
      const ends = await Promise.allSettled([store, twin].map(({ api }) => api.b2b.removeListing({ id: made.id })))
      expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
      expect(await tracesOf(store, made)).toEqual({ metadata: [], attribute: false })
    }
  })

  it("need a name, and are unknown to other shops", async () => {
    const store = await open()
    for (const body of ["", "name=", "name=%20"]) {
      const { json, status } = await store.send({ method: "POST", path, body })
      expect([status, json.error.details.map((one: { path: string }) => one.path)]).toEqual([400, ["name"]])
    }
    const made = await listingMade(store)
    const other = await store.withShop({ modules: ["b2b"] })
    const calls = [() => other.api.b2b.removeListing({ id: made.id }), () => store.api.b2b.removeListing({ id: noId })]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404, type: "not_found" })
    expect(await tracesOf(store, made)).toEqual({ metadata: { listing_id: made.id }, attribute: true })
  })
}
