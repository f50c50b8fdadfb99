/** `bottega serve` as a process on a store that outlives it, to be killed and started again. */
import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { type AdapterEntry, adapters } from "@bottega/storage/adapters"

const root = join(import.meta.dirname, "../../../..")

/** What node runs as the command `bottega`. */
export const programs = { sources: join(root, "apps/cli/src/main.ts"), bundle: join(root, "dist/bottega.mjs") } as const

/** A store, and what is kept beside it. */
export interface Place {
  readonly adapter: AdapterEntry
  readonly location: string
  /** Where logs, ready files and credentials are. */
  readonly folder: string
  readonly program: string
}

/** A server that runs. */
export interface Server {
  readonly url: string
  /** The operator's. */
  readonly token: string
  readonly pid: number
  /** Ends it without a word, as a power cut ends it, and waits until it is gone. */
  readonly kill: () => Promise<void>
  /** Asks it to end, and gives its exit code. */
  readonly stop: () => Promise<number | null>
}

/** A server that is starting. */
export interface Starting {
  /** Fails where it ends before it is ready. */
  readonly ready: Promise<Server>
  readonly kill: () => Promise<void>
}

/** How a server is started: `through` is the program, with its arguments, that starts it. */
export interface Start {
  readonly through?: ReadonlyArray<string>
}

/** A fresh place for an adapter, by its name; a store with an address of its own is at `address`. */
export const placeOf = (name: string, program: string, address?: string): Place => {
  const adapter = adapters.find((one) => one.name === name && one.needs !== "nothing")
  const lasting = adapters.filter(({ needs }) => needs !== "nothing").map((one) => one.name)
  if (adapter === undefined) throw new TypeError(`--store must be one of ${lasting.join(", ")}.`)
  if (adapter.needs === "uri" && address === undefined) throw new TypeError(`--store ${name} needs --${name} <uri>.`)
  const folder = mkdtempSync(join(tmpdir(), "bottega-torture-"))
  return { adapter, location: address ?? join(folder, "shop.db"), folder, program }
}

/** Removes what is beside a store, and the store where it is a file. */
export const leave = ({ folder }: Place): void => rmSync(folder, { recursive: true, force: true })

let started = 0
const running = new Set<number>()
process.on("exit", () => {
  for (const pid of running) signal(pid, "SIGKILL")
})

/** Starts a server on a place. */
export const begin = (place: Place, { through = [] }: Start = {}): Starting => {
  const name = `server-${++started}`
  const readyFile = join(place.folder, `${name}.json`)
  const log = join(place.folder, `${name}.log`)
  const [program = "", ...args] = [...through, process.execPath, place.program, "serve", ...flagsOf(place, readyFile)]
  const output = openSync(log, "w")
  const child = spawn(program, args, {
    cwd: place.folder,
    env: environment,
    stdio: ["ignore", output, output]
  })
  closeSync(output)
  const own = child.pid ?? 0
  running.add(own)
  let asked = false
  const ended = new Promise<number | null>((resolve) => {
    child.on("exit", resolve).on("error", () => resolve(null))
  }).finally(() => {
    running.delete(own)
    if (!asked) console.error(`A server ended unasked, with ${child.exitCode ?? child.signalCode}: ${textOf(log)}`)
  })
  const end = async (pid: number, how: NodeJS.Signals) => {
    asked = true
    signal(pid, how)
    const code = await ended
    running.delete(pid)
    return code
  }
  const ready = waitFor(readyFile, child, log).then(({ pid, token, url }): Server => {
    running.add(pid)
    return { url, token, pid, kill: async () => void (await end(pid, "SIGKILL")), stop: () => end(pid, "SIGTERM") }
  })
  return { ready, kill: async () => void (await end(own, "SIGKILL")) }
}

/** Starts a server on a place, and waits until it is ready. */
export const start = (place: Place, options?: Start): Promise<Server> => begin(place, options).ready

const flagsOf = ({ adapter, folder, location }: Place, readyFile: string): ReadonlyArray<string> => [
  ...[`--${adapter.needs === "file" ? "data" : adapter.name}`, location],
  ...["--port", "0", "--ready-file", readyFile, "--credentials", join(folder, "credentials.json")],
  ...["--log-level", "warn", "--throttle-daily", "1000000000"]
]

/** Nothing of our own settings, and what Node compiled is kept, as `npm start` keeps it. */
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(BOTTEGA_|NODE_)/.test(name))),
  NODE_COMPILE_CACHE: join(root, "dist/compile-cache")
}

const waitFor = async (
  file: string,
  child: ChildProcess,
  log: string
): Promise<{ readonly url: string; readonly token: string; readonly pid: number }> => {
  while (!existsSync(file)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server ended before it was ready: ${textOf(log)}`)
    await setTimeout(5)
  }
  return JSON.parse(readFileSync(file, "utf8"))
}

const textOf = (log: string): string => (existsSync(log) ? readFileSync(log, "utf8").slice(-2000) : "")

const signal = (pid: number, how: NodeJS.Signals): void => {
  try {
    process.kill(pid, how)
  } catch {
    // It is gone already.
  }
}
