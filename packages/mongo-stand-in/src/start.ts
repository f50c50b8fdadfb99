// One MongoDB for a run of tests: `startMongo` starts it in a process of its own, which goes when this one goes.
import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { type Engine, Unavailable } from "./engine.ts"
import type { Report, Request, Settings } from "./supervisor.ts"

/** What a suite has to know of a run's MongoDB; plain data, so that it can be handed to another thread or process. */
export interface MongoFacts {
  readonly uri: string
  readonly engine: Engine["engine"]
  readonly version: string
  /** The database server's process when it started; undefined when it is not ours. */
  readonly pid: number | undefined
  /** The names of the run's databases begin with this; they are removed at its end. */
  readonly prefix: string
}

/** A run's MongoDB in the hands of who started it. */
export interface Mongo extends MongoFacts {
  /** Kills the database server with SIGKILL, and answers when it is dead; it stays so until `restart`. */
  readonly kill: () => Promise<void>
  /** Starts the database server on the data it had, under the same address; answers when it takes commands. */
  readonly restart: () => Promise<void>
  /** Ends the server and removes what the run left; asked again, it does nothing. */
  readonly stop: () => Promise<void>
  /** Resolves when the process that held it has ended, asked or not. */
  readonly gone: Promise<void>
}

/**
 * Starts a MongoDB, or takes the one that MONGODB_URI names, and says on stderr which. Rejects with one sentence that names
 * what to set where none can be had. With `own` it is always a server that may be killed.
 */
export const startMongo = async ({ own = false } = {}): Promise<Mongo> => {
  const prefix = `bottega_test_${randomBytes(4).toString("hex")}`
  const settings: Settings = { own, prefix }
  const child = spawn(process.execPath, [join(import.meta.dirname, "supervisor.ts"), JSON.stringify(settings)], {
    // Ctrl-C in a terminal is for us; the supervisor ends when we have.
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

/** The process that holds the server. */
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

  /** Asks for something and waits until it is done. */
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

  /** A server that nobody asks anything keeps no program from ending. */
  #rest(): void {
    this.#child.unref()
    this.#child.channel?.unref()
  }
}
