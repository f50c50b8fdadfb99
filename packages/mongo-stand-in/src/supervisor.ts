// The process that holds the MongoDB of a run and takes requests as messages. When its parent ends, for whatever reason, it
// stops the server and removes the run's data.
import { MongoClient } from "mongodb"
import { openMongo } from "./choose.ts"
import type { Engine } from "./engine.ts"

/** A request to the supervisor; each gets one report with its id. */
export interface Request {
  readonly id: number
  readonly ask: "kill" | "restart" | "stop"
}

/** What the supervisor sends: first that it is ready or has failed, then an answer to each request. */
export type Report =
  | { readonly ready: { uri: string; engine: Engine["engine"]; version: string; pid: number | undefined } }
  | { readonly failed: string }
  | { readonly id: number; readonly pid: number | undefined; readonly error?: string }

/** The supervisor's only argument, as JSON. */
export interface Settings {
  readonly own: boolean
  /** Prefix of the names of the run's databases. */
  readonly prefix: string
}

const settings: Settings = JSON.parse(process.argv[2] ?? "{}")
const opened = openMongo(settings.own)
let open = false
let ending: Promise<void> | undefined

const report = (message: Report): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

/** Stops the engine, once. */
const end = (): Promise<void> =>
  (ending ??= opened.then(
    async (engine) => {
      if (engine.pid() === undefined) await dropDatabases(engine.uri)
      await engine.stop()
    },
    () => undefined
  ))

/** Removes the run's databases from a server that outlives us. */
const dropDatabases = async (uri: string): Promise<void> => {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 })
  try {
    const { databases } = await client.db("admin").admin().listDatabases({ nameOnly: true })
    for (const { name } of databases) if (name.startsWith(settings.prefix)) await client.db(name).dropDatabase()
  } catch (error) {
    console.error(`The databases ${settings.prefix}* could not be removed: ${(error as Error).message}`)
  } finally {
    await client.close()
  }
}

const handle = async ({ id, ask }: Request): Promise<void> => {
  try {
    const engine = await opened
    if (ask === "stop") await end()
    else await engine[ask]()
    report({ id, pid: engine.pid() })
  } catch (error) {
    report({ id, pid: undefined, error: (error as Error).message })
  }
  if (ask === "stop") process.exit()
}

process.on("message", (request: Request) => void handle(request))
/** Stops the engine and exits. While the engine still starts, kills the whole process group, which has its downloads. */
const leave = (): void => {
  if (open) return void end().finally(() => process.exit())
  process.removeAllListeners("SIGTERM")
  process.on("SIGTERM", () => undefined)
  process.kill(-process.pid, "SIGTERM")
  process.exit()
}

for (const event of ["disconnect", "SIGTERM", "SIGINT", "SIGHUP"]) process.on(event, leave)
opened.then(
  ({ uri, engine, version, pid }) => {
    open = true
    report({ ready: { uri, engine, version, pid: pid() } })
  },
  (error: Error) => {
    report({ failed: error.message })
    process.exitCode = 1
    process.removeAllListeners("disconnect")
    process.disconnect?.()
  }
)
