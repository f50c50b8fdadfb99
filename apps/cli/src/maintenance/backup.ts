/** `bottega backup`: copies the whole store into one file, even while servers write to it. */
import { existsSync, statSync } from "node:fs"
import { Effect } from "effect"
import { say, write } from "../output.ts"
import { requireStore } from "../store.ts"
import { Usage } from "../usage.ts"
import type { Invocation } from "./command.ts"

/** Runs the command. */
export const run = async ({ operand: file = "", options, store }: Invocation): Promise<number> => {
  const { adapter, location } = store
  if (typeof adapter.backup !== "function")
    throw new Usage(
      adapter.backup ?? `The ${adapter.name} store is lost when its process ends, so it cannot be backed up.`
    )
  await requireStore(store)
  if (existsSync(file)) throw new Usage(`The file ${file} already exists; a backup does not overwrite files.`)
  await Effect.runPromise(adapter.backup(location, file))
  const bytes = statSync(file).size
  if (options.has("json")) await write(`${JSON.stringify({ file, bytes })}\n`)
  else say(`Wrote ${file}, ${bytes.toLocaleString("en")} bytes.`)
  return 0
}
