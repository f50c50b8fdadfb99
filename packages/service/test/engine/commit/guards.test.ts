/** If the target of a relation is removed between a decision and its commit, the decision is repeated and sees that. */
import type { Collection } from "@bottega/domain/contract"
import { type Adapter, docOf, retryOnConflict, Storage, sequences } from "@bottega/storage"
import { make as memory } from "@bottega/storage/memory"
import { Effect } from "effect"
import { beforeEach, expect, it } from "vitest"
import { allCollections } from "../../../src/collections.ts"
import { clear } from "../../../src/engine/background/clearing.ts"
import { raiseWatermark } from "../../../src/engine/decide/following.ts"
import { digest } from "../../../src/engine/ids.ts"
import { records } from "../../../src/engine/records.ts"
import { inProcessTransport } from "../../../src/in-process.ts"
import { makeService } from "../../../src/service.ts"

type Send = (method: string, path: string, form: string) => Promise<{ status: number; json: Record<string, string> }>

let store: Adapter
let shop: string
let send: Send
let operate: Send
/** Runs once, just before the next commit that writes to a collection. */
let before: { readonly writes: string; readonly act: () => Promise<unknown> } | undefined

beforeEach(async () => {
  const kept = memory([...allCollections, sequences])
  const commit: Adapter["commit"] = (writes, guards) =>
    Effect.flatMap(
      Effect.promise(async () => {
        const { act, writes: of } = before ?? {}
        if (act === undefined || !writes.some(({ collection }) => collection.name === of)) return
        before = undefined
        await act()
      }),
      () => kept.commit(writes, guards)
    )
  store = { ...kept, commit }
  const service = await Effect.runPromise(
    Effect.provideService(makeService({ tokenDigest: digest("t") }), Storage, store)
  )
  const transport = inProcessTransport(service, (effect) => Effect.runPromise(effect))
  const as =
    (prefix: string, headers: Record<string, string>): Send =>
    async (method, path, body) => {
      const { status, text } = await transport({ method, path: prefix + path, query: "", headers, body })
      return { status, json: JSON.parse(await text()) }
    }
  operate = as("/control/v1", { authorization: "Bearer t" })
  shop = (await operate("POST", "/shops/shop.json", "name=Guards")).json["id"]!
  const { exchange, key } = (await operate("POST", "/keys/key.json", `shop=${shop}&permission=read-write`)).json
  send = as("/v1.1", { key: key!, exchange: exchange! })
})

const order = (more = "") =>
  send(
    "POST",
    "/orders/order.json",
    `shipping_flag=not_required&item_id[0][sku]=A&item_id[0][price]=9&item_id[0][quantity]=1&shipping_method=a&shipping_cost=0&payment_method=a${more}`
  )
const coupon = async (unlimited: 0 | 1) =>
  (
    await send(
      "POST",
      "/coupons/coupon.json",
      `code=TEN&name=Ten&type=1&value=10&min_sum=0&active=1&start_time=0&end_time=253402300799&unlimited=${unlimited}&count=9&rules[users_email]=`
    )
  ).json["uid"]!
const authorize = (orderID: string) => operate("POST", "/orders/authorization.json", `shop=${shop}&orderID=${orderID}`)
const kept = async (name: string) =>
  (await Effect.runPromise(store.find(shop, collectionOf(name), { limit: 100 }))).length
/** Clears references to what was removed, as the worker does. */
const cleared = () => Effect.runPromise(Effect.provideService(clear(retryOnConflict), Storage, store))
const collectionOf = (name: string): Collection => allCollections.find((one) => one.name === name)!

it.each([0, 1] as const)(
  "uses no coupon that was removed before the order was committed (unlimited %i)",
  async (unlimited) => {
    const uid = await coupon(unlimited)
    before = { writes: "orders", act: () => send("DELETE", "/coupons/coupon.json", `uid=${uid}`) }
    const { json, status } = await order("&coupon_code=TEN")
    expect([status, json["err"]]).toEqual([409, "The coupon TEN cannot be used: it is not a coupon of this shop."])
    expect([await kept("orders"), await kept("couponuses"), await kept("coupons")]).toEqual([0, 0, 0])
  }
)

