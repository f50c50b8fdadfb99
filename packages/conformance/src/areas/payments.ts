/** Payments: the external methods of a shop, each authorized by a key set. */
import { BottegaError } from "@bottega/client"
import { collections } from "@bottega/domain/areas"
import { all } from "@bottega/storage"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { relation, succeeds } from "../relations/relation.ts"
import { after, type Covered, unique } from "../subjects.ts"
import { suite } from "../surface.ts"
import { placed } from "./orders/sample.ts"
import { keysets } from "./payments/keysets.ts"
import { orders } from "./payments/orders.ts"
import { refusals } from "./payments/refusals.ts"
import { everyListHas, freed, listedIn, newPayment, owned, ownOf, paymentMade } from "./payments/sample.ts"

const promises = suite("payments", (open) => {
  keysets(open)
  orders(open)

  it("are shown to their key set, in the lists, and among the methods of orders", async () => {
    const store = await (await open()).withShop()
    const { api, pairs, reader, shop } = store
    const get_more = "https://pay.example/more"
    const made = await api.payments.create(newPayment({ get_more }))
    const { callback_url, label } = newPayment()
    const { id } = made
    expect(made).toEqual({
      ...{ id: expect.stringMatching(/^[0-9a-f]{24}$/), translation_key: `payment_${id}` },
      payment_authorization: { label, callback_url }
    })
    const rows = await store.operator.keys.list({ shop: shop.id })
    const instance = rows.find(({ key }) => key === pairs.api.key)?.instance
    expect(await api.payments.read()).toEqual({
      ...{ groupUID: shop.group_number, instance, label, redirect_url: callback_url, id, get_more }
    })
    expect(await reader.payments.list()).toEqual([{ id, label }])
    const plain = await paymentMade(store, { label: "Another" })
    const methods = await reader.payments.configured()
    expect(methods.payments_index).toEqual(Object.keys(methods.payments))
    expect(methods.payments).toMatchObject({ paypal: { available: 1, cost: null, label: "PayPal" } })
    expect(methods.payments["paypal"]).not.toHaveProperty("can_have_child")
    expect(methods.payments[id]).toEqual({ available: 1, cost: null, label, can_have_child: true })
    expect(methods.payments[plain.id]).toMatchObject({ label: "Another", can_have_child: false })
    const { payment_setup, payments } = await reader.orders.checkoutMethods()
    expect(payments).toEqual(methods.payments_index)
    expect(payment_setup[id]).toEqual({ available: 1, cost: null, label })
  })

  it("are configured as the shop sets them", async () => {
    const store = await (await open()).withShop()
    const { operator, reader, shop } = store
    const payments = [
      { id: "paypal" as const, enabled: false },
      { id: "cash_on_delivery" as const, cost: 4.5 }
    ]
    await operator.shops.update({ id: shop.id, payments })
    const configured = await reader.payments.configured()
    expect(configured.payments_index).toEqual(["bank_transfer", "cash_on_delivery", "credit_card"])
    expect(configured.payments["cash_on_delivery"]).toEqual({ available: 1, cost: 4.5, label: "Cash on delivery" })
  })

  it("are removed by any key set of the shop that may write, which lets their key set have another", async () => {
    const store = await (await open()).withShop()
    const { api, id } = await paymentMade(store)
    await expect(store.reader.payments.remove({ payment_id: id })).rejects.toMatchObject({ status: 403 })
    expect(await store.api.payments.remove({ payment_id: id })).toEqual({ n: 1, err: null })
    expect(await listedIn(store)).toEqual(everyListHas())
    expect(await ownOf(api)).toBeUndefined()
    const again = await api.payments.create(newPayment({ label: "Again" }))
    expect(again.id).not.toBe(id)
    expect(await listedIn(store)).toEqual(everyListHas(again.id))
  })
})

/** No authorization is made for a key set that is revoked, and a revocation removes an existing one. */
const paymentOfKeySet = relation({
  name: "a payment authorization and its key set",
  target: ({ operator, shop }) => operator.keys.create({ shop, permission: "read-write" }),
  make: async ({ as }, pair) => {
    try {
      return await succeeds(as(pair).payments.create(newPayment()))
    } catch (error) {
      if (error instanceof BottegaError && error.status === 401) return false
      throw error
    }
  },
  remove: ({ operator }, { key }) => succeeds(operator.keys.revoke({ key, all: 1 })),
  clears: true,
  references: (shop, { instance }) =>
    Effect.map(
      all(shop, collections.payments, { latest: true }),
      (found) => found.filter(({ doc }) => doc.instance === instance).length
    )
})

export const payments: Covered<"payments"> = {
  suite: promises,
  decided: refusals,
  relations: [paymentOfKeySet],
  subjects: {
    list: after(owned),
    read: {
      ...after(owned),
      // The same call with the key set of another shop, which has none.
      absent: (given) => given
    },
    create: {
      given: (store) =>
        freed(store).then(() =>
          newPayment({ label: `Pay in ${unique() + 1} parts`, get_more: "https://pay.example/methods" })
        )
    },
    remove: { given: async (store) => ({ payment_id: (await paymentMade(store)).id }) },
    configured: after(owned),
    redirect: {
      given: async (store) => ({ orderID: await placed(store, { payment_method: (await paymentMade(store)).id }) })
    }
  }
}
