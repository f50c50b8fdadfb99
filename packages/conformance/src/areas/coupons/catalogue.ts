/** Coupons whose rules name brands, categories, products and tags of the shop's catalogue. */
import { expect, it } from "vitest"
import { unique } from "../../subjects.ts"
import type { Store } from "../../surface.ts"
import { brandMade, brandsMade } from "../brands/sample.ts"
import { pathMade } from "../categories/sample.ts"

type RuleName = "brand" | "categories" | "products" | "tags"

/** A coupon of ten percent, and its effect on a cart of a bowl of 20 and a lamp of 100. */
const couponOn = async ({ api, send }: Store, cart: ReadonlyArray<{ sku: string; price: number }>) => {
  const made = await api.coupons.create({
    ...{ code: `Code ${unique()}`, name: "Ten percent", type: 1, value: 10, min_sum: 0, active: 1, unlimited: 1 },
    ...{ count: 0, start_time: 0, end_time: 253402300799, rules: { users_email: [] } }
  })
  const item_id = cart.map((item) => ({ ...item, quantity: 1 }))
  const set = (name: RuleName, uids: ReadonlyArray<number | string>) =>
    api.coupons.updateRules({ uid: made.uid, name, rule_value: uids.map(String) })
  const refused = async (name: RuleName, rule_value: string) => {
    const { json, status } = await send({
      ...{ method: "PUT", path: "/v1.1/coupons/rules.json" },
      body: { uid: made.uid, name, rule_value }
    })
    return [status, json.error.details.map(({ path, message }: Record<string, string>) => `${path} ${message}`)]
  }
  return {
    set,
    refused,
    check: () => api.coupons.check({ code: made.coupon_code, item_id }),
    rules: async () => (await api.coupons.read({ uid: made.uid })).rules
  }
}

const nothing = { usable: false, amount: 0, reasons: ["it applies to no item of the order"] }
const off = (amount: number) => ({ usable: true, amount, reasons: [] })

export const catalogue = (open: () => Promise<Store>): void => {
  it("count the items of a brand, of categories, of products and of tags that all rules accept", async () => {
    const store = await (await open()).withShop()
    const { api } = store
    const [brandUID, [top, leaf]] = [await brandMade(store), await pathMade(store, 2)]
    const bowl = { code: "BOWL", title: "Bowl", price: 20, brandUID, categories: [leaf!], tags: ["clay"] }
    const { uid } = await api.products.create(bowl)
    await api.products.create({ code: "LAMP", title: "Lamp", price: 100, categories: [top!], tags: ["glass"] })
    const { check, refused, set } = await couponOn(store, [
      { sku: "BOWL", price: 20 },
      { sku: "LAMP", price: 100 }
    ])
    expect(await check()).toEqual(off(12))
    await set("brand", [brandUID])
    expect(await check()).toEqual(off(2))
    await set("categories", [top!])
    expect(await check()).toEqual(nothing)
    await set("brand", [])
    expect(await check()).toEqual(off(10))
    await set("categories", [top!, leaf!])
    expect(await check()).toEqual(off(12))
    await set("products", [uid])
    await set("tags", ["clay", "wood"])
    expect(await check()).toEqual(off(2))
    expect(await refused("brand", "999999999")).toEqual([400, ["rule_value names no brand of the shop: 999999999"]])
    expect(await refused("categories", `${top},999999998,999999999`)).toEqual([
      400,
      [999_999_998, 999_999_999].map((absent) => `rule_value names no category of the shop: ${absent}`)
    ])
    const foreign = (await brandsMade(await store.withShop(), 2)).find((one) => one !== brandUID)
    expect((await refused("brand", String(foreign)))[0]).toBe(400)
  })

  it("keep a rule whose brand or category is removed, which then matches nothing", async () => {
    const store = await (await open()).withShop()
    const { api } = store
    const [brandUID, [top, leaf]] = [await brandMade(store), await pathMade(store, 2)]
    await api.products.create({ code: "BOWL", title: "Bowl", price: 20, brandUID, categories: [leaf!] })
    const { check, refused, rules, set } = await couponOn(store, [{ sku: "BOWL", price: 20 }])
    await set("brand", [brandUID])
    expect(await check()).toEqual(off(2))
    await api.brands.remove({ uid: brandUID })
    expect(await check()).toEqual(nothing)
    expect((await rules()).brand).toBe(String(brandUID))
    expect((await refused("brand", String(brandUID)))[0]).toBe(400)
    await set("brand", [])
    await set("categories", [leaf!])
    expect(await check()).toEqual(off(2))
    await api.categories.remove({ uid: top! })
    expect(await check()).toEqual(nothing)
    expect((await rules()).categories).toEqual([String(leaf)])
    expect((await refused("categories", String(leaf)))[0]).toBe(400)
  })
}
