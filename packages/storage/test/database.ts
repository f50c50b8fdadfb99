/** A database for a test on the MongoDB that the run's tests share; it is removed when the scope closes. */
import { Effect } from "effect"
import { beforeAll } from "vitest"
import type { AdapterEntry } from "../src/adapters.ts"

/** Imported where it is needed only, because the import starts the server. */
const shared = () => import("@bottega/mongo-stand-in/shared")

/** Starts the server before the tests around it, which then need not wait for it; for other adapters nothing happens. */
export const useDatabase = ({ needs }: Pick<AdapterEntry, "needs">): void => {
  if (needs === "uri") beforeAll(shared)
}

/** The connection string of a database that does not exist yet. */
export const database = Effect.acquireRelease(
  Effect.promise(async () => (await shared()).openDatabase("storage")),
  ({ close }) => Effect.promise(close)
).pipe(Effect.map(({ uri }) => uri))
