/** Custom attributes of products: listed as they were created. */
import { expect, it } from "vitest"
import type { Covered } from "../subjects.ts"
import { suite } from "../surface.ts"
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
})

export const attributes: Covered<"attributes"> = {
  suite: promises,
  subjects: {
    list: {
      given: async (store) => {
        await listingMade(store, "Restaurants")
        return {}
      }
    }
  }
}
