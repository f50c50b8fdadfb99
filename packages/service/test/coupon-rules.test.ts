/** Coupons' rules about brands, categories, products and tags, on every adapter, also while removed ones are being cleared. */
import { collections } from "@bottega/domain/areas"
import { productFrom } from "@bottega/domain/areas/products"
import { type Shop, shopDefaults } from "@bottega/domain/areas/shops"
import type { Collection, Key } from "@bottega/domain/contract"
import { get, installation, Storage } from "@bottega/storage"
import { Effect } from "effect"
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest"
import { clear } from "../src/engine/background/clearing.ts"
import { stepped } from "../src/engine/background/worker.ts"
import { insert, remove, type WriteDraft, writeOf } from "../src/engine/decide/change.ts"
import { buried } from "../src/engine/decide/references.ts"
import { trusted } from "../src/engine/trusted.ts"
import { inProcessTransport } from "../src/in-process.ts"
import { makeService } from "../src/service.ts"
import { names, type Opened, open, sweep } from "./maintenance/given.ts"

const { attributes, brands, categories, inventory, products } = collections
const shop: Shop = { ...shopDefaults, id: "0123456789abcdef01234567", group_number: 1, name: "Rules" }
const seo = { title: "", description: "", keywords: "" }

let store: Opened
let send: (method: string, path: string, form?: string) => Promise<{ status: number; json: any }>

const commit = (drafts: ReadonlyArray<WriteDraft>) =>
  store.run(Storage.use(({ commit }) => commit(drafts.map((draft) => writeOf(shop.id, draft)))))

const category = (uid: number, parentUID: number | null) => ({
  ...{ uid, parentUID, name: `C${uid}`, description: "", status: 1 as const, seo }
})
const brand = { uid: 7, name: "Kiln", slug: "kiln", description: "", disabled: 0 as const, default_sort: "" }
const product = (uid: number, code: string, price: number, more: object) => [
  insert(products, productFrom(uid, { code, title: code, price, status: 1, ...more }, 100)),
  insert(inventory, { sku: code, uid, quantity: null, unlimited: true, has_child: false })
]

/** A bowl of 20 in a category three deep and of a brand, and a lamp of 100 in another category. */
const begin = async (name: string) => {
  store = open(name)
  await commit([
    insert(collections.shops, shop, installation),
    insert(brands, { ...brand, image_id: null, seo: { ...seo, robots: "" } }),
    ...[category(1, null), category(2, 1), category(3, 2), category(9, null)].map((one) => insert(categories, one)),
    ...product(1, "BOWL", 20, { brandUID: 7, categories: [3], tags: ["clay"] }),
    ...product(2, "LAMP", 100, { categories: [9], tags: ["glass"] })
  ])
  const transport = inProcessTransport(trusted(await store.run(makeService()), shop), (effect) =>
    Effect.runPromise(effect)
  )
  send = async (method, path, form = "") => {
    const [query, body] = method === "GET" ? [form, undefined] : ["", form]
    const { status, text } = await transport({ method, path: `/v1.1${path}`, query, headers: {}, body })
    return { status, json: JSON.parse(await text()) }
  }
  await send(
    "POST",
    "/coupons/coupon.json",
    "code=TEN&name=Ten&type=1&value=10&min_sum=0&active=1&unlimited=1&count=0&start_time=0&end_time=253402300799&rules[users_email]="
  )
}

const removeWithReferences = async <Doc>(collection: Collection<Doc>, key: Key) =>
  commit([remove(collection, (await store.run(get(shop.id, collection, key)))!), ...buried(collection, key, shop.id)])

const setRule = async (name: string, value: string) => {
  const { json, status } = await send("PUT", "/coupons/rules.json", `uid=1&name=${name}&rule_value=${value}`)
  return status === 200 ? json.nModified : json.error.details
}
const items =
  "item_id[0][sku]=BOWL&item_id[0][price]=20&item_id[0][quantity]=1&item_id[1][sku]=LAMP&item_id[1][price]=100&item_id[1][quantity]=1"
