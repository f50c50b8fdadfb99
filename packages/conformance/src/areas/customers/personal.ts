/** The data of one person: exported and erased, however the person is found, while everybody else keeps theirs. */
import { expect, it } from "vitest"
import { unique } from "../../subjects.ts"
import type { Store } from "../../surface.ts"
import { address, placed, sample } from "../orders/sample.ts"
import { guest, made } from "./sample.ts"

const path = "/control/v1/customers/data.json"

/** A new email address, of which a longer address ends or begins with it. */
const addresses = () => {
  const email = `anna${unique()}@example.com`
  return { email, ends: `jo${email}`, begins: `${email}.br` }
}

const billed = (email: string) => ({ ...address("billing"), billing_email: email })

const couponOf = async ({ api }: Store, users_email: ReadonlyArray<string> = []) => {
  const code = `Person ${unique()}`
  const { uid } = await api.coupons.create({
    ...{ name: "Ten", code, type: 0, value: 1, active: 1, unlimited: 0, count: 5, min_sum: 0 },
    ...{ start_time: 0, end_time: 4_000_000_000, rules: { users_email } }
  })
  return { code, uid }
}

const usesOf = async ({ api }: Store, uid: number) => (await api.coupons.read({ uid, nodes: ["usage"] })).usage

export const personal = (open: () => Promise<Store>) => {
  exported(open)
  erased(open)
  kept(open)
  raced(open)
}

const exported = (open: () => Promise<Store>) => {
  it("export all that a shop holds of one of them, and nothing of others", async () => {
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

  it("are named by an id or by an email address, and there must be something of them", async () => {
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
      expect(answer).toEqual({ ok: 1, err: null, orders: 1, removed: expect.any(Number) })
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
    expect(answer).toEqual({ ok: 1, err: null, orders: 1, removed: 0 })
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

const kept = (open: () => Promise<Store>) => {
  it("leave stock, ledger and coupons as they were, and a used coupon stays used", async () => {
    const store = await (await open()).withShop({ stock: "enforce" })
    const { api, operator, reader } = store
    const shop = store.shop.id
    const { uid: mug } = await api.products.create({ code: "MUG", title: "Mug", price: 10 })
    await api.inventory.set({ uid: mug, quantity: 20 })
    const { email } = addresses()
    const { code, uid } = await couponOf(store)
    await api.coupons.updateRules({ uid, name: "one_use_for_email", rule_value: "1" })
    const orderID = await placed(store, { ...billed(email), coupon_code: code })
    const seen = async () => ({
      stock: await reader.inventory.list(),
      ledger: await operator.ledger.list({ shop }),
      usage: await usesOf(store, uid),
      total: (await reader.orders.read({ orderID })).total
    })
    const before = await seen()
    await operator.customers.erase({ shop, email })
    expect(await seen()).toEqual(before)
    const again = () => placed(store, { ...billed(email.toUpperCase()), coupon_code: code })
    await expect(again()).rejects.toMatchObject({ status: 409, type: "coupon_not_usable" })
    await api.orders.update({ orderID, status: 7 })
    expect((await usesOf(store, uid))?.used).toBe(0)
    await api.orders.update({ orderID, status: 1 })
    expect(await usesOf(store, uid)).toEqual(before.usage)
    await expect(again()).rejects.toMatchObject({ status: 409, type: "coupon_not_usable" })
  })

  it("leave a coupon that was theirs alone, for nobody", async () => {
    const store = await open()
    const { email } = addresses()
    const [alone, shared] = [
      await couponOf(store, [email.toUpperCase()]),
      await couponOf(store, [email, "b@example.com"])
    ]
    const shop = store.shop.id
    expect((await store.operator.customers.data({ shop, email }))["coupons"]).toHaveLength(2)
    await store.operator.customers.erase({ shop, email })
    for (const { uid } of [alone, shared])
      expect(JSON.stringify(await store.reader.coupons.read({ uid })).toLowerCase()).not.toContain(email)
    const check = (code: string, billing_email: string) =>
      store.api.coupons.check({ code, item_id: [{ sku: "MUG", price: 10, quantity: 1 }], billing_email })
    expect(await check(alone.code, "b@example.com")).toMatchObject({ usable: false })
    expect(await check(shared.code, "b@example.com")).toMatchObject({ usable: true })
  })

  it("are forgotten by kept answers, and every other kept answer stays byte for byte", async () => {
    const store = await open()
    const { email } = addresses()
    const post = (path: string, key: string, body: object) =>
      store.send({ method: "POST", path, body, headers: { "idempotency-key": `${key} of ${email}` } })
    const client = { fullname: "Anna Rossi", email }
    const calls = [
      () => post("/v1.1/clients/client.json", "create", client),
      () => post("/v1.1/clients/client.json", "again", client),
      () => post("/v1.1/orders/order.json", "order", sample(billed(email)))
    ]
    const first = []
    for (const call of calls) first.push(await call())
    expect(first.map(({ status }) => status)).toEqual([200, 409, 200])
    const erase = () =>
      store.send({
        ...{ method: "DELETE", path, as: "operator" as const, body: { shop: store.shop.id, email } },
        headers: { "idempotency-key": `erase ${email}` }
      })
    const answer = await erase()
    expect(answer.json).toMatchObject({ ok: 1, orders: 1 })
    const [create, again, order] = [await calls[0]!(), await calls[1]!(), await calls[2]!()]
    for (const { json } of [create, again]) expect(json.error).toMatchObject({ type: "already_answered" })
    expect([order.text, order.headers["idempotent-replayed"]]).toEqual([first[2]!.text, "true"])
    const replayed = await erase()
    expect([replayed.text, replayed.headers["idempotent-replayed"]]).toEqual([answer.text, "true"])
  })
}

const raced = (open: () => Promise<Store>) => {
  it("lose every order that was made before the erasure ended, and a later one has a customer of its own", async () => {
    const store = await (await open()).withShop()
    const twin = await store.twin()
    const shop = store.shop.id
    for (let round = 0; round < 12; round++) {
      const { email, id } = await guest(store)
      await placed(store, billed(email))
      const [, ...orders] = await Promise.all([
        store.operator.customers.erase({ shop, email }),
        ...[store, twin, store, twin].map((side) => placed(side, billed(email)))
      ])
      for (const orderID of orders) {
        const { billing, customer } = await store.reader.orders.read({ orderID })
        expect(customer.id).not.toBe(id)
        if (customer.id === null) expect(billing.email).toBe("")
        else expect(await store.reader.customers.read({ id: customer.id })).toMatchObject({ email })
      }
    }
  })

  it("are erased once by two calls at once", async () => {
    const store = await (await open()).withShop()
    const twin = await store.twin()
    for (let round = 0; round < 5; round++) {
      const { email } = await guest(store)
      const orders = [await placed(store, billed(email)), await placed(store, billed(email))]
      const erase = async (side: Store) => {
        try {
          return (await side.operator.customers.erase({ shop: store.shop.id, email })).orders
        } catch (error) {
          expect(error).toMatchObject({ status: 404 })
          return 0
        }
      }
      const [one, other] = await Promise.all([erase(store), erase(twin)])
      expect(one + other).toBe(orders.length)
    }
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
