/** B2B accounts: of guests, of registered and of new customers; removed in both ways. */
import { expect, it } from "vitest"
import { noId, unique } from "../../subjects.ts"
import type { Store } from "../../surface.ts"
import { added, addressesOf, newAddress } from "../addresses/sample.ts"
import { guest, listed, made } from "../customers/sample.ts"
import { accountsOf, newUser, userMade } from "./sample.ts"

const path = "/v1.1/b2b/user.json"
const isNew = { user: { created: true }, customer_group: { associated: true } }
const isOld = { user: { created: false }, customer_group: { associated: true } }
const absent = { status: 404, type: "not_found" }

export const users = (open: () => Promise<Store>) => {
  it("are new customers, registered and in their group", async () => {
    const store = await open()
    const given = await newUser(store, { fullname: "Carla Maria Verdi" })
    expect(await store.api.b2b.createUser(given)).toEqual(isNew)
    const customer = await store.reader.customers.read({ email: given.email.toUpperCase() })
    expect(customer).toMatchObject({ fullname: given.fullname, accountType: "registered", userUID: expect.any(Number) })
    expect(await listed(store, customer.id)).toMatchObject({
      ...{ first_name: "Carla", last_name: "Maria Verdi", updated_at: null },
      group: { id: given.customer_group_id }
    })
    const { count, users } = await store.reader.b2b.users()
    expect(count).toBe(users.length)
    expect(users.find(({ email }) => email === given.email)).toEqual({
      ...{ id: customer.userUID, email: given.email, registration_status: "active" },
      registration_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/)
    })
    expect(await (await store.withShop({ modules: ["b2b"] })).api.b2b.users()).toEqual({ count: 0, users: [] })
  })

  it("are the guests that the shop knows, under the same id", async () => {
    const store = await open()
    const { email, id } = await guest(store)
    const given = await newUser(store, { email: email.toUpperCase(), fullname: "Anna Rossi" })
    expect(await store.api.b2b.createUser(given)).toEqual(isNew)
    const customer = await store.reader.customers.read({ id })
    expect(customer).toMatchObject({ email, fullname: "Anna Rossi", accountType: "registered" })
    expect(customer.userUID).toBeGreaterThan(0)
    expect(await accountsOf(store, email)).toMatchObject([{ id: customer.userUID, registration_status: "active" }])
  })

  it("are registered customers with the userUID that they have, and the names if the full name stays", async () => {
    const store = await open()
    const email = `known${unique()}@example.com`
    const id = await made(store, { email, first_name: "Anna Maria", last_name: "Rossi", fullname: "", register: 1 })
    const { userUID } = await store.reader.customers.read({ id })
    const given = await newUser(store, { email, fullname: "Anna Maria Rossi" })
    expect(await store.api.b2b.createUser(given)).toEqual(isNew)
    expect(await listed(store, id)).toMatchObject({ userUID, first_name: "Anna Maria", last_name: "Rossi" })
    expect(await accountsOf(store, email)).toMatchObject([{ id: userUID }])
  })

  it("exist once: a further call sets name and group, and keeps no second message", async () => {
    const store = await (await open()).withShop({ modules: ["b2b"] })
    const given = await newUser(store, { send_email: "yes" })
    expect(await store.api.b2b.createUser(given)).toEqual(isNew)
    const before = await accountsOf(store, given.email)
    const next = await newUser(store, { email: given.email, fullname: "Bea Rossi", send_email: "yes" })
    expect(await store.api.b2b.createUser(next)).toEqual(isOld)
    expect(await accountsOf(store, given.email)).toEqual(before)
    const { id } = await store.reader.customers.read({ email: given.email })
    const group = { id: next.customer_group_id, name: expect.any(String) }
    expect(await listed(store, id)).toMatchObject({ fullname: "Bea Rossi", group })
    expect(await store.operator.mail.list({ shop: store.shop.id })).toHaveLength(1)
  })

  it("exist once where several calls race, with one message", async () => {
    const store = await (await open()).withShop({ modules: ["b2b"] })
    const twin = await store.twin()
    for (let round = 0; round < 5; round++) {
      const given = await newUser(store, { send_email: "yes" })
      const sides = [store, twin, store, twin]
      const answers = await Promise.all(
        sides.map(({ api }, at) => api.b2b.createUser(at < 2 ? given : { ...given, email: given.email.toUpperCase() }))
      )
      expect(answers.filter(({ user }) => user.created)).toEqual([isNew])
      const { accountType } = await store.reader.customers.read({ email: given.email })
      const all = (await store.reader.b2b.users()).users
      expect(all.filter(({ email }) => email.toLowerCase() === given.email)).toHaveLength(1)
      expect([accountType, all.length]).toEqual(["registered", round + 1])
      expect(await store.operator.mail.list({ shop: store.shop.id })).toHaveLength(round + 1)
    }
  })

  it("write no message without send_email=yes", async () => {
    const store = await (await open()).withShop({ modules: ["b2b"] })
    for (const send_email of ["no", "", "YES "]) {
      const body = await newUser(store, { send_email })
      expect((await store.send({ method: "POST", path, body })).json).toEqual(isNew)
    }
    expect(await store.operator.mail.list({ shop: store.shop.id })).toEqual([])
  })

  it("become guests, keep their group, and are registered again under a new id", async () => {
    const store = await open()
    const { api, reader } = store
    const customer_group_id = (await api.customergroups.create({ name: "Staying" })).id
    const { email, id, userUID } = await userMade(store, { customer_group_id })
    const [row] = await accountsOf(store, email)
    expect(await api.b2b.removeUser({ uid: userUID })).toEqual({
      ...{ ok: 1, n: 1, err: null, errmsg: null },
      customer: { action: "guest", customer_id: id }
    })
    expect(await reader.customers.read({ id })).toMatchObject({ accountType: "guest", userUID: 0, email })
    expect((await listed(store, id))?.group?.id).toBe(customer_group_id)
    expect(await accountsOf(store, email)).toEqual([{ ...row, registration_status: "removed" }])
    for (const call of [{ uid: userUID }, { email }, { email, customer: "delete" }])
      await expect(api.b2b.removeUser(call)).rejects.toMatchObject(absent)
    expect(await api.b2b.createUser(await newUser(store, { email }))).toEqual(isNew)
    const again = await reader.customers.read({ id })
    expect(again.userUID).toBeGreaterThan(userUID)
    expect(await accountsOf(store, email)).toMatchObject([{ id: again.userUID, registration_status: "active" }])
  })

  it("go with their customer, whichever call removes it", async () => {
    const store = await open()
    const { api, reader } = store
    const first = await userMade(store)
    await api.customers.acceptMarketing({ id: first.id, accept_marketing: true })
    const email = first.email.toUpperCase()
    expect(await api.b2b.removeUser({ email, customer: "delete" })).toEqual({
      ...{ ok: 1, n: 1, err: null, errmsg: null },
      customer: { action: "deleted", customer_id: first.id }
    })
    const [entry] = await store.operator.customers.consents({ shop: store.shop.id, id: first.id })
    expect(entry?.ip).toBeNull()
    const second = await userMade(store)
    await api.customers.remove({ id: second.id })
    const third = await userMade(store)
    await api.b2b.removeUser({ uid: third.userUID })
    await api.customers.remove({ id: third.id })
    for (const { email, id } of [first, second, third]) {
      await expect(reader.customers.read({ id })).rejects.toMatchObject(absent)
      expect(await accountsOf(store, email)).toEqual([])
    }
  })

  it("keep the log of consents with its addresses when they become guests", async () => {
    const store = await open()
    const { id, userUID } = await userMade(store)
    await store.api.customers.acceptMarketing({ id, accept_marketing: true })
    await store.api.b2b.removeUser({ uid: userUID })
    const [entry] = await store.operator.customers.consents({ shop: store.shop.id, id })
    expect(entry?.ip).not.toBeNull()
  })

  it("take their user's addresses away, and stay while it has a balance on a gift card", async () => {
    const store = await open()
    const { api, reader } = store
    for (const customer of ["", "delete"]) {
      const { email, id, userUID } = await userMade(store)
      await added(store, userUID)
      await api.giftcards.load({ userUID, credit: 5 })
      const body = { uid: userUID, customer }
      const { json, status } = await store.send({ method: "DELETE", path, body })
      expect([status, json.error.type]).toEqual([409, "conflict"])
      expect(await accountsOf(store, email)).toMatchObject([{ id: userUID, registration_status: "active" }])
      expect(await addressesOf(store, userUID)).toHaveLength(1)
      await api.giftcards.unload({ userUID, credit: 5 })
      expect((await store.send({ method: "DELETE", path, body })).json.customer.customer_id).toBe(id)
      await expect(addressesOf(store, userUID)).rejects.toMatchObject(absent)
      await expect(api.addresses.create(newAddress(userUID))).rejects.toMatchObject(absent)
      expect(await reader.giftcards.list()).toEqual([])
      if (customer === "") expect((await reader.customers.read({ id })).userUID).toBe(0)
      const again = await userMade(store, { email })
      expect(await addressesOf(store, again.userUID)).toEqual([])
    }
  })

  it("refuses what is missing or wrong, all at once", async () => {
    const store = await open()
    const problems = async (method: string, body: object | string) => {
      const { json, status } = await store.send({ method, path, body })
      return [status, ...json.error.details.map((one: { path: string }) => one.path).sort()]
    }
    expect(await problems("POST", "")).toEqual([400, "customer_group_id", "email", "fullname"])
    expect(await problems("POST", { email: "no address", fullname: " ", customer_group_id: "x" })).toEqual([
      400,
      "email",
      "fullname"
    ])
    const given = await newUser(store, { customer_group_id: noId })
    expect(await problems("POST", given)).toEqual([400, "customer_group_id"])
    await expect(store.reader.customers.read({ email: given.email })).rejects.toMatchObject(absent)
    const foreign = (await store.stranger.customergroups.create({ name: "Foreign" })).id
    expect(await problems("POST", { ...given, customer_group_id: foreign })).toEqual([400, "customer_group_id"])
    expect(await problems("DELETE", "uid=&email=")).toEqual([400, "email"])
  })

  it("are not found where a customer has no account, or another shop has it", async () => {
    const store = await open()
    const email = `plain${unique()}@example.com`
    const id = await made(store, { email, register: 1 })
    const { userUID } = await store.reader.customers.read({ id })
    const account = await userMade(store)
    const other = await store.withShop({ modules: ["b2b"] })
    for (const call of [
      () => store.api.b2b.removeUser({ email }),
      () => store.api.b2b.removeUser({ uid: userUID, email: account.email }),
      () => store.api.b2b.removeUser({ email: `nobody${unique()}@example.com` }),
      () => other.api.b2b.removeUser({ email: account.email })
    ])
      await expect(call()).rejects.toMatchObject(absent)
    expect(await accountsOf(store, account.email)).toHaveLength(1)
  })
}
