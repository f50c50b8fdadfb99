/**
 * Pulls a shop from one server of this program into a file, past faults on purpose and with the source's quota raised, and asks doctor.
 * `BENCH_ORDERS` is the number of orders, 100,000 by default.
 */
import { spawn } from "node:child_process"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { table } from "./report.ts"
import { bundle, newFolder, type Server, startServer } from "./server.ts"

/** One of a hundred calls is refused, and one of two hundred gets no answer. */
const faults = [
  { probability: "0.01", seed: "1", status: "503" },
  { probability: "0.005", seed: "2", drop: "1" }
]

export const pull = async (): Promise<void> => {
  const brief = process.env["BENCH_BRIEF"] === "1"
  const orders = Number(process.env["BENCH_ORDERS"] ?? (brief ? 1000 : 100_000))
  const server = await startServer("sqlite", orders)
  try {
    for (const fault of faults) await addFault(server, fault)
    const target = join(newFolder(), "target.db")
    const [first, again] = [await pulled(server, target), await pulled(server, target)]
    const doctor = await bottega(["doctor", "--data", target], {})
    const rows = [first, again].map(({ code, ms, report }, n) => {
      const { added = 0, source = 0, stored = 0, refused = 0 } = report.kinds["orders"] ?? {}
      const counts = [source, stored, added, refused, report.calls].map(String)
      return [n === 0 ? "first" : "again", `${(ms / 1000).toFixed(1)} s`, ...counts, String(code)]
    })
    const head = ["run", "time", "orders there", "here", "new", "refused", "calls", "exit code"]
    table(`pull of ${orders} orders past faults; doctor ends with ${doctor.code}`, head, rows)
  } finally {
    await server.stop()
  }
}

const addFault = async ({ headers, shop, url }: Server, fault: Readonly<Record<string, string>>): Promise<void> => {
  const body = new URLSearchParams({ shop, ...fault })
  const { authorization = "" } = headers
  const answer = await fetch(`${url}/control/v1/faults/fault.json`, {
    method: "POST",
    headers: { authorization },
    body
  })
  if (answer.status !== 200) throw new Error(await answer.text())
}

interface Report {
  readonly calls: number
  readonly kinds: Readonly<Record<string, Readonly<Record<"added" | "source" | "stored" | "refused", number>>>>
}

const pulled = async ({ headers, url }: Server, target: string) => {
  const began = performance.now()
  const env = { BOTTEGA_KEY: headers["key"], BOTTEGA_EXCHANGE: headers["exchange"] }
  const { code, out } = await bottega(["pull", "--from", url, "--rate", "1000", "--data", target, "--json"], env)
  return { code, ms: performance.now() - began, report: JSON.parse(out) as Report }
}

const bottega = async (args: ReadonlyArray<string>, env: NodeJS.ProcessEnv) => {
  const child = spawn(process.execPath, [bundle, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
  const out = await text(child.stdout)
  return { code: await ended, out }
}
