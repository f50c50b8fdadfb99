/**
 * Measures a change of every customer of a large shop: its duration, how long it blocks the event loop, the memory it
 * adds, and what it does to the latency of other calls.
 */
import { ask, type Case, reading, writing } from "./calls.ts"
import { fillCustomers } from "./customers.ts"
import { type Load, type Measured, send } from "./load.ts"
import { median, table } from "./report.ts"
import { type Server, type StoreName, startServer } from "./server.ts"

/** DocumentDB takes minutes to store 250,000. */
const sizes: Readonly<Partial<Record<StoreName, number>>> = { sqlite: 250_000, mongo: 10_000 }
const orders = 1000
const seconds = 3
/** Few, so that the latency is that of the server and not of a queue before it. */
const connections = 8
const rounds = 3

/** Measures every store that other processes can fill. */
export const everyone = async (): Promise<void> => {
  const rows: Array<ReadonlyArray<string>> = []
  for (const [name, size] of Object.entries(sizes) as ReadonlyArray<[StoreName, number]>) {
    const server = await startServer(name, orders, ["--no-throttle"], true)
    await fillCustomers(server, name, size)
    rows.push(...(await measured(server, name, size)))
    await server.stop()
  }
  table("batchTags of all customers: alone, and its effect on other calls at once", head, rows)
}
const head = [
  "store",
  "customers",
  "duration",
  "work in a turn",
  "longest turn",
  "memory grew by",
  "p99 of others",
  "ratio",
  "rate"
]

const measured = async (
  server: Server,
  name: StoreName,
  size: number
): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  let turn = 0
  const change = async () => {
    const begun = performance.now()
    const body = `email=*&tags=season${turn++}`
    const answer = await ask(server, "/v1.1/clients/batchTags.json", { method: "PUT", headers: form, body })
    await answer.text()
    return performance.now() - begun
  }
  await change()
  const { rss } = await server.watch()
  const durationMs = await change()
  const { busy, hold, peak } = await server.watch()
  const alone = [
    `${name}, ${size.toLocaleString("en")}`,
    size.toLocaleString("en"),
    `${(durationMs / 1000).toFixed(1)} s`,
    `${busy.toFixed(0)} ms`,
    `${hold.toFixed(0)} ms`,
    `${Math.max(0, (peak - rss) / 1024 / 1024).toFixed(0)} MB`,
    "",
    "",
    ""
  ]
  const reads = (await reading(server, orders)).map((one) => ({ ...one, load: uncached(one.load) }))
  const cases = [...reads, ...(await writing(server, orders))]
  return [alone, ...(await beside(server, cases, change))]
}

/** Any write empties the cache of unchanged answers, so each read is a question of its own also without one. */
const uncached = ({ requests, ...load }: Load): Load => ({
  ...load,
  requests: Array.from({ length: 20_000 }, (_, n) => ({ path: `${requests[n % requests.length]!.path}&_=${n}` }))
})

const form = { "content-type": "application/x-www-form-urlencoded" }

/** The latencies of other calls without the change and beside it, alternately. */
const beside = async (server: Server, cases: ReadonlyArray<Case>, change: () => Promise<number>) => {
  const sendAll = async () => {
    const all: Array<Measured> = []
    for (const { load } of cases) all.push(await send(server.url, load, seconds, connections))
    return all
  }
  await sendAll()
  const pairs: Array<{ readonly without: ReadonlyArray<Measured>; readonly beside: ReadonlyArray<Measured> }> = []
  for (let round = 0; round < rounds; round++) {
    const without = await sendAll()
    let ended = false
    const changing = (async () => {
      while (!ended) await change()
    })()
    const beside = await sendAll()
    ended = true
    await changing
    pairs.push({ without, beside })
  }
  return cases.map(({ name }, n) => {
    const of = (pick: (without: Measured, beside: Measured) => number) =>
      median(pairs.map(({ without, beside }) => pick(without[n]!, beside[n]!)))
    const [before, after] = [of(({ p99 }) => p99), of((_, { p99 }) => p99)]
    const p99 = `${before.toFixed(1)} to ${after.toFixed(1)} ms`
    const ratio = of((without, beside) => beside.p99 / without.p99).toFixed(2)
    const rate = of((without, beside) => beside.perSecond / without.perSecond).toFixed(2)
    return ["", name, "", "", "", "", p99, ratio, rate]
  })
}
