/** The MongoDB that is measured: MONGODB_URI, or the one that the tests start. */
import { databaseName, type Mongo, startMongo } from "../tools/mongo/start.ts"

let running: Promise<Mongo> | undefined

/** The address of a new, empty database; the server is started when the first is asked for. */
export const newDatabase = async (): Promise<string> => {
  const mongo = await (running ??= startMongo())
  const uri = new URL(mongo.uri)
  uri.pathname = databaseName(mongo, "bench")
  return uri.href
}

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
