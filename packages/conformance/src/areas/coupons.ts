/** Coupons: created, given rules, used by orders and released; never used more often than allowed. */
import type { Bottega, BottegaError } from "@bottega/client"
import { collections } from "@bottega/domain/areas"
import { all } from "@bottega/storage"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { relation, succeeds } from "../relations/relation.ts"
import { addressed, type Covered, unique } from "../subjects.ts"
import { type Store, suite } from "../surface.ts"
import { attributeMade } from "./attributes/sample.ts"
import { catalogue } from "./coupons/catalogue.ts"

type NewCoupon = Parameters<Bottega["coupons"]["create"]>[0]
type NewOrder = Parameters<Bottega["orders"]["create"]>[0]

const forEver = { start_time: 0, end_time: 253402300799 }
/** Creates a coupon of ten percent that anybody may use ten times. */
const couponOf = (store: Store, more: Partial<NewCoupon> = {}) => store.api.coupons.create({ ...newCoupon(), ...more })
const newCoupon = (): NewCoupon => ({
  ...{ code: `Code ${unique()}`, name: "Ten percent", type: 1, value: 10, min_sum: 0, active: 1, ...forEver },
  ...{ unlimited: 0, count: 10, rules: { users_email: [] } }
})

/** Creates a product and returns its uid. */
const productOf = async ({ api }: Store) =>
  (await api.products.create({ code: `Thing ${unique()}`, title: "Thing", price: 20 })).uid

/** Parameters of an order of one item of 20 and shipping of 5. */
const orderOf = (coupon_code: string, more: Partial<NewOrder> = {}): NewOrder => ({
  shipping_flag: "not_required",
  billing_email: "anna@example.com",
  item_id: [{ sku: "LINEN", price: 20, quantity: 1 }],
  shipping_method: "standard",
  shipping_cost: 5,
  payment_method: "bank_transfer",
  coupon_code,
  ...more
})

/** The discount on an order, or why the order was refused. */
const placed = async (api: Bottega, order: NewOrder): Promise<number | string> => {
  try {
    const { order_id } = await api.orders.create(order)
    return (await api.orders.read({ orderID: order_id })).cart.saleAmount
  } catch (error) {
    const { message, type } = error as BottegaError
    expect(type).toBe("coupon_not_usable")
    return message
  }
}
const usageOf = async ({ api }: Store, uid: number) => (await api.coupons.read({ uid, nodes: ["usage"] })).usage!
const pathsOf = (json: { error: { details: ReadonlyArray<{ path: string }> } }) =>
  json.error.details.map(({ path }) => path).sort()

