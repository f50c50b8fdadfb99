/** `bottega import`: reads what `bottega export` wrote into a store. */
import { createReadStream, existsSync } from "node:fs"
import { allCollections } from "@bottega/service"
import { convertDocuments, type Imported, importShops } from "@bottega/service/maintenance"
import { ManagedRuntime } from "effect"
import { say, write } from "../output.ts"
import { Usage } from "../usage.ts"
import type { Invocation } from "./command.ts"
import { progress } from "./progress.ts"

/** Runs the command. */
export const run = async ({
  operand: file = "-",
  options,
  store: { adapter, location }
}: Invocation): Promise<number> => {
  if (file !== "-" && !existsSync(file)) throw new Usage(`There is no file ${file}.`)
  const runtime = ManagedRuntime.make(adapter.open(location, allCollections))
  const shown = progress((count) => `${count} lines imported`)
  try {
    await runtime.runPromise(convertDocuments())
    const source: AsyncIterable<Buffer> = file === "-" ? process.stdin : createReadStream(file)
    const restart = options.has("restart")
    const done = await runtime.runPromise(importShops(source, { restart, onLines: shown.at }))
    shown.end()
    if (options.has("json")) await write(`${JSON.stringify(done)}\n`)
    else for (const one of done) say(sentenceOf(one))
    return 0
  } finally {
    shown.end()
    await runtime.dispose()
  }
}

const sentenceOf = (one: Imported): string => {
  const { already, documents, group_number, group_number_before, name, resumed, shop, still } = one
  if (already) return `${name} (${shop}) was imported before; nothing was done.`
  return [
    `Imported the ${documents} documents of ${name} (${shop}).`,
    ...(resumed === 0 ? [] : [`${resumed} of them had been imported by an earlier run.`]),
    ...(group_number_before === undefined
      ? []
      : [
          `Its group number is now ${group_number}, because another shop has ${group_number_before}. Orders keep their ids.`
        ]),
    ...(still ? [] : ["The store could change during the export; run bottega doctor to check the result."])
  ].join(" ")
}
