/**
 * One caller takes as much of a server as it can, and the effect on two others is measured: a key set of another shop, and
 * another key set of the same shop. Each sends a request every few milliseconds, and so does a supervisor.
 */
import { readFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import type { Entry } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import type { Attack } from "./attack.ts"
import { callsOf, fill, type Heavy, heaviestOf, type Volume } from "./heaviest.ts"
import type { Server } from "./process.ts"
import { openShop, operatorOf, orderOf, type Shop, wireOf } from "./shop.ts"
import { Wire, type WireRequest } from "./wire.ts"

/** How many connections each attack opens, how many requests are measured, and what the attacked shop has. */
export interface Starving extends Volume {
  readonly bodies: number
  readonly headers: number
  readonly readers: number
  /** Connections that repeat a call. */
  readonly callers: number
  /** Requests of each of the others that are measured, under the heaviest calls and under each operation. */
  readonly asked: number
  readonly askedOfEach: number
  readonly operations: ReadonlyArray<Entry>
}

/** The effect of an attack on the others, in milliseconds. */
export interface Starved {
  readonly attack: string
  readonly connections: number
  readonly idle: number
  /** The higher 99th percentile of the two. */
  readonly during: number
  /** The longest of their requests during the attack. */
  readonly longest: number
  /** Their requests with another answer than 200. */
  readonly refused: number
  /** The 99th percentile of what the server's main thread computed between their requests and answers, where the system says it. */
  readonly work: number
  /** The longest request of the supervisor. */
  readonly health: number
  /** Answers that the attacker got; undefined if it repeats nothing. */
  readonly answers: number | undefined
}

/** The limits of what an attack may do to others, in milliseconds. */
const maxMs = { during: 50, health: 100 }

/** Runs each attack on a server that is otherwise idle. */
export const starve = async (server: Server, sizes: Starving, onResult: (starved: Starved) => void): Promise<void> => {
  const attacker = await openShop(server, { products: { ANY: 10 ** 9, OWN: 10 ** 9 } })
  const other = await openShop(server, { products: { ANY: 10 ** 9, OWN: 10 ** 9 } })
  const beside = await operatorOf(server).keys.create({ shop: attacker.id, permission: "read-write" })
  const wires = [attacker, other, { headers: beside }].map((one) => wireOf(server, one as Shop))
  const [own, ...others] = wires as [Wire, ...Array<Wire>]
  const supervisor = new Wire(server.url, {})
  try {
    await fill(own, sizes)
    await fill(others[0]!, { orders: 300, customers: 0, points: 0 })
    // The first requests of a process are slow for other reasons.
    for (let time = 0; time < 3; time++) await measure({ server, others, supervisor, asked: sizes.askedOfEach })
    const run = async (name: string, attack: Attack, asked: number) =>
      onResult({
        attack: name,
        connections: attack.connections,
        ...(await under(attack, { server, others, supervisor, asked }))
      })
    for (const [name, attack] of Object.entries(attacksOf(server, attacker, sizes)))
      await run(name, attack, sizes.asked)
    for (const heavy of heaviestOf(attacker)) {
      const headers = heavy.as === "shop" ? attacker.headers : { authorization: `Bearer ${server.token}` }
      await run(heavy.name, repeated(server, sizes.callers, heavy, headers), sizes.asked)
    }
    for (const heavy of await callsOf(server, sizes.operations))
      await run(heavy.name, repeated(server, sizes.callers, heavy, heavy.headers), sizes.askedOfEach)
  } finally {
    for (const wire of [...wires, supervisor]) wire.close()
  }
}

/** One line for the README. */
export const starvedLine = ({
  answers,
  attack,
  connections,
  during,
  health,
  idle,
  longest,
  refused,
  work
}: Starved): string =>
  `starve: ${connections.toLocaleString("en")} ${attack}: p99 of another key set ${(during / idle).toFixed(1)} × its idle one ` +
  `(${during.toFixed(1)} against ${idle.toFixed(1)} ms, longest ${longest.toFixed(0)}, server busy for ${work.toFixed(1)}), ${refused} refused, ` +
  `/healthz within ${health.toFixed(0)} ms${answers === undefined ? "" : `; ${answers.toLocaleString("en")} answers to the attacker`}`

/** The attack under which others waited longest. */
export const worstOf = (all: ReadonlyArray<Starved>): string => {
  const [worst] = all.toSorted((one, other) => other.during - one.during)
  return worst === undefined ? "starve: nothing was run" : `the worst of ${all.length} attacks: ${starvedLine(worst)}`
}

/** What is wrong with it, if anything; the limits on time only hold on an idle machine. */
export const wrongIn = ({ attack, during, health, idle, refused }: Starved): ReadonlyArray<string> => [
  ...(refused === 0 ? [] : [`${refused} requests of another key set were refused under ${attack}`]),
  ...(during < Math.max(3 * idle, maxMs.during)
    ? []
    : [
        `the p99 of another key set was ${during.toFixed(0)} ms under ${attack}, ${(during / idle).toFixed(1)} × its idle one`
      ]),
  ...(health < maxMs.health ? [] : [`/healthz took ${health.toFixed(0)} ms under ${attack}`])
]

/** An attack that repeats a call. */
const repeated = (
  { url }: Server,
  connections: number,
  { request }: Heavy,
  headers: Readonly<Record<string, string>>
): Attack => ({
  ...{ port: Number(new URL(url).port), connections, drip: "", reads: true, again: true },
  text: textOf(request, headers)
})

/** A request as it is sent. */
const textOf = ({ form, method, path }: WireRequest, headers: Readonly<Record<string, string>>): string => {
  const text = form === undefined ? "" : new URLSearchParams(format(form)).toString()
  const [target, body] = method === "GET" ? [text === "" ? path : `${path}?${text}`, ""] : [path, text]
  const lines = Object.entries({
    Host: "a",
    ...headers,
    ...(method === "GET"
      ? {}
      : { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": String(body.length) })
  })
  return `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`
}

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

/** The measured callers, and the number of requests of each. */
interface Measured {
  readonly server: Server
  readonly others: ReadonlyArray<Wire>
  readonly supervisor: Wire
  readonly asked: number
}

const under = async (attack: Attack, measured: Measured) => {
  const idle = await measure(measured)
  const worker = new Worker(new URL("./attack.ts", import.meta.url), { workerData: attack })
  const reported = () => new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject))
  await reported()
  const { health, longest, p99, refused, work } = await measure(measured)
  const asking = reported()
  worker.postMessage("answers?")
  const answers = (await asking) as number
  await worker.terminate()
  // Time for the server to notice that the connections are closed.
  await setTimeout(500)
  const given = attack.again === true ? answers : undefined
  return { idle: idle.p99, during: p99, longest, refused, work, health, answers: given }
}

/** Lets everybody send that many requests, all at the same time. */
const measure = async ({ asked, others, server, supervisor }: Measured) => {
  const busyMs = () => busyMsOf(server)
  const [health, ...all] = await Promise.all([
    timed(supervisor, { asked, busyMs, of: [{ method: "GET", path: "/healthz" }] }),
    ...others.map((wire) => timed(wire, { asked, busyMs, of: requests }))
  ])
  return {
    p99: Math.max(...all.map(({ p99 }) => p99)),
    work: Math.max(...all.map(({ work }) => work)),
    longest: Math.max(...all.map(({ longest }) => longest)),
    refused: all.reduce((sum, { refused }) => sum + refused, health!.refused),
    health: health!.longest
  }
}

interface Timed {
  readonly asked: number
  readonly busyMs: () => number
  readonly of: ReadonlyArray<WireRequest>
}

const timed = async (wire: Wire, { asked, busyMs, of }: Timed) => {
  const took: Array<number> = []
  const busy: Array<number> = []
  let refused = 0
  for (let at = 0; at < asked; at++) {
    const [began, before] = [performance.now(), busyMs()]
    const answer = await wire.send(of[at % of.length]!)
    took.push(performance.now() - began)
    busy.push(busyMs() - before)
    if (answer?.status !== 200) refused++
    await setTimeout(3)
  }
  return { p99: p99Of(took), work: p99Of(busy), longest: Math.max(...took), refused }
}

const p99Of = (all: ReadonlyArray<number>): number => all.toSorted((a, b) => a - b)[Math.ceil(all.length * 0.99) - 1]!

/** What the main thread of a server has computed, in milliseconds; unlike time, other programs do not add to it. */
const busyMsOf = ({ pid }: Server): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6
  } catch {
    return Number.NaN
  }
}

const requests: ReadonlyArray<WireRequest> = [
  { method: "GET", path: "/v1.1/orders/list.json", form: { status: 0, limit: 10 } },
  { method: "POST", path: "/v1.1/orders/order.json", form: orderOf({ OWN: 1 }) },
  { method: "PUT", path: "/v1.1/inventory/patchInventory.json", form: { sku: "OWN", quantity: 1 } }
]
