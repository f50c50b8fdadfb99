/** What a shop says of itself. */
import { expect, it } from "vitest"
import type { Covered } from "../subjects.ts"
import { suite } from "../surface.ts"

const promises = suite("store", (open) => {
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
    const warehouse = { name: "Hall 1", address: "Via Roma 1, Milano" }
    await operator.shops.update({ id: shop.id, name: "Anna & Co", warehouse })
    expect((await reader.store.info({ nodes: ["warehouse"] })).warehouse).toEqual(warehouse)
    expect(await reader.store.info({ nodes: ["locale"] })).toEqual({
      ...base,
      store_name: "Anna & Co",
      locale: "en_US"
    })
  })
})

export const store: Covered<"store"> = {
  suite: promises,
  subjects: { info: { given: () => ({ nodes: ["email", "currency"] }) } }
}
