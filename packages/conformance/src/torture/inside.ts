/** Runs a server in this process, over HTTP like any other, for a store that no other process can see. */
import { randomBytes } from "node:crypto"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createServer, makeLog } from "@bottega/server"
import { allCollections, digest, makeService } from "@bottega/service"
import { adapters } from "@bottega/storage/adapters"
import { Effect, Exit, Layer, Scope } from "effect"
import { leave, type Place, raised, type Server } from "./process.ts"

/** Gives a run an empty store of an adapter and a server on it, and ends both. */
export const inside = async <A>(name: string, run: (place: Place, server: Server) => Promise<A>): Promise<A> => {
  const adapter = adapters.find((one) => one.name === name)!
  const scope = Effect.runSync(Scope.make())
  const storage = await Effect.runPromise(Layer.buildWithScope(adapter.open("", allCollections), scope))
  const folder = mkdtempSync(join(tmpdir(), "bottega-torture-"))
  const place: Place = { adapter, location: "", folder, program: "", storage }
  const token = randomBytes(16).toString("hex")
  const making = makeService({ tokenDigest: digest(token), policies: raised })
  const log = makeLog({ level: "warn" })
  const listening = createServer(await Effect.runPromiseWith(storage)(making), { log })
  const url = await listening.listen(0, "127.0.0.1")
  const end = () => listening.drain(0)
  const stop = () => end().then(() => 0)
  try {
    return await run(place, { url, token, pid: process.pid, log: () => "", hasEnded: () => false, kill: end, stop })
  } finally {
    await end()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await leave(place)
  }
}