it.each([0, 1] as const)(
  "reclaims no coupon that was removed before the status was committed (unlimited %i)",
  async (unlimited) => {
    const uid = await coupon(unlimited)
    const orderID = (await order("&coupon_code=TEN")).json["order_id"]!
    await send("PUT", "/orders/order.json", `orderID=${orderID}&status=7`)
    before = { writes: "orders", act: () => send("DELETE", "/coupons/coupon.json", `uid=${uid}`) }
    expect((await send("PUT", "/orders/order.json", `orderID=${orderID}&status=1`)).status).toBe(200)
    expect([await kept("couponuses"), await kept("coupons")]).toEqual([0, 0])
  }
)

it("makes no order for a customer that was removed before the order was committed", async () => {
  const customer = async () => {
    const made = await send("POST", "/clients/client.json", "fullname=Anna&email=anna@example.com&register=1")
    return (made.json["client"] as unknown as { id: string }).id
  }
  const id = await customer()
  before = { writes: "orders", act: () => send("DELETE", "/clients/client.json", `id=${id}`) }
  expect((await order("&billing_email=anna@example.com")).status).toBe(200)
  const [guest] = await Effect.runPromise(store.find(shop, collectionOf("customers"), { limit: 100 }))
  expect(guest?.key).not.toBe(id)
  const ofGuest = { where: [{ on: "customer", eq: guest!.key }], limit: 100 }
  expect([await kept("customers"), await kept("orders")]).toEqual([1, 1])
  expect(await Effect.runPromise(store.find(shop, collectionOf("orders"), ofGuest))).toHaveLength(1)
})

it("makes no B2B account for a customer that was removed before the account was committed", async () => {
  await operate("PUT", "/shops/shop.json", `id=${shop}&modules[]=b2b`)
  const { id: group } = (await send("POST", "/customergroup/group.json", "name=Bars")).json
  const made = await send("POST", "/clients/client.json", "fullname=Anna&email=anna@example.com&register=1")
  const { id } = made.json["client"] as unknown as { id: string }
  await send("PUT", "/clients/client2group.json", `id=${id}&group_id=${group}`)
  before = { writes: "accounts", act: () => send("DELETE", "/clients/client.json", `id=${id}`) }
  const { json } = await send(
    "POST",
    "/b2b/user.json",
    `email=anna@example.com&fullname=Anna&customer_group_id=${group}`
  )
  expect(json).toEqual({ user: { created: true }, customer_group: { associated: true } })
  const [account, ...others] = await Effect.runPromise(store.find(shop, collectionOf("accounts"), { limit: 100 }))
  const [customer] = await Effect.runPromise(store.find(shop, collectionOf("customers"), { limit: 100 }))
  expect([account?.key, others]).toEqual([customer?.key, []])
  expect(customer?.key).not.toBe(id)
})

it("logs no consent of a customer that was removed before the consent was committed", async () => {
  const made = await send("POST", "/clients/client.json", "fullname=Anna&email=anna@example.com")
  const { id } = made.json["client"] as unknown as { id: string }
  before = { writes: "consents", act: () => send("DELETE", "/clients/client.json", `id=${id}`) }
  expect((await send("PUT", "/clients/accept_marketing.json", `id=${id}&accept_marketing=1`)).status).toBe(404)
  expect([await kept("customers"), await kept("consents")]).toEqual([0, 0])
})

const user = async () => {
  const made = await send("POST", "/clients/client.json", "fullname=Anna&email=anna@example.com&register=1")
  return (made.json["client"] as unknown as { id: string }).id
}
const removeUser = (id: string) => send("DELETE", "/clients/client.json", `id=${id}`)
const address = "uid=1&fullname=A&email=a@b.example&address=x&postal_code=1&city=M&state=MI&country=IT"
const addAddress = () => send("POST", "/useraccount/address.json", address)
const load = () => send("POST", "/giftcards/loadCredit.json", "userUID=1&credit=5")
const unload = () => send("DELETE", "/giftcards/unloadCredit.json", "userUID=1&credit=5")

