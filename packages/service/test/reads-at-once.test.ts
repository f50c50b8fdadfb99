/** Tests which reads of a call begin at once, on a store in another process that cannot tell what changed, as MongoDB. */
import { type Adapter, Storage } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Effect, ManagedRuntime } from "effect"
import { afterEach, beforeEach, expect, it } from "vitest"
import { allCollections } from "../src/collections.ts"
import { digest } from "../src/engine/ids.ts"
import { inProcessTransport } from "../src/in-process.ts"
import { makeService } from "../src/service.ts"

type Send = (method: "GET" | "POST" | "DELETE", path: string, parameters?: object) => Promise<Answered>
type Answered = { readonly status: number; readonly json: { readonly id: string } & Record<string, string> }

/** The collections that are read, in order; `|` stands where the loop turned. */
let reads: Array<string>
let runtime: ManagedRuntime.ManagedRuntime<Storage, unknown>
/** Two servers of one store. */
let one: Send
let other: Send

beforeEach(async () => {
  runtime = ManagedRuntime.make(adapters[0]!.open("", allCollections))
  const { revision: _, ...blind } = await runtime.runPromise(Storage)
  reads = []
  const find: Adapter["find"] = (shop, collection, query) =>
    Effect.callback((resume) => {
      reads.push(collection.name)
      setImmediate(() => {
        if (reads.at(-1) !== "|") reads.push("|")
        resume(blind.find(shop, collection, query))
      })
    })
  const run = <A, E>(effect: Effect.Effect<A, E, Storage>) =>
    Effect.runPromise(Effect.provideService(effect, Storage, { ...blind, find }))
  let pair = {}
  const server = async (): Promise<Send> => {
    const transport = inProcessTransport(
      await run(makeService({ tokenDigest: digest("token"), workbench: true, throttle: false })),
      run
    )
    return async (method, path, parameters = {}) => {
      const sent = new URLSearchParams(parameters as Record<string, string>).toString()
      const isRead = method === "GET"
      const headers = { authorization: "Bearer token", ...pair }
      const form = { "content-type": "application/x-www-form-urlencoded" }
      const { status, text } = await transport({
        ...{ method, path, query: isRead ? sent : "", headers: { ...headers, ...form } },
        body: isRead ? undefined : sent
      })
      return { status, json: JSON.parse(await text()) }
    }
  }
  ;[one, other] = [await server(), await server()]
  const shop = await one("POST", "/control/v1/shops/shop.json", { name: "Bottega" })
  const keys = { shop: shop.json.id, permission: "read-write", label: "ours" }
  const { exchange, key } = (await one("POST", "/control/v1/keys/key.json", keys)).json
  pair = { key, exchange }
})

afterEach(() => runtime.dispose())

const list = "/v1.1/orders/list.json"

/** The reads of a call before it is decided. */
const admitting = async (send: Send): Promise<string> => {
  reads.length = 0
  expect((await send("GET", list)).status).toBe(200)
  return reads.slice(0, reads.indexOf("orders")).join(" ")
}

it("no rule costs no turn: whether one was added is read together with the caller", async () => {
  await admitting(one)
  await admitting(one)
  expect(await admitting(one)).toBe("keysets shops additions |")
})

it("a rule holds at once on every server, and costs nothing once it is removed", async () => {
  for (const send of [one, other]) await admitting(send)
  const { id } = (await one("POST", "/control/v1/faults/fault.json", { operation: "orders.list", status: "503" })).json
  for (const send of [one, other]) expect((await send("GET", list)).status).toBe(503)
  await other("DELETE", "/control/v1/faults/fault.json", { id })
  for (const send of [one, other]) {
    await admitting(send)
    expect(await admitting(send)).toBe("keysets shops additions |")
  }
})

it("the stock and the buyer of an order are read at once", async () => {
  await one("POST", "/v1.1/products/product.json", { code: "MUG", title: "Mug", price: "10", quantity: "5" })
  const item = { "item_id[0][sku]": "MUG", "item_id[0][price]": "10", "item_id[0][quantity]": "1" }
  const person = { fullname: "Anna Rossi", email: "anna@example.com", address: "Via Roma 1", phone: "0212345" }
  const place = { city: "Milano", postal_code: "20121", state: "MI", country: "IT" }
  const fields = Object.entries({ ...person, ...place })
  const order = {
    ...{ ...item, shipping_method: "courier", shipping_cost: "5.50", payment_method: "paypal" },
    ...Object.fromEntries(
      ["delivery", "billing"].flatMap((of) => fields.map(([name, value]) => [`${of}_${name}`, value]))
    )
  }
  reads.length = 0
  expect((await one("POST", "/v1.1/orders/order.json", order)).status).toBe(200)
  expect(reads.join(" ")).toContain("| inventory customers |")
})
