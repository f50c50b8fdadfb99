/** Measures how a demo shop is returned to a snapshot while its server serves, and how `bottega reset` does it. */
import { spawn } from "node:child_process"
import { ask } from "./calls.ts"
import { cpuMs } from "./finding.ts"
import { median, table } from "./report.ts"
import { bundle, type Server, startServer } from "./server.ts"

const times = 15

/** Prints the medians of CPU and wall time; 100 ms is the goal for a restore. */
export const restore = async (): Promise<void> => {
  const rows: Array<ReadonlyArray<string>> = []
  for (const store of ["memory", "sqlite"] as const) {
    const server = await startServer(store, 300)
    await call(server, "POST", "snapshots/snapshot.json", "name=before")
    rows.push([`${store}: restore`, ...(await medians(server, () => restored(server)))])
    rows.push([`${store}: bottega reset`, ...(await medians(server, () => reset(server)))])
    await server.stop()
  }
  const head = ["what", "until it is answered", "CPU of the server", "the longest"]
  table("a demo shop returned to a snapshot after ten changes, while its lists are read", head, rows)
}

const medians = async (server: Server, act: () => unknown): Promise<ReadonlyArray<string>> => {
  const [walls, cpus]: [Array<number>, Array<number>] = [[], []]
  for (let n = 0; n <= times; n++) {
    for (let change = 0; change < 10; change++) await changed(server, change)
    let isEnded = false
    const reading = read(server, () => isEnded)
    const [wall, cpu] = [performance.now(), cpuMs(server.pid)]
    await act()
    const taken = [performance.now() - wall, cpuMs(server.pid) - cpu] as const
    isEnded = true
    await reading
    // The first one warms up.
    if (n > 0) for (const [at, all] of [walls, cpus].entries()) all.push(taken[at as 0 | 1])
  }
  return [median(walls), median(cpus), Math.max(...walls)].map((ms) => `${ms.toFixed(0)} ms`)
}

const form = { "content-type": "application/x-www-form-urlencoded" }

const call = async (server: Server, method: string, path: string, body: string): Promise<void> => {
  const asked = { method, headers: form, body: `shop=${server.shop}&${body}` }
  await (await ask(server, `/control/v1/${path}`, asked)).text()
}

const restored = (server: Server) => call(server, "POST", "snapshots/restore.json", "name=before")

const changed = async (server: Server, n: number): Promise<void> => {
  const body = `name=Bench+${n}+${performance.now()}`
  await (await ask(server, "/v1.1/brands/brand.json", { method: "POST", headers: form, body })).text()
}

/** A reader of lists beside the restore, which waits between two reads. */
const read = async (server: Server, isEnded: () => boolean): Promise<void> => {
  while (!isEnded()) {
    await (await ask(server, "/v1.1/orders/list.json?limit=10")).text()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** The command, as a process of its own; its start is most of its time. */
const reset = async ({ headers, shop, url }: Server): Promise<void> => {
  const token = headers["authorization"]!.replace("Bearer ", "")
  const env = { ...process.env, BOTTEGA_TOKEN: token }
  const { status, stderr } = await new Promise<{ status: number | null; stderr: string }>((resolve) => {
    const child = spawn(process.execPath, [bundle, "reset", "--url", url, "--shop", shop], { env })
    let stderr = ""
    child.stderr.on("data", (part) => (stderr += part))
    child.on("close", (status) => resolve({ status, stderr }))
  })
  if (status !== 0) throw new Error(stderr)
}
