/** The events of changes of orders, which are written in the same commits. */

import { contract, events } from "@bottega/domain/areas"
import { entries, pathOf } from "@bottega/domain/contract"
import { type Adapter, Storage, sequences } from "@bottega/storage"
import { make as memory } from "@bottega/storage/memory"
import { Effect, Schema } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { type Payload, payloadOf } from "../src/areas/webhooks/payload.ts"
import { allCollections } from "../src/collections.ts"
import { digest } from "../src/engine/ids.ts"
import { records } from "../src/engine/records.ts"
import { inProcessTransport } from "../src/in-process.ts"
import { makeService } from "../src/service.ts"

type Send = (method: string, path: string, form: string) => Promise<Record<string, string>>

let store: Adapter
let shop: string
let send: Send
let operate: Send

beforeAll(async () => {
  store = memory([...allCollections, sequences])
  const service = await Effect.runPromise(
    Effect.provideService(makeService({ tokenDigest: digest("t") }), Storage, store)
  )
  const transport = inProcessTransport(service, (effect) => Effect.runPromise(effect))
  const as =
    (prefix: string, headers: Record<string, string>): Send =>
    async (method, path, form) => {
      called.add(idByPath.get(`${method} ${prefix}${path}`)!)
      const { status, text } = await transport({ method, path: prefix + path, query: "", headers, body: form })
      const answer = await text()
      expect(status, answer).toBe(200)
      return JSON.parse(answer)
    }
  operate = as("/control/v1", { authorization: "Bearer t" })
  shop = (await operate("POST", "/shops/shop.json", "name=Events"))["id"]!
  const { exchange, key } = await operate("POST", "/keys/key.json", `shop=${shop}&permission=read-write`)
  send = as("/v1.1", { key: key!, exchange: exchange! })
})

/** The events of each commit since the last call, oldest first. */
const newEvents = async () => {
  const rows = await Effect.runPromise(store.find(shop, records.outbox, { sort: { by: "key" }, limit: 1000 }))
  const fresh: Array<ReadonlyArray<Payload>> = []
  for (const { text } of rows.slice(seen)) {
    const outgoing = records.outbox.decode(text)
    const made = outgoing.events.map((_, n) => Effect.map(payloadOf(shop, outgoing, n, webhook), (payload) => payload!))
    fresh.push(await Effect.runPromise(Effect.provideService(Effect.all(made), Storage, store)))
  }
  seen = rows.length
  for (const { data, type } of fresh.flat()) {
    const declared = Object.values(events).find((one) => one.type === type)!
    Schema.decodeUnknownSync(declared.data as Schema.Codec<unknown>)(data, { onExcessProperty: "error" })
    expect(declared.by.some((id) => called.has(id))).toBe(true)
  }
  called.clear()
  return fresh
}
let seen = 0
const webhook = { id: "0".repeat(24), name: "Test", instance: "5f0c3a2b9e1d4c6a8b7f0123" }
/** The operations that were called since then. */
const called = new Set<string>()
const idByPath = new Map(entries(contract).map(({ endpoint, id }) => [`${endpoint.method} ${pathOf(endpoint)}`, id]))

const placed = async (more: string) => {
  const form = `shipping_flag=not_required&item_id[0][sku]=A&item_id[0][price]=1&item_id[0][quantity]=1&${more}`
  return (await send("POST", "/orders/order.json", `${form}&shipping_method=a&shipping_cost=0&payment_method=a`))[
    "order_id"
  ]!
}
const update = (orderID: string, rest: string) => send("PUT", "/orders/order.json", `orderID=${orderID}&${rest}`)
const types = (commits: Awaited<ReturnType<typeof newEvents>>) =>
  commits.map((events) => events.map(({ type }) => type))

describe("an order's events", () => {
  it("report its creation, with the summary, and its status if that has an event", async () => {
    const orderID = await placed("order_status=1")
    const [events = []] = await newEvents()
    expect(events.map(({ type }) => type)).toEqual([0, 1])
    for (const { data, id_order, orderID: of, status } of events) {
      expect([of, id_order, status]).toEqual([orderID, orderID, 1])
      expect(data).toEqual({
        ...{ orderID, total: 1, status: 1, orderDate: expect.stringMatching(/\+0[12]00$/) },
        iso: { orderDate: expect.any(String) }
      })
    }
    await placed("billing_email=a@example.com")
    expect(types(await newEvents())).toEqual([[101, 0]])
  })

  it("report each change of status once, in the same commit", async () => {
    const orderID = await placed("")
    await newEvents()
    for (const status of [1, 2, 3, 4, 5, 8, 6, 7, 0]) await update(orderID, `status=${status}`)
    expect(types(await newEvents())).toEqual([
      [100, 1],
      [100, 3],
      [100, 2],
      [100],
      [100],
      [100],
      [100],
      [100, 7],
      [100]
    ])
    await update(orderID, "status=0")
    await update(orderID, "status=3&tracking=1")
    await update(orderID, "status=3&tracking=2")
    await send("POST", "/orders/tags.json", `orderID=${orderID}&tags=a`)
    expect(types(await newEvents())).toEqual([[100, 2, 109], [109]])
  })

  it("report the stock that it moved, and its removal", async () => {
    await send("POST", "/products/product.json", "code=A&title=A&price=1&quantity=5")
    await newEvents()
    const orderID = await placed("")
    await update(orderID, "status=7")
    const code = await operate("POST", "/orders/authorization.json", `shop=${shop}&orderID=${orderID}`)
    await send("DELETE", "/orders/order.json", `orderID=${orderID}&authorization_code=${code["authorization_code"]}`)
    expect(types(await newEvents())).toEqual([[0, 103], [100, 7, 103], [104]])
  })

  it("do not report refused calls", async () => {
    await expect(placed("order_status=9")).rejects.toThrow()
    await expect(placed("item_id[1][sku]=A&item_id[1][price]=1&item_id[1][quantity]=9")).rejects.toThrow()
    expect(await newEvents()).toEqual([])
  })
})
