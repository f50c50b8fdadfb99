/** Measures how long each reading operation blocks the event loop of a shop with a million orders, and its memory. */
import { ask } from "./calls.ts"
import { table } from "./report.ts"
import { type Server, type StoreName, startServer, type Watched } from "./server.ts"

const sizes: Readonly<Record<StoreName, number>> = { memory: 1_000_000, sqlite: 1_000_000, mongo: 100_000 }

/** Milliseconds that no turn of the event loop may take on an idle machine. */
const maxTurnMs = 50

export const holds = async (): Promise<void> => {
  for (const store of Object.keys(sizes) as ReadonlyArray<StoreName>) {
    const server = await startServer(store, sizes[store], ["--no-throttle"], true)
    const rows: Array<ReadonlyArray<string>> = []
    for (const [name, path] of await questions(server, sizes[store]))
      rows.push([name, ...(await measured(server, path))])
    await server.stop()
    table(
      `the longest turn of the event loop, ${store}, ${sizes[store].toLocaleString("en")} orders; ${maxTurnMs} ms is the limit`,
      ["operation", "status", "work in a turn", "longest turn", "duration", "answer", "memory grew by"],
      rows
    )
  }
}

/** Each is sent several times, because a garbage collection lengthens its turn. */
const tries = 3

const measured = async (server: Server, path: string): Promise<ReadonlyArray<string>> => {
  const watched: Array<Watched> = []
  let [status, bytes, ms] = [0, 0, 0]
  const { rss } = await server.watch()
  for (let n = 0; n < tries && ms < 10_000; n++) {
    const begun = performance.now()
    const response = await fetch(server.url + path, { headers: { ...server.headers } })
    status = response.status
    bytes = 0
    for await (const piece of response.body!) bytes += piece.length
    ms = performance.now() - begun
    watched.push(await server.watch())
  }
  const hold = Math.max(...watched.map((one) => one.hold))
  const busy = Math.max(...watched.map((one) => one.busy))
  const peak = Math.max(...watched.map((one) => one.peak))
  return [
    String(status),
    `${busy.toFixed(0)} ms${busy > maxTurnMs ? " !" : ""}`,
    `${hold.toFixed(0)} ms`,
    `${ms.toFixed(0)} ms`,
    `${(bytes / 1024).toFixed(0)} KB`,
    `${Math.max(0, (peak - rss) / 1024 / 1024).toFixed(0)} MB`
  ]
}

type Question = readonly [name: string, path: string]

/** Every reading operation in its simplest form, and then the most expensive forms. */
const questions = async (server: Server, orders: number): Promise<ReadonlyArray<Question>> => {
  const known = await parameters(server)
  const { paths }: Described = JSON.parse(await (await fetch(`${server.url}/openapi.json`)).text())
  const plain = Object.entries(paths).flatMap(([path, { get }]): ReadonlyArray<Question> => {
    if (get === undefined) return []
    const asked = [...known].filter(([name]) => get.parameters?.some((parameter) => parameter.name === name))
    return [[path, `${path}?${new URLSearchParams(asked)}`]]
  })
  return [...plain, ...worst(known, orders)]
}

/** The part of the server's OpenAPI document that is read. */
interface Described {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly parameters?: ReadonlyArray<{ readonly name: string }> } }>
  >
}

/** Parameters that name existing documents. */
const parameters = async (server: Server): Promise<URLSearchParams> => {
  const read = async (path: string): Promise<any> => (await ask(server, path)).json()
  const [order] = await read("/v1.1/orders/list.json?limit=1&nodes=billing.email")
  const [product] = await read("/v1.1/products/paginated_list.json?limit=1")
  const [group] = await read("/v1.1/customergroup/list.json")
  return new URLSearchParams({
    orderID: order.orderID,
    uid: product.uid,
    email: order.billing.email,
    ...(group === undefined ? {} : { id: group.id }),
    shop: server.shop,
    updated_from: "1"
  })
}

const worst = (known: URLSearchParams, orders: number): ReadonlyArray<Question> => {
  const list = "/v1.1/orders/list.json?"
  const now = Math.floor(Date.now() / 1000)
  const many = Array.from({ length: 400 }, (_, n) => `orderID[]=1_${n.toString(16).padStart(13, "0")}`).join("&")
  const email = encodeURIComponent(known.get("email") ?? "")
  return [
    ["list, limit=1000", `${list}limit=1000&nodes=tags,billing.email`],
    [`list, skip=${orders - 10}`, `${list}skip=${orders - 10}`],
    [`list by status, skip=${orders / 10}`, `${list}status=3&skip=${orders / 10}`],
    ["list by status and a tag that are never together", `${list}status=0&tags=fragile,gift`],
    ["list by two words", `${list}billing.fullname=Anna+Rossi`],
    ["list by two words that many have, skip=5000", `${list}billing.fullname=Anna+Maria&skip=5000`],
    ["list by status and word, to the end", `${list}status=6&billing.fullname=Rossi&limit=1000&skip=100000`],
    ["list by status, tag and time, to the end", `${list}status=4&tags=gift&from=1&to=${now}&skip=500000`],
    ["list by 400 unknown numbers", `${list}${many}`],
    ["list by email and status", `${list}billing.email=${email}&status=0`],
    [
      "changes of a year that is over",
      `/v1.1/orders/orders_filter.json?updated_from=1&updated_to=${now - 86_400 * 365}`
    ],
    ["changes of five minutes", `/v1.1/orders/orders_filter.json?updated_from=${now - 300}`],
    ["products, page=100000", "/v1.1/products/paginated_list.json?page=100000&limit=1000"],
    ["products with everything", "/v1.1/products/list.json?nodes=description,categories,tags,unlimited,brandUID"],
    ["a coupon with its uses", `/v1.1/coupons/coupon.json?uid=1&nodes=usage`]
  ]
}
