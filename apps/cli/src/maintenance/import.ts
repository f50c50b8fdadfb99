/** `bottega import`: what export wrote, into a store. */
import { createReadStream, existsSync } from "node:fs"
import { allCollections } from "@bottega/service"
import { brought, type Imported, imported } from "@bottega/service/maintenance"
import { ManagedRuntime } from "effect"
import { say, write } from "../output.ts"
import { Usage } from "../usage.ts"
import type { Given } from "./given.ts"
import { progress } from "./progress.ts"

/** Runs the command. */
export const run = async ({ operand: file = "-", options, store: { adapter, location } }: Given): Promise<number> => {
  if (file !== "-" && !existsSync(file)) throw new Usage(`There is no file ${file}.`)
  const runtime = ManagedRuntime.make(adapter.open(location, allCollections))
  const watched = progress((count) => `${count} lines are taken in`)
  try {
    await runtime.runPromise(brought())
    const source: AsyncIterable<Buffer> = file === "-" ? process.stdin : createReadStream(file)
    const restart = options.has("restart")
    const done = await runtime.runPromise(imported(source, { restart, onLines: watched.at }))
    watched.end()
    if (options.has("json")) await write(`${JSON.stringify(done)}\n`)
    else for (const one of done) say(told(one))
    return 0
  } finally {
    watched.end()
    await runtime.dispose()
  }
}

const told = (one: Imported): string => {
  const { already, documents, group_number, group_number_before, name, resumed, shop, still } = one
  if (already) return `${name} (${shop}) was taken in before; nothing was done.`
  return [
    `Took in the ${documents} documents of ${name} (${shop}).`,
    ...(resumed === 0 ? [] : [`${resumed} of them were here from an earlier run.`]),
    ...(group_number_before === undefined
      ? []
      : [`Its group number is ${group_number} now: another shop has ${group_number_before}. Orders keep their ids.`]),
    ...(still ? [] : ["It was written down while others could change it; bottega doctor tells whether it is sound."])
  ].join(" ")
}
