/** The data of one person: exported and erased, however the person is found, while everybody else keeps theirs. */
import { expect, it } from "vitest"
import type { Store } from "../../surface.ts"
import { address, placed } from "../orders/sample.ts"
import { kept, raced } from "./personal-kept.ts"
import { addresses, billed, couponOf, path } from "./personal-sample.ts"
import { guest, made } from "./sample.ts"

export const personal = (open: () => Promise<Store>) => {
  exported(open)
  erased(open)
  kept(open)
  raced(open)
}

const exported = (open: () => Promise<Store>) => {
  it("export everything that a shop stores about one of them, and nothing about others", async () => {
    const store = await open()
    const { begins, email, ends } = addresses()
    const id = await made(store, { email, phone: "02 555", note: "Likes mugs" })
    for (const other of [begins, ends]) {
      await made(store, { email: other })
      await placed(store, billed(other))
    }
    await store.api.customers.acceptMarketing({ id, accept_marketing: true })
    const { code } = await couponOf(store)
    const orders = [await placed(store, { ...billed(email), coupon_code: code }), await placed(store, billed(email))]
    const shop = store.shop.id
    for (const asked of [{ id }, { email }, { email: email.toUpperCase() }]) {
      const found = await store.operator.customers.data({ shop, ...asked })
      expect(found["customers"]).toEqual([expect.objectContaining({ id, email, phone: "02 555", note: "Likes mugs" })])
      expect(found["consents"]).toEqual([expect.objectContaining({ customer: id, accept_marketing: true })])
      expect(found["orders"]!.map((order) => (order as { orderID: string }).orderID)).toEqual(orders)
      expect(found["coupon_uses"]).toEqual([expect.objectContaining({ orderID: orders[0] })])
      expect(found["events"]!.length).toBeGreaterThan(1)
      expect(JSON.stringify(found)).not.toMatch(new RegExp(`jo${email}|${email}\\.br`))
    }
  })

  it("are named by an id or by an email address, and something must be stored about them", async () => {
    const { operator, send, shop, withShop } = await open()
    for (const method of ["GET", "DELETE"]) {
      const asked = async (more: object) => {
        const parameters = { shop: shop.id, ...more }
        const { json, status } = await send({
          ...{ method, path, as: "operator" },
          ...(method === "GET" ? { query: parameters } : { body: parameters })
        })
        return [status, (json.error?.details ?? []).map(({ path }: { path: string }) => path)]
      }
      expect(await asked({})).toEqual([400, ["id"]])
      expect(await asked({ id: "", email: "" })).toEqual([400, ["id"]])
      expect(await asked({ id: "0".repeat(24), email: "a@example.com" })).toEqual([400, ["email"]])
      expect(await asked({ email: "nobody@example.com" })).toEqual([404, []])
      expect(await asked({ id: "0".repeat(24) })).toEqual([404, []])
    }
    const other = await withShop()
    const { email, id } = await guest(other)
    for (const asked of [{ id }, { email }]) {
      await expect(operator.customers.data({ shop: shop.id, ...asked })).rejects.toMatchObject({ status: 404 })
      await expect(operator.customers.erase({ shop: shop.id, ...asked })).rejects.toMatchObject({ status: 404 })
    }
    expect(await other.api.customers.read({ id })).toMatchObject({ email })
  })
}

