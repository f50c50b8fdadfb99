/** `bottega import`: reads what `bottega export` wrote into a store, or the rows of a CSV file. */
import { seconds } from "@bottega/server/config"
import { allCollections } from "@bottega/service"
import { convertDocuments, type Imported, importShops, openExport } from "@bottega/service/maintenance"
import type { UpgradeProgress } from "@bottega/storage/adapters"
import { Effect, ManagedRuntime, Result } from "effect"
import type { Invocation } from "../command.ts"
import { readFile } from "../input-file.ts"
import { say, write } from "../output.ts"
import { safeJson } from "../table.ts"
import { Usage } from "../usage.ts"
import { amountText, counted } from "./amount.ts"
import { progress } from "./progress.ts"

/** Runs the command. */
export const run = async (invocation: Invocation): Promise<number> => {
  const { operand: file = "-", options, store } = invocation
  if (options.has("kind")) return (await import("./csv.ts")).run(invocation)
  for (const name of ["columns", "dry-run", "shop"])
    if (options.has(name)) throw new Usage(`--${name} is for CSV; say with --kind what the rows are.`)
  const { adapter, location } = store
  const waiting = seconds(maxWaitSeconds)(options.get("wait") ?? "0")
  if (Result.isFailure(waiting)) throw new Usage(`--wait ${waiting.failure}.`)
  const lines = await Effect.runPromise(openExport(await readFile(file)))
  const upgrading = progress((count) => `Upgrading the store: ${count} documents or entries`)
  const opening = { waitMs: waiting.success * 1000, onUpgrade: ({ done }: UpgradeProgress) => upgrading.at(done) }
  const runtime = ManagedRuntime.make(adapter.open(location, allCollections, opening))
  const shown = progress((count) => `${count} lines imported`)
  try {
    await runtime.runPromise(convertDocuments())
    upgrading.end()
    const restart = options.has("restart")
    const done = await runtime.runPromise(importShops(lines, { restart, onLines: shown.at }))
    shown.end()
    if (options.has("json")) await write(`${safeJson(done)}\n`)
    else for (const one of done) say(sentenceOf(one))
    return 0
  } finally {
    upgrading.end()
    shown.end()
    await runtime.dispose()
  }
}

const maxWaitSeconds = 86_400

const sentenceOf = (one: Imported): string => {
  const { already, group_number, group_number_before, name, resumed, shop, still } = one
  if (already) return `${name} (${shop}) was imported before; nothing was done.`
  return [
    `Imported the ${amountText(one)} of ${name} (${shop}).`,
    ...(resumed === 0 ? [] : [`An earlier run had imported ${counted(resumed, "line")} of the file.`]),
    ...(group_number_before === undefined
      ? []
      : [
          `Its group number is now ${group_number}, because another shop has ${group_number_before}. Orders keep their ids.`
        ]),
    ...(still ? [] : ["The store could change during the export; run bottega doctor to check the result."])
  ].join(" ")
}
