/**
 * Calls the service on the data itself, in this process, even while a server uses it; no key set is needed to act on a
 * shop.
 */
import { Bottega } from "@bottega/client"
import type { Entry } from "@bottega/domain/contract"
import { makeRedaction, placeOf, secretsIn } from "@bottega/server/config"
import { allCollections, digest, inProcessTransport, makeService, secret, shops, trusted } from "@bottega/service"
import { convertDocuments } from "@bottega/service/maintenance"
import { Cause, ManagedRuntime } from "effect"
import type { Connection, Settings } from "./connection.ts"
import { say } from "./output.ts"
import { chooseShop, reasonOf, requireStore } from "./store.ts"

/** Opens a store and createsStore a client for the named shop, or for the only one. */
export const local = async (
  { endpoint }: Entry,
  { allowPrivateUrls, store }: Settings,
  shop: string | undefined
): Promise<Connection> => {
  const createsStore = endpoint.surface === "control" && endpoint.method === "POST"
  const place = placeOf(store)
  const { conceal, redacted } = makeRedaction()
  for (const secret of secretsIn(store.location)) conceal(secret)
  if (!createsStore)
    await requireStore(store, ", or --url to call a server").catch((error) => Promise.reject(reasonOf(error, place)))
  const runtime = ManagedRuntime.make(store.adapter.open(store.location, allCollections))
  try {
    await runtime.runPromise(convertDocuments())
    const token = await runtime.runPromise(secret)
    const service = await runtime.runPromise(
      makeService({
        allowPrivateUrls,
        tokenDigest: digest(token),
        onDefect: (cause) => say(redacted(Cause.pretty(cause))),
        onUnavailable: (failure) => say(redacted((reasonOf(failure, place) as Error).message))
      })
    )
    const target =
      endpoint.surface !== "shop" ? service : trusted(service, chooseShop(await runtime.runPromise(shops), shop))
    const transport = inProcessTransport(target, (effect) => runtime.runPromise(effect))
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
