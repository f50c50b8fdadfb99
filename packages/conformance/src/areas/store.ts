/** A shop's information about itself. */
import { expect, it } from "vitest"
import type { Covered } from "../subjects.ts"
import { suiteOfEmbeddedStores } from "../surface.ts"

const promises = suiteOfEmbeddedStores("store", (open) => {
  it("shows the shop, with the requested nodes", async () => {
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
    const warehouse = { name: "Hall 1", address: "Via Roma 1, Milano" }
    await operator.shops.update({ id: shop.id, name: "Anna & Co", warehouse })
    expect((await reader.store.info({ nodes: ["warehouse"] })).warehouse).toEqual(warehouse)
    expect(await reader.store.info({ nodes: ["locale"] })).toEqual({
      ...base,
      store_name: "Anna & Co",
      locale: "en_US"
    })
  })

  it("says its locale, and those that built-in texts exist for", async () => {
    const { operator, reader, shop } = await (await open()).withShop({ locale: "fr_FR" })
    const available = ["it_IT", "en_US", "de_DE", "fr_FR", "es_ES"]
    expect(await reader.store.languages()).toEqual({ active: ["fr_FR"], available })
    await operator.shops.update({ id: shop.id, locale: "it_IT" })
    expect(await reader.store.languages()).toEqual({ active: ["it_IT"], available })
  })

  it("says the host name of its url, if it has one", async () => {
    const { operator, reader, shop } = await (await open()).withShop()
    expect(await reader.store.overview()).toEqual({ domains: [], redirects: [] })
    for (const [url, domain] of [
      ["https://www.Anna.example:8443/shop?a=1", "www.anna.example"],
      ["anna.example/shop", "anna.example"],
      ["https://münchen.example", "xn--mnchen-3ya.example"]
    ] as const) {
      await operator.shops.update({ id: shop.id, url })
      expect(await reader.store.overview()).toEqual({ domains: [{ domain, primary: true }], redirects: [] })
    }
    for (const url of ["", "not an address", "file:///srv"]) {
      await operator.shops.update({ id: shop.id, url })
      expect(await reader.store.overview()).toEqual({ domains: [], redirects: [] })
    }
  })
})

export const store: Covered<"store"> = {
  suite: promises,
  subjects: {
    info: { given: () => ({ nodes: ["email", "currency"] }) },
    languages: { given: () => ({}) },
    overview: { given: () => ({}) }
  }
}
