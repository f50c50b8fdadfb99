/** Calls on the data itself, in this process, also while a server runs on it: no key set is needed to act on a shop. */
import { existsSync } from "node:fs"
import { Bottega } from "@bottega/client"
import type { Entry } from "@bottega/domain/endpoint"
import type { Shop } from "@bottega/domain/shops"
import { collections } from "@bottega/service/collections"
import { carrier } from "@bottega/service/embedded"
import { brought } from "@bottega/service/house/shapes"
import { digest, secret } from "@bottega/service/ids"
import { PrivateUrls } from "@bottega/service/outward/address"
import { make } from "@bottega/service/service"
import { shops, trusted } from "@bottega/service/trusted"
import { Cause, Context, Effect, ManagedRuntime } from "effect"
import type { Connection, Settings } from "./connect.ts"
import { say } from "./output.ts"
import { Usage } from "./usage.ts"

/** Opens a store and makes a client of it, on the named shop or on the only one. */
export const local = async (
  { endpoint }: Entry,
  { allowPrivateUrls, store: { adapter, location } }: Settings,
  shop: string | undefined
): Promise<Connection> => {
  const makes = endpoint.surface === "control" && endpoint.method === "POST"
  if (adapter.needs === "file" && !makes && !existsSync(location))
    throw new Usage(`There is no data file ${location}; --data names one, --url a server.`)
  // A connection string may hold a password.
  const place = adapter.needs === "uri" ? adapter.name : location
  const runtime = ManagedRuntime.make(adapter.open(location, collections))
  try {
    await runtime.runPromise(brought())
    const token = await runtime.runPromise(secret)
    const service = await runtime.runPromise(
      make({ tokenDigest: digest(token), onDefect: (cause) => say(Cause.pretty(cause)) })
    )
    const door =
      endpoint.surface === "control" ? service : trusted(service, chosen(await runtime.runPromise(shops), shop))
    const allowed = Context.make(PrivateUrls, allowPrivateUrls)
    const transport = carrier(door, (effect) => runtime.runPromise(Effect.provideContext(effect, allowed)))
    return { place, client: new Bottega({ transport, token }), close: () => runtime.dispose() }
  } catch (error) {
    await runtime.dispose()
    throw reasonOf(error, place)
  }
}

/** A store that cannot be opened, and why. */
const reasonOf = (error: unknown, place: string): unknown => {
  const { _tag, cause } = error as { readonly _tag?: string; readonly cause?: unknown }
  if (_tag !== "Unavailable") return error
  return new Error(`${place} cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}.`)
}

/** The shop that is named, or the only one there is. */
const chosen = (all: ReadonlyArray<Shop>, id: string | undefined): Shop => {
  const [first, ...more] = all
  if (first === undefined) throw new Usage("The store has no shop yet.")
  const list = all.map((shop) => `${shop.id} (${shop.name})`).join(", ")
  if (id === undefined && more.length > 0) throw new Usage(`There are several shops; --shop chooses one: ${list}.`)
  const shop = id === undefined ? first : all.find((one) => one.id === id)
  if (shop === undefined) throw new Usage(`There is no shop ${id}; there are ${list}.`)
  return shop
}
