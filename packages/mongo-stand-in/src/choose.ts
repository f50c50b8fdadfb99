// Which MongoDB the tests run on: the first of these that can be had.
import { openDocumentDb } from "./documentdb.ts"
import { type Engine, Unavailable } from "./engine.ts"
import { openGiven } from "./given.ts"
import { openMongod } from "./mongod.ts"

/**
 * Opens MONGODB_URI, else a mongod, else DocumentDB; where there is none of them it fails with the sentence that says
 * what to do. `own` leaves MONGODB_URI aside, for who means to kill the server.
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
    `No MongoDB can be had on this machine: set MONGODB_URI to the address of a replica set (${reasons.join("; ")}).`
  )
}