const promises = suite("coupons", (open) => {
  catalogue(open)

  it("are read as they were made, alone and in the list", async () => {
    const store = await open()
    const { api, reader } = store
    const given = { code: "Estate", value: 12.5, min_sum: 30.5, start_time: 1450372794, end_time: 1456786799 }
    const { coupon_code, endpoint, uid, unique_id } = await couponOf(store, given)
    expect(coupon_code).toBe("Estate")
    expect(endpoint).toMatch(new RegExp(`^https?://[^/]+/v1\\.1/coupons/coupon\\.json\\?uid=${uid}$`))
    const summary = {
      uid,
      coupon_id: unique_id,
      code: "Estate",
      name: "Ten percent",
      type: "1",
      value: "12.5",
      min_sum: 30.5,
      active: 1,
      unlimited: false,
      count: 10,
      startDate: { sec: 1450372794, usec: 0 },
      stopDate: { sec: 1456786799, usec: 0 },
      iso: { startDate: "2015-12-17T18:19:54+0100", stopDate: "2016-02-29T23:59:59+0100" }
    }
    const rules = {
      remove_shipping_country: "",
      remove_shipping_state: "",
      remove_shipping_ship: "",
      brand: "NULL",
      customattribute: {},
      tags: []
    }
    expect(await reader.coupons.read({ uid })).toEqual({ ...summary, rules })
    expect((await api.coupons.list()).find((coupon) => coupon.uid === uid)).toEqual(summary)
    expect(await usageOf(store, uid)).toEqual({ used: 0, remaining: 10, orders: [] })
  })

  it.each([
    ["1e-7", "0.0000001"],
    ["0.00000012", "0.00000012"],
    ["1.50", "1.5"],
    ["99999999999.25", "99999999999.25"]
  ])("of the value %s print it as %s", async (sent, shown) => {
    const store = await open()
    const form = { ...newCoupon(), type: 0, value: sent, rules: { users_email: "" } }
    const { json } = await store.send({ method: "POST", path: "/v1.1/coupons/coupon.json", body: form })
    expect((await store.api.coupons.read({ uid: json.uid })).value).toBe(shown)
    expect((await store.api.coupons.list()).find(({ uid }) => uid === json.uid)?.value).toBe(shown)
  })

  it("have a code that no other has, in any case, also when made at once", async () => {
    const store = await open()
    const twin = await store.twin()
    const codes = ["unico", "Unico", "UNICO", "uNICO"]
    const results = await Promise.allSettled(codes.map((code, n) => couponOf(n % 2 === 0 ? store : twin, { code })))
    const refused = results.filter((result) => result.status === "rejected")
    expect(refused.map(({ reason }) => [reason.status, reason.type])).toEqual(Array(3).fill([409, "duplicate"]))
    const listed = (await store.api.coupons.list()).filter(({ code }) => code.toLowerCase() === "unico")
    expect(listed).toHaveLength(1)
  })

  it("have a code without blanks at its ends, and are used whatever a buyer types around it", async () => {
    const store = await open()
    const code = `Code ${unique()}`
    const made = await couponOf(store, { code: ` ${code}\u00a0` })
    expect(made.coupon_code).toBe(code)
    await expect(couponOf(store, { code: `${code} ` })).rejects.toMatchObject({ type: "duplicate" })
    const typed = `\t${code.toUpperCase()} `
    const item_id = [{ sku: "LINEN", price: 20, quantity: 1 }]
    expect(await store.api.coupons.check({ code: typed, item_id })).toMatchObject({ usable: true, amount: 2 })
    expect(await placed(store.api, orderOf(typed))).toBe(2)
    expect(await usageOf(store, made.uid)).toMatchObject({ used: 1 })
  })

  it("are refused at once for a code that is taken, at the sender's own name, and use up one uid at most", async () => {
    // In a shop of its own no other process takes uids.
    const store = await (await open()).withShop()
    const { uid } = await couponOf(store, { code: "Preso" })
    const body = { name: "x", type: 1, value: 10, min_sum: 0, active: 1, ...forEver, unlimited: 0, count: 1 }
    const path = "/v1.1/coupons/coupon.json"
    const refused = await store.send({
      method: "POST",
      path,
      body: { ...body, code: "PRESO", rules: { users_email: "" } }
    })
    expect([refused.status, refused.json.error.type]).toEqual([409, "duplicate"])
    expect(refused.json.err).toBe("The shop already has a coupon with the code PRESO.")
    expect(refused.json.error.details).toEqual([{ path: "code", message: "is the code of another coupon" }])
    expect((await couponOf(store)).uid - uid).toBeLessThanOrEqual(2)
  })

  it("have rules that are set, reset and counted only when they change", async () => {
    const store = await open()
    const { api, send } = store
    const { uid } = await couponOf(store)
    const done = { ok: 1, nModified: 1, n: 1, err: null, errmsg: null, updatedExisting: true }
    const set = (name: string, rule_value: string | ReadonlyArray<string>) =>
      api.coupons.updateRules({ uid, name, rule_value } as Parameters<typeof api.coupons.updateRules>[0])
    expect(await set("remove_shipping", "country:380,ship:standard")).toEqual(done)
    expect(await set("remove_shipping", "country:380,ship:standard")).toEqual({ ...done, nModified: 0 })
    expect(await set("users_email", ["a@example.com", "b@example.com"])).toEqual(done)
    expect(await set("one_use_for_email", "1")).toEqual(done)
    expect(await set("discount", "0")).toEqual(done)
    const products = [await productOf(store), await productOf(store)]
    expect(await set("products", products.join(", "))).toEqual(done)
    const body = `uid=${uid}&rule_name=tags&rule_value=linen,wool`
    expect((await send({ method: "PUT", path: "/v1.1/coupons/rules.json", body })).json).toEqual(done)
    expect((await api.coupons.read({ uid })).rules).toEqual({
      remove_shipping_country: "380",
      remove_shipping_state: "",
      remove_shipping_ship: "standard",
      users_email: ["a@example.com", "b@example.com"],
      one_use_for_email: 1,
      discount: 0,
      products: products.map(String),
      brand: "NULL",
      customattribute: {},
      tags: ["linen", "wool"]
    })
    for (const rule of ["remove_shipping", "users_email", "one_use_for_email", "discount", "products", "tags"])
      expect(await set(rule, "")).toEqual(done)
    expect(await set("tags", "")).toEqual({ ...done, nModified: 0 })
    expect((await api.coupons.read({ uid })).rules).toMatchObject({ remove_shipping_country: "", tags: [] })
    expect((await api.coupons.read({ uid })).rules).not.toHaveProperty("users_email")
  })

  it("name a rule's value with a member that is not a text", async () => {
    const { send } = await open()
    const headers = { "content-type": "application/json" }
    const body = JSON.stringify({ uid: 1, name: "categories", rule_value: ["\ud800", "7"] })
    const { json, status } = await send({ method: "PUT", path: "/v1.1/coupons/rules.json", headers, body })
    expect([status, pathsOf(json)]).toEqual([400, ["rule_value[0]"]])
  })

  it("name everything that is wrong with a new one at once", async () => {
    const { send } = await open()
    const post = (body: string) => send({ method: "POST", path: "/v1.1/coupons/coupon.json", body })
    const empty = await post("")
    expect([empty.status, pathsOf(empty.json)]).toEqual([
      400,
      [
        ...["active", "code", "count", "end_time", "min_sum", "name"],
        ...["rules[users_email]", "start_time", "type", "unlimited", "value"]
      ]
    ])
    const wrong = await post(
      "code=x&name=&type=2&value=1e12&min_sum=-1&active=yes&start_time=9&end_time=8&unlimited=2&count=-1&rules[users_email][]=x"
    )
    expect(pathsOf(wrong.json)).toEqual([
      ...["active", "count", "end_time", "min_sum", "name"],
      ...["rules[users_email][]", "type", "unlimited", "value"]
    ])
    const percent = await post(
      "code=x&name=n&type=1&value=100.01&min_sum=0&active=1&start_time=9&end_time=8&unlimited=1&count=0&rules[users_email]="
    )
    expect(pathsOf(percent.json)).toEqual(["end_time", "value"])
  })

  it("refuse an unknown rule, and a value that the rule does not accept", async () => {
    const store = await open()
    const { uid } = await couponOf(store)
    const put = (body: string) => store.send({ method: "PUT", path: "/v1.1/coupons/rules.json", body })
    expect(pathsOf((await put("")).json)).toEqual(["name", "rule_value", "uid"])
    expect(pathsOf((await put(`uid=${uid}&rule_name=colour&rule_value=`)).json)).toEqual(["rule_name"])
    for (const wrong of ["brand&rule_value=nike", "discount&rule_value=2", "remove_shipping&rule_value=planet:1"])
      expect(pathsOf((await put(`uid=${uid}&name=${wrong}`)).json)).toEqual(["rule_value"])
    const members = [
      ["users_email", "rule_value[3]=ok@x.example&rule_value[7]=bad", "rule_value[7]"],
      ["products", "rule_value[3]=987654321&rule_value[7]=x", "rule_value[7]"],
      ["products", "rule_value[7]=987654321", "rule_value[7]"],
      ["brand", "rule_value[3]=1&rule_value[7]=2", "rule_value[7]"]
    ] as const
    for (const [name, sent, path] of members)
      expect(pathsOf((await put(`uid=${uid}&name=${name}&${sent}`)).json)).toEqual([path])
  })

  it("refuse a rule about what the shop does not have, and name all of it", async () => {
    const store = await open()
    const { uid } = await couponOf(store)
    const product = await productOf(store)
    const refusals = [
      ["products", `${product},987654321,987654322`, ["product", "product"]],
      ["brand", "987654321", ["brand"]],
      ["categories", "987654321", ["category"]]
    ] as const
    for (const [name, rule_value, nouns] of refusals) {
      const { json, status } = await store.send({
        method: "PUT",
        path: "/v1.1/coupons/rules.json",
        body: { uid, name, rule_value }
      })
      expect([status, json.error.details]).toEqual([
        400,
        nouns.map((noun, n) => ({ path: "rule_value", message: `names no ${noun} of the shop: ${987654321 + n}` }))
      ])
    }
    await store.api.coupons.updateRules({ uid, name: "products", rule_value: String(product) })
    await store.api.products.remove({ uid: product })
    expect((await store.api.coupons.read({ uid })).rules.products).toEqual([String(product)])
    const item_id = [{ sku: "LINEN", price: 20, quantity: 1 }]
    const { code } = await store.api.coupons.read({ uid })
    expect(await store.api.coupons.check({ code, item_id })).toMatchObject({
      reasons: ["it applies to no item of the order"]
    })
  })

  it("show an empty condition for each custom attribute of the shop", async () => {
    const store = await (await open()).withShop()
    const { uid } = await couponOf(store)
    const ids = [await attributeMade(store), await attributeMade(store, { type: "number" })]
    const shown = async () => (await store.reader.coupons.read({ uid })).rules.customattribute
    expect(await shown()).toEqual({ [ids[0]!]: "", [ids[1]!]: "" })
    await store.api.attributes.remove({ id: ids[0]! })
    expect(await shown()).toEqual({ [ids[1]!]: "" })
  })

  it("are gone once removed, and their code is free again", async () => {
    const store = await open()
    const { api } = store
    const { uid } = await couponOf(store, { code: "Addio" })
    expect(await api.coupons.remove({ uid })).toEqual({ ok: 1, n: 1, err: null, errmsg: null })
    for (const call of [
      () => api.coupons.read({ uid }),
      () => api.coupons.remove({ uid }),
      () => api.coupons.updateRules({ uid, name: "tags", rule_value: "x" })
    ])
      await expect(call()).rejects.toMatchObject({ status: 404, type: "not_found" })
    expect(await placed(api, orderOf("Addio"))).toContain("not a coupon of this shop")
    expect((await couponOf(store, { code: "ADDIO" })).uid).toBeGreaterThan(uid)
  })

  it("belong to one shop: others neither see them nor can use them", async () => {
    const store = await open()
    const { stranger } = store
    const { coupon_code, uid } = await couponOf(store, { code: "Nostro" })
    const other = await store.withShop()
    expect((await couponOf(other, { code: coupon_code })).uid).toBe(1)
    await expect(stranger.coupons.remove({ uid })).rejects.toMatchObject({ status: 404 })
    await expect(stranger.coupons.updateRules({ uid, name: "tags", rule_value: "" })).rejects.toMatchObject({
      status: 404
    })
    expect(await stranger.coupons.list()).toEqual([])
    expect(await placed(stranger, orderOf(coupon_code))).toContain("not a coupon of this shop")
  })

  it("take off what they come to, or what the order says, and never more than there is", async () => {
    const store = await open()
    const { api } = store
    const { coupon_code, uid } = await couponOf(store, { value: 33.33 })
    const fixed = await couponOf(store, { type: 0, value: 500 })
    expect(await placed(api, orderOf(coupon_code.toUpperCase()))).toBe(6.67)
    expect(await placed(api, orderOf(coupon_code, { coupon_amount: 1.005 }))).toBe(1.01)
    expect(await placed(api, orderOf(coupon_code, { coupon_amount: 100 }))).toBe(20)
    expect(await placed(api, orderOf(fixed.coupon_code))).toBe(20)
    await api.coupons.updateRules({ uid, name: "remove_shipping", rule_value: "ship:standard" })
    expect(await placed(api, orderOf(coupon_code))).toBe(11.67)
    expect(await placed(api, orderOf(coupon_code, { coupon_amount: 100 }))).toBe(25)
    expect(await placed(api, orderOf(coupon_code, { shipping_method: "express" }))).toBe(6.67)
    expect(await usageOf(store, uid)).toMatchObject({ used: 6, remaining: 4 })
  })

  it("are plain text where the shop does not have the code and the order names an amount", async () => {
    const { api } = await open()
    expect(await placed(api, orderOf("anything", { coupon_amount: 3 }))).toBe(3)
    expect(await placed(api, orderOf("anything", { coupon_amount: 300 }))).toBe(20)
    expect(await placed(api, orderOf("anything"))).toContain("not a coupon of this shop")
  })

  it("are refused with the reason, even where the order names an amount", async () => {
    const store = await open()
    const { api, clock } = store
    const now = Math.floor(clock.now() / 1000)
    const refusals: ReadonlyArray<readonly [Partial<NewCoupon>, string]> = [
      [{ active: 0 }, "not active"],
      [{ start_time: now + 1000 }, "not valid yet"],
      [{ end_time: now - 1000 }, "no longer valid"],
      [{ count: 0 }, "no uses left"],
      [{ min_sum: 20.01 }, "less than 20.01"],
      [{ rules: { users_email: ["bruno@example.com"] } }, "not for this buyer"]
    ]
    for (const [more, reason] of refusals) {
      const { coupon_code } = await couponOf(store, more)
      expect(await placed(api, orderOf(coupon_code, { coupon_amount: 1 }))).toContain(reason)
    }
  })

  it("see the catalogue: only items that every rule accepts count", async () => {
    const store = await open()
    const { api } = store
    const flax = await api.products.create({ code: "FLAX", title: "Flax", price: 20, tags: ["summer"], quantity: 9 })
    await api.products.create({
      ...{ code: "WOOL", title: "Wool", price: 100, final_price: 80 },
      ...{ tags: ["winter"], quantity: 9 }
    })
    const item_id = [
      { sku: "FLAX", price: 20, quantity: 1 },
      { sku: "WOOL", price: 80, quantity: 1 }
    ]
    const { coupon_code, uid } = await couponOf(store, { unlimited: 1 })
    const under = async (name: "tags" | "products" | "discount", rule_value: string) => {
      await api.coupons.updateRules({ uid, name, rule_value })
      const amount = await placed(api, orderOf(coupon_code, { item_id }))
      await api.coupons.updateRules({ uid, name, rule_value: "" })
      return amount
    }
    expect(await placed(api, orderOf(coupon_code, { item_id }))).toBe(10)
    expect(await under("tags", "winter,autumn")).toBe(8)
    expect(await under("products", String(flax.uid))).toBe(2)
    expect(await under("discount", "0")).toBe(2)
    expect(await under("tags", "spring")).toContain("no item")
  })

  it("are checked against a cart without being used", async () => {
    const store = await open()
    const { api } = store
    const { coupon_code, uid } = await couponOf(store, { value: 33.33, count: 1 })
    await api.coupons.updateRules({ uid, name: "remove_shipping", rule_value: "country:380,ship:standard" })
    const cart = { code: coupon_code.toUpperCase(), item_id: [{ sku: "LINEN", price: 20, quantity: 1 }] }
    const shipping = { shipping_method: "standard", shipping_cost: 5, delivery_country: "IT", delivery_state: "MI" }
    for (let n = 0; n < 3; n++)
      expect(await api.coupons.check({ ...cart, ...shipping })).toEqual({ usable: true, amount: 11.67, reasons: [] })
    expect(await api.coupons.check(cart)).toEqual({ usable: true, amount: 6.67, reasons: [] })
    expect(await usageOf(store, uid)).toEqual({ used: 0, remaining: 1, orders: [] })
    expect(await placed(api, orderOf(coupon_code))).toBe(6.67)
    const japanese = await store.withShop({ currency: "JPY" })
    const { coupon_code: code } = await couponOf(japanese, { value: 33.33 })
    expect(await japanese.api.coupons.check({ ...cart, code })).toMatchObject({ usable: true, amount: 7 })
  })

  it("are checked with every reason why they cannot be used, those that an order would be refused for", async () => {
    const store = await open()
    const { api, clock } = store
    const { coupon_code: code, uid } = await couponOf(store, {
      ...{ active: 0, count: 0, min_sum: 20.01, end_time: Math.floor(clock.now() / 1000) - 1000 },
      rules: { users_email: ["bruno@example.com"] }
    })
    await api.coupons.updateRules({ uid, name: "one_use_for_email", rule_value: "1" })
    await api.coupons.updateRules({ uid, name: "tags", rule_value: "linen" })
    const item_id = [{ sku: "LINEN", price: 20, quantity: 1 }]
    const answer = await api.coupons.check({ code, item_id })
    expect(answer).toEqual({
      usable: false,
      amount: 0,
      reasons: [
        "it is not active",
        "it is no longer valid",
        "it has no uses left",
        "it is for one order per buyer, and the order names no buyer",
        "it is not for this buyer",
        "it applies to no item of the order",
        "the items that it applies to come to less than 20.01"
      ]
    })
    const { billing_email, ...anonymous } = orderOf(code)
    expect(billing_email).toBeDefined()
    expect(await placed(api, anonymous)).toBe(`The coupon ${code} cannot be used: ${answer.reasons.join("; ")}.`)
    expect(await api.coupons.check({ code, item_id, billing_email: "bruno@example.com" })).toMatchObject({
      reasons: expect.not.arrayContaining(["it is not for this buyer"])
    })
  })

  it("are checked by a code that the shop may not have, and other shops' codes are not found", async () => {
    const store = await open()
    const { coupon_code: code } = await couponOf(store)
    const item_id = [{ sku: "LINEN", price: 20, quantity: 1 }]
    const unknown = { usable: false, amount: 0, reasons: ["it is not a coupon of this shop"] }
    expect(await store.api.coupons.check({ code: "no such code", item_id })).toEqual(unknown)
    expect(await store.stranger.coupons.check({ code, item_id })).toEqual(unknown)
    await expect(store.reader.coupons.check({ code, item_id })).rejects.toMatchObject({ status: 403 })
  })

  it("name everything that is wrong with a cart at once", async () => {
    const { send } = await open()
    const check = (body: string) => send({ method: "POST", path: "/v1.1/coupons/check.json", body })
    expect(pathsOf((await check("")).json)).toEqual(["code", "item_id"])
    const item = "item_id[3][sku]=A&item_id[3][price]=-1&item_id[3][quantity]=0"
    const wrong = await check(`code=&${item}&shipping_cost=-1&delivery_state=MI&billing_email=x`)
    const names = ["billing_email", "code", "delivery_state", "item_id[3][price]", "item_id[3][quantity]"]
    expect([wrong.status, pathsOf(wrong.json)]).toEqual([400, [...names, "shipping_cost"]])
    const state = await check(
      "code=A&item_id[0][sku]=A&item_id[0][price]=1&item_id[0][quantity]=1&delivery_country=IT&delivery_state=Bayern"
    )
    expect(pathsOf(state.json)).toEqual(["delivery_state"])
    const sum = await check("code=A&item_id[0][sku]=A&item_id[0][price]=999999999999&item_id[0][quantity]=2")
    expect([sum.status, pathsOf(sum.json)]).toEqual([400, ["item_id"]])
    const small = "item_id[0][sku]=A&item_id[0][price]=1&item_id[0][quantity]=1"
    const cost = await check(`code=A&${small}&shipping_cost=999999999999.999`)
    expect([cost.status, pathsOf(cost.json)]).toEqual([400, ["shipping_cost"]])
  })

  it("are used exactly as often as they may be by orders at once", async () => {
    const store = await open()
    const twin = await store.twin()
    const { coupon_code, uid } = await couponOf(store, { count: 10 })
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        placed((n % 2 === 0 ? store : twin).api, orderOf(coupon_code, { billing_email: `buyer${n}@example.com` }))
      )
    )
    expect(results.filter((amount) => amount === 2)).toHaveLength(10)
    expect(results.filter((amount) => String(amount).includes("no uses left"))).toHaveLength(40)
    const { orders, ...usage } = await usageOf(store, uid)
    expect(usage).toEqual({ used: 10, remaining: 0 })
    expect(new Set(orders).size).toBe(10)
  })

  it("are used by a buyer in one order alone where the rule says so, also by orders at once", async () => {
    const store = await open()
    const twin = await store.twin()
    const { coupon_code, uid } = await couponOf(store, { unlimited: 1, count: 0 })
    await store.api.coupons.updateRules({ uid, name: "one_use_for_email", rule_value: "1" })
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        placed(
          (n % 2 === 0 ? store : twin).api,
          orderOf(coupon_code, { billing_email: n % 3 === 0 ? "Dora@Example.com" : "dora@example.com" })
        )
      )
    )
    expect(results.filter((amount) => amount === 2)).toHaveLength(1)
    expect(results.filter((amount) => String(amount).includes("used it already"))).toHaveLength(11)
    expect(await usageOf(store, uid)).toMatchObject({ used: 1, remaining: null })
    expect(await placed(store.api, orderOf(coupon_code, { billing_email: "elio@example.com" }))).toBe(2)
  })

  it("are freed by an aborted order, which needs a free use when it is reopened", async () => {
    const store = await open()
    const { api } = store
    const { coupon_code, uid } = await couponOf(store, { count: 1 })
    const { order_id: first } = await api.orders.create(orderOf(coupon_code))
    await api.orders.update({ orderID: first, status: 7 })
    expect(await usageOf(store, uid)).toEqual({ used: 0, remaining: 1, orders: [] })
    const { order_id: second } = await api.orders.create(orderOf(coupon_code))
    await expect(api.orders.update({ orderID: first, status: 0 })).rejects.toMatchObject({
      status: 409,
      type: "coupon_not_usable"
    })
    expect((await api.orders.read({ orderID: first })).status).toBe(7)
    await api.orders.update({ orderID: second, status: 7 })
    await api.orders.update({ orderID: first, status: 0 })
    expect(await usageOf(store, uid)).toEqual({ used: 1, remaining: 0, orders: [first] })
  })

  it("are freed by a removed order", async () => {
    const store = await open()
    const { api, operator, shop } = store
    const { coupon_code, uid } = await couponOf(store, { count: 1 })
    const { order_id: orderID } = await api.orders.create(orderOf(coupon_code))
    const { authorization_code } = await operator.authorizations.create({ shop: shop.id, orderID })
    await api.orders.remove({ orderID, authorization_code })
    expect(await usageOf(store, uid)).toEqual({ used: 0, remaining: 1, orders: [] })
  })

  it("are used by no order that is refused for another reason", async () => {
    const store = await open()
    const { api } = store
    const { coupon_code, uid } = await couponOf(store)
    await api.products.create({ code: "RARE", title: "Rare", price: 5, quantity: 1 })
    const order = orderOf(coupon_code, { item_id: [{ sku: "RARE", price: 5, quantity: 2 }] })
    await expect(api.orders.create(order)).rejects.toMatchObject({ type: "not_enough_stock" })
    expect(await usageOf(store, uid)).toMatchObject({ used: 0, remaining: 10 })
  })
})

