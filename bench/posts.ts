/** Posts given bodies with undici and nothing else, in a process of its own; sends its parent the CPU time of each round. */
import { readFileSync } from "node:fs"
import { Agent } from "undici"

const [file = "", origin = "", width = "48"] = process.argv.slice(2)
const bodies: ReadonlyArray<string> = JSON.parse(readFileSync(file, "utf8"))
const agent = new Agent({ pipelining: 1, allowH2: false, keepAliveTimeout: 60_000 })
const headers = { "content-type": "application/json" }

const posted = async (count: number): Promise<number> => {
  const before = process.cpuUsage()
  let next = 0
  const line = async () => {
    while (next < count) {
      const at = next++
      const body = bodies[at % bodies.length]!
      const { body: answer } = await agent.request({ origin, path: `/${at % 3}`, method: "POST", headers, body })
      await answer.text()
    }
  }
  await Promise.all(Array.from({ length: Number(width) }, line))
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1000
}

process.on("message", async (count) => process.send?.({ cpuMs: await posted(count as number) }))
process.send?.({ url: origin })
