/** `bottega backup`: copies the whole store into one file, even while servers write to it, and records that in the store. */
import { lstatSync, statSync } from "node:fs"
import { resolve } from "node:path"
import { Effect } from "effect"
import type { Invocation } from "../command.ts"
import { say, write } from "../output.ts"
import { requireStore } from "../store.ts"
import { safeJson } from "../table.ts"
import { Usage } from "../usage.ts"
import { recorded } from "./recorded.ts"

/** Runs the command. */
export const run = async ({ operand: file = "", options, store }: Invocation): Promise<number> => {
  const { adapter, location } = store
  if (typeof adapter.backup !== "function")
    throw new Usage(
      adapter.backup ?? `The ${adapter.name} store is lost when its process ends, so it cannot be backed up.`
    )
  if (file === "-") throw new Usage("A backup is written to a file, not to stdout; name one.")
  await requireStore(store)
  if (isTaken(file)) throw new Usage(`The file ${file} already exists; a backup does not overwrite files.`)
  await Effect.runPromise(adapter.backup(location, file))
  const bytes = statSync(file).size
  await recorded({ command: "backup", file: resolve(file) }, store)
  if (options.has("json")) await write(`${safeJson({ file, bytes })}\n`)
  else say(`Wrote ${file}, ${bytes.toLocaleString("en")} bytes.`)
  return 0
}

/** Whether there is something at a path, also a link that leads nowhere. */
const isTaken = (path: string): boolean => {
  try {
    return lstatSync(path) !== undefined
  } catch {
    return false
  }
}
