/** Sends load to a server from another process, with `wrk` if the machine has it, else with `autocannon`. */
import { execFile, spawnSync } from "node:child_process"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Requests that are sent in rotation, and their common headers. */
export interface Load {
  readonly method: "GET" | "POST" | "PUT"
  readonly headers: Readonly<Record<string, string>>
  /** Path and body of each; a body may be empty. */
  readonly requests: ReadonlyArray<{ readonly path: string; readonly body?: string }>
}

/** The measurements of a load; latencies in milliseconds. */
export interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Answers in all. */
  readonly count: number
}

/** Connections of a load. */
export const connections = 32
const hasWrk = spawnSync("wrk", ["-v"]).error === undefined
/** The program that sends the load. */
export const sender = hasWrk ? "wrk" : "autocannon"

/** Sends a load for that many seconds; any status but 200 fails. */
export const send = (url: string, load: Load, seconds: number, over = connections): Promise<Measured> =>
  (hasWrk ? withWrk : withAutocannon)(url, load, seconds, over)

const run = (program: string, args: ReadonlyArray<string>): Promise<string> =>
  new Promise((resolve, reject) =>
    execFile(program, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${program} failed: ${stderr || error.message}`))
    )
  )

type Sender = (url: string, load: Load, seconds: number, over: number) => Promise<Measured>

const withWrk: Sender = async (url, { headers, method, requests }, seconds, over) => {
  const script = join(mkdtempSync(join(tmpdir(), "bottega-bench-")), "load.lua")
  writeFileSync(script, lua(method, { ...headers, host: new URL(url).host }, requests))
  const output = await run("wrk", ["-t1", `-c${over}`, `-d${seconds}s`, "--timeout", "30s", "-s", script, url])
  const line = /^bench (\S+) (\S+) (\S+) (\S+) (\S+)$/m.exec(output)
  if (line === null) throw new Error(output)
  const [, perSecond, p50, p99, bad, count] = line.map(Number)
  return checked({ perSecond: perSecond!, p50: p50!, p99: p99!, count: count! }, bad!)
}

const lua = (method: string, headers: Load["headers"], requests: Load["requests"]): string => `
local made = {}
${requests
  .map(
    ({ body, path }) =>
      `made[#made + 1] = wrk.format(${q(method)}, ${q(path)}, {${Object.entries(headers)
        .map(([name, value]) => `[${q(name)}] = ${q(value)}`)
        .join(", ")}}, ${body === undefined ? "nil" : q(body)})`
  )
  .join("\n")}
local turn = 0
function request() turn = turn % #made + 1 return made[turn] end
-- A response function would slow the load down; wrk counts every status over 399 as an error by itself.
function done(summary, latency)
  local errors = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  print(string.format("bench %f %f %f %d %d", summary.requests / (summary.duration / 1e6), latency:percentile(50) / 1000, latency:percentile(99) / 1000, errors, summary.requests))
end
`
const q = (text: string): string => JSON.stringify(text)

const withAutocannon: Sender = async (url, { headers, method, requests }, seconds, over) => {
  const file = join(mkdtempSync(join(tmpdir(), "bottega-bench-")), "load.json")
  writeFileSync(file, JSON.stringify({ url, method, headers, requests, connections: over, duration: seconds }))
  const found = JSON.parse(await run(process.execPath, [join(import.meta.dirname, "cannon.ts"), file]))
  return checked({ perSecond: found.perSecond, p50: found.p50, p99: found.p99, count: found.count }, found.bad)
}

const checked = (measured: Measured, bad: number): Measured => {
  if (bad > 0) throw new Error(`${bad} answers were not 200: the figures would be wrong`)
  return measured
}
