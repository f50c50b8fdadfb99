/** No stored document and no export names a person whose data were erased, and an erasure that broke off can be completed. */
import { collections } from "@bottega/domain/areas"
import { format } from "@bottega/domain/form"
import { type Adapter, all, type Row, Storage, Unavailable, type Write } from "@bottega/storage"
import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { allCollections } from "../src/collections.ts"
import { inProcessTransport } from "../src/embedded.ts"
import { insert } from "../src/engine/change.ts"
import { digest } from "../src/engine/ids.ts"
import { records } from "../src/engine/records.ts"
import { shops, trusted } from "../src/engine/trusted.ts"
import { examineStore } from "../src/maintenance/doctor.ts"
import { documentOwners, storeCollections } from "../src/maintenance/scope.ts"
import { makeService } from "../src/service.ts"
import { exportOf, names, type Opened, open, sweep } from "./maintenance/given.ts"

afterAll(sweep)

const { couponUses, coupons, giftCardLedger } = collections
const email = "Anna.Neri@Example.com"
const marks = [
  email,
  "Neri",
  "0211223344",
  "Corso Buenos",
  "20124",
  "NRENNA80A41F205X",
  "anna@pec.example",
  "198.51.100.7"
]

/** A shop on a store, and calls on it. `before` is asked before each commit, and may fail it. */
const begun = async (
  store: Opened,
  before: (writes: ReadonlyArray<Write>) => Unavailable | undefined = () => undefined
) => {
  const whole = await store.run(Effect.map(Storage, (storage) => storage))
  const commit: Adapter["commit"] = (writes, guards) =>
    Effect.suspend(() => (writes.length === 0 ? undefined : before(writes)) ?? whole.commit(writes, guards))
  const service = await Effect.runPromise(
    Effect.provideService(makeService({ tokenDigest: digest("t") }), Storage, { ...whole, commit })
  )
  const sending =
    (transport: ReturnType<typeof inProcessTransport>) =>
    async (method: string, path: string, given: object, key?: string) => {
      const sent = new URLSearchParams(format(given)).toString()
      const { status, text } = await transport({
        ...{ method, path, query: method === "GET" ? sent : "", body: method === "GET" ? undefined : sent },
        headers: { authorization: "Bearer t", ...(key === undefined ? {} : { "idempotency-key": key }) }
      })
      return { status, json: JSON.parse(await text()) }
    }
  const operator = sending(inProcessTransport(service, (effect) => Effect.runPromise(effect)))
  await operator("POST", "/control/v1/shops/shop.json", { name: "Tests", modules: ["b2b"] })
  const shop = (await store.run(shops))[0]!
  const call = sending(inProcessTransport(trusted(service, shop), (effect) => Effect.runPromise(effect)))
  const erase = (asked: object) => operator("DELETE", "/control/v1/customers/data.json", { shop: shop.id, ...asked })
  return { shop: shop.id, operator, call, erase }
}
type Begun = Awaited<ReturnType<typeof begun>>

const place = {
  ...{ address: "Corso Buenos Aires 1", city: "Milano", country: "IT", state: "MI", phone: "0211223344" }
}
const addressed = (kind: "billing" | "delivery", of: string) => ({
  ...Object.fromEntries(Object.entries(place).map(([name, value]) => [`${kind}_${name}`, value])),
  ...{ [`${kind}_fullname`]: "Anna Neri", [`${kind}_postal_code`]: "20124", [`${kind}_email`]: of }
})

const answeredWith = async (status: number, answer: ReturnType<Begun["call"]>) => {
  const { json, status: was } = await answer
  expect([was, json]).toEqual([status, json])
  return json
}

