/** What an erasure leaves unchanged, and the calls that race with it. */
import { expect, it } from "vitest"
import type { Store } from "../../surface.ts"
import { placed, sample } from "../orders/sample.ts"
import { addresses, billed, couponOf, path, usesOf } from "./personal-sample.ts"
import { guest } from "./sample.ts"

export const kept = (open: () => Promise<Store>) => {
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

export const raced = (open: () => Promise<Store>) => {
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
