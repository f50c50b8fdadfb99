// A mongod as a replica set of one node: the machine's own, or one that mongodb-memory-server downloads where it can.
import { Agent, request } from "node:https"
import { arch, platform } from "node:os"
import { join } from "node:path"
import type { MongoMemoryReplSet } from "mongodb-memory-server-core"
import { cacheFolder } from "./cache.ts"
import { type Engine, type Missing, Unavailable } from "./engine.ts"
import { isProgram, output, programOnPath } from "./run.ts"

/** How long the download server may take to answer. */
const probeTimeoutMs = 1_500

/** Starts an empty mongod, or returns why it cannot. */
export const openMongod = async (): Promise<Engine | Missing> => {
  const own = ownBinary()
  if (own === undefined && !(await canFetch())) return { missing: "there is no mongod and none can be downloaded" }
  // Otherwise it warns if the machine's mongod is not the version that it would download.
  process.env["MONGOMS_SYSTEM_BINARY_VERSION_CHECK"] = "false"
  const { MongoMemoryReplSet } = await import("mongodb-memory-server-core")
  const binary = own === undefined ? { downloadDir: join(cacheFolder(), "mongod") } : { systemBinary: own }
  const set = await MongoMemoryReplSet.create({ binary, replSet: { count: 1, storageEngine: "wiredTiger" } })
  return engineOf(set, own === undefined ? fetched : await versionOf(own))
}

const ownBinary = (): string | undefined => {
  const named = process.env["MONGOD_BINARY"]
  if (named === undefined || named === "") return programOnPath("mongod")
  if (isProgram(named)) return named
  throw new Unavailable(`MONGOD_BINARY names no program that can be run: ${named}.`)
}

/** The version to download: the one that this version of mongodb-memory-server was made for. */
const fetched = "8.2.6"

const versionOf = async (binary: string): Promise<string> =>
  /v(\d+\.\d+\.\d+)/.exec(await output(binary, ["--version"]))?.[1] ?? "unknown"

/** Whether a download is in the cache, or exists for this platform on a server that answers. */
const canFetch = async (): Promise<boolean> => {
  try {
    const { DryMongoBinary } = await import("mongodb-memory-server-core")
    const options = { version: fetched, downloadDir: join(cacheFolder(), "mongod") }
    if ((await DryMongoBinary.locateBinary(options)) !== undefined) return true
    const url = await import("mongodb-memory-server-core/lib/util/MongoBinaryDownloadUrl.js")
    const address = new url.MongoBinaryDownloadUrl({ version: fetched, platform: platform(), arch: arch() })
    return await exists(await address.getDownloadUrl())
  } catch {
    return false
  }
}

const exists = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => end(false), probeTimeoutMs)
    const agent = new Agent({ proxyEnv: process.env })
    const probe = request(url, { method: "HEAD", agent }, ({ statusCode }) => end(statusCode === 200))
    const end = (there: boolean): void => {
      clearTimeout(timer)
      probe.destroy()
      resolve(there)
    }
    probe.on("error", () => end(false))
    probe.end()
  })

const engineOf = (set: MongoMemoryReplSet, version: string): Engine => {
  const keep = { doCleanup: false, force: false }
  const pid = () => set.servers[0]?.instanceInfo?.instance.mongodProcess?.pid
  return {
    engine: "mongodb",
    version,
    uri: set.getUri(),
    pid,
    kill: async () => {
      const child = set.servers[0]?.instanceInfo?.instance.mongodProcess
      if (child?.kill("SIGKILL")) await new Promise((resolve) => child.once("exit", resolve))
    },
    restart: async () => {
      await set.stop(keep)
      await set.start()
    },
    stop: async () => void (await set.stop({ doCleanup: true, force: true }))
  }
}
