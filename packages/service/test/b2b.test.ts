/** The events of B2B accounts, the states that imports bring, moving to another store, and what doctor reports. */
import { collections, events } from "@bottega/domain/areas"
import type { Collection } from "@bottega/domain/contract"
import { all, Storage } from "@bottega/storage"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { records } from "../src/engine/records.ts"
import { trusted } from "../src/engine/trusted.ts"
import { inProcessTransport } from "../src/in-process.ts"
import { examineStore } from "../src/maintenance/doctor.ts"
import { makeService } from "../src/service.ts"
import { exportOf, furnish, importOf, type Opened, open, sweep } from "./maintenance/given.ts"

const { accounts, attributes, customerGroups, customers, listings, mail } = collections
let store: Opened
let shop: string
let send: (method: string, path: string, body?: string) => ReturnType<typeof JSON.parse>

const sender = async (to: Opened, owner: Awaited<ReturnType<typeof furnish>>): Promise<typeof send> => {
  const transport = inProcessTransport(trusted(await to.run(makeService()), owner), (effect) =>
    Effect.runPromise(effect)
  )
  return async (method, path, body = "") => {
    const { status, text } = await transport({ method, path: `/v1.1${path}`, query: "", headers: {}, body })
    expect(status).toBe(200)
    return JSON.parse(await text())
  }
}

let demo: Awaited<ReturnType<typeof furnish>>
beforeAll(async () => {
  store = open("memory")
  demo = await furnish(store, 10)
  shop = demo.id
  send = await sender(store, demo)
})
afterAll(async () => {
  await store.close()
  sweep()
})

const newListing = () => send("POST", "/b2b/listing.json", "name=Bars")
const newUser = (email: string, group: string) =>
  send("POST", "/b2b/user.json", `email=${email}&fullname=Anna+Rossi&customer_group_id=${group}&send_email=yes`)
const one = async <Doc>(collection: Collection<Doc>, key: string | number, from = store) =>
  (await from.run(all(shop, collection, { where: [{ on: "key", eq: key }], latest: true })))[0]!
const customerOf = async (email: string) =>
  (await store.run(all(shop, customers, { where: [{ on: "email", eq: email }], latest: true })))[0]!.doc.id

const typesSince = async (count: number) =>
  (await store.run(all(shop, records.outbox))).slice(count).map(({ doc }) => doc.events.map(({ type }) => type))
const written = async () => (await store.run(all(shop, records.outbox))).length

it("has events of the customers that it creates, changes and removes, in the same commits", async () => {
  const { customers_group } = await newListing()
  const { type: created } = events.customerCreated
  const { type: updated } = events.customerUpdated
  const { type: removed } = events.customerRemoved
  await send("POST", "/clients/client.json", "email=guest@example.com&fullname=Guest")
  const before = await written()
  await newUser("informed@example.com", customers_group)
  await newUser("guest@example.com", customers_group)
  await newUser("guest@example.com", customers_group)
  await send("DELETE", "/b2b/user.json", "email=informed@example.com")
  await send("DELETE", "/b2b/user.json", "email=guest@example.com&customer=delete")
  expect(await typesSince(before)).toEqual([[created], [updated], [updated], [removed]])
})

it("keeps the message and the account in one commit", async () => {
  const { customers_group } = await newListing()
  const before = (await store.run(all(shop, mail))).length
  const commits: Array<ReadonlyArray<string>> = []
  const spying = Effect.gen(function* () {
    const storage = yield* Storage
    const commit: typeof storage.commit = (writes, guards) => {
      commits.push(writes.map(({ collection }) => collection.name))
      return storage.commit(writes, guards)
    }
    return yield* Effect.provideService(makeService(), Storage, { ...storage, commit })
  })
  const transport = inProcessTransport(trusted(await store.run(spying), demo), (effect) => Effect.runPromise(effect))
  const body = `email=mailed@example.com&fullname=A&customer_group_id=${customers_group}&send_email=yes`
  await transport({ method: "POST", path: "/v1.1/b2b/user.json", query: "", headers: {}, body })
  expect(commits.filter((names) => names.includes("accounts"))).toEqual([
    expect.arrayContaining(["customers", "accounts", "mail", "outbox"])
  ])
  expect((await store.run(all(shop, mail))).length).toBe(before + 1)
})

