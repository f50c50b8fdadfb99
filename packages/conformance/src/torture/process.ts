/** Runs `bottega serve` as a process on a store that outlives it, so that it can be killed and restarted. */
import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { type Policies, policies } from "@bottega/domain/throttle"
import type { Storage } from "@bottega/storage"
import { type AdapterEntry, adapters } from "@bottega/storage/adapters"
import type { Context } from "effect"
import { bundled } from "../../../../tools/bundle.ts"
import { type Database, databaseOf } from "./database.ts"

const root = join(import.meta.dirname, "../../../..")

/** A store and the files beside it. */
export interface Place {
  readonly adapter: AdapterEntry
  readonly location: string
  /** The folder of logs, ready files and credentials. */
  readonly folder: string
  /** The file that node runs as the command `bottega`. */
  readonly program: string
  /** The database server, if it may be killed. */
  readonly database?: Database | undefined
  /** The store itself, if no other process can open it. */
  readonly storage?: Context.Context<Storage>
}

/** A running server. */
export interface Server {
  readonly url: string
  /** The operator's token. */
  readonly token: string
  readonly pid: number
  /** Its log so far. */
  readonly log: () => string
  readonly hasEnded: () => boolean
  /** Kills it without warning, like a power failure, and waits until it has ended. */
  readonly kill: () => Promise<void>
  /** Asks it to end, and returns its exit code. */
  readonly stop: () => Promise<number | null>
}

/** A server that is starting. */
export interface Starting {
  /** Rejects if it ends before it is ready. */
  readonly ready: Promise<Server>
  /** Asks it to end, and returns its exit code; null if the signal ended it. */
  readonly stop: () => Promise<number | null>
  readonly kill: () => Promise<void>
  /** Sends it a signal, unless it has ended. */
  readonly send: (how: NodeJS.Signals) => void
}

/** How a server is started. */
export interface Start {
  /** A program, with its arguments, that starts it. */
  readonly through?: ReadonlyArray<string>
  /** Additional flags. */
  readonly flags?: ReadonlyArray<string>
}

/**
 * A fresh place for an adapter that outlives its servers, by its name. A store with an address of its own is at
 * `address`; without one, a database server is started for it.
 */
export const placeOf = async (name: string, address?: string): Promise<Place> => {
  const adapter = adapters.find((one) => one.name === name && one.needs !== "nothing")
  if (adapter === undefined) throw new TypeError(`No store of that name outlives its server: ${name}.`)
  const database = adapter.needs === "uri" && address === undefined ? await databaseOf() : undefined
  const folder = mkdtempSync(join(tmpdir(), "bottega-torture-"))
  const location = address ?? database?.uri ?? join(folder, "shop.db")
  return { adapter, location, folder, program: await bundled(), database }
}

/** Gives a run a fresh place, and removes it and every server on it, however the run ends. */
export const placed = async <A>(place: Promise<Place>, run: (place: Place) => Promise<A>): Promise<A> => {
  const found = await place
  try {
    return await run(found)
  } finally {
    await leave(found)
  }
}

/** Ends every server on a place and removes it; a database at a given address stays. */
export const leave = async ({ database, folder }: Place): Promise<void> => {
  for (const [pid, where] of running) if (where === folder) sweep(pid)
  await database?.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

let started = 0
/** The folder of each server, by its pid. */
const running = new Map<number, string>()
process.on("exit", () => {
  for (const pid of running.keys()) sweep(pid)
})

/** Starts a server on a place. */
export const begin = (place: Place, { flags = ["--shutdown-delay", "0"], through = [] }: Start = {}): Starting => {
  const name = `server-${++started}`
  const readyFile = join(place.folder, `${name}.json`)
  const log = join(place.folder, `${name}.log`)
  const command = [process.execPath, place.program, "serve", ...flagsOf(place, readyFile), ...flags]
  const [program = "", ...args] = [...through, ...command]
  const output = openSync(log, "w")
  const child = spawn(program, args, {
    cwd: place.folder,
    detached: true,
    env: environment,
    stdio: ["ignore", output, output]
  })
  closeSync(output)
  // A process that could not be started has no pid, and a signal to pid 0 would reach this process.
  const own = child.pid ?? Number.NaN
  // Another process gets the pid of one that has ended, and must not be killed for it.
  const pids = new Set<number>()
  const runs = (pid: number | undefined) => {
    if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    pids.add(pid)
    running.set(pid, place.folder)
  }
  runs(child.pid)
  let asked = false
  const ended = new Promise<number | null>((resolve) => {
    child.on("exit", resolve).on("error", () => resolve(null))
  }).finally(() => {
    for (const pid of pids) running.delete(pid)
    if (!asked) console.error(`A server ended unasked, with ${child.exitCode ?? child.signalCode}: ${textOf(log)}`)
  })
  const send = (pid: number, how: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) signal(pid, how)
  }
  const end = async (pid: number, how: NodeJS.Signals) => {
    asked = true
    send(pid, how)
    return await ended
  }
  const ready = waitFor(readyFile, child, log).then(({ pid, token, url }): Server => {
    runs(pid)
    return {
      url,
      token,
      pid,
      log: () => readFileSync(log, "utf8"),
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      kill: async () => void (await end(pid, "SIGKILL")),
      stop: () => end(pid, "SIGTERM")
    }
  })
  return {
    ready,
    stop: () => end(own, "SIGTERM"),
    kill: async () => void (await end(own, "SIGKILL")),
    send: (how) => send(own, how)
  }
}

/** Starts a server on a place, and waits until it is ready. */
export const start = (place: Place, options?: Start): Promise<Server> => begin(place, options).ready

/** Limits of calls that a run never reaches unless it tests them. */
export const raised = Object.fromEntries(
  Object.entries(policies).map(([name, policy]) => [name, { ...policy, limit: 1_000_000_000 }])
) as unknown as Policies

const flagsOf = ({ adapter, folder, location }: Place, readyFile: string): ReadonlyArray<string> => [
  ...[`--${adapter.needs === "file" ? "data" : adapter.name}`, location],
  ...["--port", "0", "--ready-file", readyFile, "--credentials", join(folder, "credentials.json")],
  ...[
    "--log-level",
    "warn",
    ...Object.entries(raised).flatMap(([name, { limit }]) => [`--throttle-${name}`, String(limit)])
  ]
]

/** Without any of our own settings, and with Node's compile cache, as `npm start` has it. */
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

/** Kills a process and those that it started. */
const sweep = (pid: number): void => {
  for (const one of [pid, -pid]) signal(one, "SIGKILL")
}

const signal = (pid: number, how: NodeJS.Signals): void => {
  try {
    process.kill(pid, how)
  } catch {
    // It has ended already.
  }
}
