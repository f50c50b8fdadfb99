/** Fresh shops that two processes of one store serve, for tests that need several processes. */
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { join } from "node:path"
import { Bottega } from "@bottega/client"
import type { Storage } from "@bottega/storage"
import type { AdapterEntry } from "@bottega/storage/adapters"
import { type Context, Effect, Exit, Layer, Scope } from "effect"
import type { Side } from "./relation.ts"
import { opened, type Serving, serveOn } from "./serving.ts"

/** A store, and how it is served. */
export interface Shared {
  readonly adapter: AdapterEntry
  /** An empty store. */
  readonly location: string
  /** False leaves out the guards of every commit. */
  readonly guarded: boolean
}

/** A store that two processes serve; for a store that only one process can use, two servers in this process. */
export interface TwoServers {
  readonly storage: Context.Context<Storage>
  /** Makes a fresh shop, with a client for each of the servers. */
  readonly shop: () => Promise<ReadonlyArray<Side>>
  readonly close: () => Promise<void>
}

/** Starts two servers of a store. */
export const openSides = async ({ adapter, guarded, location }: Shared): Promise<TwoServers> => {
  const serving: Serving = { adapter: adapter.name, location, guarded, token: randomBytes(16).toString("hex") }
  const scope = Effect.runSync(Scope.make())
  const storage = await Effect.runPromise(Layer.buildWithScope(opened(serving), scope))
  const begin = () => (adapter.sharable ? started(serving) : serveOn(storage, serving))
  const servers = [await begin(), await begin()]
  const close = async () => {
    for (const server of servers) await server.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
  return { storage, shop: () => sidesOf(servers, serving.token), close }
}

const started = async (serving: Serving) => {
  const program = join(import.meta.dirname, "process.ts")
  const child = spawn(process.execPath, [program, JSON.stringify(serving)], { stdio: ["pipe", "pipe", "inherit"] })
  const ended = once(child, "exit")
  const [url] = await Promise.race([once(child.stdout, "data"), ended.then(() => Promise.reject(new Error("ended")))])
  const close = async () => {
    child.stdin.end()
    await ended
  }
  return { url: String(url).trim(), close }
}

/** A fresh shop, with a client for each of the servers. */
const sidesOf = async (
  servers: ReadonlyArray<{ readonly url: string }>,
  token: string
): Promise<ReadonlyArray<Side>> => {
  const operators = servers.map(({ url }) => new Bottega({ url, token }))
  const { id } = await operators[0]!.shops.create({ name: "Races", modules: ["b2b"] })
  const { exchange, key } = await operators[0]!.keys.create({ shop: id, permission: "read-write" })
  return servers.map(({ url }, at) => {
    const as: Side["as"] = ({ exchange, key }) => new Bottega({ url, key, exchange })
    return { api: as({ key, exchange }), operator: operators[at]!, shop: id, as }
  })
}
