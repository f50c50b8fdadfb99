// One MongoDB for a run: `startMongo` starts it in a separate process, which ends when this one ends.
import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { type Engine, Unavailable } from "./engine.ts"
import type { Report, Request, Settings } from "./supervisor.ts"

/** What a suite needs to know about the run's MongoDB; plain data, so that it can go to another thread or process. */
export interface MongoFacts {
  readonly uri: string
  readonly engine: Engine["engine"]
  readonly version: string
  /** Process id of the database server when it started; undefined if we did not start it. */
  readonly pid: number | undefined
  /** Prefix of the names of the run's databases, which are removed at its end. */
  readonly prefix: string
}

/** A run's MongoDB, as its starter controls it. */
export interface Mongo extends MongoFacts {
  /** Kills the database server with SIGKILL and resolves when it is dead; it stays dead until `restart`. */
  readonly kill: () => Promise<void>
  /** Starts the database server on its data, at the same address; resolves when it accepts commands. */
  readonly restart: () => Promise<void>
  /** Stops the server and removes the run's data; a second call does nothing. */
  readonly stop: () => Promise<void>
  /** Resolves when the supervisor process has ended, for whatever reason. */
  readonly gone: Promise<void>
}

/**
 * Starts a MongoDB, or takes the one that MONGODB_URI names, and prints on stderr which. Rejects with one sentence that says
 * what to set if none is available. With `own` it is always a server that may be killed.
 */
export const startMongo = async ({ own = false } = {}): Promise<Mongo> => {
  const prefix = `bottega_test_${randomBytes(4).toString("hex")}`
  const settings: Settings = { own, prefix }
  const child = spawn(process.execPath, [join(import.meta.dirname, "supervisor.ts"), JSON.stringify(settings)], {
    // Ctrl-C in a terminal must reach only us; the supervisor ends after us.
    detached: true,
    stdio: ["ignore", "ignore", "inherit", "ipc"]
  })
  const supervisor = new Supervisor(child)
  const facts = { ...(await supervisor.ready), prefix }
  console.error(`MongoDB for the tests: ${facts.engine} ${facts.version}`)
  const { gone, stop } = supervisor
  const mongo = { ...facts, gone, kill: supervisor.ask("kill"), restart: supervisor.ask("restart"), stop }
  Object.defineProperty(mongo, "pid", { enumerable: true, get: () => supervisor.pid })
  return mongo
}

/** Our end of the supervisor process, which holds the server. */
class Supervisor {
  readonly ready: Promise<Omit<MongoFacts, "prefix">>
  readonly gone: Promise<void>
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, (report: Extract<Report, { id: number }>) => void>()
  #pid: number | undefined
  #last = 0

  constructor(child: ChildProcess) {
    this.#child = child
    this.gone = new Promise((resolve) => child.once("exit", () => resolve()))
    this.ready = new Promise((resolve, reject) => {
      child.on("message", (report: Report) => {
        if ("ready" in report) {
          this.#rest()
          this.#pid = report.ready.pid
          resolve(report.ready)
        } else if ("failed" in report) reject(new Unavailable(report.failed))
        else this.#waiting.get(report.id)?.(report)
      })
      child.once("error", reject)
      child.once("exit", (code) => {
        reject(new Unavailable(`The launcher of MongoDB ended by itself (${code}).`))
        for (const [id, answer] of this.#waiting)
          answer({ id, pid: undefined, error: "The launcher of MongoDB is gone." })
      })
    })
  }

  get pid(): number | undefined {
    return this.#pid
  }

  /** Returns a function that sends a request and waits until it is done. */
  ask(what: Request["ask"]): () => Promise<void> {
    return () =>
      new Promise((resolve, reject) => {
        const id = ++this.#last
        this.#child.ref()
        this.#child.channel?.ref()
        this.#waiting.set(id, ({ pid, error }) => {
          this.#waiting.delete(id)
          if (this.#waiting.size === 0) this.#rest()
          this.#pid = pid
          if (error === undefined) resolve()
          else reject(new Unavailable(error))
        })
        this.#child.send({ id, ask: what } satisfies Request, (error) => error && reject(error))
      })
  }

  readonly stop = async (): Promise<void> => {
    if (this.#child.exitCode === null && this.#child.connected) await this.ask("stop")()
  }

  /** Without a pending request, the supervisor does not keep this process alive. */
  #rest(): void {
    this.#child.unref()
    this.#child.channel?.unref()
  }
}