/** Everything that a shop may hold of the person, beside another person of almost the same address. */
const fill = async ({ call }: Begun) => {
  const post = (path: string, given: object, key?: string) =>
    answeredWith(200, call("POST", `/v1.1${path}`, given, key))
  const client = { first_name: "Anna", last_name: "Neri", email, phone: "0211223344", zip: "20124" }
  const more = {
    address: "Corso Buenos Aires 1",
    tax_number: "NRENNA80A41F205X",
    metadata: { pec: "anna@pec.example" }
  }
  const made = await post("/clients/client.json", { ...client, ...more, countryUID: 380, note: "Neri" }, `of ${email}`)
  await answeredWith(409, call("POST", "/v1.1/clients/client.json", { ...client, email: email.toLowerCase() }, "again"))
  const { id } = made.client
  const put = (path: string, given: object) => answeredWith(200, call("PUT", `/v1.1${path}`, given))
  await put("/clients/accept_marketing.json", { id, accept_marketing: 1 })
  await put("/clients/custom_fields.json", { id, custom_fields: { signed: "Anna Neri" } })
  const other = await post("/clients/client.json", { fullname: "Joanna", email: `jo${email}` })
  const group = await post("/customergroup/group.json", { name: "Trade" })
  const account = { email: `b2b.${email}`, fullname: "Trader", customer_group_id: group.id, send_email: "yes" }
  await post("/b2b/user.json", account)
  await post("/b2b/user.json", { ...account, email })
  const uidOf = async (email: string) =>
    (await answeredWith(200, call("GET", "/v1.1/clients/client.json", { email }))).userUID
  const [uid, trader] = [await uidOf(email), await uidOf(`b2b.${email}`)]
  const home = { fullname: "Anna Neri", email, address: "Corso Buenos Aires 1", city: "Milano", postal_code: "20124" }
  const at = { country: "IT", state: "MI" }
  for (const owner of [uid, uid, trader]) await post("/useraccount/address.json", { uid: owner, ...home, ...at })
  const own = { ...home, ...at, fullname: "Trader", email: `b2b.${email}`, address: "x", postal_code: "20100" }
  await post("/useraccount/address.json", { uid: trader, ...own })
  await post("/giftcards/loadCredit.json", { userUID: uid, credit: 5 })
  const rules = { users_email: [email, `jo${email}`] }
  const coupon = { code: `For ${email}`, name: `Of ${email}`, type: 0, value: 1, active: 1, unlimited: 0, count: 9 }
  await post("/coupons/coupon.json", { ...coupon, min_sum: 0, start_time: 0, end_time: 4_000_000_000, rules })
  const order = {
    ...{ ...addressed("billing", email), ...addressed("delivery", email), require_invoice: 1, message: "Neri" },
    ...{
      digital_invoice: { type: "person", person_tax_number: "NRENNA80A41F205X", person_pec_address: "anna@pec.example" }
    },
    ...{
      tags: "vip,anna neri",
      item_id: [{ sku: "x", price: 5, quantity: 2, options: "for Anna Neri", title: "Mug of Anna Neri" }]
    },
    ...{ shipping_method: "x", shipping_cost: 3, payment_method: "x", marketplaceDetails: { name: "Anna Neri" } }
  }
  const orders = [await post("/orders/order.json", { ...order, coupon_code: `For ${email}` }, "order")]
  for (let n = 0; n < 3; n++) orders.push(await post("/orders/order.json", order))
  orders.push(
    await post("/orders/order.json", {
      ...order,
      ...addressed("billing", `jo${email}`),
      billing_fullname: "Joanna",
      billing_phone: "1",
      billing_address: "x",
      billing_postal_code: "1",
      message: "",
      tags: "",
      digital_invoice: { type: "person", person_tax_number: "X" },
      item_id: [{ sku: "x", price: 1, quantity: 1 }],
      marketplaceDetails: {}
    })
  )
  return { id, other: other.client.id as string, uid, trader, orders: orders.map(({ order_id }) => order_id as string) }
}

const unloaded = ({ call }: Begun, userUID: number) =>
  answeredWith(200, call("DELETE", "/v1.1/giftcards/unloadCredit.json", { userUID, credit: 5 }))

/** Where a text is stored: the collection and the text of each row that contains it. */
const found = async (store: Opened, texts: ReadonlyArray<string>) => {
  const owners = await store.run(documentOwners)
  const rows: Array<readonly [string, Row]> = []
  for (const owner of owners)
    for (const collection of storeCollections)
      for (const { row } of await store.run(all(owner, collection))) rows.push([collection.name, row])
  // Another person's address ends like the person's own one.
  const without = (text: string) => text.toLowerCase().replaceAll(/(jo|b2b\.)anna\.neri@example\.com/g, "")
  const held = (text: string) => texts.filter((mark) => without(text).includes(mark.toLowerCase()))
  const kept = rows.flatMap(([name, { key, text }]) =>
    held(`${key} ${text}`).map((mark) => `${name}: ${mark} in ${text}`)
  )
  for (const owner of owners.slice(1)) kept.push(...held(await exportOf(store, owner)).map((mark) => `export: ${mark}`))
  return kept
}

const faults = async (store: Opened) => {
  const reported: Array<string> = []
  await store.run(examineStore({ onWrong: (sentence) => reported.push(sentence) }))
  return reported
}

