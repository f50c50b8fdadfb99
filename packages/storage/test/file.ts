/** Makes a place for one file, which is removed when the scope closes. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"

/** The path of a file that does not exist yet. */
export const file = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "bottega-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
).pipe(Effect.map((folder) => join(folder, "store.db")))
