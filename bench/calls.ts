/** The everyday calls on a demo shop. */
import type { Load } from "./load.ts"
import type { Server } from "./server.ts"

/** A call, its requests, and roughly how many bytes it reads or writes. */
export interface Case {
  readonly name: string
  readonly size: number
  readonly load: Load
}

const form = { "content-type": "application/x-www-form-urlencoded" }
const list = "/v1.1/orders/list.json?status=3&limit=10"
const detail = (id: string) => `/v1.1/orders/order.json?orderID=${id}`

/** The calls that read; `orders` is the number of orders in the shop. */
export const reading = async (server: Server, orders: number): Promise<ReadonlyArray<Case>> => {
  const ids = await someOrders(server, orders)
  const get = (paths: ReadonlyArray<string>): Load => ({
    method: "GET",
    headers: server.headers,
    requests: paths.map((path) => ({ path }))
  })
  return [
    { name: "list of 10 by status", size: await sizeOf(server, list), load: get([list]) },
    { name: "order detail", size: await sizeOf(server, detail(ids[0]!)), load: get(ids.map(detail)) }
  ]
}

/** The calls that write; from then on the shop writes no messages, as what it is compared with does not. */
export const writing = async (server: Server, orders: number): Promise<ReadonlyArray<Case>> => {
  await writeMessages(server, false)
  const skus = await fillStock(server)
  const [id = ""] = await someOrders(server, orders)
  const headers = { ...server.headers, ...form }
  const created = carts(skus).map((body) => ({ path: "/v1.1/orders/order.json", body }))
  const increments = skus.map(({ child, sku }) => ({
    path: "/v1.1/inventory/patchInventory.json",
    body: `sku=${encodeURIComponent(sku)}&quantity=1&is_child=${child}`
  }))
  return [
    {
      name: "create order, 5 items",
      size: await sizeOf(server, detail(id)),
      load: { method: "POST", headers, requests: created }
    },
    { name: "stock increment", size: 150, load: { method: "PUT", headers, requests: increments } }
  ]
}

/** Says whether the demo shop writes to itself and to its buyers about its orders. */
export const writeMessages = async (server: Server, is: boolean): Promise<void> => {
  const emails = is ? "emails[]=shop%40bottega.example" : "emails="
  await ask(server, "/control/v1/shops/shop.json", {
    method: "PUT",
    headers: form,
    body: `id=${server.shop}&${emails}&mail_customers=${is ? 1 : 0}`
  })
}

/** Makes one order of each buyer of these calls, so that later ones find their customers. */
export const makeBuyers = async (server: Server, { load }: Case): Promise<void> => {
  for (const { body, path } of load.requests.slice(0, buyers))
    await (await ask(server, path, { method: load.method, headers: load.headers, body: body! })).text()
}
const buyers = 40

/** A JSON answer of the server; any status but 200 ends the run. */
export const ask = async (
  server: Pick<Server, "headers" | "url">,
  path: string,
  init: RequestInit = {}
): Promise<Response> => {
  const response = await fetch(server.url + path, {
    ...init,
    headers: { ...server.headers, ...(init.headers as Record<string, string> | undefined) }
  })
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

const sizeOf = async (server: Server, path: string): Promise<number> => (await (await ask(server, path)).text()).length

/** A thousand order ids from the whole history of the shop. */
const someOrders = async (server: Server, orders: number): Promise<ReadonlyArray<string>> => {
  const pages = Array.from(
    { length: 10 },
    (_, n) => `/v1.1/orders/list.json?limit=100&skip=${Math.floor((n * orders) / 10)}`
  )
  const found = await Promise.all(
    pages.map(async (path) => (await (await ask(server, path)).json()) as ReadonlyArray<{ orderID: string }>)
  )
  return found.flat().map(({ orderID }) => orderID)
}

interface Sku {
  readonly sku: string
  readonly child: 0 | 1
}

/** Fifty SKUs with enough stock for any number of orders. */
const fillStock = async (server: Server): Promise<ReadonlyArray<Sku>> => {
  const items = (await (await ask(server, "/v1.1/inventory/list.json")).json()) as ReadonlyArray<{
    readonly sku: string
    readonly unlimited: boolean
    readonly has_child: boolean
    readonly childs?: ReadonlyArray<{ readonly sku: string }>
  }>
  const skus = items
    .filter(({ unlimited }) => !unlimited)
    .flatMap(
      ({ childs = [], has_child, sku }): ReadonlyArray<Sku> =>
        has_child ? childs.map((one) => ({ sku: one.sku, child: 1 })) : [{ sku, child: 0 }]
    )
    .slice(0, 50)
  const body = skus
    .map(
      ({ child, sku }) =>
        `stage[${encodeURIComponent(sku)}][quantity]=100000000&stage[${encodeURIComponent(sku)}][is_child]=${child}`
    )
    .join("&")
  await ask(server, "/v1.1/inventory/batchInventory.json", { method: "PUT", headers: form, body })
  return skus
}

const carts = (skus: ReadonlyArray<Sku>): ReadonlyArray<string> =>
  Array.from({ length: 200 }, (_, n) => {
    const address = (kind: string) =>
      `${kind}_fullname=Anna+Rossi&${kind}_email=buyer${n % buyers}%40example.com&${kind}_address=Via+Roma+1&${kind}_phone=0212345&${kind}_city=Milano&${kind}_postal_code=20121&${kind}_state=MI&${kind}_country=IT`
    const items = Array.from({ length: 5 }, (_, line) => {
      const { sku } = skus[(n * 5 + line) % skus.length]!
      return `item_id[${line}][sku]=${encodeURIComponent(sku)}&item_id[${line}][price]=19.90&item_id[${line}][quantity]=1&item_id[${line}][title]=Article`
    })
    return [
      address("delivery"),
      address("billing"),
      ...items,
      "shipping_method=courier&shipping_cost=5.50&payment_method=paypal"
    ].join("&")
  })
