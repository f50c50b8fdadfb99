/**
 * Calls the service on the data itself, in this process, even while a server uses it; no key set is needed to act on a
 * shop.
 */
import { Bottega } from "@bottega/client"
import type { Entry, Key } from "@bottega/domain/contract"
import { makeRedaction, placeOf, secretsIn } from "@bottega/server/config"
import {
  allCollections,
  digest,
  inProcessTransport,
  lastServed,
  makeService,
  secret,
  shops,
  trusted
} from "@bottega/service"
import { convertDocuments } from "@bottega/service/maintenance"
import { type Adapter, Storage, Taken, type Write } from "@bottega/storage"
import { Cause, Effect, identity, ManagedRuntime } from "effect"
import type { Connection, Settings } from "./connection.ts"
import { say } from "./output.ts"
import { chooseShop, reasonOf, requireStore } from "./store.ts"

/**
 * Opens a store and makes a client for the named shop, or for the only one. If it is dry, calls are decided as always, and
 * nothing that they would write is written.
 */
export const local = async (
  { endpoint, id }: Entry,
  { allowPrivateUrls, isDry = false, publicUrl, store }: Settings & { readonly isDry?: boolean },
  shop: string | undefined
): Promise<Connection> => {
  const place = placeOf(store)
  const { conceal, redacted } = makeRedaction()
  for (const secret of secretsIn(store.location)) conceal(secret)
  if (id !== "shops.create")
    await requireStore(store, ", or --url to call a server").catch((error) => Promise.reject(reasonOf(error, place)))
  const { adapter, location } = store
  const open = (isDry ? adapter.look : undefined) ?? adapter.open
  const runtime = ManagedRuntime.make(open(location, allCollections))
  try {
    if (!isDry) await runtime.runPromise(convertDocuments())
    const served = await runtime.runPromise(lastServed)
    const token = await runtime.runPromise(secret)
    const service = await runtime.runPromise(
      makeService({
        allowPrivateUrls,
        // The server sends what this call writes.
        mail: served?.sendsMail === true ? {} : undefined,
        tokenDigest: digest(token),
        onDefect: (cause) => say(redacted(Cause.pretty(cause))),
        onUnavailable: (failure) => say(redacted((reasonOf(failure, place) as Error).message))
      }).pipe(isDry ? Effect.updateService(Storage, unwritten) : identity)
    )
    const target =
      endpoint.surface !== "shop" ? service : trusted(service, chooseShop(await runtime.runPromise(shops), shop))
    // The console is where the control surface is.
    const control = endpoint.surface === "shop" ? undefined : served?.controlUrl
    const base = control ?? publicUrl ?? served?.url ?? ""
    const transport = inProcessTransport(target, (effect) => runtime.runPromise(effect), base)
    return {
      place,
      client: new Bottega({ transport, token }),
      close: () => runtime.runPromise(service.close).finally(() => runtime.dispose())
    }
  } catch (error) {
    await runtime.dispose()
    throw reasonOf(error, place)
  }
}

/** A store whose commits change nothing, and are refused for a value that another document has, as those of any store. */
const unwritten = (storage: Adapter): Adapter => ({
  ...storage,
  commit: (writes) => Effect.forEach(writes, (write) => takenIn(storage, write), { discard: true })
})

const takenIn = Effect.fnUntraced(function* (storage: Adapter, { collection, doc, key, shop }: Write) {
  for (const lookup of doc === undefined ? [] : collection.unique) {
    const value: Key | ReadonlyArray<Key> | undefined = collection.lookups[lookup]!.of(doc)
    const values = value === undefined ? [] : [value].flat()
    for (const eq of values) {
      const [row] = yield* storage.find(shop, collection, { where: [{ on: lookup, eq }], limit: 1 })
      if (row !== undefined && row.key !== key)
        return yield* new Taken({ shop, collection: collection.name, lookup, key })
    }
  }
})
