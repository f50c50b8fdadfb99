// The run's MongoDB as a suite sees it, and a database that is the suite's own.
import { type Db, MongoClient } from "mongodb"
import { inject } from "vitest"
import { Unavailable } from "./engine.ts"
import { databaseName, type MongoFacts } from "./start.ts"

/** The MongoDB that `global-setup.ts` started for this run; fails with the sentence that says why there is none. */
export const runsMongo = (): MongoFacts => {
  const told: MongoFacts | string = inject("mongo" as never)
  if (typeof told === "string") throw new Unavailable(told)
  return told
}

/** An empty database, and the client that reaches it; `close` removes it. */
export interface SuiteDatabase {
  /** The connection string that names it. */
  readonly uri: string
  readonly client: MongoClient
  readonly database: Db
  readonly close: () => Promise<void>
}

/** Opens a database of its own for a suite, with the writes and reads that the product uses. */
export const openDatabase = async (
  mongo: Pick<MongoFacts, "uri" | "prefix">,
  label: string
): Promise<SuiteDatabase> => {
  const client = new MongoClient(mongo.uri, {
    writeConcern: { w: "majority", journal: true },
    readConcern: { level: "majority" }
  })
  await client.connect()
  const database = client.db(databaseName(mongo, label))
  const close = async () => {
    await database.dropDatabase()
    await client.close()
  }
  return { uri: addressOf(mongo.uri, database.databaseName), client, database, close }
}

/** The connection string of a database that does not exist yet; it goes with the run's others. */
export const newDatabase = (mongo: Pick<MongoFacts, "uri" | "prefix">, label: string): string =>
  addressOf(mongo.uri, databaseName(mongo, label))

/** A connection string with another database in it; the one it named before still knows its users. */
const addressOf = (uri: string, name: string): string => {
  const [, server = "", before = "", options = ""] = /^(\w[^/]*:\/\/[^/?]+)\/?([^?]*)\??(.*)$/.exec(uri) ?? []
  const source = before === "" || /(^|&)authSource=/i.test(options) ? [] : [`authSource=${before}`]
  return `${server}/${name}?${[...source, options].filter((part) => part !== "").join("&")}`
}
