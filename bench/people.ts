/**
 * Measures a shop with 250,000 customers: the memory that the whole list adds to a server, and the cost of a page and of a
 * lookup by email against that at 1,000 customers.
 */
import { ask } from "./calls.ts"
import { emailOf, fillCustomers } from "./customers.ts"
import { alternate } from "./latency.ts"
import { median, table } from "./report.ts"
import { type Server, type StoreName, startServer, stores } from "./server.ts"
import { wholeList, wholeListHead } from "./whole-list.ts"

/** DocumentDB takes minutes to store 250,000. */
const sizes: Readonly<Record<StoreName, readonly [small: number, large: number]>> = {
  memory: [1000, 250_000],
  sqlite: [1000, 250_000],
  mongo: [1000, 25_000]
}
const orders = 10

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
    lists.push([title, ...(await wholeList(large!, "/v1.1/clients/list.json"))])
    costs.push(...(await compared(title, small!, large!, sizes[store])))
    for (const server of [small!, large!]) await server.stop()
  }
  table("the whole list of customers", ["store", ...wholeListHead], lists)
  table("a page and a lookup: their cost against that at 1,000 customers", ["store", "ratio", "each"], costs)
}

const page = "/v1.1/clients/list_paginated.json?limit=10"

const compared = async (title: string, small: Server, large: Server, [few, many]: readonly [number, number]) => {
  const cases = [
    ["a page", page, page],
    ["a page of guests", `${page}&accountType=guest`, `${page}&accountType=guest`],
    ["a lookup by email", lookup(few), lookup(many)]
  ] as const
  const found = await alternate(cases.flatMap(([, one, other]) => [[small, one] as const, [large, other] as const]))
  const ratios = cases.map(([name], n) => {
    const [before, after] = [found[2 * n]!, found[2 * n + 1]!]
    return [`${title}: ${name}`, (after / before).toFixed(2), `${(after * 1000).toFixed(0)} µs`]
  })
  const [name, ratio, each] = await skipped(large, many)
  return [...ratios, [`${title}: ${name}`, ratio!, each!]]
}

/** A far page takes long enough to be measured by itself, against the first one. */
const skipped = async (server: Server, size: number) => {
  const number = Math.min(20_000, Math.floor(size / 10))
  const each = async (path: string) => {
    const times: Array<number> = []
    for (let n = 0; n < 15; n++) {
      const begun = performance.now()
      await (await ask(server, `${path}&_=${n}`)).text()
      times.push(performance.now() - begun)
    }
    return median(times)
  }
  const [first, far] = [await each(page), await each(`${page}&page=${number}`)]
  return [`page ${number.toLocaleString("en")} against page 1`, (far / first).toFixed(2), `${far.toFixed(1)} ms`]
}

const lookup = (size: number): string => `/v1.1/clients/client.json?email=${emailOf(Math.floor(size * 0.7))}`
