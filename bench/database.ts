/** The MongoDB to measure: MONGODB_URI, or the one that the tests start. */
import { type Mongo, newDatabase as newDatabaseOn, startMongo } from "@bottega/mongo-stand-in"

let running: Promise<Mongo> | undefined

/** The URI of a new, empty database; the first call starts the server. */
export const newDatabase = async (): Promise<string> => newDatabaseOn(await (running ??= startMongo()), "bench")

/** The name of the server, if it was started. */
export const engine = async (): Promise<string | undefined> => {
  if (running === undefined) return undefined
  const { engine, version } = await running
  return `${engine} ${version}`
}

/** Removes the databases, and stops the server if it was started. */
export const endDatabase = async (): Promise<void> => {
  await (await running)?.stop()
}
