// A mongod as a one-node replica set: the machine's own, or one that mongodb-memory-server fetches where that can work.
import { Agent, request } from "node:https"
import { arch, platform } from "node:os"
import { join } from "node:path"
import type { MongoMemoryReplSet } from "mongodb-memory-server-core"
import { cacheFolder } from "./cache.ts"
import { type Engine, type Missing, Unavailable } from "./engine.ts"
import { isProgram, output, programOnPath } from "./run.ts"

/** How long the place of downloads has to show that it is there, in milliseconds. */
const patience = 1_500

/** Starts a mongod with no data in it, or says why there is none. */
export const openMongod = async (): Promise<Engine | Missing> => {
  const own = ownBinary()
  if (own === undefined && !(await canFetch())) return { missing: "there is no mongod and none can be fetched" }
  // It would warn that a mongod of the machine's own has another version than the one it fetches.
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

/** The version that is fetched: the one this version of mongodb-memory-server was made for. */
const fetched = "8.2.6"

const versionOf = async (binary: string): Promise<string> =>
  /v(\d+\.\d+\.\d+)/.exec(await output(binary, ["--version"]))?.[1] ?? "unknown"

/** Whether one was fetched before, or there is one for this kind of machine and the place it comes from answers. */
const canFetch = async (): Promise<boolean> => {
  try {
    const { DryMongoBinary } = await import("mongodb-memory-server-core")
    const options = { version: fetched, downloadDir: join(cacheFolder(), "mongod") }
    if ((await DryMongoBinary.locateBinary(options)) !== undefined) return true
    const url = await import("mongodb-memory-server-core/lib/util/MongoBinaryDownloadUrl.js")
    const address = new url.MongoBinaryDownloadUrl({ version: fetched, platform: platform(), arch: arch() })
    return await isThere(await address.getDownloadUrl())
  } catch {
    return false
  }
}

const isThere = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => end(false), patience)
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
