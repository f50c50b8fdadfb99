/**
 * The entry point for a caller that owns the data itself: calls need no key set, act on one shop with full permission, and
 * are not counted. Operations that the shop does not permit are refused here too.
 */
import { collections } from "@bottega/domain/areas"
import type { KeySet } from "@bottega/domain/areas/keys"
import type { Shop } from "@bottega/domain/areas/shops"
import { all, installation } from "@bottega/storage"
import { Clock, Effect } from "effect"
import type { AdmittedCall } from "./admit/admitted.ts"
import { unmet } from "./admit/unmet.ts"
import { answerOf } from "./answer/answer.ts"
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
    admit: (operation, credentials, query) => {
      if (operation.endpoint.surface !== "shop") return service.admit(operation, credentials, query)
      const refusal = unmet(shop, operation.endpoint.requires)
      if (refusal === undefined) return Effect.map(Clock.currentTimeMillis, admitted)
      const answer = (requestId: string) => answerOf(refusal, requestId, operation.endpoint)
      return Effect.fail({ answer, caller: undefined, standings: [] })
    }
  }
}

/** Replaces the key set of a call without one; it is not stored and never expires. */
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