it("every collection of a store declares what it holds of a person", () => {
  expect(allCollections.filter(({ personal }) => personal === undefined).map(({ name }) => name)).toEqual([])
  const lists = allCollections.flatMap(({ personal }) =>
    personal === undefined || personal === "none" ? [] : [personal.as]
  )
  expect(new Set(lists).size).toBe(lists.length)
})

describe.each(names)("in %s", (name) => {
  it("nothing stored and nothing exported names a person after the erasure", { timeout: 60_000 }, async () => {
    const store = open(name)
    const shop = await begun(store)
    const { id, orders, other, trader, uid } = await fill(shop)
    const texts = [...marks, id]
    expect((await found(store, texts)).length).toBeGreaterThan(20)
    expect(await faults(store)).toEqual([])
    const sums = () => store.run(all(shop.shop, collections.orders)).then((all) => all.map(({ doc }) => doc.total))
    const before = { sums: await sums(), uses: await store.run(all(shop.shop, couponUses)) }
    expect(await shop.erase({ email })).toMatchObject({ status: 409, json: { error: { type: "conflict" } } })
    await answeredWith(200, shop.call("GET", "/v1.1/clients/client.json", { id }))
    await unloaded(shop, uid)
    const ledger = await store.run(all(shop.shop, giftCardLedger))
    expect(await answeredWith(200, shop.erase({ email }))).toMatchObject({ orders: orders.length })
    expect(await store.run(all(shop.shop, giftCardLedger))).toEqual(ledger)
    const { addresses } = await answeredWith(200, shop.call("GET", "/v1.1/useraccount/addresses.json", { uid: trader }))
    expect(addresses).toMatchObject([{ fullname: "Trader", principalAddress: true }])
    expect(await found(store, texts)).toEqual([])
    expect(await faults(store)).toEqual([])
    expect({ sums: await sums(), uses: await store.run(all(shop.shop, couponUses)) }).toEqual(before)
    expect((await store.run(all(shop.shop, coupons)))[0]?.doc).toMatchObject({
      used: 1,
      rules: { users_email: [`jo${email}`] }
    })
    await answeredWith(200, shop.call("GET", "/v1.1/clients/client.json", { id: other }))
    await store.close()
  })
})

it.each(["id", "email"])("an erasure by %s that breaks off at any commit is completed by a repeat", async (by) => {
  let left = Number.POSITIVE_INFINITY
  const broken = new Unavailable({ reason: "unreachable", cause: "test" })
  const sizes: Array<number> = []
  for (let commits = 0, completed = false; !completed; commits++) {
    const store = open("memory")
    left = Number.POSITIVE_INFINITY
    const shop = await begun(store, (writes) => {
      if (left !== Number.POSITIVE_INFINITY) sizes.push(writes.length)
      return left-- > 0 ? undefined : broken
    })
    const { id, uid } = await fill(shop)
    await unloaded(shop, uid)
    const asked = by === "id" ? { id } : { email }
    left = commits
    const { status } = await shop.erase(asked)
    completed = status === 200
    left = Number.POSITIVE_INFINITY
    if (!completed) {
      expect(status).toBe(503)
      if (commits > 0) expect((await faults(store)).join()).toContain("send its call again")
      await answeredWith(200, shop.erase(asked))
    } else expect(commits).toBeGreaterThan(4)
    expect(await found(store, [...marks, id])).toEqual([])
    expect(await faults(store)).toEqual([])
    await store.close()
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500)
})

it("documents of older versions lose the person too", async () => {
  const store = open("memory")
  const shop = await begun(store)
  const { orders, uid } = await fill(shop)
  await unloaded(shop, uid)
  const [use] = await store.run(all(shop.shop, couponUses))
  expect(use?.doc).toMatchObject({ orderID: orders[0], email: digest(email.toLowerCase()) })
  const older = { ...use!.doc, email: email.toLowerCase() }
  const { key, version } = use!.row
  const answer = { id: `owner:for ${email}`, fingerprint: "", status: 200, body: "{}", at: 1 }
  await store.run(
    Storage.use(({ commit }) =>
      commit([
        { shop: shop.shop, collection: couponUses, key, expect: version, doc: older },
        { shop: shop.shop, ...insert(records.answered, answer) }
      ])
    )
  )
  await answeredWith(200, shop.erase({ email }))
  expect(await found(store, marks)).toEqual([])
  expect((await store.run(all(shop.shop, couponUses)))[0]?.doc).toEqual(use!.doc)
  await store.close()
})
