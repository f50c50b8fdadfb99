/** Removing customers: what goes, what stays, and the orders that are made for them meanwhile. */
import { collections } from "@bottega/domain/areas"
import { all } from "@bottega/storage"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { relation, succeeds } from "../../relations/relation.ts"
import { unique } from "../../subjects.ts"
import type { Store } from "../../surface.ts"
import { placed, sample } from "../orders/sample.ts"
import { listed, made, newCustomer } from "./sample.ts"

export const removal = (open: () => Promise<Store>) => {
  it("are gone once removed, and their email address is free again", async () => {
    const store = await open()
    const { api, reader } = store
    const email = "leaving@example.com"
    const id = await made(store, { email, register: 1 })
    const { userUID } = await reader.customers.read({ id })
    expect(await api.customers.remove({ id })).toEqual({ ok: 1, err: null })
    for (const call of [
      () => reader.customers.read({ id }),
      () => reader.customers.read({ email }),
      () => api.customers.remove({ id }),
      () => api.customers.update({ id, fullname: "Anna" }),
      () => api.customers.acceptMarketing({ id, accept_marketing: true }),
      () => api.customers.setCustomFields({ id, custom_fields: { a: "b" } })
    ])
      await expect(call()).rejects.toMatchObject({ status: 404, type: "not_found" })
    expect(await listed(store, id)).toBeUndefined()
    const again = await reader.customers.read({ id: await made(store, { email: email.toUpperCase(), register: 1 }) })
    expect(again.id).not.toBe(id)
    expect(again.userUID).toBeGreaterThan(userUID)
  })

  it("leave their orders as they were, and the next order makes a new guest", async () => {
    const store = await open()
    const { api, reader } = store
    const billing_email = `history${unique()}@example.com`
    const id = await made(store, { email: billing_email, register: 1 })
    const orderID = await placed(store, { billing_email })
    const before = await reader.orders.read({ orderID })
    expect(before.customer).toEqual({ id })
    expect(before.userUID).toBeGreaterThan(0)
    await api.customers.remove({ id })
    expect(await reader.orders.read({ orderID })).toEqual(before)
    const next = await reader.orders.read({ orderID: await placed(store, { billing_email }) })
    expect(next.customer.id).not.toBe(id)
    expect(next.userUID).toBe(-1)
  })

  it("leave a consent log without addresses", async () => {
    const store = await open()
    const { api, operator } = store
    const shop = store.shop.id
    const [id, other] = [await made(store), await made(store)]
    for (const accept_marketing of [true, false, true]) await api.customers.acceptMarketing({ id, accept_marketing })
    await api.customers.acceptMarketing({ id: other, accept_marketing: true })
    const before = await operator.customers.consents({ shop, id })
    expect(before.map(({ ip }) => ip)).not.toContain(null)
    await api.customers.remove({ id })
    expect(await operator.customers.consents({ shop, id })).toEqual(before.map((entry) => ({ ...entry, ip: null })))
    const [kept] = await operator.customers.consents({ shop, id: other })
    expect(kept?.ip).not.toBeNull()
  })
}

/** An order keeps the id of a customer that is removed later, but none is made for a customer that is gone. */
export const orderOfCustomer = relation({
  name: "an order and its customer",
  target: async ({ api }) => {
    const given = newCustomer({ email: `raced${unique()}@example.com` })
    return { id: (await api.customers.create(given)).client.id, email: given.email }
  },
  // After the removal an order succeeds too, but for a new guest.
  make: async ({ api }, { email, id }) => {
    const { order_id } = await api.orders.create(sample({ billing_email: email }))
    return (await api.orders.read({ orderID: order_id })).customer.id === id
  },
  remove: ({ api }, { id }) => succeeds(api.customers.remove({ id })),
  references: (shop, { id }) =>
    Effect.map(
      all(shop, collections.orders, { where: [{ on: "customer", eq: id }], latest: true }),
      ({ length }) => length
    )
})
