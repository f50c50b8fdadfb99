/** A database of its own on the run's MongoDB, gone when the scope closes. */
import { Effect } from "effect"

/** The connection string of a database that does not exist yet. */
export const database = Effect.acquireRelease(
  Effect.promise(async () => {
    // What only MongoDB's tests need costs the others nothing.
    const { openDatabase, runsMongo } = await import("../../../tools/mongo/suite.ts")
    return openDatabase(runsMongo(), "storage")
  }),
  ({ close }) => Effect.promise(close)
).pipe(Effect.map(({ uri }) => uri))
