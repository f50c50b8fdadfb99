/**
 * Measures how long after its order a delivery is first attempted, while one receiver in ten refuses connections, does not
 * answer, or fails: with a webhook in each of ten and of a thousand shops, and with a hundred webhooks in one shop.
 */

import { post } from "./post.ts"
import { table } from "./report.ts"
import { Asked, type Server, startServer } from "./server.ts"

const isBrief = process.env["BENCH_BRIEF"] === "1"
const seconds = isBrief ? 1 : 10
/** The deliveries that have not arrived this long after the last order are missing. */
const giveUpMs = 60_000

interface Scenario {
  readonly name: string
  readonly shops: number
  readonly webhooksOfShop: number
  readonly ordersPerSecond: number
  /** What every tenth receiver does, in turn. */
  readonly dead: ReadonlyArray<Dead>
}
type Dead = "refuse" | "hang" | "fail"

const ten = { shops: 10, webhooksOfShop: 1, ordersPerSecond: 200 }
const scenarios: ReadonlyArray<Scenario> = [
  { name: "10 shops, one refuses", ...ten, dead: ["refuse"] },
  { name: "10 shops, one hangs", ...ten, dead: ["hang"] },
  { name: "10 shops, one answers 500", ...ten, dead: ["fail"] },
  {
    name: "one shop, 100 webhooks",
    shops: 1,
    webhooksOfShop: 100,
    ordersPerSecond: 10,
    dead: ["refuse", "hang", "fail"]
  },
  {
    ...{ name: "1,000 shops", shops: isBrief ? 20 : 1000, webhooksOfShop: 1, ordersPerSecond: 200 },
    dead: ["refuse", "hang", "fail"]
  }
]

export const lateness = async (): Promise<void> => {
  const rows: Array<ReadonlyArray<string>> = []
  for (const scenario of scenarios) {
    const server = await startServer("sqlite", 0, ["--no-throttle", "--allow-private-urls"], true)
    const receivers = await Asked.start("receivers.ts", [])
    rows.push([scenario.name, ...(await measured(scenario, server, receivers))])
    await server.stop()
    await receivers.stop()
  }
  table(
    `first attempts after the answer to their order, sqlite, ${seconds} s, one receiver in ten is dead`,
    ["", "orders a second", "deliveries", "missing", "p50", "p99", "p99 of a turn"],
    rows
  )
}

interface Shop {
  readonly headers: Readonly<Record<string, string>>
  /** The paths of its receivers that answer. */
  readonly live: ReadonlyArray<string>
}

const measured = async (scenario: Scenario, server: Server, receivers: Asked): Promise<ReadonlyArray<string>> => {
  const shops: Array<Shop> = []
  for (let n = 0; n < scenario.shops; n++) shops.push(await shopOf(scenario, n, server, receivers.url))
  await server.watch()
  const begun = performance.now()
  const answeredAt = await ordered(scenario, server, shops)
  const perSecond = (answeredAt.size * 1000) / (performance.now() - begun)
  const expected = [...answeredAt].flatMap(([order, { shop }]) => shop.live.map((path) => `${path} ${order}`))
  const arrivedAt = await arrivals(receivers, expected)
  const { p99 } = await server.watch()
  const waits = expected.flatMap((name) => {
    const at = arrivedAt.get(name)
    return at === undefined ? [] : [Math.max(0, at - answeredAt.get(name.split(" ")[1]!)!.at)]
  })
  waits.sort((a, b) => a - b)
  const at = (part: number) => `${(waits[Math.floor(waits.length * part)] ?? Number.NaN).toFixed(0)} ms`
  const missing = expected.length - waits.length
  return [perSecond.toFixed(0), String(expected.length), String(missing), at(0.5), at(0.99), `${p99.toFixed(0)} ms`]
}

/** When each order was answered. */
const ordered = async ({ ordersPerSecond }: Scenario, server: Server, shops: ReadonlyArray<Shop>) => {
  const answered = new Map<string, { readonly shop: Shop; readonly at: number }>()
  const all: Array<Promise<void>> = []
  const begun = performance.now()
  for (let n = 0; n < seconds * ordersPerSecond; n++) {
    const dueMs = (n * 1000) / ordersPerSecond - (performance.now() - begun)
    if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs))
    const shop = shops[n % shops.length]!
    const one = post<{ readonly order_id: string }>(`${server.url}/v1.1/orders/order.json`, shop.headers, order)
    all.push(one.then(({ order_id }) => void answered.set(order_id, { shop, at: Date.now() })))
  }
  await Promise.all(all)
  return answered
}

const arrivals = async (receivers: Asked, expected: ReadonlyArray<string>): Promise<ReadonlyMap<string, number>> => {
  const endMs = performance.now() + giveUpMs
  for (;;) {
    const { first } = await receivers.ask<{ readonly first: ReadonlyArray<readonly [string, number]> }>({ first: true })
    const found = new Map(first)
    if (expected.every((name) => found.has(name)) || performance.now() > endMs) return found
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Makes a shop and its webhooks. */
const shopOf = async ({ dead, webhooksOfShop }: Scenario, n: number, server: Server, url: string): Promise<Shop> => {
  const operator = { authorization: server.headers["authorization"]! }
  const made = await post<{ readonly id: string }>(`${server.url}/control/v1/shops/shop.json`, operator, {
    name: "Bench"
  })
  const keys = { shop: made.id, permission: "read-write" }
  const { exchange, key } = await post<Record<"exchange" | "key", string>>(
    `${server.url}/control/v1/keys/key.json`,
    operator,
    keys
  )
  const live: Array<string> = []
  for (let at = 0; at < webhooksOfShop; at++) {
    const number = n * webhooksOfShop + at
    const how = number % 10 === 0 ? dead[(number / 10) % dead.length] : undefined
    const path = `/${how ?? "live"}/${number}`
    if (how === undefined) live.push(path)
    const to = how === "refuse" ? `http://127.0.0.1:1${path}` : url + path
    await post(`${server.url}/v1.1/webhook/webhook.json`, { exchange, key }, { url: to, type: 0, name: path })
  }
  return { headers: { exchange, key }, live }
}

const order = {
  ...{ shipping_flag: "not_required", item_id: [{ sku: "MUG", price: 10, quantity: 1 }] },
  ...{ shipping_method: "Courier", shipping_cost: 0, payment_method: "paypal" }
}
