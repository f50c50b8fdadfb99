/** The store that a command works on in its own process: what it is called, and why it cannot be opened. */
import type { Shop } from "@bottega/domain/areas/shops"
import { Effect } from "effect"
import type { Settings } from "./connection.ts"
import { Usage } from "./usage.ts"

/** A store that must be there already: to read from a mistyped path is wrong usage, and leaves nothing behind. */
export const present = async ({ adapter, location }: Settings["store"], other = ""): Promise<void> => {
  if (adapter.isMade === undefined || (await Effect.runPromise(adapter.isMade(location)))) return
  const what =
    adapter.needs === "file" ? `no data file ${location}; --data` : `no store in the database; --${adapter.name}`
  throw new Usage(`There is ${what} names one${other}.`)
}

/** What is told of a failure of the store; anything else as it is. */
export const reasonOf = (error: unknown, place: string): unknown => {
  const { _tag, cause, reason } = error as {
    readonly _tag?: string
    readonly cause?: unknown
    readonly reason?: string
  }
  if (_tag !== "Unavailable") return error
  const why = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, "")
  if (reason === "damaged")
    return new Error(`${place} is damaged: ${why}. bottega export --salvage writes down all that can still be read.`)
  if (reason === "full") return new Error(`There is no room left on the disk: ${why}.`)
  return new Error(`${place} cannot be opened: ${why}.`)
}

/** The shop that is named, or the only one there is. */
export const chosen = (all: ReadonlyArray<Shop>, id: string | undefined): Shop => {
  const [first, ...more] = all
  if (first === undefined) throw new Usage("The store has no shop yet.")
  const list = all.map((shop) => `${shop.id} (${shop.name})`).join(", ")
  if (id === undefined && more.length > 0) throw new Usage(`There are several shops; --shop chooses one: ${list}.`)
  const shop = id === undefined ? first : all.find((one) => one.id === id)
  if (shop === undefined) throw new Usage(`There is no shop ${id}; there are ${list}.`)
  return shop
}
