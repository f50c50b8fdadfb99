/**
 * The entry point for a caller that owns the data itself: calls need no key set, act on one shop with full permission, and
 * are not counted. Operations that the shop does not permit are refused here too.
 */
import { collections } from "@bottega/domain/areas"
import type { KeySet } from "@bottega/domain/areas/keys"
import type { Shop } from "@bottega/domain/areas/shops"
import { all, installation } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { type AdmittedCall, permitted } from "./admission.ts"
import { answerOf } from "./answer.ts"
import type { Service } from "./service.ts"

/** The installation's shops, the oldest first. */
export const shops = Effect.map(all(installation, collections.shops, { sort: { by: "group_number" } }), (found) =>
  found.map(({ doc }) => doc)
)

/** A service whose shop operations act on this shop; those of the installation still need the operator's token. */
export const trusted = (service: Service, shop: Shop): Service => {
  const admitted = (now: number): AdmittedCall => ({ now, caller: { shop, keySet: owner(shop.id) }, standings: [] })
  return {
    ...service,
    admit: (operation, credentials, query) =>
      operation.endpoint.surface !== "shop"
        ? service.admit(operation, credentials, query)
        : permitted(shop, operation.endpoint.requires).pipe(
            Effect.andThen(Clock.currentTimeMillis),
            Effect.map(admitted),
            Effect.mapError((refusal) => ({
              answer: (requestId: string) => answerOf(refusal, requestId, operation.endpoint),
              caller: undefined,
              standings: []
            }))
          )
  }
}

/** Stands in for a key set when none is sent; it is not stored and never expires. */
export const owner = (shop: string): KeySet => ({
  id: "owner",
  shop,
  instance: "0".repeat(24),
  permission: "read-write",
  label: "owner",
  expires: null,
  revoked: null,
  pairs: []
})