const erased = (open: () => Promise<Store>) => {
  it("are erased by id or email: the customer goes, orders stay without the person, everybody else keeps theirs", async () => {
    const store = await (await open()).withShop()
    const { api, operator, reader } = store
    const shop = store.shop.id
    for (const by of ["id", "email", "EMAIL"]) {
      const { begins, email, ends } = addresses()
      const id = await made(store, { email, register: 1 })
      const others = [await placed(store, billed(begins)), await placed(store, billed(ends))]
      const before = await Promise.all(others.map((orderID) => reader.orders.read({ orderID })))
      await api.customers.acceptMarketing({ id, accept_marketing: true })
      const orderID = await placed(store, {
        ...billed(email),
        ...{ tags: ["vip", `of ${email}`], message: "Ring twice", marketplaceDetails: { buyer: "Anna" } },
        ...{ item_id: [{ sku: "MUG", price: 10, quantity: 2, options: "engraved: Anna Rossi" }] },
        ...{ require_invoice: 1, digital_invoice: { type: "person", person_tax_number: "RSSNNA80A41F205X" } }
      })
      await api.orders.update({ orderID, status: 3, courier: "brt", tracking: "T-1", pickup_date: "2030-01-02" })
      const was = await reader.orders.read({ orderID })
      const asked = by === "id" ? { id } : { email: by === "email" ? email : email.toUpperCase() }
      const answer = await operator.customers.erase({ shop, ...asked })
      expect(answer).toEqual({ ok: 1, err: null, orders: 1, removed: expect.any(Number), pending: expect.any(Number) })
      expect(answer.removed).toBeGreaterThan(2)
      const now = await reader.orders.read({
        orderID,
        nodes: ["marketplaceDetails", "customergroup", "connected_orders"]
      })
      for (const text of [id, email, "Rossi", "Ring", "RSSNNA80A41F205X", "Via Roma", "02 123", "20100"])
        expect(JSON.stringify(now)).not.toContain(text)
      expect(now).toMatchObject({
        ...{ orderID, total: was.total, status: 3, orderDate: was.orderDate, userUID: -1, customer: { id: null } },
        cart: { total: 20, items: { "0#|#": { sku: "MUG", count: 2, price: 10, options: "" } } }
      })
      expect(now.billing.country).toBe(was.billing.country)
      expect(await reader.orders.tracking({ orderID })).toMatchObject({ tracking: "", courier: "" })
      expect((await reader.orders.timeline({ orderID })).map(({ eventId, ip }) => [eventId, ip])).toEqual([
        ...[
          [0, ""],
          [1, ""],
          [2, ""]
        ]
      ])
      expect(await reader.orders.list({ "billing.email": email })).toEqual([])
      await expect(reader.customers.read({ id })).rejects.toMatchObject({ status: 404 })
      expect(await operator.customers.consents({ shop, id })).toEqual([])
      expect(await Promise.all(others.map((other) => reader.orders.read({ orderID: other })))).toEqual(before)
      for (const call of [operator.customers.erase, operator.customers.data])
        await expect(call({ shop, ...asked })).rejects.toMatchObject({ status: 404, type: "not_found" })
    }
  })

  it("are erased after their customer was removed, by the old id too", async () => {
    const store = await open()
    const { api, operator, reader, shop } = store
    for (const by of ["id", "email"]) {
      const { email } = addresses()
      const id = await made(store, { email })
      const first = await placed(store, billed(email))
      await api.customers.remove({ id })
      const second = await placed(store, billed(email))
      const answer = await operator.customers.erase({ shop: shop.id, ...(by === "id" ? { id } : { email }) })
      expect(answer.orders).toBe(2)
      for (const orderID of [first, second])
        expect(await reader.orders.read({ orderID })).toMatchObject({ customer: { id: null }, billing: { email: "" } })
      await expect(reader.customers.read({ email })).rejects.toMatchObject({ status: 404 })
    }
  })

  it("are erased from an order that another person paid, which keeps its buyer", async () => {
    const store = await open()
    const [buyer, { email }] = [await guest(store), addresses()]
    const orderID = await placed(store, { ...billed(buyer.email), ...address("delivery"), delivery_email: email })
    expect(await store.operator.customers.data({ shop: store.shop.id, email })).toMatchObject({ orders: [{ orderID }] })
    const answer = await store.operator.customers.erase({ shop: store.shop.id, email })
    expect(answer).toEqual({ ok: 1, err: null, orders: 1, removed: 0, pending: expect.any(Number) })
    expect(await store.reader.orders.read({ orderID })).toMatchObject({
      ...{ billing: { email: buyer.email, fullname: "Anna Rossi" }, customer: { id: buyer.id } },
      delivery: { email: "", fullname: "", addr1: "", phone: "" }
    })
  })

  it("are erased in steps from many orders", async () => {
    const store = await (await open()).withShop()
    const { email } = addresses()
    const count = 250
    for (let at = 0; at < count; at += 50)
      await Promise.all(Array.from({ length: 50 }, () => placed(store, billed(email))))
    expect(await store.operator.customers.data({ shop: store.shop.id, email })).toMatchObject({
      orders: { length: count }
    })
    expect((await store.operator.customers.erase({ shop: store.shop.id, email })).orders).toBe(count)
    expect(await store.reader.orders.list({ "billing.email": email })).toEqual([])
  })
}

export const personalSubjects = {
  data: {
    given: async (store: Store) => ({ shop: store.shop.id, email: (await guest(store)).email }),
    absent: <Given extends object>(given: Given) => ({ ...given, email: "nobody@example.com" })
  },
  erase: {
    given: async (store: Store) => ({ shop: store.shop.id, email: (await guest(store)).email }),
    absent: <Given extends object>(given: Given) => ({ ...given, email: "nobody@example.com" })
  }
}
