/** Measures the start, from exec to the ready file, and the memory of an idle demo shop. */
import { table } from "./report.ts"
import { type StoreName, startServer, stores } from "./server.ts"

/** A server looks every three seconds whether it is idle, and then collects what its start left behind. */
const idleMs = 7000

export const starts = async (): Promise<void> => {
  const rows: Array<ReadonlyArray<string>> = []
  for (const store of Object.keys(stores) as ReadonlyArray<StoreName>) {
    const times: Array<number> = []
    let memory = 0
    for (let run = 0; run < 5; run++) {
      const server = await startServer(store, 200)
      times.push(server.started)
      await new Promise((resolve) => setTimeout(resolve, idleMs))
      memory = server.memory()
      await server.stop()
    }
    times.sort((a, b) => a - b)
    rows.push([store, `${times[2]!.toFixed(0)} ms`, `${memory.toFixed(0)} MB`])
  }
  table("start that makes the demo shop (median of 5), and idle memory", ["store", "exec to ready", "idle RSS"], rows)
}
