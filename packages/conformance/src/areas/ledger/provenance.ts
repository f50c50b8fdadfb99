/** Where entries come from: each names the request that made it, and who sent that, with every kind of credential. */
import { expect, it } from "vitest"
import { inShop, signedInAs, signedInWith } from "../../signed-in.ts"
import { unique } from "../../subjects.ts"
import type { Answer, Request, Store, Suite } from "../../surface.ts"
import { registered } from "../addresses/sample.ts"
import { placed } from "../orders/sample.ts"

/** Everyone who can make an entry: how they send a request, and how entries name them. */
const senders = async (store: Store) => {
  const { id: shop } = store.shop
  const owner = await signedInAs(store, "owner")
  const { code } = await store.operator.session.code()
  const operator = await signedInWith(store, code)
  const keys = await store.operator.keys.list({ shop })
  const { instance } = keys.find(({ key }) => key === store.pairs.api.key)!
  return [
    { by: instance, send: store.send },
    { by: `person:${owner.person}`, send: (one: Request) => owner.send(inShop(one, shop)) },
    { by: "operator", send: (one: Request) => operator.send(inShop(one, shop)) },
    { by: "operator", send: (one: Request) => store.send({ ...inShop(one, shop), as: "operator" }) }
  ]
}

/** The kinds of entries: what makes one, and the newest of them. */
const kinds = async (store: Store) => {
  const { api, operator, shop } = store
  const [user, orderID] = [await registered(store), await placed(store, { billing_email: "anna@example.com" })]
  const { client } = await api.customers.create({ email: `consents${unique()}@example.com`, fullname: "Anna" } as never)
  const { id } = client
  const sku = `PROVENANCE.${unique()}`
  await api.products.create({ code: sku, title: "x", price: 1 })
  const order = { path: "/v1.1/orders/order.json", body: { orderID } }
  const newestOfOrder = async () => (await operator.orders.log({ shop: shop.id, orderID })).at(-1)
  const tags = () => ({ orderID, tags: [`tag${unique()}`] })
  return [
    {
      request: (n: number) => ({
        method: "PUT",
        path: "/v1.1/inventory/inventory.json",
        body: { sku, quantity: 10 + n }
      }),
      newest: async () => (await operator.ledger.list({ shop: shop.id, sku, limit: 1 }))[0]
    },
    {
      request: (n: number) => ({
        ...{ method: "PUT", path: "/v1.1/clients/accept_marketing.json" },
        body: { id, accept_marketing: n % 2 === 0 }
      }),
      newest: async () => (await operator.customers.consents({ shop: shop.id, id, limit: 1 }))[0]
    },
    {
      request: () => ({
        ...{ method: "POST", path: "/v1.1/giftcards/loadCredit.json" },
        body: { userUID: user.uid, credit: 1 }
      }),
      newest: async () => (await operator.giftcards.ledger({ shop: shop.id, userUID: user.uid, limit: 1 }))[0]
    },
    {
      request: (n: number) => ({ method: "PUT", path: order.path, body: { orderID, status: 1 + (n % 2) } }),
      newest: newestOfOrder
    },
    { request: () => ({ method: "POST", path: "/v1.1/orders/tags.json", body: tags() }), newest: newestOfOrder }
  ]
}

/** Registers the promises. */
export const provenance: Suite["register"] = (open) => {
  it("names the request of each entry, and who sent it, with each credential", async () => {
    const store = await (await open()).withShop()
    const all = await senders(store)
    for (const { newest, request } of await kinds(store))
      for (const [n, { by, send }] of all.entries()) {
        const asked = request(n)
        const { headers, status, text }: Answer = await send(asked)
        expect([status, text]).toEqual([200, expect.any(String)])
        const requestId = headers["x-request-id"]!
        expect(await newest(), asked.path).toMatchObject({ by, requestId })
        const kept = await store.operator.requests.request({ shop: store.shop.id, requestId })
        expect(kept).toMatchObject({ requestId, method: asked.method, status: 200 })
      }
  })

  it("names who made an order, and leaves the timeline as the specification has it", async () => {
    const store = await (await open()).withShop()
    const orderID = await placed(store)
    const [entry, ...more] = await store.operator.orders.log({ shop: store.shop.id, orderID })
    expect(more).toEqual([])
    const [first] = await store.api.orders.timeline({ orderID })
    expect(entry).toEqual({ ...first, by: expect.stringMatching(/^[0-9a-f]{24}$/), requestId: expect.any(String) })
    expect(Object.keys(first!).sort()).toEqual(["eventId", "ip", "iso_date", "status", "ts"])
    const other = await store.withShop()
    const foreign = store.operator.orders.log({ shop: other.shop.id, orderID })
    await expect(foreign).rejects.toMatchObject({ status: 404 })
  })

  it("still names the application once its pair was rotated or has ended", async () => {
    const store = await (await open()).withShop()
    const { operator, shop } = store
    const pair = await operator.keys.create({ shop: shop.id, permission: "read-write" })
    const sku = `ROTATED.${unique()}`
    await store.as(pair).products.create({ code: sku, title: "x", price: 1, quantity: 3 } as never)
    await operator.keys.revoke({ key: pair.key, all: 1 })
    const [entry] = await operator.ledger.list({ shop: shop.id, sku })
    expect(entry).toMatchObject({ key: pair.key, by: pair.instance })
  })
}
