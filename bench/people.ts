/**
 * Measures a shop with 250,000 customers: the memory that the whole list adds to a server, and the cost of a page and of a
 * lookup by email against that at 1,000 customers.
 */
import { ask } from "./calls.ts"
import { emailOf, fillCustomers } from "./customers.ts"
import { alternate } from "./latency.ts"
import { table } from "./report.ts"
import { type Server, type StoreName, startServer, stores } from "./server.ts"

/** DocumentDB takes minutes to store 250,000. */
const sizes: Readonly<Record<StoreName, readonly [small: number, large: number]>> = {
  memory: [1000, 250_000],
  sqlite: [1000, 250_000],
  mongo: [1000, 25_000]
}
const orders = 10
const skips = 20_000

/** Measures each store; the memory in the first table is the server's resident memory. */
export const people = async (): Promise<void> => {
  const lists: Array<ReadonlyArray<string>> = []
  const costs: Array<ReadonlyArray<string>> = []
  for (const store of Object.keys(stores) as ReadonlyArray<StoreName>) {
    const [small, large] = await Promise.all(
      sizes[store].map(async (size) => {
        const server = await startServer(store, orders, ["--no-throttle"], true)
        await fillCustomers(server, store, size)
        return server
      })
    )
    const title = `${store}, ${sizes[store][1].toLocaleString("en")} customers`
    lists.push([title, ...(await listed(large!))])
    costs.push(...(await compared(title, small!, large!, sizes[store])))
    for (const server of [small!, large!]) await server.stop()
  }
  table("the whole list of customers", ["store", "duration", "answer", "memory grew by", "work in a turn"], lists)
  table("a page and a lookup: their cost against that at 1,000 customers", ["store", "ratio", "each"], costs)
}

/** The first list warms the server; the peak of the following ones counts. */
const listed = async (server: Server): Promise<ReadonlyArray<string>> => {
  const read = async () => {
    const begun = performance.now()
    let bytes = 0
    for await (const piece of (await ask(server, "/v1.1/clients/list.json")).body!) bytes += piece.length
    return { bytes, ms: performance.now() - begun }
  }
  await read()
  const { rss } = await server.watch()
  await read()
  const { bytes, ms } = await read()
  const { busy, peak } = await server.watch()
  return [
    `${(ms / 1000).toFixed(1)} s`,
    `${(bytes / 1024 / 1024).toFixed(0)} MB`,
    `${Math.max(0, (peak - rss) / 1024 / 1024).toFixed(0)} MB`,
    `${busy.toFixed(0)} ms`
  ]
}

const compared = async (title: string, small: Server, large: Server, [few, many]: readonly [number, number]) => {
  const page = "/v1.1/clients/list_paginated.json?limit=10"
  const farPage = Math.min(skips, Math.floor(many / 10))
  const cases = [
    ["a page", page, page],
    ["a page of registered ones", `${page}&accountType=registered`, `${page}&accountType=registered`],
    ["a lookup by email", lookup(few), lookup(many)],
    [`page ${farPage.toLocaleString("en")}, by skipping`, page, `${page}&page=${farPage}`]
  ] as const
  const found = await alternate(cases.flatMap(([, one, other]) => [[small, one] as const, [large, other] as const]))
  return cases.map(([name], n) => {
    const [before, after] = [found[2 * n]!, found[2 * n + 1]!]
    return [`${title}: ${name}`, (after / before).toFixed(2), `${(after * 1000).toFixed(0)} µs`]
  })
}

const lookup = (size: number): string => `/v1.1/clients/client.json?email=${emailOf(Math.floor(size * 0.7))}`
