/** A database of its own on the run's MongoDB, gone when the scope closes. */
import { Effect } from "effect"

/** The connection string of a database that does not exist yet. */
export const database = Effect.acquireRelease(
  Effect.promise(async () => {
    // What only MongoDB's tests need costs the others nothing.
    const { openDatabase, runsMongo } = await import("../../../tools/mongo/suite.ts")
    const { close, database } = await openDatabase(runsMongo(), "storage")
    return { close, uri: addressOf(runsMongo().uri, database.databaseName) }
  }),
  ({ close }) => Effect.promise(close)
).pipe(Effect.map(({ uri }) => uri))

/** A connection string with another database in it; what it named before still knows its users. */
const addressOf = (uri: string, name: string): string => {
  const [, server = "", before = "", options = ""] = /^(\w[^/]*:\/\/[^/?]+)\/?([^?]*)\??(.*)$/.exec(uri) ?? []
  const source = before === "" || /(^|&)authSource=/i.test(options) ? [] : [`authSource=${before}`]
  return `${server}/${name}?${[...source, options].filter((part) => part !== "").join("&")}`
}
