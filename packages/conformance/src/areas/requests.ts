/** Requests: the last ones of a process, without secrets, and without what an erased person left in them. */
import { policies } from "@bottega/domain/throttle"
import { expect, it } from "vitest"
import { signedInAs } from "../signed-in.ts"
import { type Covered, noId, unique } from "../subjects.ts"
import { type Store, suiteOfEmbeddedStores } from "../surface.ts"
import { refused, sample } from "./orders/sample.ts"

/** A request of the shop's own, refused or not, and its id. */
const asked = async ({ send }: Pick<Store, "send">, body: object = sample()) => {
  const answer = await send({ method: "POST", path: "/v1.1/orders/order.json", body })
  return { id: answer.headers["x-request-id"]!, status: answer.status, text: answer.text }
}

/** Sends a request of a shop again. */
const again = (
  { operator, shop }: Pick<Store, "operator" | "shop">,
  requestId: string,
  changed: Omit<Parameters<Store["operator"]["requests"]["replay"]>[0], "shop" | "requestId"> = {}
) => operator.requests.replay({ shop: shop.id, requestId, ...changed })

const promises = suiteOfEmbeddedStores("requests", (open) => {
  it("are listed, the newest first, and found by status, path and key", async () => {
    const store = await (await open()).withShop()
    const { operator, pairs, shop } = store
    const fine = await asked(store)
    const wrong = await asked(store, { item_id: "x" })
    await store.reader.coupons.list()
    const ids = async (wanted: object) =>
      (await operator.requests.list({ shop: shop.id, ...wanted })).map(({ requestId }) => requestId)
    const all = await operator.requests.list({ shop: shop.id })
    expect(all.map(({ path, status }) => [path, status])).toEqual([
      ["/v1.1/coupons/list.json", 200],
      ["/v1.1/orders/order.json", 400],
      ["/v1.1/orders/order.json", 200]
    ])
    expect(all[1]).toMatchObject({ requestId: wrong.id, shop: shop.id, key: pairs.api.key, method: "POST" })
    expect(await ids({ status: 400 })).toEqual([wrong.id])
    expect(await ids({ status: 4 })).toEqual([wrong.id])
    expect(await ids({ path: "orders" })).toEqual([wrong.id, fine.id])
    expect(await ids({ key: pairs.reader.key })).toHaveLength(1)
    expect(await ids({ from: Math.floor(store.clock.now() / 1000) + 10 })).toEqual([])
  })

  it("are listed by pages", async () => {
    const store = await (await open()).withShop()
    const made: Array<string> = []
    for (let n = 0; n < 5; n++) made.unshift((await asked(store)).id)
    const found: Array<string> = []
    // The calls of the operator are requests of no shop.
    for await (const { requestId } of store.operator.requests.list.all({ shop: store.shop.id, limit: 2 }))
      found.push(requestId)
    expect(found).toEqual(made)
  })

  it("show what was sent and answered, without secrets", async () => {
    const store = await (await open()).withShop()
    const { operator, pairs, shop } = store
    const { id, text } = await asked(store, { ...sample(), message: "password=hunter2", transaction_code: "x" })
    const shown = await operator.requests.request({ shop: shop.id, requestId: id })
    expect(shown.answer).toBe(text)
    expect(shown.body).toContain("shipping_method")
    expect(JSON.stringify(shown.headers)).not.toContain(pairs.api.exchange)
    expect(shown.headers?.["exchange"]).toBe("[redacted]")
    const { send } = await signedInAs(store, "owner")
    const made = await send({
      method: "POST",
      path: "/control/v1/keys/key.json",
      body: { shop: shop.id, permission: "read" }
    })
    const requestId = made.headers["x-request-id"]!
    const text2 = JSON.stringify(await operator.requests.request({ shop: shop.id, requestId }))
    for (const secret of [made.json.exchange, "bottega_"]) expect(text2).not.toContain(secret)
    expect(text2).toContain("person:")
  })

  it("show codes, and not the code of an authorization", async () => {
    const store = await (await open()).withShop()
    const body = "code=SPRING&billing_postal_code=20121&authorization_code=hidden"
    const { headers } = await store.send({ method: "DELETE", path: "/v1.1/orders/order.json", body })
    const shown = await store.operator.requests.request({ shop: store.shop.id, requestId: headers["x-request-id"]! })
    expect(shown.body).toBe("code=SPRING&billing_postal_code=20121&authorization_code=[redacted]")
  })

  it("lose what was sent and answered when a person of the shop is erased", async () => {
    const store = await (await open()).withShop()
    const { operator, shop } = store
    const email = `erased${unique()}@example.com`
    const { id } = await asked(store, { ...sample(), billing_email: email })
    const twin = await store.twin()
    const { id: there } = await asked(twin, { ...sample(), billing_email: email })
    const read = (by: Store, requestId: string) => by.operator.requests.request({ shop: shop.id, requestId })
    expect((await read(store, id)).body).toContain("erased")
    expect((await read(twin, there)).body).toContain("erased")
    await operator.customers.erase({ shop: shop.id, email })
    for (const one of [await read(store, id), await read(twin, there)])
      expect(one).toMatchObject({ query: null, headers: null, body: null, answer: null })
    expect((await operator.requests.list({ shop: shop.id })).map(({ requestId }) => requestId)).toContain(id)
  })

  it("are sent again as they were, and both answers are given", async () => {
    const store = await (await open()).withShop()
    const { id, text } = await asked(store)
    const made = await again(store, id)
    expect([made.status, made.before]).toEqual([200, { status: 200, body: text }])
    const orders = await store.api.orders.list()
    expect(orders.map(({ orderID }) => orderID).sort()).toEqual(
      [text, made.body!].map((one) => JSON.parse(one).order_id).sort()
    )
    const [last] = await store.operator.requests.list({ shop: store.shop.id, path: "order.json" })
    expect(last).toMatchObject({ requestId: made.requestId, key: store.pairs.api.key, status: 200 })
    const read = await store.reader.coupons.list().withResponse()
    expect(await again(store, read.headers["x-request-id"]!)).toMatchObject({ status: 200, body: "[]" })
  })

  it("are sent again with another body, as a form or as JSON, or to another path", async () => {
    const store = await (await open()).withShop()
    const { id } = await asked(store, { item_id: "x" })
    const read = await asked(store)
    const { body: form } = await store.operator.requests.request({ shop: store.shop.id, requestId: read.id })
    for (const body of [form!, JSON.stringify(sample())]) {
      const mended = await again(store, id, { body })
      expect([mended.status, mended.before.status]).toEqual([200, 400])
    }
    const listed = await again(store, id, { method: "GET", path: "/v1.1/orders/list.json?limit=1" })
    expect([listed.status, JSON.parse(listed.body!)]).toEqual([200, [expect.anything()]])
    expect(await again(store, id, { path: "/v1.1/nothing.json" })).toMatchObject({ status: 404 })
    for (const path of ["/control/v1/shops/list.json", "/healthz", "x"])
      expect((await refused(again(store, id, { path }))).details.map(({ path }) => path)).toEqual(["path"])
  })

  it("are sent again with their idempotency key only if that is asked for", async () => {
    const store = await (await open()).withShop()
    const headers = { "idempotency-key": "once" }
    const request = { method: "POST", path: "/v1.1/orders/order.json", body: sample(), headers }
    const first = await store.send(request)
    const requestId = first.headers["x-request-id"]!
    expect((await again(store, requestId, { same_key: 1 })).body).toBe(first.text)
    expect((await again(store, requestId)).body).not.toBe(first.text)
    expect(await store.api.orders.list()).toHaveLength(2)
    const { id } = await asked(store)
    expect((await refused(again(store, id, { same_key: 1 }))).details.map(({ path }) => path)).toEqual(["same_key"])
  })

  it("are sent again in the name of a key set of the shop, within its permission and its limits", async () => {
    const store = await (await open()).withShop()
    const other = await (await open()).withShop()
    const { id } = await asked(store)
    expect(await again(store, id, { key: store.pairs.reader.key })).toMatchObject({ status: 403 })
    const ended = await store.operator.keys.create({ shop: store.shop.id, permission: "read-write" })
    await store.operator.keys.revoke({ key: ended.key })
    for (const key of [other.pairs.api.key, ended.key, "0".repeat(64)])
      expect((await refused(again(store, id, { key }))).details.map(({ path }) => path)).toEqual(["key"])
    expect((await refused(again(store, id, { key: ended.key }))).message).toBe(
      "key cannot be used: The key is revoked."
    )
    const limited = await store.twin({ policies })
    const { id: there } = await asked(limited)
    const statuses: Array<number> = []
    for (let n = 0; n < 6; n++)
      statuses.push((await again(limited, there, { method: "GET", path: "/v1.1/gallery/list.json" })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const { send } = await signedInAs(store, "owner")
    const path = `/control/v1/shop/${store.shop.id}/orders/order.json`
    const own = await send({ method: "POST", path, body: sample() })
    const requestId = own.headers["x-request-id"]!
    expect((await refused(again(store, requestId))).details.map(({ path }) => path)).toEqual(["key"])
    expect(await again(store, requestId, { key: store.pairs.api.key })).toMatchObject({ status: 200 })
  })

  it("are sent again only with a body if theirs is not kept any more", async () => {
    const store = await (await open()).withShop()
    const email = `erased${unique()}@example.com`
    const { id } = await asked(store, { ...sample(), billing_email: email })
    await store.operator.customers.erase({ shop: store.shop.id, email })
    expect((await refused(again(store, id))).type).toBe("conflict")
    const body = JSON.stringify(sample())
    expect(await again(store, id, { body })).toMatchObject({ status: 200, before: { status: 200, body: null } })
  })

  it("of another shop are not found", async () => {
    const [store, other] = [await (await open()).withShop(), await (await open()).withShop()]
    const { id } = await asked(store)
    const refusal = await refused(other.operator.requests.request({ shop: other.shop.id, requestId: id }))
    expect(refusal.status).toBe(404)
    expect(await other.operator.requests.list({ shop: other.shop.id })).toEqual([])
  })
})

export const requests: Covered<"requests"> = {
  suite: promises,
  subjects: {
    list: { given: ({ shop }) => ({ shop: shop.id, path: "nothing" }), absent: (given) => ({ ...given, shop: noId }) },
    request: {
      given: async (store) => ({ shop: store.shop.id, requestId: (await asked(store)).id }),
      absent: (given) => ({ ...given, requestId: "none" })
    },
    replay: {
      // A person of the shop may just have been erased, and then no body is kept for a minute.
      given: async (store) => {
        const { id } = await asked(store)
        return { shop: store.shop.id, requestId: id, body: JSON.stringify(sample()) }
      },
      absent: (given) => ({ ...given, requestId: "none" })
    }
  }
}