/** Orders that used a coupon keep its uses when it is removed, and no further ones are made. */
const useOfCoupon = relation({
  name: "the use of a coupon and its coupon",
  target: async ({ api }) => {
    const given = { ...newCoupon(), unlimited: 1 as const }
    return { uid: (await api.coupons.create(given)).uid, code: given.code }
  },
  make: ({ api }, { code }) => succeeds(api.orders.create(orderOf(code))),
  remove: ({ api }, { uid }) => succeeds(api.coupons.remove({ uid })),
  references: (shop, { uid }) =>
    Effect.map(
      all(shop, collections.couponUses, { where: [{ on: "coupon", eq: uid }], latest: true }),
      ({ length }) => length
    )
})

const ofCoupon = addressed("uid", async (store) => (await couponOf(store)).uid)
export const coupons: Covered<"coupons"> = {
  suite: promises,
  relations: [useOfCoupon],
  subjects: {
    list: { given: () => ({}) },
    read: ofCoupon({ nodes: ["usage"] }),
    create: { given: newCoupon },
    check: {
      given: async (store) => ({
        code: (await couponOf(store)).coupon_code,
        item_id: [{ sku: "LINEN", price: 20, quantity: 1 }]
      })
    },
    updateRules: ofCoupon({ name: "one_use_for_email", rule_value: "1" }),
    remove: ofCoupon()
  }
}
