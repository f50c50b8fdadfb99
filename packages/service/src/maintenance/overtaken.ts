/** Tells whether another import of the same shop was faster, or a commit only met a conflict that passes. */
import {
  type Adapter,
  get,
  installation,
  retryOnConflict,
  type Stale,
  Storage,
  type Taken,
  type Unavailable,
  type Write
} from "@bottega/storage"
import { Effect } from "effect"
import { type Import, maintenanceRecords } from "../collections.ts"
import type { NotMovable } from "./lines.ts"
import { overtaken } from "./sentences.ts"

/**
 * Makes an attempt that commits for an import, and makes it again after a conflict, unless another import has written the record that
 * it replaces. A conflict without one passes: MongoDB keeps the transaction of a killed import, with its documents, for a minute.
 */
export const unlessOvertaken = <A>(
  storage: Adapter,
  { expect, key }: Pick<Write<Import>, "expect" | "key">,
  attempt: Effect.Effect<A, NotMovable | Stale | Taken | Unavailable, Storage>
): Effect.Effect<A, NotMovable | Unavailable> => {
  const explained = Effect.catchTag(attempt, "Stale", (conflict) =>
    Effect.flatMap(
      get(installation, maintenanceRecords.imports, key, { latest: true }),
      (found): Effect.Effect<never, NotMovable | Stale> =>
        (found?.version ?? 0) === expect ? Effect.fail(conflict) : overtaken
    )
  )
  return Effect.provideService(retryOnConflict(explained), Storage, storage)
}
