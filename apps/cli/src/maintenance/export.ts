/** `bottega export`: a shop, or all of them, as lines on stdout or in a file. */

import { open, rename, rm } from "node:fs/promises"
import { collections } from "@bottega/domain/areas"
import type { Shop } from "@bottega/domain/areas/shops"
import { allCollections, shops } from "@bottega/service"
import { exported } from "@bottega/service/maintenance"
import type { Storage, Unavailable } from "@bottega/storage"
import { Effect, ManagedRuntime, Stream } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { say, write } from "../output.ts"
import { chosen, present } from "../store.ts"
import { Usage } from "../usage.ts"
import type { Given } from "./given.ts"
import { progress } from "./progress.ts"
import { Losses } from "./salvage.ts"

/** Runs the command. */
export const run = async ({ options, store }: Given): Promise<number> => {
  await present(store)
  const { still } = store.adapter
  const losses = options.has("salvage") ? new Losses(collections.shops.name) : undefined
  const runtime = ManagedRuntime.make(opened(store, losses))
  const output = options.get("output") ?? "-"
  const watched = progress((count) => `${count} documents are written`)
  try {
    const wanted = await wantedOf(runtime, options.get("shop") ?? (process.env["BOTTEGA_SHOP"] || undefined), losses)
    const done: Array<{ readonly shop: string; readonly name: string; readonly documents: number }> = []
    const written = async (put: Put) => {
      let before = 0
      for (const { id, name } of wanted) {
        let lines = 0
        const onLines = (count: number) => watched.at(before + (lines = count) - 1)
        const given = { shop: id, program: manifest.version, still, salvaging: losses !== undefined }
        const text = exported(given, onLines)
        await runtime.runPromise(Stream.runForEach(text, (piece) => Effect.promise(() => put(piece))))
        done.push({ shop: id, name, documents: lines - 1 })
        before += lines
      }
    }
    await (output === "-" ? written(write) : intoFile(output, written))
    watched.end()
    if (options.has("json") && output !== "-")
      await write(`${JSON.stringify(losses === undefined ? done : { shops: done, lost: losses.counts })}\n`)
    else for (const { documents, name, shop } of done) say(`Wrote the ${documents} documents of ${name} (${shop}).`)
    if (!still) say("What was changed meanwhile may be in it as it was before or as it is now.")
    if (losses !== undefined) say(losses.sentence)
    return losses?.any ? 1 : 0
  } catch (error) {
    throw losses === undefined ? error : hopeless(error)
  } finally {
    watched.end()
    await runtime.dispose()
  }
}

const opened = ({ adapter, location }: Given["store"], losses: Losses | undefined) => {
  if (losses === undefined) return (adapter.look ?? adapter.open)(location, allCollections)
  if (adapter.salvage !== undefined) return adapter.salvage(location, allCollections, (lost) => losses.add(lost))
  throw new Usage(
    `--salvage reads a damaged data file; a damaged store of ${adapter.name} is repaired by its own tools.`
  )
}

type Wanted = Pick<Shop, "id" | "name">

const wantedOf = async (
  runtime: ManagedRuntime.ManagedRuntime<Storage, Unavailable>,
  asked: string | undefined,
  losses: Losses | undefined
): Promise<ReadonlyArray<Wanted>> => {
  const all = await runtime.runPromise(shops)
  const headless = [...(losses?.shops ?? [])].map((id): Wanted => ({ id, name: "a shop whose own document is lost" }))
  if (asked === "all") return [...all, ...headless]
  const named = headless.filter(({ id }) => id === asked || (asked === undefined && all.length === 0))
  return named.length > 0 ? named : [chosen(all, asked)]
}

/** Where not even the names of the tables can be read there is nothing to begin with. */
const hopeless = (error: unknown): unknown =>
  (error as { readonly reason?: string }).reason === "damaged"
    ? new Error("The file is damaged where its tables are named, so nothing of it can be read; bring back a backup.")
    : error

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
