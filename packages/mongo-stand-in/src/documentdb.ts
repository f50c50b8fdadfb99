// DocumentDB behind the gateway as an engine: programs from the cache, data copied from a template for each run.
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { cached } from "./cache.ts"
import type { Engine, Missing } from "./engine.ts"
import { Gateway } from "./gateway/gateway.ts"
import { findJail, type Jail } from "./jail.ts"
import { programs, unpack } from "./packages.ts"
import { makeTemplate, Postgres } from "./postgres.ts"
import { output, programOnPath } from "./run.ts"

/** Change it when `make` changes, so that a folder of an older version is not used. */
const recipe = "documentdb-1"

/** Prefix of this machine's run folders. A machine that shares the home directory has other process ids. */
const ours = `${hostname()}.`

interface Versions {
  readonly documentdb: string
  readonly postgres: string
}

/** Starts an empty DocumentDB in the jail that this machine allows, or returns why it cannot. */
export const openDocumentDb = async (way?: Jail): Promise<Engine | Missing> => {
  const missing = ["apt-get", "dpkg-deb", "flock", "unshare"].find((program) => programOnPath(program) === undefined)
  if (missing !== undefined) return { missing: `there is no ${missing} to install DocumentDB with` }
  const jail = way ?? (await findJail())
  if (jail === undefined) return { missing: "neither user namespaces nor a chroot are allowed for DocumentDB" }
  try {
    return await open(jail)
  } catch (error) {
    return { missing: `DocumentDB is not available from Debian's packages (${(error as Error).message})` }
  }
}

const open = async (jail: Jail): Promise<Engine> => {
  const { folder, facts } = await cached<Versions>({
    name: recipe,
    changing: ["root/runs", "root/dev"],
    make: (part) => make(part, jail),
    inUse: (place) => sweep(join(place, "root")) > 0
  })
  const root = join(folder, "root")
  await jail.furnish(root)
  sweep(root)
  const run = `/runs/${ours}${process.pid}.${randomBytes(4).toString("hex")}`
  const end = () => rmSync(join(root, run), { recursive: true, force: true })
  try {
    await copyTemplate(root, run, jail)
    return await serve(root, run, jail, facts, end)
  } catch (error) {
    end()
    throw error
  }
}

const make = async (part: string, jail: Jail): Promise<Versions> => {
  console.error("Fetching DocumentDB from Debian's packages, 145 MB, this once ...")
  const root = join(part, "root")
  const work = join(part, "work")
  const documentdb = await unpack(root, work)
  rmSync(work, { recursive: true })
  await jail.furnish(root)
  const version = await output(...jail.command(root, `${programs}/postgres`, "--version"))
  await makeTemplate({ root, jail, data: "/template" })
  return { documentdb, postgres: /\d+\.\d+/.exec(version)?.[0] ?? "18" }
}

const copyTemplate = async (root: string, run: string, jail: Jail): Promise<void> => {
  mkdirSync(join(root, "runs"), { recursive: true })
  const copy = ["--recursive", "--preserve=mode", "--reflink=auto", join(root, "template"), join(root, run)]
  await output("cp", copy)
  await jail.handOver(join(root, run))
}

const serve = async (root: string, run: string, jail: Jail, versions: Versions, end: () => void): Promise<Engine> => {
  const postgres: Postgres = await Postgres.start({ root, jail, data: run }, () => {
    // Another process killed it: start it again, as an operator's machine would.
    postgres.restart().catch((error: Error) => console.error(error.message))
  })
  const gateway = await Gateway.listen({ port: () => postgres.port, version: versions.documentdb })
  return {
    engine: "documentdb",
    version: `${versions.documentdb} on PostgreSQL ${versions.postgres}`,
    uri: gateway.uri,
    pid: () => postgres.pid,
    kill: () => postgres.end("SIGKILL"),
    restart: async () => {
      await postgres.restart()
      await gateway.ready
    },
    stop: async () => {
      await gateway.close()
      await postgres.end("SIGQUIT")
      end()
    }
  }
}

/** Stops the servers of dead launchers and removes their data; returns the number of live ones. */
const sweep = (root: string): number => {
  const runs = join(root, "runs")
  if (!existsSync(runs)) return 0
  const pidOf = (run: string): number => Number.parseInt(run.slice(ours.length), 10)
  const abandoned = readdirSync(runs).filter((run) => run.startsWith(ours) && !isAlive(pidOf(run)))
  for (const run of abandoned) {
    endServer(join(runs, run), `/runs/${run}`)
    rmSync(join(runs, run), { recursive: true, force: true })
  }
  return readdirSync(runs).length
}

/** Kills the server of a data folder, unless its process id now belongs to another program. */
const endServer = (folder: string, data: string): void => {
  try {
    const pid = Number.parseInt(readFileSync(join(folder, "postmaster.pid"), "utf8"), 10)
    if (readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(data)) process.kill(pid, "SIGQUIT")
  } catch {
    // No server runs.
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}
