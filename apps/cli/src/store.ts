/**
 * The store that a command works on in its own process: whether it exists, which shop is meant, and why it cannot be
 * opened.
 */
import { existsSync } from "node:fs"
import type { Shop } from "@bottega/domain/areas/shops"
import { CopyFailed } from "@bottega/storage/adapters"
import { Effect } from "effect"
import type { Settings } from "./connection.ts"
import { Usage } from "./usage.ts"

/** Refuses a store that does not exist: reading from a mistyped path is wrong usage and must create nothing. */
export const requireStore = async ({ adapter, location }: Settings["store"], other = ""): Promise<void> => {
  if (adapter.isMade === undefined || (await Effect.runPromise(adapter.isMade(location)))) return
  const what =
    adapter.needs === "file"
      ? `no ${existsSync(location) ? "store in the empty" : "data"} file ${location}; use --data`
      : `no store in the database; use --${adapter.name}`
  throw new Usage(`There is ${what} to name one${other}.`)
}

/** The error to report for a storage failure; any other error is returned as it is. */
export const reasonOf = (error: unknown, place: string): unknown => {
  const { _tag, cause, reason } = error as {
    readonly _tag?: string
    readonly cause?: unknown
    readonly reason?: string
  }
  if (_tag !== "Unavailable") return error
  const why = messageOf(cause).replace(/\.$/, "")
  if (cause instanceof CopyFailed) return new Error(`${why[0]!.toUpperCase()}${why.slice(1)}.`)
  if (reason === "damaged")
    return new Error(`${place} is damaged: ${why}. bottega export --salvage exports everything that can still be read.`)
  if (reason === "full") return new Error(`The disk is full: ${why}.`)
  return new Error(`${place} cannot be opened: ${why}.`)
}

/** What an error says; a driver may pass on one that has no message of its own. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.message !== "") return error.message
  if (error.cause !== undefined) return messageOf(error.cause)
  return "code" in error ? `${error.name} ${error.code}` : error.name
}

/** The named shop, or the only one. */
export const chooseShop = <One extends Pick<Shop, "id" | "name">>(
  all: ReadonlyArray<One>,
  id: string | undefined
): One => {
  const [first, ...more] = all
  if (first === undefined) throw new Usage("The store has no shop yet.")
  const list = all.map((shop) => `${shop.id} (${shop.name})`).join(", ")
  if (id === undefined && more.length > 0) throw new Usage(`There are several shops; choose one with --shop: ${list}.`)
  const shop = id === undefined ? first : all.find((one) => one.id === id)
  if (shop === undefined) throw new Usage(`There is no shop ${id}; the shops are ${list}.`)
  return shop
}
