/** A shop that holds everything a shop may hold of a person, for the tests of its erasure. */
import { format } from "@bottega/domain/form"
import { type Adapter, Storage, type Unavailable, type Write } from "@bottega/storage"
import { Effect } from "effect"
import { expect } from "vitest"
import { digest } from "../src/engine/ids.ts"
import { shops, trusted } from "../src/engine/trusted.ts"
import { inProcessTransport } from "../src/in-process.ts"
import { makeService } from "../src/service.ts"
import type { Opened } from "./maintenance/given.ts"

export const email = "Anna.Neri@Example.com"
export const marks = [
  email,
  "Neri",
  "0211223344",
  "Corso Buenos",
  "20124",
  "NRENNA80A41F205X",
  "anna@pec.example",
  "198.51.100.7"
]

/**
 * A shop on a store, and calls on it. `before` is asked before each commit, and may fail it; `read` is called with the number
 * of rows of each query.
 */
export const begun = async (
  store: Opened,
  before: (writes: ReadonlyArray<Write>) => Unavailable | undefined = () => undefined,
  read: (rows: number) => void = () => {}
) => {
  const whole = await store.run(Effect.map(Storage, (storage) => storage))
  const commit: Adapter["commit"] = (writes, guards) =>
    Effect.suspend(() => (writes.length === 0 ? undefined : before(writes)) ?? whole.commit(writes, guards))
  const find: Adapter["find"] = (...asked) =>
    Effect.tap(whole.find(...asked), (rows) => Effect.sync(() => read(rows.length)))
  const service = await Effect.runPromise(
    Effect.provideService(makeService({ tokenDigest: digest("t") }), Storage, { ...whole, commit, find })
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

export const answeredWith = async (status: number, answer: ReturnType<Begun["call"]>) => {
  const { json, status: was } = await answer
  expect([was, json]).toEqual([status, json])
  return json
}

/** Everything that a shop may hold of the person, beside another person of almost the same address. */
export const fill = async ({ call }: Begun) => {
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

export const unloaded = ({ call }: Begun, userUID: number) =>
  answeredWith(200, call("DELETE", "/v1.1/giftcards/unloadCredit.json", { userUID, credit: 5 }))
