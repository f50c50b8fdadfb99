/**
 * Measures what the ring of the last requests costs a demo server, which also keeps bodies: CPU time per request beside that of the
 * same program without the ring, in alternating rounds.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { type Case, reading, writing } from "./calls.ts"
import { cpuMs } from "./finding.ts"
import { send } from "./load.ts"
import { median, table } from "./report.ts"
import { bundle, newFolder, type Server, startServer } from "./server.ts"

const orders = 1000
const rounds = 9
const raised = ["--throttle-daily", "1000000000"]

/** Prints the ratio of throughput by CPU time; above 0.97 is the goal. */
export const ring = async (): Promise<void> => {
  const on = await startServer("memory", orders, raised)
  const off = await startServer("memory", orders, raised, false, withoutRing())
  const cases = await Promise.all(
    [on, off].map(async (server) => [(await reading(server, orders))[0]!, (await writing(server, orders))[0]!])
  )
  const found: Array<ReadonlyArray<string>> = []
  for (const at of [0, 1]) found.push(await compared([on, cases[0]![at]!], [off, cases[1]![at]!]))
  table("the ring: throughput with it against without, by CPU time", ["call", "ratio", "with", "without"], found)
  for (const server of [on, off]) await server.stop()
}

type Measured = readonly [server: Server, asked: Case]

const compared = async (on: Measured, off: Measured): Promise<ReadonlyArray<string>> => {
  const costs: ReadonlyArray<Array<number>> = [[], []]
  for (let round = 0; round < rounds; round++)
    // The first round only warms up, and the two take turns in beginning.
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const cost = await costOf([on, off][at]!)
      if (round > 0) costs[at]!.push(cost)
    }
  const ratios = costs[0]!.map((cost, n) => costs[1]![n]! / cost)
  const micros = costs.map((all) => `${(median(all) * 1000).toFixed(0)} µs`)
  return [on[1].name, median(ratios).toFixed(3), ...micros]
}

const costOf = async ([server, { load }]: Measured): Promise<number> => {
  const before = cpuMs(server.pid)
  const { count } = await send(server.url, load, 2, 8)
  return (cpuMs(server.pid) - before) / count
}

/** A copy of the program whose ring keeps nothing. */
const withoutRing = (): string => {
  const folder = newFolder()
  cpSync(dirname(bundle), folder, { recursive: true, filter: (path) => basename(path) !== "compile-cache" })
  const parts = join(folder, basename(bundle, ".mjs"))
  let changed = 0
  for (const name of readdirSync(parts).filter((name) => name.endsWith(".mjs"))) {
    const text = readFileSync(join(parts, name), "utf8")
    const silent = text
      .replace(/(class RequestRing [\s\S]*?\n\tadd\(\w+\) \{)/, "$1 return;")
      .replace("this.hasBodies = hasBodies", "this.hasBodies = false")
    if (silent === text) continue
    changed++
    writeFileSync(join(parts, name), silent)
  }
  if (changed === 0) throw new Error("the ring is not where it was in the bundle")
  return join(folder, basename(bundle))
}