const checked = async () => (await send("POST", "/coupons/check.json", `code=TEN&${items}`)).json
const amount = async () => (await checked()).amount
const ordered = async () =>
  send(
    "POST",
    "/orders/order.json",
    `shipping_flag=not_required&payment_method=cash&coupon_code=TEN&shipping_method=none&shipping_cost=0&${items}`
  )
const applies = { usable: false, amount: 0, reasons: ["it applies to no item of the order"] }

afterEach(() => store.close())
afterAll(sweep)

describe.each(names)("the rules of a coupon in %s", (name) => {
  beforeEach(() => begin(name))

  it("let those items count that every rule lets, and name what the shop does not have", async () => {
    expect(await amount()).toBe(12)
    const rules = [
      ["brand", "7", 2],
      ["categories", "3", 2],
      ["categories", "3,9", 12],
      ["categories", "1", 0],
      ["products", "2", 10],
      ["tags", "clay,wood", 2]
    ] as const
    for (const [rule, value, wanted] of rules) {
      expect(await setRule(rule, value)).toBe(1)
      expect([rule, value, await amount()]).toEqual([rule, value, wanted])
      await setRule(rule, "")
    }
    const none = (noun: string, uid: number) => ({
      ...{ path: "rule_value", message: `names no ${noun} of the shop: ${uid}` }
    })
    expect(await setRule("brand", "8")).toEqual([none("brand", 8)])
    expect(await setRule("categories", "3,4,9,5")).toEqual([none("category", 4), none("category", 5)])
    expect(await setRule("products", "3,1")).toEqual([none("product", 3)])
    await setRule("brand", "7")
    await setRule("categories", "9")
    expect(await checked()).toEqual(applies)
    await send("DELETE", "/products/product.json", "uid=1")
    expect(await checked()).toEqual(applies)
  })

  it("stay when what they name is removed, and match nothing, before and after references are cleared", async () => {
    await setRule("brand", "7")
    await setRule("categories", "3,9")
    expect(await amount()).toBe(2)
    await removeWithReferences(brands, 7)
    await removeWithReferences(categories, 1)
    const expectUnmatched = async () => {
      expect(await checked()).toEqual(applies)
      const refused = await ordered()
      expect([refused.status, refused.json.error.type]).toEqual([409, "coupon_not_usable"])
      const { json } = await send("GET", "/coupons/coupon.json", "uid=1")
      expect(json.rules).toMatchObject({ brand: "7", categories: ["3", "9"] })
      expect(await setRule("brand", "7")).toEqual([{ path: "rule_value", message: "names no brand of the shop: 7" }])
      expect(await setRule("categories", "2,3,9")).toHaveLength(2)
    }
    await expectUnmatched()
    await store.run(clear(stepped))
    await expectUnmatched()
    await setRule("brand", "")
    expect(await amount()).toBe(10)
    const { json } = await ordered()
    const order = (await send("GET", "/orders/order.json", `orderID=${json.order_id}`)).json
    expect([order.cart.saleAmount, Object.values<any>(order.cart.items).map(({ title }) => title)]).toEqual([
      10,
      ["BOWL", "LAMP"]
    ])
  })

  it("show each of the shop's attributes, however many, and none that is removed", async () => {
    const shown = async () => (await send("GET", "/coupons/coupon.json", "uid=1&nodes=usage")).json
    expect((await shown()).rules.customattribute).toEqual({})
    const ids = Array.from({ length: 3000 }, (_, n) => (n + 1).toString(16).padStart(24, "0"))
    for (let from = 0; from < ids.length; from += 250)
      await commit(
        ids
          .slice(from, from + 250)
          .map((id) => insert(attributes, { id, label: "Label", type: "text", data: [], read_only: 0 }))
      )
    const { rules, usage } = await shown()
    expect(rules.customattribute).toEqual(Object.fromEntries(ids.map((id) => [id, ""])))
    expect([rules.brand, rules.tags, usage]).toEqual(["NULL", [], { used: 0, remaining: null, orders: [] }])
    await send("DELETE", "/attributes/attribute.json", `id=${ids[7]}`)
    expect(Object.keys((await shown()).rules.customattribute)).toHaveLength(2999)
  })
})
