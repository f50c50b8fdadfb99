/** Measures the everyday reads on a demo shop, each alternating with its baseline in the same run. */
import { alternately, sized } from "./beside-plain.ts"
import { reading } from "./calls.ts"
import { connections, type Load } from "./load.ts"
import { table } from "./report.ts"
import { type Server, type StoreName, startServer, startUnit, stores } from "./server.ts"

/** The orders of the demo shop. DocumentDB takes minutes to store 100,000, and seconds to skip over them. */
const orders: Readonly<Record<StoreName, number>> = {
  memory: sized(100_000),
  sqlite: sized(100_000),
  mongo: sized(10_000)
}

/** Lists and details against a bare Fastify that sends a fixed body of the same size. */
export const reads = async (): Promise<void> => {
  for (const store of Object.keys(stores) as ReadonlyArray<StoreName>) {
    const rows: Array<ReadonlyArray<string>> = []
    const server = await startServer(store, orders[store])
    for (const { load, name, size } of await reading(server, orders[store]))
      rows.push([name, ...(await compare(server, size, load))])
    rows.push(["memory afterwards", "", "", "", "", "", "", `${server.memory().toFixed(0)} MB`])
    await server.stop()
    const of = `${store}, ${orders[store].toLocaleString("en")} orders`
    const title = "as a ratio of a bare Fastify that sends a body of the same size"
    table(`${of}: ${title}`, ["read", "ratio", "per second", "unit", "CPU ratio", "CPU", "p50", "p99"], rows)
  }
}

/** CPU time varies less than throughput on a machine that others use too. */
const compare = async (server: Server, size: number, load: Load): Promise<ReadonlyArray<string>> => {
  const bare = await startUnit(size, size)
  const read: Load = { method: load.method, headers: load.headers, requests: [{ path: "/read" }] }
  const [unit, ours] = await alternately(
    [
      { name: "bare Fastify", program: bare, load: read },
      { name: "ours", program: server, load }
    ],
    connections
  )
  await bare.stop()
  return [
    (ours!.perSecond / unit!.perSecond).toFixed(2),
    ours!.perSecond.toFixed(0),
    unit!.perSecond.toFixed(0),
    (unit!.cpuMicros / ours!.cpuMicros).toFixed(2),
    `${ours!.cpuMicros.toFixed(1)} µs`,
    `${ours!.p50.toFixed(2)} ms`,
    `${ours!.p99.toFixed(2)} ms`
  ]
}