it.each([
  ["addressbooks", addAddress],
  ["giftcards", load]
])("stores nothing in %s for a user that was removed before the commit", async (collection, make) => {
  const id = await user()
  before = { writes: collection, act: () => removeUser(id) }
  expect((await make()).status).toBe(404)
  for (const name of ["addressbooks", "giftcards", "giftcardledger", "customers"]) expect(await kept(name)).toBe(0)
})

it.each([0, 1])(
  "removes an address that was added before the removal of its user was committed (after %i)",
  async (n) => {
    const id = await user()
    for (let already = 0; already < n; already++) await addAddress()
    before = { writes: "customers", act: addAddress }
    expect((await removeUser(id)).status).toBe(200)
    expect([await kept("addressbooks"), await kept("customers")]).toEqual([0, 0])
  }
)

it.each([0, 1])("keeps a user whose gift card was loaded before its removal was committed (after %i)", async (n) => {
  const id = await user()
  for (let already = 0; already < n; already++) {
    await load()
    await unload()
  }
  before = { writes: "customers", act: load }
  const { json, status } = await removeUser(id)
  expect([status, json["err"]]).toEqual([409, "The user 1 has a gift card with a balance of 5; unload it first."])
  expect([await kept("giftcards"), await kept("customers")]).toEqual([1, 1])
  await unload()
  expect((await removeUser(id)).status).toBe(200)
  expect([await kept("giftcards"), await kept("giftcardledger")]).toEqual([0, 2 * n + 2])
})

/** The uid that a new product took: a decision that is made again takes another one. */
const product = async (code: string) =>
  (await send("POST", "/products/product.json", `code=${code}&title=${code}&price=1`)).json["uid"]

it("makes the events of a change again, and nothing else, when a follower has seen later ones", async () => {
  const uid = Number(await product("A"))
  const far = `${"9".repeat(13)}0${"0".repeat(8)}`
  const raised = Effect.provideService(raiseWatermark(shop, far), Storage, store)
  before = { writes: "products", act: () => Effect.runPromise(raised) }
  expect(await product("B")).toBe(uid + 1)
  const events = await Effect.runPromise(store.find(shop, records.outbox, { sort: { by: "key" }, limit: 9 }))
  expect(events.map(({ key }) => key > far)).toEqual([false, true])
})

it("keeps an event for a webhook that was made before its commit", async () => {
  before = {
    writes: "orders",
    act: () => send("POST", "/webhook/webhook.json", "url=https://example.com/&type=0&name=a")
  }
  expect((await order()).status).toBe(200)
  const newest = { sort: { by: "key", descending: true }, limit: 1 } as const
  const [event] = await Effect.runPromise(store.find(shop, records.outbox, newest))
  expect(docOf(records.outbox, event!)).toMatchObject({ pending: true, events: [{ type: 0 }] })
})

it("issues no code for an order that was removed before the code was committed", async () => {
  const orderID = (await order()).json["order_id"]!
  const { authorization_code } = (await authorize(orderID)).json
  const removal = `orderID=${orderID}&authorization_code=${authorization_code}`
  before = { writes: "authorizations", act: () => send("DELETE", "/orders/order.json", removal) }
  expect((await authorize(orderID)).status).toBe(404)
  await cleared()
  expect([await kept("orders"), await kept("authorizations")]).toEqual([0, 0])
})

it("removes all codes of an order after the order", async () => {
  const [one, other] = [(await order()).json["order_id"]!, (await order()).json["order_id"]!]
  await authorize(one)
  await authorize(other)
  const { authorization_code } = (await authorize(one)).json
  expect(await kept("authorizations")).toBe(3)
  await send("DELETE", "/orders/order.json", `orderID=${one}&authorization_code=${authorization_code}`)
  await cleared()
  expect(await kept("authorizations")).toBe(1)
})
