/**
 * Measures what webhooks cost the server: the CPU time of an order without any, of one with three that are paused, and of one
 * with its three deliveries, beside bare posts of the same bodies by undici. The rounds alternate, and ratios are those of their sums.
 */
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { ask, makeBuyers, writing } from "./calls.ts"
import type { Load } from "./load.ts"
import { table } from "./report.ts"
import { Asked, newFolder, type Server, startServer } from "./server.ts"
import { usageOf } from "./usage.ts"

const isBrief = process.env["BENCH_BRIEF"] === "1"
/** The orders of a round, the rounds, and the orders that are sent at the same time. */
const [count, rounds, width] = isBrief ? [100, 1, 32] : [300, 20, 32]
const webhooks = 3

/** What the bound allows for the commit of an order, and for its posts. */
const [maxOfCommit, maxOfPosts] = [1.15, 1.3]

/** Microseconds of CPU time of an order. */
interface Round {
  readonly without: number
  readonly paused: number
  readonly sent: number
  readonly posts: number
}

export const deliveries = async (): Promise<void> => {
  const server = await startServer("sqlite", 2000, ["--throttle-daily", "1000000000", "--allow-private-urls"])
  const cases = await writing(server, 2000)
  const { load } = cases[0]!
  await makeBuyers(server, cases[0]!)
  const receivers = await Asked.start("receivers.ts", [])
  const shop = new Shop(server, load, receivers)
  await shop.round("sent")
  const file = join(newFolder(), "bodies.json")
  writeFileSync(file, JSON.stringify((await shop.received()).bodies))
  const posts = await Asked.start("posts.ts", [file, receivers.url])
  const all: Array<Round> = []
  for (let round = -1; round < rounds; round++) {
    const without = await shop.round("without")
    const sent = await shop.round("sent")
    const posted = ((await posts.ask<{ readonly cpuMs: number }>(webhooks * count)).cpuMs * 1000) / count
    const paused = await shop.round("paused")
    // The first round warms the programs up.
    if (round >= 0 || isBrief) all.push({ without, paused, sent, posts: posted })
  }
  for (const one of [server, receivers, posts]) await one.stop()
  rmSync(file)
  print(all)
}

const print = (all: ReadonlyArray<Round>): void => {
  const sum = (of: (round: Round) => number) => all.reduce((whole, round) => whole + of(round), 0)
  const row = (name: string, of: (round: Round) => number, per: (round: Round) => number) => [
    ...[name, `${(sum(of) / all.length).toFixed(0)} µs`, (sum(of) / sum(per)).toFixed(2)]
  ]
  const bound = ({ posts, without }: Round) => maxOfCommit * without + maxOfPosts * posts
  table(
    `an order of 5 items, sqlite, ${webhooks} webhooks of its type: CPU time of the server`,
    ["", "an order", "ratio"],
    [
      row(
        "without webhooks",
        ({ without }) => without,
        ({ without }) => without
      ),
      row(
        "with paused ones, parked and settled",
        ({ paused }) => paused,
        ({ without }) => without
      ),
      row(
        `bare posts of the ${webhooks} bodies`,
        ({ posts }) => posts,
        ({ without }) => without
      ),
      row(
        "with its deliveries, sent and settled",
        ({ sent }) => sent,
        ({ without }) => without
      ),
      row(`the same, to ${maxOfCommit} orders and ${maxOfPosts} times the posts`, ({ sent }) => sent, bound)
    ]
  )
}

interface Received {
  readonly arrived: number
  readonly bodies: ReadonlyArray<string>
}

/** The demo shop, whose orders are sent to receivers. */
class Shop {
  readonly #server: Server
  readonly #load: Load
  readonly #receivers: Asked
  #next = 0

  constructor(server: Server, load: Load, receivers: Asked) {
    this.#server = server
    this.#load = load
    this.#receivers = receivers
  }

  received(): Promise<Received> {
    return this.#receivers.ask<Received>({})
  }

  /** The CPU time of an order in microseconds, until everything about it is settled. */
  async round(how: "without" | "paused" | "sent"): Promise<number> {
    const ids = how === "without" ? [] : await this.#hooks(how === "paused")
    const awaited = (await this.received()).arrived + (how === "sent" ? webhooks * count : 0)
    const before = usageOf(this.#server).cpuMs
    await this.#orders()
    await this.#settled(async () => (await this.received()).arrived >= awaited && this.#rows("eventqueue") === 0)
    const used = usageOf(this.#server).cpuMs - before
    for (const id of ids) await ask(this.#server, `/v1.1/webhook/webhook.json?id=${id}`, { method: "DELETE" })
    await this.#settled(async () => this.#rows("outbox.(parked)") + this.#rows("receivers") === 0)
    return (used * 1000) / count
  }

  async #hooks(isPaused: boolean): Promise<ReadonlyArray<string>> {
    const ids: Array<string> = []
    for (let n = 0; n < webhooks; n++) {
      const given = { url: `${this.#receivers.url}/${n}`, type: 0, name: `Bench ${n}` }
      const { id: webhook } = await this.#sent<{ readonly id: string }>("POST", "/v1.1/webhook/webhook.json", given)
      ids.push(webhook)
      const pause = { shop: this.#server.shop, webhook, paused: 1 }
      if (isPaused) await this.#sent("PUT", "/control/v1/webhooks/webhook.json", pause)
    }
    return ids
  }

  async #sent<A>(method: string, path: string, body: object): Promise<A> {
    const headers = { "content-type": "application/json" }
    return (await ask(this.#server, path, { method, headers, body: JSON.stringify(body) })).json() as Promise<A>
  }

  async #orders(): Promise<void> {
    const { headers, requests } = this.#load
    const end = this.#next + count
    const line = async () => {
      while (this.#next < end) {
        const { body, path } = requests[this.#next++ % requests.length]!
        await (await ask({ url: this.#server.url, headers }, path, { method: "POST", body: body! })).text()
      }
    }
    await Promise.all(Array.from({ length: width }, line))
  }

  async #settled(is: () => Promise<boolean>): Promise<void> {
    while (!(await is())) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  #rows(name: string): number {
    const db = new DatabaseSync(this.#server.place.at(-1)!, { readOnly: true })
    try {
      return Number(db.prepare(`select count(*) as n from "${name}"`).get()!["n"])
    } finally {
      db.close()
    }
  }
}
