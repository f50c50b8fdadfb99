/** Customers: created, found, listed, changed and removed; also the guests that orders create and find. */
import { expect, it } from "vitest"
import { addressed, type Covered, noId, unique } from "../subjects.ts"
import { type Store, suite } from "../surface.ts"
import { changes } from "./customers/changes.ts"
import { consents } from "./customers/consents.ts"
import { creation } from "./customers/creation.ts"
import { group, groupSubjects } from "./customers/group.ts"
import { limited } from "./customers/limited.ts"
import { lists } from "./customers/lists.ts"
import { personal, personalSubjects } from "./customers/personal.ts"
import { orderOfCustomer, removal } from "./customers/removal.ts"
import { made, newCustomer } from "./customers/sample.ts"
import { tagSubjects, tags } from "./customers/tags.ts"

const path = "/v1.1/clients/client.json"

const order = ({ api }: Store, billing_email: string, billing_fullname: string) =>
  api.orders.create({
    ...{
      shipping_flag: "not_required",
      billing_email,
      billing_fullname,
      billing_phone: "02 1234",
      billing_country: "IT"
    },
    ...{ billing_state: "MI", billing_city: "Milano", billing_postal_code: "20121", billing_address: "Via Dante 1" },
    ...{ item_id: [{ sku: "x", price: 1, quantity: 1 }], shipping_method: "none", shipping_cost: 0 },
    payment_method: "bank_transfer"
  })

const promises = suite("customers", (open) => {
  creation(open)
  lists(open)
  limited(open)
  changes(open)
  consents(open)
  removal(open)
  personal(open)
  tags(open)
  group(open)
  it("reads a buyer by id, or by email in any case", async () => {
    const store = await open()
    await order(store, "Anna@Example.com", "Anna Rossi")
    const found = await store.reader.customers.read({ email: "anna@example.COM" })
    expect(found).toEqual({
      ...{ id: found.id, fullname: "Anna Rossi", email: "Anna@Example.com", website: "", phone: "02 1234", mobile: "" },
      ...{ address: "Via Dante 1", city: "Milano", zip: "20121", state: "Milano", stateUID: found.stateUID },
      ...{ country: "Italy", countryUID: 380, code: "", userUID: 0, accountType: "guest" }
    })
    expect(found.id).toMatch(/^[0-9a-f]{24}$/)
    expect(await store.api.customers.read({ id: found.id })).toEqual(found)
    const elsewhere = "nobody@example.com"
    expect(await store.api.customers.read({ id: found.id, email: elsewhere })).toEqual(found)
  })

  it("makes one guest of one address, also where two order at once", async () => {
    const store = await open()
    await Promise.all(
      [1, 2, 3, 4].map((n) => order(store, n % 2 === 0 ? "twice@example.com" : "TWICE@example.com", "T"))
    )
    const { id } = await store.api.customers.read({ email: "twice@example.com" })
    await order(store, "twice@example.com", "Another name")
    expect(await store.api.customers.read({ email: "twice@example.com" })).toMatchObject({ id, fullname: "T" })
  })

  it("requires an id or an email, and does not find an unknown customer", async () => {
    const { api, send } = await open()
    const { json, status } = await send({ method: "GET", path, query: "id=&email=" })
    expect([status, json.error.details]).toEqual([400, [{ path: "id", message: expect.stringMatching(/./) }]])
    await expect(api.customers.read({ id: "0".repeat(24) })).rejects.toMatchObject({ status: 404, type: "not_found" })
    await expect(api.customers.read({ email: "none@example.com" })).rejects.toMatchObject({ status: 404 })
  })

  it("is visible to no other shop", async () => {
    const store = await open()
    await order(store, "mine@example.com", "Mine")
    const { id } = await store.api.customers.read({ email: "mine@example.com" })
    await expect(store.stranger.customers.read({ id })).rejects.toMatchObject({ status: 404 })
    await expect(store.stranger.customers.read({ email: "mine@example.com" })).rejects.toMatchObject({ status: 404 })
  })
})

const ofCustomer = addressed("id", (store) => made(store))

export const customers: Covered<"customers"> = {
  suite: promises,
  relations: [orderOfCustomer],
  subjects: {
    list: { given: () => ({}) },
    page: { given: () => ({}) },
    create: { given: () => newCustomer() },
    update: ofCustomer({ fullname: "Anna Verdi", phone: "02 1" }),
    remove: ofCustomer(),
    acceptMarketing: ofCustomer({ accept_marketing: true }),
    setCustomFields: ofCustomer({ custom_fields: { shoe_size: "38" } }),
    consents: {
      given: async (store) => {
        const id = await made(store)
        await store.api.customers.acceptMarketing({ id, accept_marketing: true })
        return { shop: store.shop.id, id }
      },
      absent: (given) => ({ ...given, id: noId })
    },
    read: {
      given: async (store) => {
        const email = `buyer${unique()}@example.com`
        await order(store, email, "Buyer")
        return { id: (await store.api.customers.read({ email })).id }
      },
      absent: () => ({ id: noId })
    },
    ...personalSubjects,
    ...groupSubjects,
    ...tagSubjects
  }
}
