/** A large shop, the heaviest call of each kind on it, and a valid call of every operation. */
import { type Entry, pathOf } from "@bottega/domain/contract"
import { subjectOf } from "../areas.ts"
import { openStage } from "../fuzz/stage.ts"
import { callerOf } from "../sample.ts"
import type { Store } from "../surface.ts"
import type { Server } from "./process.ts"
import { orderOf, type Shop } from "./shop.ts"
import type { Wire, WireRequest } from "./wire.ts"

/** The sizes of a shop. */
export interface Volume {
  readonly orders: number
  readonly customers: number
  readonly points: number
}

/** A call that an attacker repeats. */
export interface Heavy {
  readonly name: string
  readonly as: "shop" | "operator"
  readonly request: WireRequest
}

/** Fills a shop to these sizes. */
export const fill = async (wire: Wire, { customers, orders, points }: Volume): Promise<void> => {
  await make(wire, orders, (at) => ({
    ...{ method: "POST", path: "/v1.1/orders/order.json" },
    form: orderOf({ ANY: 1 }, { billing_email: at % 2 === 0 ? person : `buyer${at % 40}@customers.example` })
  }))
  await make(wire, customers, (at) => ({
    ...{ method: "POST", path: "/v1.1/clients/client.json" },
    form: { email: `client${at}@customers.example`, fullname: `Person ${at}`, register: at % 2 }
  }))
  await make(wire, points, (at) => ({
    ...{ method: "POST", path: "/v1.1/storelocator/point.json" },
    form: { name: `Point ${at}`, address: `Via Roma ${at}`, geo: { lat: 41 + (at % 200) / 200, long: 12 + at / 9000 } }
  }))
}

/** The person to whom half of all orders belong. */
const person = "person0@customers.example"

const make = async (wire: Wire, count: number, one: (at: number) => WireRequest): Promise<void> => {
  for (let at = 0; at < count; at += 50) {
    const some = Array.from({ length: Math.min(50, count - at) }, (_, more) => wire.send(one(at + more)))
    const wrong = (await Promise.all(some)).find((answer) => answer?.status !== 200)
    if (wrong !== undefined) throw new Error(`The shop could not be filled: ${wrong.text}`)
  }
}

const get = (name: string, path: string, form: object): Heavy => ({
  ...{ name, as: "shop" },
  request: { method: "GET", path: `/v1.1${path}`, form }
})

/** The heaviest call of each kind on a shop that was filled. */
export const heaviestOf = ({ id }: Shop): ReadonlyArray<Heavy> => {
  const nodes = "billing.fullname,billing.email,delivery.email,delivery.fullname,short_id,tags"
  const lines = Array.from({ length: 1600 }, () => ({ sku: "ANY", quantity: 1, price: 10 }))
  return [
    get("lists of 1,000 orders", "/orders/list.json", { limit: 1000, nodes }),
    get("filters that find nothing", "/orders/list.json", { "billing.email": person, tags: "none", limit: 1000 }),
    get("lists of changed orders", "/orders/orders_filter.json", { updated_from: 0, nodes }),
    get("lists far behind", "/orders/list.json", { skip: 100_000_000, limit: 1000 }),
    get("searches of all points by distance", "/storelocator/list.json", {
      near: { lat: 41.5, long: 12.2 },
      radius_km: 500
    }),
    get("lists of all customers", "/clients/list.json", {}),
    {
      ...{ name: "exports of a person", as: "operator" },
      request: { method: "GET", path: "/control/v1/customers/data.json", form: { shop: id, email: person } }
    },
    {
      ...{ name: "changes of all customers", as: "shop" },
      request: { method: "PUT", path: "/v1.1/clients/batchTags.json", form: { email: ["*"], tags: ["spring"] } }
    },
    {
      ...{ name: "orders of 1,600 lines", as: "shop" },
      request: { method: "POST", path: "/v1.1/orders/order.json", form: { ...orderOf({ ANY: 1 }), item_id: lines } }
    },
    {
      ...{ name: "bodies of 10,000 parameters", as: "shop" },
      request: {
        ...{ method: "PUT", path: "/v1.1/inventory/patchInventory.json" },
        form: { item: Array.from({ length: 9999 }, () => "x".repeat(180)) }
      }
    }
  ]
}

/**
 * A valid call of each of these operations, on a shop with every module. Operations on resources that nothing creates
 * yet are left out.
 */
export const callsOf = async (
  server: Server,
  operations: ReadonlyArray<Entry>
): Promise<ReadonlyArray<Heavy & { readonly headers: Readonly<Record<string, string>> }>> => {
  // The server does its background work by itself.
  const opened = async () => ({ ...(await openStage(server)).clients, work: async () => {} })
  const clients = await opened()
  const store = { ...clients, withShop: opened }
  const all = []
  for (const entry of operations) {
    const subject = subjectOf(entry)
    // The server is not for development.
    if (subject.unmade !== undefined || entry.endpoint.workbench) continue
    const { method } = entry.endpoint
    const form = await subject.given(store as unknown as Store)
    // An attacker's files cost what their bytes do, which the fuzzer sends; here calls are repeated as texts.
    if (entry.endpoint.upload) {
      console.log(`not repeated: ${entry.id}, which takes a file`)
      continue
    }
    const as = callerOf(entry) === "operator" ? ("operator" as const) : ("shop" as const)
    const { exchange, key } = clients.pairs.api
    const headers: Readonly<Record<string, string>> =
      as === "operator" ? { authorization: `Bearer ${server.token}` } : { key, exchange }
    all.push({ name: entry.id, as, headers, request: { method, path: pathOf(entry.endpoint), form } as WireRequest })
  }
  return all
}