it("moves with its shop, in the states that only imports bring, which a call makes active", async () => {
  const { customers_group } = await newListing()
  const states = ["pending", "ask-for-removal", "active", "removed"] as const
  for (const status of states) {
    await newUser(`${status}@example.com`, customers_group)
    if (status === "removed") await send("DELETE", "/b2b/user.json", `email=${status}@example.com`)
    const { doc, row } = await one(accounts, await customerOf(`${status}@example.com`))
    const change = { shop, collection: accounts, key: row.key, expect: row.version, doc: { ...doc, status } }
    await store.run(Storage.use(({ commit }) => commit([change])))
  }
  const target = open("sqlite")
  await importOf(target, await exportOf(store, shop))
  const moved = await sender(target, demo)
  for (const path of ["/b2b/users_list.json", "/b2b/list_listing.json", "/attributes/list.json"])
    expect(await moved("GET", path)).toEqual(await send("GET", path))
  expect((await target.run(all(shop, mail))).map(({ doc }) => doc)).toEqual(
    (await store.run(all(shop, mail))).map(({ doc }) => ({ ...doc, state: "kept", due: null }))
  )
  expect(await reportedOf(target)).toEqual([])
  const statusOf = async (email: string) =>
    (await moved("GET", "/b2b/users_list.json")).users.find((user: { email: string }) => user.email === email)
      .registration_status
  for (const status of states) {
    const email = `${status}@example.com`
    expect(await statusOf(email)).toBe(status)
    const body = `email=${email}&fullname=Anna+Rossi&customer_group_id=${customers_group}`
    expect((await moved("POST", "/b2b/user.json", body)).user.created).toBe(status === "removed")
    expect(await statusOf(email)).toBe("active")
  }
  await target.close()
})

const reportedOf = async (of: Opened) => {
  const reported: Array<string> = []
  await of.run(examineStore({ onWrong: (sentence) => reported.push(sentence) }))
  return reported
}

/** What doctor reports while a document has other fields, or is gone. */
const reportedWith = async <Doc>(collection: Collection<Doc>, key: string, fields: Partial<Doc> | undefined) => {
  const { doc, row } = await one(collection, key)
  const write = (expected: number, doc: Doc | undefined) =>
    store.run(Storage.use(({ commit }) => commit([{ shop, collection, key, expect: expected, doc }])))
  await write(row.version, fields && { ...doc, ...fields })
  const reported = await reportedOf(store)
  await write(fields === undefined ? 0 : row.version + 1, doc)
  return reported.map((sentence) => sentence.replace(`Shop ${shop}: `, ""))
}

it("is examined by doctor", async () => {
  const { customers_group: group, id } = await newListing()
  await newUser("examined@example.com", group)
  const customer = await customerOf("examined@example.com")
  const { userUID } = (await one(customers, customer)).doc
  const { attribute } = (await one(listings, id)).doc
  const none = "0".repeat(24)
  expect(await reportedOf(store)).toEqual([])
  expect(await reportedWith(attributes, attribute!, undefined)).toEqual([
    `the listing ${id} names the attribute ${attribute}, which does not exist.`
  ])
  expect(await reportedWith(customerGroups, group, { metadata: [] })).toEqual([
    `the customer group ${group} does not name its listing ${id}.`
  ])
  expect(await reportedWith(customerGroups, group, { metadata: { listing_id: none } })).toEqual([
    `the customer group ${group} names the listing ${none}, which does not exist.`,
    `the customer group ${group} does not name its listing ${id}.`
  ])
  expect(await reportedWith(listings, id, undefined)).toEqual([
    `the customer group ${group} names the listing ${id}, which does not exist.`
  ])
  expect(await reportedWith(accounts, customer, { status: "removed" })).toEqual([
    `the B2B account ${userUID} is removed, and its customer examined@example.com has the user uid ${userUID}.`
  ])
  expect(await reportedWith(customers, customer, { userUID: 0, accountType: "guest" })).toEqual([
    `the B2B account ${userUID} is active, and its customer examined@example.com has the user uid 0.`
  ])
  expect(await reportedWith(customers, customer, undefined)).toEqual([
    `the B2B account ${customer} names the customer ${customer}, which does not exist.`
  ])
  expect(await reportedWith(accounts, customer, { uid: 1_000_000 })).toContainEqual(expect.stringContaining("users"))
})
