// The PostgreSQL server in the unpacked root. Its data folder is made once as a template and copied for each run.
import { type ChildProcess, spawn } from "node:child_process"
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs"
import { connect, createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import type { Jail } from "./jail.ts"
import { programs } from "./packages.ts"
import { output } from "./run.ts"

/** Where a server runs: the root, the jail that enters it, and the data folder as a path in the root. */
export interface Site {
  readonly root: string
  readonly jail: Jail
  readonly data: string
}

/** How long a start may take: recovery, and the exit of the killed server's children. */
const startTimeoutMs = 60_000

const login = { host: "127.0.0.1", user: "postgres", database: "postgres" }

const environment = { PATH: "/usr/bin:/bin", LANG: "C.UTF-8", LC_ALL: "C.UTF-8", TZ: "UTC" }

const settings = [
  "shared_preload_libraries = 'pg_cron,pg_documentdb_core,pg_documentdb,pg_documentdb_extended_rum'",
  "cron.database_name = 'postgres'",
  // Jobs then need no connection, and so no port known in advance.
  "cron.use_background_workers = on",
  "max_worker_processes = 20",
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  "max_connections = 200",
  "dynamic_shared_memory_type = mmap",
  "documentdb_core.enableCollation = on",
  // A cursor is then a file that any connection can continue; it expires after the same time as in MongoDB.
  "documentdb.useFileBasedPersistedCursors = on",
  "documentdb.defaultCursorExpiryTimeLimitSeconds = 600",
  "documentdb.throwDeadlockOnCRUD = on",
  "client_connection_check_interval = 1s",
  "log_min_messages = fatal",
  "log_min_error_statement = panic"
]

/**
 * What costs CPU time and helps no test. Commits are written, and not forced to the disk: what a killed server has written is there when
 * it starts again. Only a machine that loses its power would show the difference, and the data of a run goes with the run.
 * The extension's jobs open a connection each second: the gateway builds indexes itself, and no collection of ours has
 * documents that expire.
 */
const unneeded = ["fsync=off", "cron.launch_active_jobs=off", "documentdb.enableBackgroundWorker=off"]

/** Creates a data folder that has the extension; its server is stopped again. */
export const makeTemplate = async (site: Site): Promise<void> => {
  const folder = join(site.root, site.data)
  mkdirSync(folder, { mode: 0o700 })
  await site.jail.handOver(folder)
  const options = ["--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--username=postgres", "--no-sync"]
  await output(...site.jail.command(site.root, `${programs}/initdb`, "-D", site.data, ...options))
  appendFileSync(join(folder, "postgresql.conf"), `\n${settings.join("\n")}\n`)
  const server = await Postgres.start(site, () => undefined)
  const client = new pg.Client({ ...login, port: server.port })
  await client.connect()
  await client.query("CREATE EXTENSION documentdb CASCADE")
  await client.end()
  await server.end("SIGINT")
  rmSync(join(folder, log), { force: true })
}

const log = "server.log"

/** A running server. */
export class Postgres {
  readonly #site: Site
  readonly #died: () => void
  #child: ChildProcess | undefined
  #port = 0

  private constructor(site: Site, died: () => void) {
    this.#site = site
    this.#died = died
  }

  /** Resolves when the server accepts connections. Calls `died` if it later ends without `end`. */
  static async start(site: Site, died: () => void): Promise<Postgres> {
    const server = new Postgres(site, died)
    await server.restart()
    return server
  }

  /** The port it listens on. A restart chooses another port if the old one is taken. */
  get port(): number {
    return this.#port
  }

  /** Process id of the server's main process. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Starts the server on its data. */
  async restart(): Promise<void> {
    const deadline = performance.now() + startTimeoutMs
    for (;;) {
      this.#port = (await isFree(this.#port)) ? this.#port : await freePort()
      const child = this.#spawn()
      if (await answers(child, { port: this.#port, data: this.#site.data }, deadline)) {
        this.#child = child
        child.once("exit", () => this.#child === child && this.#ended())
        return
      }
      if (performance.now() > deadline) throw new Error(`PostgreSQL does not start: ${this.#lastWords()}`)
      await sleep(100)
    }
  }

  /** Ends the server: SIGKILL like a power cut, SIGQUIT at once, SIGINT after a checkpoint. */
  async end(signal: "SIGKILL" | "SIGQUIT" | "SIGINT"): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined) return
    // A power cut ends all processes at once; one that is left would keep the data in use.
    const others = signal === "SIGKILL" ? childrenOf(child.pid!) : []
    if (!child.kill(signal)) return
    for (const pid of others) kill(pid)
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once("exit", resolve))
  }

  #ended(): void {
    this.#child = undefined
    this.#died()
  }

  #spawn(): ChildProcess {
    const { root, jail, data } = this.#site
    const [program, args] = jail.command(
      root,
      `${programs}/postgres`,
      "-D",
      data,
      "-p",
      String(this.#port),
      ...unneeded.flatMap((setting) => ["-c", setting])
    )
    const file = openSync(join(root, data, log), "a")
    const child = spawn(program, args, {
      stdio: ["ignore", file, file],
      env: { ...environment, PATH: process.env["PATH"] }
    })
    child.on("error", () => undefined)
    closeSync(file)
    return child
  }

  #lastWords(): string {
    const text = readFileSync(join(this.#site.root, this.#site.data, log), "utf8")
    return text.trim().split("\n").slice(-2).join(" ")
  }
}

/** The processes that a process has started; empty once it is gone. */
const childrenOf = (pid: number): ReadonlyArray<number> => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number)
  } catch {
    return []
  }
}

const kill = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // It has ended by itself.
  }
}

/** A server's port, and its data folder: another server may have taken the port in the same moment. */
interface Answering {
  readonly port: number
  readonly data: string
}

/** Whether a started server accepts connections before it exits or the deadline passes. */
const answers = async (child: ChildProcess, { data, port }: Answering, deadline: number): Promise<boolean> => {
  while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const client = new pg.Client({ ...login, port, connectionTimeoutMillis: 1_000 })
    client.on("error", () => undefined)
    const ready = await client
      .connect()
      .then(() => client.query<{ readonly data_directory: string }>("show data_directory"))
      .then(
        ({ rows }) => rows[0]?.data_directory === data,
        () => false
      )
    client.end().catch(() => undefined)
    if (ready) return true
    if (performance.now() > deadline) {
      child.kill("SIGKILL")
      return false
    }
    await sleep(20)
  }
  return false
}

/**
 * Whether nothing accepts connections on a port. It connects instead of listening, because a client that waits for the server
 * could connect to a listener of ours.
 */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    if (port === 0) return resolve(false)
    const probe = connect(port, "127.0.0.1")
    probe.once("error", () => resolve(true))
    probe.once("connect", () => {
      probe.destroy()
      resolve(false)
    })
  })

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(address !== null && typeof address === "object" ? address.port : 0))
    })
  })
