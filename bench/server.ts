/** Starts the bundle that `npm start` runs as a process of its own, and measures its start and memory. */
import { type ChildProcess, fork, spawn } from "node:child_process"
import { existsSync, mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { newDatabase } from "./database.ts"

/** What is measured: the bundle of this checkout, or of another one, which may be older. */
export const bundle = process.env["BOTTEGA_BUNDLE"] ?? join(import.meta.dirname, "../dist/bottega.mjs")

/**
 * What is measured of a watched server: its longest turn, the most CPU time of a turn, and the turn that 99 of 100
 * are not longer than, in milliseconds; its peak and current resident memory, in bytes.
 */
export interface Watched {
  readonly hold: number
  readonly busy: number
  readonly p99: number
  readonly peak: number
  readonly rss: number
}

/** A server under test. */
export interface Server {
  /** The flags that name its store, for further servers on the same one. */
  readonly place: ReadonlyArray<string>
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds from exec to the ready file. */
  readonly started: number
  readonly pid: number
  /** Current resident memory, in MB. */
  readonly memory: () => number
  /** The id of its shop. */
  readonly shop: string
  /** The measurements since the previous call, if it is watched. */
  readonly watch: () => Promise<Watched>
  readonly stop: () => Promise<void>
}

/** The stores, and the flags that create a new one. */
export const stores = {
  memory: async () => ["--memory"],
  sqlite: async (folder: string) => ["--data", join(folder, "bottega.db")],
  mongo: async () => ["--mongo", await newDatabase()]
} as const
export type StoreName = keyof typeof stores

/**
 * Starts a demo shop with that many orders, with key check, rate limits (with raised quotas), request id and log
 * enabled.
 */
export const startServer = async (
  store: StoreName,
  orders: number,
  flags: ReadonlyArray<string> = raised,
  watched = false,
  program = bundle
): Promise<Server> => {
  const folder = newFolder()
  const all = ["--demo", "--demo-orders", String(orders), ...flags]
  return serve(folder, await stores[store](folder), all, watched, program)
}

/** Starts a further server on the store of another. */
export const joinServer = async ({ headers, place }: Server): Promise<Server> => ({
  ...(await serve(newFolder(), place, raised)),
  headers
})

/** A new folder for temporary files. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), "bottega-bench-"))

const serve = async (
  folder: string,
  place: ReadonlyArray<string>,
  more: ReadonlyArray<string>,
  watched = false,
  program = bundle
): Promise<Server> => {
  const ready = join(folder, "ready.json")
  const flags = ["serve", ...more, "--port", "0", "--shutdown-delay", "0", "--ready-file", ready, ...place]
  const log = openSync(join(folder, "log"), "w")
  const began = performance.now()
  const preload = watched ? ["--import", join(import.meta.dirname, "watch.ts")] : []
  const child = spawn(process.execPath, [...preload, program, ...flags], {
    cwd: folder,
    stdio: ["ignore", log, log, ...(watched ? (["ipc"] as const) : [])],
    env: { ...process.env, NODE_COMPILE_CACHE: join(dirname(bundle), "compile-cache") }
  })
  begun.add(child)
  while (!existsSync(ready)) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${readFileSync(join(folder, "log"), "utf8")}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const started = performance.now() - began
  const { exchange, key, pid, shop, token, url } = JSON.parse(readFileSync(ready, "utf8"))
  const memory = () => residentMemory(pid)
  const watch = () =>
    new Promise<Watched>((resolve) => {
      child.once("message", (seen) => resolve(seen as Watched))
      child.send({})
    })
  const headers = { key, exchange, authorization: `Bearer ${token}` }
  return { place, url, headers, shop, pid, started, memory, watch, stop: () => stop(child) }
}

/** Processes that this one started; they are killed when it ends, however it ends. */
const begun = new Set<ChildProcess>()
process.on("exit", () => {
  for (const child of begun) child.kill("SIGKILL")
})

const raised = ["--throttle-daily", "1000000000"]

/** A program that a server is compared with. */
export type Program = Pick<Server, "url" | "pid" | "stop">

/** Starts the baseline servers. */
export const startUnit = (readSize: number, writeSize: number): Promise<Program> =>
  startProgram("unit.ts", [String(readSize), String(writeSize), join(newFolder(), "unit.db")])

/** Starts one of the programs of this folder. */
export const startProgram = async (program: string, args: ReadonlyArray<string>): Promise<Program> => {
  const { child, url } = await forked(program, args)
  return { url, pid: child.pid!, stop: () => stop(child) }
}

const forked = async (program: string, args: ReadonlyArray<string>) => {
  const child = fork(join(import.meta.dirname, program), args)
  begun.add(child)
  const url = await new Promise<string>((resolve, reject) => {
    child.once("message", (message) => resolve((message as { url: string }).url))
    child.on("exit", () => reject(new Error(`${program} ended`)))
  })
  return { child, url }
}

/** A program of this folder that answers each message of this process with one. */
export class Asked {
  readonly url: string
  readonly #child: ChildProcess
  private constructor(url: string, child: ChildProcess) {
    this.url = url
    this.#child = child
  }

  static async start(program: string, args: ReadonlyArray<string>): Promise<Asked> {
    const { child, url } = await forked(program, args)
    return new Asked(url, child)
  }

  ask<A>(message: object | number): Promise<A> {
    return new Promise((resolve) => {
      this.#child.once("message", (answer) => resolve(answer as A))
      this.#child.send(message as object)
    })
  }

  stop(): Promise<void> {
    return stop(this.#child)
  }
}

const stop = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.on("exit", () => {
      begun.delete(child)
      resolve()
    })
    child.kill("SIGTERM")
  })

const residentMemory = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024

/** The highest resident memory of a process since the previous call, in MB. */
export const peakMemory = (pid: number): number => {
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024
  writeFileSync(`/proc/${pid}/clear_refs`, "5")
  return peak
}
