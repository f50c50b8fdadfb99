/** What orders take and return: stock under each of the shop's policies, and uses of coupons. */
import { expect, it } from "vitest"
import type { Settings, Store } from "../../surface.ts"
import { mug, placed, refused, sample } from "./sample.ts"

/** A shop with that many mugs and spoons. */
const stocked = async (open: () => Promise<Store>, quantity: number, settings: Settings = {}): Promise<Store> => {
  const store = await (await open()).withShop(settings)
  await store.api.products.create({ code: "MUG", title: "Mug", price: 10, quantity })
  await store.api.products.create({ code: "SPOON", title: "Spoon", price: 2, quantity })
  return store
}

const left = async ({ api }: Store, sku = "MUG"): Promise<number | null | undefined> => {
  const inventory = await api.inventory.list()
  return inventory.find((item) => item.sku === sku)?.quantity
}
const spoon = { sku: "SPOON", price: 2, quantity: 1 }
const of = (count: number) => [{ ...mug, quantity: count }]

export const stock = (open: () => Promise<Store>): void => {
  it("lower the stock, all or nothing, naming what is short", async () => {
    const store = await stocked(open, 5)
    await placed(store, { item_id: [mug, spoon, { ...mug, quantity: 2 }] })
    expect([await left(store), await left(store, "SPOON")]).toEqual([2, 4])
    const body =
      "item_id[3][sku]=SPOON&item_id[3][price]=2&item_id[3][quantity]=1&item_id[4][sku]=MUG&item_id[4][price]=1"
    const answer = await store.send({
      method: "POST",
      path: "/v1.1/orders/order.json",
      body: `${body}&item_id[4][quantity]=3&shipping_flag=not_required&shipping_method=a&shipping_cost=0&payment_method=a`
    })
    expect([answer.status, answer.json.error.type]).toEqual([409, "not_enough_stock"])
    expect(answer.json.error.details.map(({ path }: { path: string }) => path)).toEqual(["item_id[4][sku]"])
    expect(answer.json.err).toContain("MUG")
    expect([await left(store), await left(store, "SPOON")]).toEqual([2, 4])
    expect(await store.api.orders.list()).toHaveLength(1)
  })

  it("go below zero, or leave the stock alone, where the shop says so", async () => {
    const tracked = await stocked(open, 1, { stock: "track" })
    await placed(tracked, { item_id: of(3) })
    expect(await left(tracked)).toBe(-2)
    const ignored = await stocked(open, 1, { stock: "ignore" })
    const orderID = await placed(ignored, { item_id: of(3) })
    await ignored.api.orders.update({ orderID, status: 7 })
    expect(await left(ignored)).toBe(1)
  })

  it.each<readonly [string, ReadonlyArray<0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8>, number]>([
    ["gives the stock back when it is aborted", [7], 10],
    ["gives it back once", [7, 6, 7], 10],
    ["gives it back when it is archived before it was sent", [2, 6], 10],
    ["keeps it when it is archived after it was sent", [3, 6], 7],
    ["takes it again when it goes on", [7, 1], 7],
    ["gives and takes with every change of status", [7, 0, 6, 2, 7, 7], 10]
  ])("that %s", async (_, statuses, expected) => {
    const store = await stocked(open, 10)
    const orderID = await placed(store, { item_id: of(3) })
    expect(await left(store)).toBe(7)
    for (const status of statuses) await store.api.orders.update({ orderID, status })
    expect(await left(store)).toBe(expected)
  })

  it("give back no more than a quantity may be, and do not fail", async () => {
    const store = await stocked(open, 5)
    const orderID = await placed(store, { item_id: of(5) })
    const bound = 999_999_999_999_999
    await store.api.inventory.set({ sku: "MUG", quantity: bound })
    await store.api.orders.update({ orderID, status: 7 })
    expect(await left(store)).toBe(bound)
    await store.api.inventory.set({ sku: "MUG", quantity: bound - 1, expected: bound })
    await store.api.inventory.increment({ sku: "MUG", quantity: -1 })
    expect(await left(store)).toBe(bound - 2)
  })

  it("cannot go on when what they gave back is sold", async () => {
    const store = await stocked(open, 3)
    const orderID = await placed(store, { item_id: of(3) })
    await store.api.orders.update({ orderID, status: 7 })
    await placed(store)
    const refusal = await refused(store.api.orders.update({ orderID, status: 1 }))
    expect([refusal.status, refusal.type]).toEqual([409, "not_enough_stock"])
    expect((await store.api.orders.read({ orderID })).status).toBe(7)
    expect(await left(store)).toBe(2)
  })

  it("take nothing when they are made aborted or archived", async () => {
    const store = await stocked(open, 3)
    for (const order_status of [6, 7] as const) {
      const orderID = await placed(store, { order_status })
      await store.api.orders.update({ orderID, status: 7 })
    }
    expect(await left(store)).toBe(3)
  })

  it("leave the stock as it is when they are removed", async () => {
    const store = await stocked(open, 3)
    const orderID = await placed(store)
    const code = await store.operator.authorizations.create({ shop: store.shop.id, orderID })
    await store.api.orders.remove({ orderID, authorization_code: code.authorization_code })
    expect(await left(store)).toBe(2)
  })

  it("of a hundred buyers at once on a stock of thirty are thirty", async () => {
    const store = await stocked(open, 30)
    const instances = [store, await store.twin()]
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) => placed(instances[n % 2]!, { billing_email: `buyer${n}@example.com` }))
    )
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(30)
    for (const answer of answers) if (answer.status === "rejected") expect(answer.reason.status).toBe(409)
    expect(await left(store)).toBe(0)
    const listed = await store.api.orders.list({ limit: 100, nodes: ["short_id"] })
    expect(new Set(listed.map(({ short_id }) => short_id)).size).toBe(30)
  })

  it("of carts with the same products in opposite order do not stop each other", async () => {
    const store = await stocked(open, 40)
    const carts = [
      [mug, spoon],
      [spoon, mug]
    ]
    await Promise.all(Array.from({ length: 40 }, (_, n) => placed(store, { item_id: carts[n % 2]! })))
    expect([await left(store), await left(store, "SPOON")]).toEqual([0, 0])
  })

  it("use a coupon up, free it when they are aborted or removed, and claim it again", async () => {
    const store = await stocked(open, 100)
    const { api } = store
    await coupon(store, { count: 1 })
    const orderID = await placed(store, { coupon_code: "ten", item_id: of(2), shipping_cost: 1 })
    const { cart, total } = await api.orders.read({ orderID })
    expect([cart.couponCode, cart.saleAmount, total]).toEqual(["ten", 2, 19])
    expect((await refused(placed(store, { coupon_code: "TEN" }))).type).toBe("coupon_not_usable")
    await api.orders.update({ orderID, status: 7 })
    const other = await placed(store, { coupon_code: "TEN", coupon_amount: 3 })
    expect((await api.orders.read({ orderID: other })).cart.saleAmount).toBe(3)
    const again = await refused(api.orders.update({ orderID, status: 0 }))
    expect([again.status, again.type]).toEqual([409, "coupon_not_usable"])
    const code = await store.operator.authorizations.create({ shop: store.shop.id, orderID: other })
    await api.orders.remove({ orderID: other, authorization_code: code.authorization_code })
    await api.orders.update({ orderID, status: 0 })
    expect((await refused(placed(store, { coupon_code: "TEN" }))).status).toBe(409)
  })

  it("never use a coupon more often than it may be", async () => {
    const store = await stocked(open, 100)
    await coupon(store, { count: 5 })
    const instances = [store, await store.twin()]
    const answers = await Promise.allSettled(
      Array.from({ length: 25 }, (_, n) => placed(instances[n % 2]!, { coupon_code: "TEN" }))
    )
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(5)
    expect(await left(store)).toBe(95)
  })

  it("take a code that is not the shop's as text with its amount, at most the items' sum", async () => {
    const store = await stocked(open, 100)
    const { api } = store
    expect((await refused(placed(store, { coupon_code: "FOREIGN" }))).status).toBe(409)
    const orderID = await placed(store, { coupon_code: "FOREIGN", coupon_amount: 99, shipping_cost: 4 })
    expect(await api.orders.read({ orderID })).toMatchObject({
      total: 4,
      cart: { saleAmount: 10, couponCode: "FOREIGN" }
    })
    const plain = await placed(store, { coupon_amount: 2.505 })
    expect(await api.orders.read({ orderID: plain })).toMatchObject({ total: 7.49, cart: { saleAmount: 2.51 } })
  })

  it("made aborted hold no use of their coupon until they go on", async () => {
    const store = await stocked(open, 100)
    await coupon(store, { count: 1 })
    const orderID = await placed(store, { coupon_code: "TEN", order_status: 7 })
    const other = await placed(store, { coupon_code: "TEN" })
    expect((await refused(store.api.orders.update({ orderID, status: 1 }))).type).toBe("coupon_not_usable")
    await store.api.orders.update({ orderID: other, status: 7 })
    await store.api.orders.update({ orderID, status: 1 })
    expect((await refused(store.api.orders.create(sample({ coupon_code: "TEN" })))).status).toBe(409)
  })
}

/** A coupon of ten percent. */
const coupon = ({ api, clock }: Store, given: { readonly count: number }) => {
  const now = Math.floor(clock.now() / 1000)
  return api.coupons.create({
    ...{ code: "TEN", name: "Ten percent", type: 1, value: 10, min_sum: 0, active: 1, unlimited: 0 },
    ...{ start_time: now - 60, end_time: now + 86_400, rules: { users_email: [] } },
    ...given
  })
}
