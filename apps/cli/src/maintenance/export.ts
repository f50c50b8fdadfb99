/** `bottega export`: writes a shop, or all of them, as lines to stdout or a file. */
import { collections } from "@bottega/domain/areas"
import type { Shop } from "@bottega/domain/areas/shops"
import { allCollections, shops } from "@bottega/service"
import { type Amount, exportShop } from "@bottega/service/maintenance"
import type { Storage, Unavailable } from "@bottega/storage"
import { Effect, ManagedRuntime, Stream } from "effect"
import manifest from "../../package.json" with { type: "json" }
import type { Invocation } from "../command.ts"
import { say, write } from "../output.ts"
import { type Put, writeFile } from "../output-file.ts"
import { chooseShop, requireStore } from "../store.ts"
import { safeJson } from "../table.ts"
import { Usage } from "../usage.ts"
import { amountText } from "./amount.ts"
import { progress } from "./progress.ts"
import { Losses } from "./salvage.ts"

/** The mode of a file that only its owner can read. */
const ownerOnly = 0o600

/** Runs the command. */
export const run = async ({ options, store }: Invocation): Promise<number> => {
  await requireStore(store)
  const { still } = store.adapter
  const losses = options.has("salvage") ? new Losses(collections.shops.name) : undefined
  const runtime = ManagedRuntime.make(opened(store, losses))
  const output = options.get("output") ?? "-"
  const shown = progress((count) => `${count} documents written`)
  try {
    const selected = await selectShops(
      runtime,
      options.get("shop") ?? (process.env["BOTTEGA_SHOP"] || undefined),
      losses
    )
    const done: Array<{ readonly shop: string; readonly name: string } & Amount> = []
    const written = async (put: Put) => {
      let before = 0
      for (const { id, name } of selected) {
        let lines = 0
        const onLines = (count: number) => shown.at(before + (lines = count) - 1)
        const onLostBytes = (key: string) => losses?.add({ collection: "bytes", key, shop: id })
        const onEnd = (amount: Amount) => void done.push({ shop: id, name, ...amount })
        const options = { shop: id, program: manifest.version, still, onEnd, ...(losses && { onLostBytes }) }
        const text = exportShop(options, onLines)
        await runtime.runPromise(Stream.runForEach(text, (piece) => Effect.promise(() => put(piece))))
        before += lines
      }
    }
    await (output === "-" ? written(write) : writeFile(output, ownerOnly, written))
    shown.end()
    if (options.has("json") && output !== "-")
      await write(`${safeJson(losses === undefined ? done : { shops: done, lost: losses.counts })}\n`)
    else for (const one of done) say(`Exported the ${amountText(one)} of ${one.name} (${one.shop}).`)
    if (!still) say("The export may contain the old or the new state of a document that was changed during it.")
    if (losses !== undefined) say(losses.sentence)
    return losses?.any ? 1 : 0
  } catch (error) {
    throw losses === undefined ? error : withAdvice(error)
  } finally {
    shown.end()
    await runtime.dispose()
  }
}

const opened = ({ adapter, location }: Invocation["store"], losses: Losses | undefined) => {
  if (losses === undefined) return (adapter.look ?? adapter.open)(location, allCollections)
  if (adapter.salvage !== undefined) return adapter.salvage(location, allCollections, (lost) => losses.add(lost))
  throw new Usage(`--salvage works on a data file; repair a damaged ${adapter.name} store with its own tools.`)
}

type Selected = Pick<Shop, "id" | "name">

const selectShops = async (
  runtime: ManagedRuntime.ManagedRuntime<Storage, Unavailable>,
  asked: string | undefined,
  losses: Losses | undefined
): Promise<ReadonlyArray<Selected>> => {
  const all = await runtime.runPromise(shops)
  const headless = [...(losses?.shops ?? [])].map((id): Selected => ({ id, name: "a shop whose own document is lost" }))
  if (asked === "all") return [...all, ...headless]
  const named = headless.filter(({ id }) => id === asked || (asked === undefined && all.length === 0))
  return named.length > 0 ? named : [chooseShop(all, asked)]
}

/** If one of the pages that name the tables cannot be read, there is nothing to start from. */
const withAdvice = (error: unknown): unknown =>
  (error as { readonly reason?: string }).reason === "damaged"
    ? new Error("A page that names the tables is damaged, so nothing can be read; restore a backup.")
    : error
