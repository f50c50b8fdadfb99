/** Creating orders: what is required, what is refused, and the result. */
import { expect, it } from "vitest"
import type { Store } from "../../surface.ts"
import { address, mug, placed, refused, sample, wrongIn } from "./sample.ts"

const path = "/v1.1/orders/order.json"

export const creation = (open: () => Promise<Store>): void => {
  it("are made with every key of the detail", async () => {
    const store = await open()
    const { api } = store
    const orderID = await placed(store, {
      ...address("billing"),
      ...{ ...address("delivery"), delivery_country: "DE", delivery_state: "Bayern" },
      item_id: [
        { sku: "NONE-1", price: 0.335, quantity: 3, title: "Ring", options: "red" },
        { sku: "NONE-2", price: 10, quantity: 2 }
      ],
      ...{ shipping_cost: 4.9, payment_cost: 1.005, timestamp: 1450372794, message: "Ring twice" },
      ...{
        require_invoice: 1,
        digital_invoice: { type: "company", company_vat_number: "IT1", company_unique_code: "X" }
      },
      order_status: 2
    })
    const detail = await api.orders.read({ orderID })
    const { id } = detail.customer
    const { billing, delivery } = detail
    expect(detail).toEqual({
      ...{ orderID, billing, delivery, total: 26.92, userUID: -1, orderDate: { sec: 1450372794, usec: 0 } },
      ...{ method: "Courier", payment: "paypal", status: 2, message: "Ring twice", transactionID: "" },
      ...{ iso: { orderDate: "2015-12-17T18:19:54+0100" }, customer: { id: expect.stringMatching(/^[0-9a-f]{24}$/) } },
      cart: {
        total: 21.01,
        items: {
          "0#|#red": { count: 3, price: 0.335, options: "red", title: "Ring", sku: "NONE-1" },
          "0#|#": { count: 2, price: 10, options: "", title: "NONE-2", sku: "NONE-2" }
        },
        ...{ couponCode: "", saleAmount: 0, shippingAmount: 4.9, paymentAmount: 1.01 },
        ...{ shippingProfile: "Courier", paymentProfile: "paypal", checkouted: true, userUID: -1 }
      }
    })
    expect(billing).toEqual({
      ...{ addr1: "Via Roma 1", addr2: "", city: "Milano", email: "anna@example.com", fullname: "Anna Rossi" },
      ...{ country: "380", phone: "02 123", principal: 0, state: expect.stringMatching(/^380\d{3}$/) },
      ...{ userUID: -1, vat: "IT1", zip: "20100" }
    })
    expect([delivery.country, delivery.state]).toEqual(["276", expect.stringMatching(/^276\d{3}$/)])
    const again = await api.orders.read({ orderID: await placed(store, { billing_email: "ANNA@example.com" }) })
    expect(again.customer.id).toBe(id)
    expect(await api.customers.read({ email: "anna@example.com" })).toMatchObject({ id, accountType: "guest" })
  })

  it("without a buyer have no customer and empty addresses", async () => {
    const store = await open()
    const { billing, customer, delivery } = await store.api.orders.read({ orderID: await placed(store) })
    expect(customer).toEqual({ id: null })
    for (const side of [billing, delivery]) {
      const { principal, userUID, ...texts } = side
      expect([principal, userUID, ...new Set(Object.values(texts))]).toEqual([0, -1, ""])
    }
  })

  it("name every wrong parameter at once, by the sender's own index", async () => {
    const { send } = await open()
    const body = [
      ["item_id[7][price]", "1,5"],
      ["item_id[7][quantity]", "0"],
      ["item_id[7][sku]", ""],
      ["item_id[9][price]", "-1"],
      ["item_id[9][quantity]", "1.0"],
      ["item_id[9][sku]", "A"],
      ["shipping_method", ""],
      ["shipping_cost", "-1"],
      ["payment_method", "paypal"],
      ["payment_cost", "x"],
      ["order_status", "9"],
      ["currency", "XXX"],
      ["timestamp", "soon"],
      ["billing_country", "ZZ"],
      ["billing_email", "nobody"],
      ["delivery_country", "IT"],
      ["delivery_state", "Bayern"],
      ["require_invoice", "1"],
      ["digital_invoice[type]", "company"],
      ["digital_invoice[person_tax_number]", "1"],
      ["shipping_flag", "not_required"]
    ]
    const { json, status } = await send({ method: "POST", path, body: new URLSearchParams(body as never).toString() })
    expect(status).toBe(400)
    const wrong = new Set(json.error.details.map((detail: { path: string }) => detail.path))
    const right = ["item_id[9][sku]", "payment_method", "delivery_country", "require_invoice", "shipping_flag"]
    const expected = body.map(([name]) => name!).filter((name) => ![...right, "digital_invoice[type]"].includes(name))
    for (const name of expected) expect(wrong).toContain(name)
    for (const name of right) expect(wrong).not.toContain(name)
    expect(wrong).toContain("digital_invoice[company_vat_number]")
    expect(json.error.details).toHaveLength(wrong.size)
  })

  it("need two whole addresses unless nothing is shipped", async () => {
    const store = await open()
    const { shipping_flag, ...shipped } = sample()
    const names = Object.keys({ ...address("delivery"), ...address("billing") })
    expect(shipping_flag).toBe("not_required")
    expect([...(await wrongIn(store.api.orders.create(shipped)))].sort()).toEqual([...names].sort())
    const whole = { ...shipped, ...address("delivery"), ...address("billing") }
    expect((await store.api.orders.create(whole)).order_id).toMatch(/_/)
    expect(await wrongIn(store.api.orders.create({ ...shipped, item_id: [] }))).toContain("item_id")
  })

  it("are in EUR, USD, GBP or the shop's own currency, rounded to its digits", async () => {
    const store = await open()
    expect(await wrongIn(store.api.orders.create(sample({ currency: "JPY" })))).toEqual(["currency"])
    const japanese = await store.withShop({ currency: "JPY" })
    const item_id = [{ ...mug, price: 99.5, quantity: 3 }]
    const rounded = await placed(japanese, { item_id, shipping_cost: 0.5 })
    expect(await japanese.api.orders.read({ orderID: rounded })).toMatchObject({ total: 300, cart: { total: 299 } })
    const exact = await placed(japanese, { item_id, currency: "USD" })
    expect((await japanese.api.orders.read({ orderID: exact })).total).toBe(298.5)
  })

  it("total exactly what their parts come to, in currencies of no, two and three digits", async () => {
    const first = await open()
    for (const [currency, total] of [
      ["JPY", 335],
      ["EUR", 334.75],
      ["KWD", 334.752]
    ] as const) {
      const store = await first.withShop({ currency })
      const item_id = [
        { ...mug, price: 110.2505, quantity: 3 },
        { ...mug, price: 0.3335, quantity: 1, options: "red" }
      ]
      const orderID = await placed(store, {
        item_id,
        shipping_cost: 4.6664,
        payment_cost: 1.0005,
        coupon_amount: 2.0009
      })
      const { cart, ...order } = await store.api.orders.read({ orderID })
      expect([currency, order.total]).toEqual([currency, total])
      const thousandths = [cart.total, -cart.saleAmount, cart.shippingAmount, cart.paymentAmount].map((part) =>
        Math.round(part * 1000)
      )
      expect(thousandths.reduce((sum, part) => sum + part) / 1000).toBe(total)
      expect(cart.items["0#|#"]?.price).toBe(110.2505)
    }
  })

  it("are never below 0, and are refused if they exceed the largest amount", async () => {
    const store = await open()
    const orderID = await placed(store, { coupon_amount: 1000 })
    expect(await store.api.orders.read({ orderID })).toMatchObject({ total: 0, cart: { total: 10, saleAmount: 10 } })
    const item_id = [{ ...mug, price: 999_999_999_999.99, quantity: 1 }]
    expect(await wrongIn(store.api.orders.create(sample({ item_id, shipping_cost: 0.01 })))).toEqual(["item_id"])
  })

  it("are refused for the currency, the stock and the coupon at once", async () => {
    const store = await (await open()).withShop()
    const { api } = store
    await api.products.create({ code: "RARE", title: "Rare", price: 5, quantity: 1 })
    const dates = { start_time: 0, end_time: 1, unlimited: 0, count: 0, rules: { users_email: [] } } as const
    await api.coupons.create({ code: "OLD", name: "Old", type: 1, value: 10, min_sum: 100, active: 0, ...dates })
    const item_id = [mug, { sku: "RARE", price: 5, quantity: 2 }]
    const coupon = Array(4).fill("coupon_code")
    const all = await refused(api.orders.create(sample({ item_id, coupon_code: "OLD", currency: "JPY" })))
    expect([all.status, all.type]).toEqual([400, "invalid"])
    expect(all.details.map(({ path }) => path)).toEqual(["currency", "item_id[1][sku]", ...coupon])
    const conflicts = await refused(api.orders.create(sample({ item_id, coupon_code: "OLD" })))
    expect([conflicts.status, conflicts.type]).toEqual([409, "not_enough_stock"])
    expect(conflicts.details.map(({ path }) => path)).toEqual(["item_id[1][sku]", ...coupon])
    const unusable = await refused(api.orders.create(sample({ item_id: [mug], coupon_code: "OLD" })))
    expect([unusable.status, unusable.type]).toEqual([409, "coupon_not_usable"])
    for (const reason of ["not active", "no longer valid", "no uses left", "less than 100"])
      expect(unusable.message).toContain(reason)
    expect(await api.orders.list()).toEqual([])
    expect((await api.products.list({ nodes: ["title"] })).length).toBe(1)
  })

  it("have at most 1,600 lines, and 100 tags of 255 characters", async () => {
    const store = await open()
    const { api } = store
    const lines = (count: number) => ({
      item_id: Array.from({ length: count }, (_, n) => ({ sku: `SKU ${n}`, price: 1, quantity: 1 }))
    })
    const tags = Array.from({ length: 100 }, (_, n) => `${n}`.padEnd(255, "x"))
    const over = { ...lines(1601), tags: [...tags, "more"], billing_fullname: "x".repeat(1001) }
    expect(await wrongIn(placed(store, over))).toEqual(["billing_fullname", "item_id", "tags"])
    const orderID = await placed(store, { ...lines(1600), tags })
    expect(await api.orders.addTags({ orderID, tags })).toEqual({ orderID, nAdded: 0 })
    expect(await wrongIn(api.orders.addTags({ orderID, tags: ["more"] }))).toEqual(["tags"])
    expect(await wrongIn(api.orders.addTags({ orderID, tags: ["x".repeat(256)] }))).toEqual(["tags[]"])
    expect(await api.orders.removeTags({ orderID, tags: tags.slice(0, 1) })).toEqual({ orderID, nRemoved: 1 })
    expect(await api.orders.addTags({ orderID, tags: ["more"] })).toEqual({ orderID, nAdded: 1 })
  })

  it("take no payment cost from the shop's settings", async () => {
    const store = await (await open()).withShop({ payments: [{ id: "paypal", cost: 1.5 }] })
    const orderID = await placed(store, { payment_method: "paypal" })
    expect((await store.api.orders.read({ orderID })).cart.paymentAmount).toBe(0)
  })

  it("take the details of a marketplace, and show them on request", async () => {
    const store = await open()
    const { api } = store
    const details = { order: "A1", account: "shop" }
    const orderID = await placed(store, {
      ...{ marketplace: "bay", marketplaceDetails: details, billing_email: "m@example.com" },
      payment_method: "credit_card"
    })
    const nodes = ["marketplace", "marketplaceDetails", "connected_orders", "customergroup", "paymentlabel"]
    const others = [
      await placed(store, { billing_email: "m@example.com" }),
      await placed(store, { billing_email: "M@example.com", payment_method: "In coins" })
    ]
    expect(await api.orders.read({ orderID, nodes })).toMatchObject({
      ...{ marketplace: "bay", marketplaceDetails: details, connected_orders: [...others].reverse() },
      ...{ customergroup: null, paymentlabel: "Credit card" }
    })
    const plain = await api.orders.read({ orderID: others[1]!, nodes })
    expect(plain).toMatchObject({ marketplace: null, marketplaceDetails: null, paymentlabel: "In coins" })
    expect(await api.orders.read({ orderID, nodes: ["nonsense"] })).not.toHaveProperty("marketplace")
  })

  it("find their products by SKU, and their titles where they have none", async () => {
    const store = await (await open()).withShop({ stock: "ignore" })
    const { api } = store
    const variants = [{ sku: "TEE-RED", superkey: "red", quantity: 0, attributes: { color: "red" } }]
    const { uid } = await api.products.create({ code: "TEE", title: "Tee", price: 12, variants })
    const item = { sku: "TEE-RED", price: 12, quantity: 1, options: "red" }
    const orderID = await placed(store, { item_id: [item, { ...item, title: "Mine" }, item] })
    const { cart } = await api.orders.read({ orderID })
    const keys = [`${uid}#|#red`, `${uid}#|#red#2`, `${uid}#|#red#3`]
    expect(Object.entries(cart.items).map(([key, { title }]) => [key, title])).toEqual([
      [keys[0], "Tee"],
      [keys[1], "Mine"],
      [keys[2], "Tee"]
    ])
  })

  it("are placed once for an idempotency key", async () => {
    const { api } = await open()
    const options = { idempotencyKey: "one order" }
    const { order_id } = await api.orders.create(sample(), options)
    expect((await api.orders.create(sample(), options)).order_id).toBe(order_id)
    const other = await refused(api.orders.create(sample({ shipping_cost: 1 }), options))
    expect(other.status).toBe(422)
  })

  it("of one instant have numbers of their own", async () => {
    const store = await (await open()).withShop()
    const ids = await Promise.all(Array.from({ length: 20 }, () => placed(store, { billing_email: "one@example.com" })))
    expect(new Set(ids).size).toBe(20)
    const listed = await store.api.orders.list({ limit: 100, nodes: ["short_id"] })
    expect(new Set(listed.map(({ short_id }) => short_id)).size).toBe(20)
    const details = await Promise.all(ids.map((orderID) => store.api.orders.read({ orderID })))
    expect(new Set(details.map(({ customer }) => customer.id)).size).toBe(1)
  })
}
