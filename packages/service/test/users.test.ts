/** What doctor reports of users' addresses and gift cards, and that an export carries both. */
import { collections } from "@bottega/domain/areas"
import type { Collection } from "@bottega/domain/contract"
import { all, Storage } from "@bottega/storage"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { trusted } from "../src/engine/trusted.ts"
import { inProcessTransport } from "../src/in-process.ts"
import { examineStore } from "../src/maintenance/doctor.ts"
import { makeService } from "../src/service.ts"
import { exportOf, furnish, importOf, type Opened, open } from "./maintenance/given.ts"

const { addressBooks, customers, giftCardLedger, giftCards } = collections
let store: Opened
let shop: string
let userUID: number
let send: (method: string, path: string, body: string) => Promise<string>

beforeAll(async () => {
  store = open("memory")
  const demo = await furnish(store, 10)
  shop = demo.id
  const service = await store.run(makeService())
  const transport = inProcessTransport(trusted(service, demo), (effect) => Effect.runPromise(effect))
  send = async (method, path, body) => {
    const { status, text } = await transport({ method, path: `/v1.1${path}`, query: "", headers: {}, body })
    expect(status).toBe(200)
    return text()
  }
  await send("POST", "/clients/client.json", "fullname=A&email=user@example.com&register=1")
  const where = [{ on: "email" as const, eq: "user@example.com" }]
  userUID = (await store.run(all(shop, customers, { where })))[0]!.doc.userUID
  const address = "fullname=A&email=a@b.example&address=x&postal_code=1&city=M&state=MI&country=IT"
  for (let n = 0; n < 2; n++) await send("POST", "/useraccount/address.json", `uid=${userUID}&${address}`)
  await send("POST", "/giftcards/loadCredit.json", `userUID=${userUID}&credit=0.3`)
  await send("DELETE", "/giftcards/unloadCredit.json", `userUID=${userUID}&credit=0.1`)
})
afterAll(() => store.close())

const reported = async (opened: Opened): Promise<ReadonlyArray<string>> => {
  const sentences: Array<string> = []
  await opened.run(examineStore({ onWrong: (sentence) => sentences.push(sentence) }))
  return sentences
}

/** What doctor reports while the user's document in a collection is another one, or none. */
const reportedAfter = async <Doc>(
  collection: Collection<Doc>,
  on: "key" | "userUID",
  change: (doc: Doc) => Doc | undefined
) => {
  const [found] = await store.run(all(shop, collection, { where: [{ on, eq: userUID }] }))
  const { doc, row } = found!
  const write = (expected: number, doc: Doc | undefined) =>
    store.run(Storage.use(({ commit }) => commit([{ shop, collection, key: row.key, expect: expected, doc }])))
  const next = change(doc)
  await write(row.version, next)
  const sentences = await reported(store)
  await write(next === undefined ? 0 : row.version + 1, doc)
  return sentences.map((sentence) => sentence.replace(`Shop ${shop}: `, ""))
}

it("finds a user without exactly one primary address", async () => {
  expect(await reported(store)).toEqual([])
  const change = (primary: string) => reportedAfter(addressBooks, "key", (book) => ({ ...book, primary }))
  expect(await change("0".repeat(24))).toEqual([`the user ${userUID} has 0 primary addresses.`])
  const twice = await reportedAfter(addressBooks, "key", (book) => ({
    ...book,
    addresses: book.addresses.map((one) => ({ ...one, id: book.primary }))
  }))
  expect(twice).toEqual([`the user ${userUID} has 2 primary addresses.`])
})

it("finds a balance that is not the sum of its ledger, or below 0", async () => {
  expect(await reportedAfter(giftCards, "key", (card) => ({ ...card, amount: 0.25 }))).toEqual([
    `the gift card of the user ${userUID} has 0.25, and its ledger adds up to 0.2.`
  ])
  expect(await reportedAfter(giftCards, "key", (card) => ({ ...card, amount: -1 }))).toEqual([
    `the gift card of the user ${userUID} has a balance of -1.`,
    `the gift card of the user ${userUID} has -1, and its ledger adds up to 0.2.`
  ])
  expect(await reportedAfter(giftCardLedger, "userUID", () => undefined)).toHaveLength(1)
})

it("finds what belongs to a user that does not exist, and a ledger without its gift card", async () => {
  const missing = await reportedAfter(customers, "userUID", () => undefined)
  expect(missing.filter((sentence) => sentence.endsWith("which does not exist.")).sort()).toEqual([
    `the address ${userUID} names the customer of the userUID ${userUID}, which does not exist.`,
    `the gift card ${userUID} names the customer of the userUID ${userUID}, which does not exist.`
  ])
  const entry = `the user ${userUID} has a ledger of a gift card, and no gift card.`
  expect(await reportedAfter(giftCards, "key", () => undefined)).toEqual([entry, entry])
})

it("moves with the shop", async () => {
  const other = open("memory")
  await importOf(other, await exportOf(store, shop))
  for (const collection of [addressBooks, giftCards, giftCardLedger] as ReadonlyArray<Collection>) {
    const documents = async (opened: Opened) => (await opened.run(all(shop, collection))).map(({ doc }) => doc)
    expect(await documents(other)).toEqual(await documents(store))
    expect(await documents(other)).not.toEqual([])
  }
  expect(await reported(other)).toEqual([])
  await other.close()
})
