/** The information about a shop, the catalogue of countries, and customer groups. */
import { expect, it } from "vitest"
import { suite } from "../surface.ts"

export const store = suite("store, countries and customer groups", (open) => {
  it("says who the shop is, and the nodes that are asked for", async () => {
    const { operator, reader, shop } = await (await open()).withShop({
      ...{ name: "Bottega di Anna", url: "https://anna.example", timezone: "America/New_York", currency: "USD" },
      ...{ locale: "en_US", emails: ["anna@example.com", "office@example.com"] }
    })
    const base = { uid: shop.group_number, url: "https://anna.example", store_name: "Bottega di Anna" }
    expect(await reader.store.info()).toEqual(base)
    const nodes = ["email", "status", "warehouse", "locale", "currency", "timezone", "nothing"]
    expect(await reader.store.info({ nodes })).toEqual({
      ...{ ...base, email: "anna@example.com", status: "online", warehouse: null },
      ...{ locale: "en_US", currency: "USD", timezone: "America/New_York" }
    })
    await operator.shops.update({ id: shop.id, name: "Anna & Co" })
    expect(await reader.store.info({ nodes: ["locale"] })).toEqual({
      ...base,
      store_name: "Anna & Co",
      locale: "en_US"
    })
  })

  it("lists the countries by their ISO numbers, with their states", async () => {
    const { reader } = await open()
    const countries = await reader.countries.list()
    expect(countries.length).toBeGreaterThan(240)
    const italy = countries.find(({ uid }) => uid === 380)
    expect(italy).toMatchObject({ code: "IT", name: "Italy" })
    expect(italy?.states.find(({ code }) => code === "IT-MI")?.name).toBe("Milano")
    const uids = countries.flatMap(({ states, uid }) => [uid, ...states.map((state) => state.uid)])
    expect(new Set(uids).size).toBe(uids.length)
  })

  it("has no customer group until one is made", async () => {
    const { reader, send } = await open()
    expect(await reader.customergroups.list()).toEqual([])
    const none = reader.customergroups.read({ id: "0".repeat(24) })
    await expect(none).rejects.toMatchObject({ status: 404, type: "not_found" })
    const { json, status } = await send({ method: "GET", path: "/v1.1/customergroup/group.json" })
    expect([status, json.error.details[0].path]).toEqual([400, "id"])
  })
})
