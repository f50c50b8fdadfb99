// Databases of their own for suites and benchmarks, on a server that others use at the same time.
import { randomBytes } from "node:crypto"
import { type Db, MongoClient } from "mongodb"
import type { MongoFacts } from "./start.ts"

type Server = Pick<MongoFacts, "uri" | "prefix">

/** An empty database, and the client that reaches it; `close` removes the database. */
export interface SuiteDatabase {
  /** The connection string that names it. */
  readonly uri: string
  readonly client: MongoClient
  readonly database: Db
  readonly close: () => Promise<void>
}

/** Opens an empty database, with the write and read concerns that the product uses. */
export const openDatabase = async (server: Server, label: string): Promise<SuiteDatabase> => {
  const client = new MongoClient(server.uri, {
    writeConcern: { w: "majority", journal: true },
    readConcern: { level: "majority" }
  })
  await client.connect()
  const database = client.db(databaseName(server, label))
  const close = async () => {
    await database.dropDatabase()
    await client.close()
  }
  return { uri: addressOf(server.uri, database.databaseName), client, database, close }
}

/** The connection string of a database that does not exist yet; it is removed when the server is stopped. */
export const newDatabase = (server: Server, label: string): string => addressOf(server.uri, databaseName(server, label))

/** A name that no other database of the run has. MongoDB allows 63 bytes. */
export const databaseName = ({ prefix }: Pick<MongoFacts, "prefix">, label: string): string =>
  `${prefix}_${label.replaceAll(/[^a-zA-Z0-9]+/g, "_").slice(0, 24)}_${randomBytes(4).toString("hex")}`

/** The connection string with another database in it. Credentials are still checked against the database it named before. */
const addressOf = (uri: string, name: string): string => {
  const [, server = "", before = "", options = ""] = /^(\w[^/]*:\/\/[^/?]+)\/?([^?]*)\??(.*)$/.exec(uri) ?? []
  const source = before === "" || /(^|&)authSource=/i.test(options) ? [] : [`authSource=${before}`]
  return `${server}/${name}?${[...source, options].filter((part) => part !== "").join("&")}`
}
