/** Real-time endpoints are asked while a buyer waits: what they are sent, what their answers do, and what one costs that fails. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { adapters } from "@bottega/storage/adapters"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type AskedStore, answersJson, askedStore } from "../../src/receivers/asked.ts"
import { answers, type Behaviour, hangs, redirects, resets, slow, trickles } from "../../src/receivers/behaviour.ts"
import { Receiver } from "../../src/receivers/receiver.ts"
import { isSigned, verified } from "../../src/receivers/verified.ts"

const items = [
  { sku: "MUG-1", price: 9.99, quantity: 3 },
  { sku: "CUP-1", price: 20, quantity: 1 }
]
const order = (more: object = {}) => ({
  ...{ shipping_flag: "not_required" as const, shipping_method: "none", shipping_cost: 5, payment_method: "paypal" },
  ...{ item_id: items, billing_email: "anna@example.com", ...more }
})
const percent = (value: number) => answersJson({ valid: true, type: 1, value })
const fixed = (value: number) => answersJson({ valid: true, type: 0, value })
const options = (...given: ReadonlyArray<object>) => answersJson({ options: given })
const quick = { id: "q", label: "Quick", cost: 4.905, eta: "tomorrow" }

let receiver: Receiver
let store: AskedStore
let folder: string
let paths = 0
/** The path of a new endpoint that behaves so. */
const at = (behaviour: Behaviour) => {
  const path = `/${paths++}`
  return { path, url: receiver.url(path, behaviour) }
}
const asked = (path: string) => receiver.at(path).map(({ body }) => JSON.parse(body))
const coupon = async (behaviour: Behaviour, name = "Loyalty") => {
  const { path, url } = at(behaviour)
  return { path, ...(await store.api.realtime.createCoupon({ url, name })) }
}
const shipping = async (behaviour: Behaviour) => {
  const { path, url } = at(behaviour)
  return { path, ...(await store.api.realtime.createShipping({ url, name: "Courier" })) }
}
/** The discount of an order with this code; the refusal if it is refused. */
const discount = async (more: object = {}) => {
  const { order_id } = await store.api.orders.create(order({ coupon_code: "EXTERNAL", ...more }))
  return (await store.api.orders.read({ orderID: order_id })).cart.saleAmount
}
const states = async () => (await store.operator.realtime.list({ shop: store.shop })).map(({ state }) => state)

