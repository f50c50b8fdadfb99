/**
 * Rolling restarts under load: servers of one store behind a balancer are stopped one after the other and started
 * again. No caller notices: each may retry a request once, and need not.
 */
import { connect } from "node:net"
import { setTimeout } from "node:timers/promises"
import { Chance } from "@bottega/service/demo"
import { balancer } from "./balancer.ts"
import { judge } from "./judged.ts"
import { type Write, work } from "./load.ts"
import { type Place, start } from "./process.ts"
import { read, wrongInStore } from "./seen.ts"
import { openShop } from "./shop.ts"
import { type Answer, Wire, type WireRequest } from "./wire.ts"

/** How often a server is restarted, the seed, and the number of callers. */
export interface Rolling {
  readonly restarts: number
  /** Callers that write without a pause. */
  readonly writers: number
  /** Callers that read now and then, more often than once per shutdown delay. */
  readonly readers: number
  /** Callers that read once and keep their connection. */
  readonly sleepers: number
  readonly seed: number
}

/** The result of a run. */
export interface Rolled {
  readonly restarts: number
  readonly requests: number
  /** Requests that were sent again, because there was no complete answer or it was a 503. */
  readonly again: number
  /** Requests that failed on the retry, too. */
  readonly failed: number
  /** Idle or active connections that were reset. */
  readonly resets: number
  /** Everything else that is wrong, as sentences. */
  readonly wrong: ReadonlyArray<string>
}

const stock = { products: { ANY: 10 ** 9, MUG: 10 ** 6 }, coupons: { EVER: null } }

/** Runs the restarts on two servers. */
export const roll = async (place: Place, { readers, restarts, seed, sleepers, writers }: Rolling): Promise<Rolled> => {
  const calls = new Calls()
  const servers = [await begun(place), await begun(place)]
  const shop = await openShop(servers[0]!, stock)
  const before = await balancer()
  const all = () => before.balance(servers.map(({ url }) => url))
  await all()
  const journal: Array<Write> = []
  const codes: Array<number | null> = []
  let over = false
  const wires = Array.from({ length: writers + readers }, () => new Wire(before.url, shop.headers, calls.broken))
  const load = work({ shop, wires, writers, seed, journal, enough: () => over, send: calls.send })
  const reading = wires.slice(writers).map((wire, number) => look(wire, calls, new Chance(seed + number), () => over))
  const sleeping = Array.from({ length: sleepers }, () => sleep(before.url, calls))
  for (let restart = 0; restart < restarts; restart++) {
    const at = restart % 2
    codes.push(await servers[at]!.stop())
    servers[at] = await begun(place)
    await all()
    await setTimeout(pauseMs)
  }
  over = true
  await Promise.all([load, ...reading])
  for (const wire of wires) wire.close()
  await Promise.all(sleeping)
  before.close()
  const { lost, wrong } = judge(journal, await read(servers[0]!, shop, place))
  const found = await wrongInStore(place)
  for (const { stop } of servers) codes.push(await stop())
  const ended = codes.filter((code) => code !== 0).map((code) => `a server ended with ${code}`)
  const { again, failed, requests, resets } = calls
  return { restarts, requests, again, failed, resets, wrong: [...calls.why, ...ended, ...lost, ...wrong, ...found] }
}

/** One line for the README. */
export const rollLine = ({ adapter }: Place, { again, failed, requests, resets, restarts }: Rolled): string =>
  `rolling: ${adapter.name} × 2 processes, ${restarts} restarts, ${requests.toLocaleString("en-US")} requests, ${again} sent again, ${failed} failed, ${resets} resets`

/** With the default shutdown delay. */
const begun = (place: Place) => start(place, { flags: [] })

/** Reads once, and keeps its connection until the server closes it. */
const sleep = (url: string, calls: Calls): Promise<void> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"))
    socket.resume()
    socket.on("error", (error) => calls.broken(error, true)).on("close", () => resolve())
  })

/** Milliseconds between two restarts. */
const pauseMs = 500

/** Reads now and then, so that its connection is idle in between. */
const look = async (wire: Wire, calls: Calls, chance: Chance, over: () => boolean): Promise<void> => {
  while (!over()) {
    await calls.send(wire, { method: "GET", path: "/v1.1/orders/list.json", form: { limit: 3 } })
    await setTimeout(chance.int(1, 1000))
  }
}

/** The requests of callers that retry each once, and their outcomes. */
class Calls {
  requests = 0
  again = 0
  failed = 0
  resets = 0
  readonly why: Array<string> = []

  readonly broken = ({ code, message }: NodeJS.ErrnoException, kept: boolean): void => {
    if (kept) this.resets++
    this.why.push(`${kept ? "a kept" : "a new"} connection broke: ${code} ${message}`)
  }

  readonly send = async (wire: Wire, asked: WireRequest): Promise<Answer | undefined> => {
    this.requests++
    const answer = await wire.send(asked)
    if (isAnswered(answer)) return answer
    this.again++
    const repeated = await wire.send(asked)
    if (!isAnswered(repeated)) this.failed++
    return repeated
  }
}

const isAnswered = (answer: Answer | undefined): boolean => answer !== undefined && answer.status < 500
