// Chooses the MongoDB of a run: the first engine that this machine can provide.
import { openDocumentDb } from "./documentdb.ts"
import { type Engine, Unavailable } from "./engine.ts"
import { openGiven } from "./given.ts"
import { openMongod } from "./mongod.ts"

/**
 * Opens MONGODB_URI, else a mongod, else DocumentDB. Rejects with one sentence that says what to set if none is available.
 * `own` ignores MONGODB_URI, for callers that kill the server.
 */
export const openMongo = async (own: boolean): Promise<Engine> => {
  const given = process.env["MONGODB_URI"]
  if (!own && given !== undefined && given !== "") return openGiven(given)
  const reasons: Array<string> = []
  for (const open of [openMongod, () => openDocumentDb()]) {
    const engine = await open()
    if ("uri" in engine) return engine
    reasons.push(engine.missing)
  }
  throw new Unavailable(
    `No MongoDB is available on this machine: set MONGODB_URI to the address of a replica set (${reasons.join("; ")}).`
  )
}
