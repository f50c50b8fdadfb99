/** Measures the throughput of several servers on one store against that of one. */
import { type Case, reading, writing } from "./calls.ts"
import { connections, send } from "./load.ts"
import { median, table } from "./report.ts"
import { joinServer, type Server, type StoreName, startServer } from "./server.ts"

const shared: ReadonlyArray<StoreName> = ["sqlite", "mongo"]
const counts = [1, 2, 4]
const orders = 10_000
const seconds = 3
const rounds = 3

/** Lists, orders and stock on one, two and four processes, in alternation. */
export const processes = async (): Promise<void> => {
  const rows: Array<ReadonlyArray<string>> = []
  for (const store of shared) {
    const first = await startServer(store, orders)
    const servers = [first]
    while (servers.length < Math.max(...counts)) servers.push(await joinServer(first))
    const cases = [...(await reading(first, orders)), ...(await writing(first, orders))]
    for (const one of cases) rows.push([`${one.name}, ${store}`, ...(await compare(servers, one))])
    for (const server of servers) await server.stop()
  }
  const heads = counts.map((count) => (count === 1 ? "1 process" : `${count} processes`))
  table(
    `requests a second of several processes on one store, ${orders.toLocaleString("en")} orders`,
    ["case", ...heads],
    rows
  )
}

const compare = async (servers: ReadonlyArray<Server>, { load }: Case): Promise<ReadonlyArray<string>> => {
  const together = async (count: number, seconds: number): Promise<number> => {
    const some = servers.slice(0, count)
    const sent = await Promise.all(some.map(({ url }) => send(url, load, seconds, connections / count)))
    return sent.reduce((sum, { perSecond }) => sum + perSecond, 0)
  }
  await together(servers.length, 2)
  const runs: Array<ReadonlyArray<number>> = []
  for (let round = 0; round < rounds; round++) {
    const run: Array<number> = []
    for (const count of counts) run.push(await together(count, seconds))
    runs.push(run)
  }
  const alone = median(runs.map((run) => run[0]!))
  return counts.map((_, at) => {
    const perSecond = median(runs.map((run) => run[at]!))
    return at === 0 ? perSecond.toFixed(0) : `${perSecond.toFixed(0)} (${(perSecond / alone).toFixed(2)})`
  })
}
