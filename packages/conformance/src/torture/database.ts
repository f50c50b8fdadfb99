/** A database server for a run of its own, which may be killed and started again. */
import { newDatabase, startMongo } from "@bottega/mongo-stand-in"

/** A database server that is ours. */
export interface Database {
  /** The connection string of an empty database on it. */
  readonly uri: string
  /** Kills it as a power cut would, or nearly; it stays dead until `restart`. */
  readonly kill: () => Promise<void>
  /** Starts it on the data it had, under the same address. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts one, or rejects with the sentence that says what a machine without one needs. */
export const databaseOf = async (): Promise<Database> => {
  const mongo = await startMongo({ own: true })
  return { uri: newDatabase(mongo, "torture"), kill: mongo.kill, restart: mongo.restart, stop: mongo.stop }
}