describe.each(adapters.filter(({ name }) => name !== "mongo"))("on $name", (adapter) => {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "bottega-asked-"))
    receiver = await new Receiver().listen()
    store = await askedStore(adapter, join(folder, "store.db"))
  })
  afterEach(async () => {
    await store.close()
    await receiver.close()
    rmSync(folder, { recursive: true })
  })

  it("a coupon endpoint is sent the code, the cart and the buyer, signed with its secret in real time", async () => {
    const { instance, path, secret } = await coupon(percent(10))
    // A buyer may have typed blanks around it.
    expect(await discount({ coupon_code: " EXTERNAL\t" })).toBe(5)
    const [arrival] = receiver.at(path)
    expect(JSON.parse(arrival!.body)).toEqual({
      ...{ code: "EXTERNAL", instance, currency: "EUR", customer: { email: "anna@example.com" } },
      cart: { items: items.map(({ price, quantity, sku }) => ({ sku, quantity, price })), total: 49.97 }
    })
    expect(arrival!.headers["content-type"]).toBe("application/json")
    expect(verified(arrival!, secret)).toMatchObject({ code: "EXTERNAL" })
    const next = await store.operator.realtime.rotate({ shop: store.shop, endpoint: (await idOf(path))! })
    await discount()
    const [, later] = receiver.at(path)
    expect([secret, next.secret].map((one) => isSigned(later!, one))).toEqual([true, true])
    store.clock.advance(86_400_000)
    await discount()
    const [, , last] = receiver.at(path)
    expect([secret, next.secret].map((one) => isSigned(last!, one))).toEqual([false, true])
  })
  const idOf = async (path: string) =>
    (await store.api.realtime.listCoupons()).find(({ url }) => url.endsWith(path))?.id

  it("the discount is the answer's, at most the items' sum, and rounded", async () => {
    const one = await coupon(percent(33.333))
    expect(await discount()).toBe(16.66)
    await store.api.realtime.removeCoupon({ id: one.id })
    await coupon(fixed(1000))
    expect(await discount()).toBe(49.97)
    // An amount that is given replaces the computed one.
    expect(await discount({ coupon_amount: 7 })).toBe(7)
  })

  it("the oldest endpoint that takes the code counts, and reasons are passed on", async () => {
    await coupon(answersJson({ valid: false, reason: "for members only" }), "Club")
    await coupon(percent(10))
    await coupon(percent(50))
    expect(await discount()).toBe(5)
    const check = await store.api.coupons.check({ code: "EXTERNAL", item_id: items })
    expect(check).toEqual({ usable: true, amount: 5, reasons: [] })
  })

  it("a code that no endpoint takes is refused, unless an amount is given", async () => {
    await coupon(answersJson({ valid: false, reason: "for members only" }), "Club")
    const reasons = ["it is not a coupon of this shop", "Club: for members only"]
    await expect(discount()).rejects.toMatchObject({
      status: 409,
      message: `The coupon EXTERNAL cannot be used: ${reasons.join("; ")}.`
    })
    expect(await store.api.coupons.check({ code: "EXTERNAL", item_id: items })).toMatchObject({ amount: 0, reasons })
    expect(await discount({ coupon_amount: 3 })).toBe(3)
  })

  it("endpoints are asked once per call, also if the decision conflicts or the call is repeated", async () => {
    const { path } = await coupon(percent(10))
    const skus = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        store.api.products.create({ code: `S${n}`, title: "S", price: 1, quantity: 100 }).then(() => `S${n}`)
      )
    )
    const item_id = skus.map((sku) => ({ sku, price: 10, quantity: 1 }))
    const orders = Array.from({ length: 12 }, () =>
      store.api.orders.create(order({ coupon_code: "EXTERNAL", item_id }))
    )
    await Promise.all(orders)
    expect(receiver.at(path)).toHaveLength(12)
    const call = () =>
      store.api.orders
        .create(order({ coupon_code: "EXTERNAL" }), { idempotencyKey: "once" })
        .then((one) => one.order_id)
    expect(await call()).toBe(await call())
    expect(receiver.at(path)).toHaveLength(13)
    const numbers = (await store.api.orders.list({ nodes: ["short_id"], limit: 100 })).map((one) =>
      Number(one.short_id)
    )
    expect(new Set(numbers).size).toBe(13)
  })

  it("an order without a code, or with one of the shop, asks nobody and costs what it costs without endpoints", async () => {
    const counted = async (more: object) => {
      store.statements.length = 0
      await store.api.orders.create(order(more))
      // Numbers are reserved in blocks, so only some calls read a counter.
      return store.statements.filter((one) => !/ (sequences)?$/.test(one))
    }
    await store.api.coupons.create({
      ...{ code: "OWN", name: "Own", type: 1, value: 10, min_sum: 0, active: 1, start_time: 0, end_time: 4e9 },
      ...{ unlimited: 1, count: 0, rules: { users_email: [] } }
    })
    // The first orders make the buyer, and what the process keeps of the shop.
    for (let n = 0; n < 3; n++) await counted({})
    const before = [await counted({}), await counted({ coupon_code: "OWN" })]
    const { path } = await coupon(percent(10))
    expect([await counted({}), await counted({ coupon_code: "OWN" })]).toEqual(before)
    expect(receiver.at(path)).toEqual([])
    expect(before.flat().filter((one) => one.includes("realtime"))).toEqual([])
  })

  it("an endpoint is not asked while its application has no keys, from their end on", async () => {
    const { clock, operator, shop } = store
    const pair = (more: object) => operator.keys.create({ shop, permission: "read-write", ...more })
    const first = await pair({ expires_at: new Date(clock.now() + 60_000).toISOString() })
    const { path, url } = at(percent(10))
    const { instance } = await store.as(first).realtime.createCoupon({ url, name: "Of another application" })
    const check = () => store.api.coupons.check({ code: "EXTERNAL", item_id: items })
    expect((await check()).usable).toBe(true)
    clock.advance(60_000)
    expect((await check()).usable).toBe(false)
    const second = await pair({ instance })
    expect((await check()).usable).toBe(true)
    const endpoint = (await operator.realtime.list({ shop }))[0]!.id
    await operator.realtime.setPaused({ shop, endpoint, paused: 1 })
    expect((await check()).usable).toBe(false)
    await operator.realtime.setPaused({ shop, endpoint, paused: 0 })
    await operator.keys.revoke({ key: second.key })
    expect((await check()).usable).toBe(false)
    expect(receiver.at(path)).toHaveLength(2)
  })

  it("a quote holds the options of all endpoints with the endpoint of each, in the currency's digits", async () => {
    const one = await shipping(options(quick, { id: "s", label: "Slow", cost: 0 }))
    const other = await shipping(options({ id: "q", label: "Night", cost: 12, eta: 2 }))
    const address = { country: "IT", state: "MI", postal_code: "20121", city: "Milano" }
    const quoted = await store.api.realtime.quote({ ...address, items })
    expect(quoted.options).toEqual([
      { endpoint: one.id, id: "q", label: "Quick", cost: 4.91, eta: "tomorrow" },
      { endpoint: one.id, id: "s", label: "Slow", cost: 0, eta: null },
      { endpoint: other.id, id: "q", label: "Night", cost: 12, eta: "2" }
    ])
    expect(asked(one.path)).toEqual([
      {
        ...{ instance: one.instance, address, currency: "EUR" },
        cart: { items: items.map(({ price, quantity, sku }) => ({ sku, quantity, price })), total: 49.97 }
      }
    ])
    expect(isSigned(receiver.at(one.path)[0]!, one.secret)).toBe(true)
    await store.api.products.create({ code: "KNOWN", title: "Known", price: 10, final_price: 8 })
    await store.api.realtime.quote({ country: "FR", items: [{ sku: "KNOWN", quantity: 2 }] })
    expect(asked(other.path)[1].cart).toEqual({ items: [{ sku: "KNOWN", quantity: 2, price: 8 }], total: 16 })
  })

  const nonsense: Readonly<Record<string, Behaviour>> = {
    "another status": answersJson({ options: [quick] }, 201),
    "an error": answers(500),
    "no JSON": answers(200, {}, "<html>"),
    "another shape": answersJson({ options: {} }),
    "an option without a cost": options({ id: "q", label: "Q" }),
    "a negative cost": options({ ...quick, cost: -1 }),
    "a cost that is a text": options({ ...quick, cost: "4.90" }),
    "a cost beyond all sums": options({ ...quick, cost: 1e12 }),
    "an option without an id": options({ ...quick, id: "" }),
    "a long label": options({ ...quick, label: "x".repeat(256) }),
    "too many options": options(...Array.from({ length: 101 }, () => quick)),
    "a deep answer": answers(200, {}, "[".repeat(200_000)),
    "1 MiB": answers(200, {}, JSON.stringify({ options: [quick], more: "x".repeat(1024 * 1024) })),
    "a redirect": redirects("/elsewhere"),
    "a reset connection": resets
  }

  it("one that fails or answers nonsense gives nothing, and the others give theirs", async () => {
    const good = await shipping(options(quick))
    for (const [name, behaviour] of Object.entries(nonsense)) {
      const bad = await shipping(behaviour)
      const quoted = await store.api.realtime.quote({ country: "IT", items })
      expect(quoted.options, name).toMatchObject([{ endpoint: good.id }])
      expect(receiver.at(bad.path), name).toHaveLength(1)
      const status = (await store.operator.realtime.list({ shop: store.shop })).find(({ id }) => id === bad.id)
      expect(status, name).toMatchObject({ failures: 1, state: "closed" })
      await store.api.realtime.removeShipping({ id: bad.id })
    }
  })

  it("nonsense about a coupon discounts nothing", async () => {
    for (const value of [
      { valid: true },
      { valid: "yes", type: 0, value: 5 },
      { valid: true, type: 2, value: 5 },
      { valid: true, type: 1, value: 101 },
      { valid: true, type: 0, value: -5 },
      { valid: true, type: 0, value: "5" },
      { valid: false, reason: "x".repeat(256) },
      null
    ]) {
      const { id } = await coupon(answersJson(value))
      expect((await store.api.coupons.check({ code: "EXTERNAL", item_id: items })).reasons).toHaveLength(1)
      await store.api.realtime.removeCoupon({ id })
    }
  })

  it("those that hang, trickle or are slow are waited for together, for 2 s, and the others still count", async () => {
    for (const behaviour of [hangs, trickles(10), slow(600_000, fixed(1)), fixed(2)]) await coupon(behaviour)
    const listed = () => store.operator.realtime.list({ shop: store.shop })
    const statuses = async () => (await listed()).map((one) => one.last_status)
    const order = discount()
    // All four are asked before any is given up.
    await receiver.until((arrivals) => arrivals.length === 4)
    await expect.poll(statuses, { timeout: 60_000 }).toEqual([null, null, null, 200])
    expect(await order).toBe(2)
    expect((await listed()).map((one) => one.failures)).toEqual([1, 1, 1, 0])
  })

  it("failures in a row are counted by all processes together, and a success of any of them ends the row", async () => {
    let behaviour: Behaviour = answers(500)
    const { path } = await coupon((...given) => behaviour(...given))
    const twin = await store.twin()
    const check = (api = store.api) => api.coupons.check({ code: "EXTERNAL", item_id: items })
    const failures = async () => (await store.operator.realtime.list({ shop: store.shop })).map((one) => one.failures)
    for (const api of [store.api, twin, twin, store.api]) await check(api)
    expect(await failures()).toEqual([4])
    behaviour = percent(10)
    await check(twin)
    expect([await failures(), await states()]).toEqual([[0], ["closed"]])
    behaviour = answers(500)
    for (const api of [twin, store.api, twin, store.api]) await check(api)
    expect(await states()).toEqual(["closed"])
    await check(twin)
    expect([await failures(), await states()]).toEqual([[5], ["open"]])
    await Promise.all([check(), check(twin)])
    expect(receiver.at(path)).toHaveLength(10)
  })

  it("one that failed 5 times in a row is not asked for 30 s by any process, then by one call", async () => {
    let behaviour: Behaviour = answers(500)
    const { path } = await coupon((...given) => behaviour(...given))
    const check = (api = store.api) => api.coupons.check({ code: "EXTERNAL", item_id: items })
    for (let n = 0; n < 5; n++) {
      expect(await states()).toEqual(["closed"])
      await check()
    }
    expect(await store.operator.realtime.list({ shop: store.shop })).toMatchObject([
      {
        state: "open",
        failures: 5,
        last_status: 500,
        opened_at: `${new Date(store.clock.now()).toISOString().slice(0, 19)}Z`
      }
    ])
    const twin = await store.twin()
    store.statements.length = 0
    for (const api of [store.api, twin]) expect((await check(api)).usable).toBe(false)
    expect(receiver.at(path)).toHaveLength(5)
    expect(store.statements.filter((one) => one.includes("commit realtime"))).toEqual([])
    store.clock.advance(30_000)
    expect(await states()).toEqual(["half_open"])
    await Promise.all([check(), check(twin), check(), check(twin)])
    expect(receiver.at(path)).toHaveLength(6)
    expect(await states()).toEqual(["open"])
    store.clock.advance(30_000)
    behaviour = percent(10)
    await check(twin)
    expect(await states()).toEqual(["closed"])
    expect((await check()).amount).toBe(5)
    // An endpoint that answers is not written.
    store.statements.length = 0
    await check()
    expect(store.statements.filter((one) => one.includes("commit realtime"))).toEqual([])
  })
})
