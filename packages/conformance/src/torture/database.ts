/** A database server for one run, which the run may kill and restart. */
import { newDatabase, startMongo } from "@bottega/mongo-stand-in"

/** A database server of ours. */
export interface Database {
  /** The connection string of an empty database on it. */
  readonly uri: string
  /** Kills it almost like a power failure; it stays dead until `restart`. */
  readonly kill: () => Promise<void>
  /** Restarts it on its data, at the same address. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts one, or rejects with a sentence about what the machine lacks. */
export const databaseOf = async (): Promise<Database> => {
  const mongo = await startMongo({ own: true })
  return { uri: newDatabase(mongo, "torture"), kill: mongo.kill, restart: mongo.restart, stop: mongo.stop }
}
