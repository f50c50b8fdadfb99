/** A consent log that grows again and again, the removal of its customer, and what doctor reports of customers. */
import { collections } from "@bottega/domain/areas"
import { type Consent, type Customer, maxTracedConsents } from "@bottega/domain/areas/customers"
import type { Collection } from "@bottega/domain/contract"
import { all, Storage, type Stored } from "@bottega/storage"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { trusted } from "../src/engine/trusted.ts"
import { inProcessTransport } from "../src/in-process.ts"
import { examineStore } from "../src/maintenance/doctor.ts"
import { makeService } from "../src/service.ts"
import { furnish, type Opened, open } from "./maintenance/given.ts"

const { consents, customers } = collections
let store: Opened
let shop: string
let send: (method: string, path: string, body: string) => Promise<string>

beforeAll(async () => {
  store = open("memory")
  const demo = await furnish(store, 10)
  shop = demo.id
  const service = await store.run(makeService())
  const transport = inProcessTransport(trusted(service, demo), (effect) => Effect.runPromise(effect))
  send = async (method, path, body) => {
    const { status, text } = await transport({ method, path: `/v1.1/clients/${path}`, query: "", headers: {}, body })
    expect(status).toBe(200)
    return text()
  }
})
afterAll(() => store.close())

const made = async (email: string): Promise<string> =>
  JSON.parse(await send("POST", "client.json", `fullname=A&email=${email}`)).client.id
const setConsent = (id: string, value: boolean) =>
  send("PUT", "accept_marketing.json", `id=${id}&accept_marketing=${value}`)
const logOf = (id: string) => store.run(all(shop, consents, { where: [{ on: "customer", eq: id }] }))
const addresses = (log: ReadonlyArray<Stored<Consent>>) => log.map(({ doc: { ip } }) => ip)

it("keeps every change of consent, and the addresses of the last ones", async () => {
  const id = await made("often@example.com")
  const changes = maxTracedConsents + 3
  for (let n = 1; n <= changes; n++) await setConsent(id, n % 2 === 1)
  const log = await logOf(id)
  expect(log.map(({ doc }) => doc.accept_marketing)).toEqual(Array.from({ length: changes }, (_, n) => n % 2 === 0))
  expect(addresses(log)).toEqual([null, null, null, ...Array(maxTracedConsents).fill("127.0.0.1")])
  await send("DELETE", "client.json", `id=${id}`)
  expect(addresses(await logOf(id))).toEqual(Array(changes).fill(null))
})

const reportedAfter = async <Doc>(collection: Collection<Doc>, { doc, row }: Stored<Doc>, next: Doc | undefined) => {
  const write = (expected: number, doc: Doc | undefined) =>
    store.run(Storage.use(({ commit }) => commit([{ shop, collection, key: row.key, expect: expected, doc }])))
  await write(row.version, next)
  const reported: Array<string> = []
  await store.run(examineStore({ onWrong: (sentence) => reported.push(sentence) }))
  await write(next === undefined ? 0 : row.version + 1, doc)
  return reported
}

it("is examined by doctor", async () => {
  const id = await made("examined@example.com")
  await setConsent(id, true)
  const one = (await store.run(all(shop, customers, { where: [{ on: "key", eq: id }] })))[0]!
  const changed = async (fields: Partial<Customer>) => {
    const [found] = await store.run(all(shop, customers, { where: [{ on: "key", eq: id }] }))
    return reportedAfter(customers, found!, { ...one.doc, ...fields })
  }
  const person = `Shop ${shop}: the customer examined@example.com`
  expect(await changed({})).toEqual([])
  expect(await changed({ accountType: "registered" })).toEqual([
    `${person} has the account type registered and the user uid 0.`
  ])
  expect(await changed({ group_id: "0".repeat(24) })).toEqual([
    `Shop ${shop}: the customer ${id} names the customer group ${"0".repeat(24)}, which does not exist.`
  ])
  expect(await changed({ accept_marketing: false })).toEqual([
    `Shop ${shop}: the log of the customer examined@example.com ends with another consent than the customer has.`
  ])
  const [found] = await store.run(all(shop, customers, { where: [{ on: "key", eq: id }] }))
  expect(await reportedAfter(customers, found!, undefined)).toEqual([
    `Shop ${shop}: a consent names an address, and its customer ${id} does not exist.`
  ])
})
