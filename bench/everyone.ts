/**
 * Measures a change of every customer of a large shop: its duration, how long it blocks the event loop, the memory it
 * adds, and what it does to the latency of other calls.
 */
import { beside, besideHead, everydayCalls } from "./beside.ts"
import { ask } from "./calls.ts"
import { fillCustomers } from "./customers.ts"
import { table } from "./report.ts"
import { type Server, type StoreName, startServer } from "./server.ts"

/** DocumentDB takes minutes to store 250,000. */
const sizes: Readonly<Partial<Record<StoreName, number>>> = { sqlite: 250_000, mongo: 10_000 }
const orders = 1000

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
const head = ["store", "customers", "duration", "work in a turn", "longest turn", "memory grew by", ...besideHead]

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
  const others = await beside(server, await everydayCalls(server, orders), change)
  return [alone, ...others.map(([name, ...figures]) => ["", name, "", "", "", "", ...figures])]
}

const form = { "content-type": "application/x-www-form-urlencoded" }
