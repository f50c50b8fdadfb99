/**
 * Measures what a page of the list costs at a thousand, a hundred thousand and a million orders, and far from its
 * start.
 */
import { ask } from "./calls.ts"
import { alternate } from "./latency.ts"
import { table } from "./report.ts"
import { type Server, type StoreName, startServer, stores } from "./server.ts"

const sizes: Readonly<Record<StoreName, ReadonlyArray<number>>> = {
  memory: [1_000, 100_000, 1_000_000],
  sqlite: [1_000, 100_000, 1_000_000],
  // A million would take a quarter of an hour to write.
  mongo: [1_000, 100_000]
}
const farOffset = 100_000

export const scale = async (): Promise<void> => {
  const rows: Array<ReadonlyArray<string>> = []
  for (const store of Object.keys(stores) as ReadonlyArray<StoreName>) {
    const servers: Array<Server> = []
    for (const size of sizes[store]) servers.push(await startServer(store, size))
    const costs = await alternate(servers.map((server) => [server, "/v1.1/orders/list.json?status=3&limit=10"]))
    sizes[store].forEach((size, n) => {
      const server = servers[n]!
      rows.push([
        `${store}, ${size.toLocaleString("en")} orders`,
        (costs[n]! / costs[0]!).toFixed(2),
        `${(costs[n]! * 1000).toFixed(0)} µs`,
        `${(server.started / 1000).toFixed(1)} s`,
        `${server.memory().toFixed(0)} MB`
      ])
    })
    if (sizes[store].at(-1)! > farOffset) rows.push(...(await deep(store, servers.at(-1)!)))
    for (const server of servers) await server.stop()
  }
  table(
    "list of 10 by status: its cost against that at 1,000 orders",
    ["store", "ratio", "a page", "start with load", "memory"],
    rows
  )
}

/** The first page, the one after a cursor in the middle, and one reached by `skip`. */
const deep = async (store: string, server: Server): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const first = "/v1.1/orders/list.json?limit=10"
  const before = await ask(server, `/v1.1/orders/list.json?limit=1000&skip=${farOffset - 1000}`)
  const next = /[?&](cursor=[^&>]+)/.exec(before.headers.get("link") ?? "")?.[1]
  const [near = 1, after = 1, skipped = 1] = await alternate([
    [server, first],
    [server, `${first}&${next}`],
    [server, `${first}&skip=${farOffset}`]
  ])
  const row = (name: string, cost: number) => [
    `${store}, ${name}`,
    (cost / near).toFixed(2),
    `${(cost * 1000).toFixed(0)} µs`,
    "",
    ""
  ]
  return [
    row("first page of a million", near),
    row(`cursor at ${farOffset.toLocaleString("en")}`, after),
    row(`skip=${farOffset}`, skipped)
  ]
}
