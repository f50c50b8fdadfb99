/** The MongoDB that is measured: MONGODB_URI, or the one that the tests start. */
import { type Mongo, newDatabase as newDatabaseOn, startMongo } from "@bottega/mongo-stand-in"

let running: Promise<Mongo> | undefined

/** The address of a new, empty database; the server is started when the first is asked for. */
export const newDatabase = async (): Promise<string> => newDatabaseOn(await (running ??= startMongo()), "bench")

/** What the server is, once it was asked for. */
export const engine = async (): Promise<string | undefined> => {
  if (running === undefined) return undefined
  const { engine, version } = await running
  return `${engine} ${version}`
}

/** Removes the databases and ends the server, if it was started. */
export const endDatabase = async (): Promise<void> => {
  await (await running)?.stop()
}
