/**
 * One caller takes as much of a server as it can, and the effect on another key set is measured: its 99th percentile
 * before and during the attack, and its refusals. The other one sends a request every few milliseconds.
 */
import { setTimeout } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import type { Attack } from "./attack.ts"
import type { Server } from "./process.ts"
import { openShop, orderOf, type Shop, wireOf } from "./shop.ts"
import type { Wire } from "./wire.ts"

/** How many connections each attack opens, and how many requests are measured. */
export interface Starving {
  readonly bodies: number
  readonly headers: number
  readonly readers: number
  readonly asked: number
}

/** The effect of an attack on another key set, in milliseconds. */
export interface Starved {
  readonly attack: string
  readonly connections: number
  readonly idle: number
  readonly during: number
  /** The longest of its requests during the attack. */
  readonly longest: number
  /** Its requests with another answer than 200. */
  readonly refused: number
}

/** Runs each attack on a server that is otherwise idle. */
export const starve = async (server: Server, sizes: Starving, onResult: (starved: Starved) => void): Promise<void> => {
  const attacker = await openShop(server, { products: { ANY: 10 ** 9 } })
  const other = await openShop(server, { products: { ANY: 10 ** 9 } })
  const wires = [wireOf(server, attacker), wireOf(server, other)] as const
  try {
    for (const wire of wires) await fill(wire)
    // The first requests of a process are slow for other reasons.
    await measure(wires[1], sizes.asked)
    for (const [name, attack] of Object.entries(attacksOf(server, attacker, sizes)))
      onResult({ attack: name, connections: attack.connections, ...(await under(attack, wires[1], sizes.asked)) })
  } finally {
    for (const wire of wires) wire.close()
  }
}

/** One line for the README. */
export const starvedLine = ({ attack, connections, during, idle, longest, refused }: Starved): string =>
  `starve: ${connections.toLocaleString("en")} ${attack}: p99 of another key set ${(during / idle).toFixed(1)} × its idle one ` +
  `(${during.toFixed(1)} against ${idle.toFixed(1)} ms, longest ${longest.toFixed(0)}), ${refused} refused`

/** What is wrong with it, if anything; the limits on time only hold on an idle machine. */
export const wrongIn = ({ attack, during, idle, refused }: Starved): ReadonlyArray<string> => [
  ...(refused === 0 ? [] : [`${refused} requests of another key set were refused under ${attack}`]),
  ...(during < 3 * idle
    ? []
    : [`the p99 of another key set was ${(during / idle).toFixed(1)} × its idle one under ${attack}`])
]

const attacksOf = (
  { url }: Server,
  { headers: { exchange, key } }: Shop,
  { bodies, headers, readers }: Starving
): Readonly<Record<string, Attack>> => {
  const port = Number(new URL(url).port)
  const head = (line: string, more = "") =>
    `${line} HTTP/1.1\r\nHost: a\r\nkey: ${key}\r\nexchange: ${exchange}\r\n${more}\r\n`
  const change = (length: number) => head("PUT /v1.1/inventory/patchInventory.json", `Content-Length: ${length}\r\n`)
  return {
    "slow bodies": { port, connections: bodies, text: `${change(1000)}sku=`, drip: "A", reads: true },
    "slow headers": {
      ...{ port, connections: headers, drip: "a", reads: true },
      text: "GET /v1.1/orders/list.json HTTP/1.1\r\nHost: a\r\nx: "
    },
    "slow readers": {
      ...{ port, connections: readers, drip: "", reads: false },
      text: head("GET /v1.1/orders/list.json?limit=1000").repeat(10)
    },
    "heaviest body": { port, connections: 1, text: `${change(heaviest.length)}${heaviest}`, drip: "", reads: true }
  }
}

/** As many parameters as a body may have, in as many bytes. */
const heaviest = Array.from({ length: 9999 }, (_, n) => `item[${n}][a][b]=${"x".repeat(180)}`)
  .join("&")
  .slice(0, 2 * 1024 * 1024)

const under = async (attack: Attack, wire: Wire, asked: number) => {
  const idle = await measure(wire, asked)
  const worker = new Worker(new URL("./attack.ts", import.meta.url), { workerData: attack })
  await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject))
  const { longest, p99, refused } = await measure(wire, asked)
  await worker.terminate()
  // Time for the server to notice that the connections are closed.
  await setTimeout(500)
  return { idle: idle.p99, during: p99, longest, refused }
}

const measure = async (wire: Wire, asked: number) => {
  const took: Array<number> = []
  let refused = 0
  for (let request = 0; request < asked; request++) {
    const began = performance.now()
    const answer = await wire.send(requests[request % requests.length]!)
    took.push(performance.now() - began)
    if (answer?.status !== 200) refused++
    await setTimeout(3)
  }
  took.sort((a, b) => a - b)
  return { p99: took[Math.ceil(took.length * 0.99) - 1]!, longest: took.at(-1)!, refused }
}

const requests = [
  { method: "GET", path: "/v1.1/orders/list.json", form: { status: 0, limit: 10 } },
  { method: "PUT", path: "/v1.1/inventory/patchInventory.json", form: { sku: "ANY", quantity: 1 } }
] as const

const fill = async (wire: Wire): Promise<void> => {
  const order = { method: "POST", path: "/v1.1/orders/order.json", form: orderOf({ ANY: 1 }) } as const
  const made = await Promise.all(Array.from({ length: 300 }, () => wire.send(order)))
  const wrong = made.find((answer) => answer?.status !== 200)
  if (wrong !== undefined) throw new Error(`An order was not made: ${wrong?.text}`)
}
