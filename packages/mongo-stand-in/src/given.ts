// The MongoDB that MONGODB_URI names, which somebody else runs.
import { MongoClient } from "mongodb"
import { type Engine, Unavailable } from "./engine.ts"

/** Connects to a server; rejects if it is a standalone or does not answer within `timeoutMs`. */
export const openGiven = async (uri: string, timeoutMs = 10_000): Promise<Engine> => {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: timeoutMs })
  try {
    const admin = client.db("admin")
    const { setName, msg } = await admin.command({ hello: 1 })
    if (setName === undefined && msg !== "isdbgrid") throw new Unavailable(standalone)
    const { version, documentdb } = await admin.command({ buildInfo: 1 })
    const refused = () =>
      Promise.reject(new Unavailable("The server that MONGODB_URI names is not ours to kill or start."))
    return {
      engine: documentdb === undefined ? "mongodb" : "documentdb",
      version: documentdb ?? version,
      uri,
      pid: () => undefined,
      kill: refused,
      restart: refused,
      stop: async () => undefined
    }
  } catch (error) {
    if (error instanceof Unavailable) throw error
    throw new Unavailable(`MONGODB_URI names no MongoDB that answers: ${(error as Error).message}.`)
  } finally {
    await client.close()
  }
}

const standalone =
  "MONGODB_URI names a standalone server, which has no transactions: start that mongod with --replSet rs0 and run " +
  "rs.initiate() on it once, or name a replica set or a sharded cluster."
