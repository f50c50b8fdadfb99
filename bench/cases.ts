/** The everyday calls on 100,000 demo orders, each alternated with its unit of comparison in the same run. */
import { type Load, type Measured, send } from "./load.ts"
import { median, table } from "./report.ts"
import { type Server, type StoreName, startServer, startUnit, stores } from "./server.ts"

const seconds = 4
const rounds = 3
const orders = 100_000

const form = { "content-type": "application/x-www-form-urlencoded" }
type Case = readonly [name: string, size: number, load: Load]

/** Lists and details against a bare Fastify that sends a fixed body of the same size. */
export const reads = (): Promise<void> =>
  onEachStore(
    "reads, as a ratio of a bare Fastify that sends a body of the same size",
    async (server) => {
      const list = "/v1.1/orders/list.json?status=3&limit=10"
      const ids = await someOrders(server)
      const detail = (id: string) => `/v1.1/orders/order.json?orderID=${id}`
      return [
        [
          "list of 10 by status",
          await sizeOf(server, list),
          { method: "GET", headers: server.headers, requests: [{ path: list }] }
        ],
        [
          "order detail",
          await sizeOf(server, detail(ids[0]!)),
          { method: "GET", headers: server.headers, requests: ids.map((id) => ({ path: detail(id) })) }
        ]
      ]
    },
    "read"
  )

/** Orders and stock against a bare Fastify that writes one document of the same size in group commit. */
export const writes = (): Promise<void> =>
  onEachStore(
    "writes, as a ratio of a bare Fastify that writes one document of the same size in group commit",
    async (server) => {
      const skus = await fillStock(server)
      const [id = ""] = await someOrders(server)
      const size = await sizeOf(server, `/v1.1/orders/order.json?orderID=${id}`)
      const headers = { ...server.headers, ...form }
      return [
        [
          "create order, 5 items",
          size,
          { method: "POST", headers, requests: carts(skus).map((body) => ({ path: "/v1.1/orders/order.json", body })) }
        ],
        [
          "stock increment",
          150,
          {
            method: "PUT",
            headers,
            requests: skus.map(({ child, sku }) => ({
              path: "/v1.1/inventory/patchInventory.json",
              body: `sku=${encodeURIComponent(sku)}&quantity=1&is_child=${child}`
            }))
          }
        ]
      ]
    },
    "write"
  )

const onEachStore = async (
  title: string,
  casesOf: (server: Server) => Promise<ReadonlyArray<Case>>,
  unit: "read" | "write"
): Promise<void> => {
  const rows: Array<ReadonlyArray<string>> = []
  for (const store of Object.keys(stores) as ReadonlyArray<StoreName>) {
    const server = await startServer(store, orders)
    for (const [name, size, load] of await casesOf(server))
      rows.push([`${name}, ${store}`, ...(await compare(server, size, load, unit))])
    rows.push([`memory afterwards, ${store}`, "", "", "", "", `${server.memory().toFixed(0)} MB`])
    await server.stop()
  }
  table(title, ["case", "ratio", "per second", "unit", "p50", "p99"], rows)
}

const compare = async (
  server: Server,
  size: number,
  load: Load,
  kind: "read" | "write"
): Promise<ReadonlyArray<string>> => {
  const unit = await startUnit(size, size)
  const bare: Load = {
    method: load.method,
    headers: load.headers,
    requests: [{ path: `/${kind}`, ...(load.requests[0]!.body === undefined ? {} : { body: load.requests[0]!.body }) }]
  }
  await send(unit.url, bare, 1)
  await send(server.url, load, 2)
  const runs: Array<{ readonly ours: Measured; readonly unit: Measured }> = []
  for (let round = 0; round < rounds; round++)
    runs.push({ unit: await send(unit.url, bare, seconds), ours: await send(server.url, load, seconds) })
  await unit.stop()
  const of = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick))
  return [
    of(({ ours, unit }) => ours.perSecond / unit.perSecond).toFixed(2),
    of(({ ours }) => ours.perSecond).toFixed(0),
    of(({ unit }) => unit.perSecond).toFixed(0),
    `${of(({ ours }) => ours.p50).toFixed(2)} ms`,
    `${of(({ ours }) => ours.p99).toFixed(2)} ms`
  ]
}

/** A JSON answer of the server; anything but 200 ends the run. */
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

/** A thousand order numbers from all over the shop's history. */
const someOrders = async (server: Server): Promise<ReadonlyArray<string>> => {
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

/** Fifty SKUs, each with stock for any number of orders. */
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
      `${kind}_fullname=Anna+Rossi&${kind}_email=buyer${n % 40}%40example.com&${kind}_address=Via+Roma+1&${kind}_phone=0212345&${kind}_city=Milano&${kind}_postal_code=20121&${kind}_state=MI&${kind}_country=IT`
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
