/** `bottega export`: a shop, or all of them, as lines on stdout or in a file. */
import { open, rename, rm } from "node:fs/promises"
import type { Shop } from "@bottega/domain/shops"
import { collections } from "@bottega/service/collections"
import { exported } from "@bottega/service/house/export"
import { shops } from "@bottega/service/trusted"
import { Effect, ManagedRuntime, Stream } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { say, write } from "../output.ts"
import { chosen, present } from "../store.ts"
import type { Given } from "./given.ts"
import { progress } from "./progress.ts"

/** Runs the command. */
export const run = async ({ options, store: { adapter, location } }: Given): Promise<number> => {
  await present({ adapter, location })
  const { still } = adapter
  const runtime = ManagedRuntime.make((adapter.look ?? adapter.open)(location, collections))
  const output = options.get("output") ?? "-"
  const watched = progress((count) => `${count} documents are written`)
  try {
    const all = await runtime.runPromise(shops)
    const asked = options.get("shop") ?? (process.env["BOTTEGA_SHOP"] || undefined)
    const wanted: ReadonlyArray<Shop> = asked === "all" ? all : [chosen(all, asked)]
    const done: Array<{ readonly shop: string; readonly name: string; readonly documents: number }> = []
    const written = async (put: Put) => {
      let before = 0
      for (const { id, name } of wanted) {
        let lines = 0
        const onLines = (count: number) => watched.at(before + (lines = count) - 1)
        const text = exported({ shop: id, program: manifest.version, still }, onLines)
        await runtime.runPromise(Stream.runForEach(text, (piece) => Effect.promise(() => put(piece))))
        done.push({ shop: id, name, documents: lines - 1 })
        before += lines
      }
    }
    await (output === "-" ? written(write) : intoFile(output, written))
    watched.end()
    if (options.has("json") && output !== "-") await write(`${JSON.stringify(done)}\n`)
    else for (const { documents, name, shop } of done) say(`Wrote the ${documents} documents of ${name} (${shop}).`)
    if (!still) say("What was changed meanwhile may be in it as it was before or as it is now.")
    return 0
  } finally {
    watched.end()
    await runtime.dispose()
  }
}

type Put = (text: string) => Promise<unknown>

/** Writes a file that only its owner can read, so that it is there whole or not at all. */
const intoFile = async (name: string, act: (put: Put) => Promise<void>): Promise<void> => {
  const begun = `${name}.part`
  const file = await open(begun, "w", 0o600)
  try {
    await act((text) => file.appendFile(text))
    await file.sync()
    await file.close()
    await rename(begun, name)
  } catch (error) {
    await file.close()
    await rm(begun, { force: true })
    throw error
  }
}
