/** `bottega backup`: a copy of the whole store in one file, also while servers write to it. */
import { existsSync, statSync } from "node:fs"
import { Effect } from "effect"
import { say, write } from "../output.ts"
import { present } from "../store.ts"
import { Usage } from "../usage.ts"
import type { Given } from "./given.ts"

/** Runs the command. */
export const run = async ({ operand: file = "", options, store }: Given): Promise<number> => {
  const { adapter, location } = store
  if (typeof adapter.backup !== "function")
    throw new Usage(adapter.backup ?? `The store ${adapter.name} is gone with its process, and so would be its backup.`)
  await present(store)
  if (existsSync(file)) throw new Usage(`There is a file ${file} already; a backup overwrites none.`)
  await Effect.runPromise(adapter.backup(location, file))
  const bytes = statSync(file).size
  if (options.has("json")) await write(`${JSON.stringify({ file, bytes })}\n`)
  else say(`Wrote ${file}, ${bytes.toLocaleString("en")} bytes.`)
  return 0
}
