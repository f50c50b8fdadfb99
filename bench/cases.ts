/** Measures the everyday reads on a demo shop, each alternating with its baseline in the same run. */
import { reading } from "./calls.ts"
import { type Load, type Measured, send } from "./load.ts"
import { median, table } from "./report.ts"
import { type Server, type StoreName, startServer, startUnit, stores } from "./server.ts"

const seconds = 4
const rounds = 3
/** The orders of the demo shop. DocumentDB takes minutes to store 100,000, and seconds to skip over them. */
const orders: Readonly<Record<StoreName, number>> = { memory: 100_000, sqlite: 100_000, mongo: 10_000 }

/** Lists and details against a bare Fastify that sends a fixed body of the same size. */
export const reads = async (): Promise<void> => {
  for (const store of Object.keys(stores) as ReadonlyArray<StoreName>) {
    const rows: Array<ReadonlyArray<string>> = []
    const server = await startServer(store, orders[store])
    for (const { load, name, size } of await reading(server, orders[store]))
      rows.push([name, ...(await compare(server, size, load))])
    rows.push(["memory afterwards", "", "", "", "", `${server.memory().toFixed(0)} MB`])
    await server.stop()
    const of = `${store}, ${orders[store].toLocaleString("en")} orders`
    const title = "as a ratio of a bare Fastify that sends a body of the same size"
    table(`${of}: ${title}`, ["read", "ratio", "per second", "unit", "p50", "p99"], rows)
  }
}

const compare = async (server: Server, size: number, load: Load): Promise<ReadonlyArray<string>> => {
  const unit = await startUnit(size, size)
  const bare: Load = { method: load.method, headers: load.headers, requests: [{ path: "/read" }] }
  await send(unit.url, bare, 1)
  await send(server.url, load, 2)
  const runs: Array<{ readonly ours: Measured; readonly unit: Measured }> = []
  for (let round = 0; round < rounds; round++)
    runs.push({ unit: await send(unit.url, bare, seconds), ours: await send(server.url, load, seconds) })
  await unit.stop()
  const of = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick))
  return [
    of(({ ours, unit }) => ours.perSecond / unit.perSecond).toFixed(2),
    of(({ ours }) => ours.perSecond).toFixed(0),
    of(({ unit }) => unit.perSecond).toFixed(0),
    `${of(({ ours }) => ours.p50).toFixed(2)} ms`,
    `${of(({ ours }) => ours.p99).toFixed(2)} ms`
  ]
}
