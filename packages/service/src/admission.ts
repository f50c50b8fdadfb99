/**
 * Lets a call in, before anything of its body is read: who calls, what it may do, and whether it is within its
 * limits. 401, 403, 429 and 509 come from here, in this order.
 */
import type { Entry } from "@bottega/domain/endpoint"
import { collections, type KeySet, unusable } from "@bottega/domain/keys"
import { NotPermitted, ReadOnlyKey, type Refusal, Unauthenticated } from "@bottega/domain/refusals"
import { type Shop, collections as shopCollections } from "@bottega/domain/shops"
import { type Policies, policies as specified } from "@bottega/domain/throttle"
import { get, modify } from "@bottega/storage/derived"
import { installation } from "@bottega/storage/storage"
import { Clock, Effect } from "effect"
import { digest, fits } from "./ids.ts"
import { limiter, type Standed } from "./limits.ts"

/** What a caller shows. */
export interface Credentials {
  readonly key?: string | undefined
  readonly exchange?: string | undefined
  /** The bearer token of the control surface. */
  readonly token?: string | undefined
}

/** A call that was let in. */
export interface Admitted {
  /** The instant it was let in, in milliseconds. */
  readonly now: number
  readonly caller: { readonly shop: Shop; readonly keySet: KeySet } | "operator"
  readonly standings: ReadonlyArray<Standed>
}

/** A call of a known caller that was not let in: its answer tells where the caller stands all the same. */
export class Turned {
  readonly refusal: Refusal
  readonly caller: Admitted["caller"]
  readonly standings: ReadonlyArray<Standed>
  constructor(refusal: Refusal, caller: Admitted["caller"], standings: ReadonlyArray<Standed>) {
    this.refusal = refusal
    this.caller = caller
    this.standings = standings
  }
}

/** How an installation lets calls in. */
export interface AdmissionOptions {
  /** The SHA-256 of the operator's token; without it nobody is the operator. */
  readonly tokenDigest?: string | undefined
  readonly policies?: Policies
  /** False admits any number of calls, for load tests. */
  readonly throttle?: boolean
}

/** Makes the admission of one process. */
export const admission = ({ policies = specified, throttle = true, tokenDigest }: AdmissionOptions) => {
  const count = limiter(throttle ? policies : undefined, policies.daily)
  return Effect.fnUntraced(function* ({ endpoint, id }: Entry, credentials: Credentials) {
    const now = yield* Clock.currentTimeMillis
    if (endpoint.surface === "control") {
      if (credentials.token === undefined || tokenDigest === undefined || !fits(credentials.token, tokenDigest))
        return yield* new Unauthenticated({
          message: "This operation needs the operator's token: Authorization: Bearer <token>."
        })
      return { now, caller: "operator", standings: [] } as Admitted
    }
    const keySet = yield* identify(credentials, now)
    const { doc: shop } = (yield* get(installation, shopCollections.shops, keySet.shop))!
    const caller = { shop, keySet }
    const forbidden =
      endpoint.method !== "GET" || endpoint.requires !== undefined ? yield* refused(endpoint, caller) : undefined
    const counted = { shop: shop.id, keySet: keySet.id, endpoint: id, policy: endpoint.throttle, now }
    // A call that its key set may not make counts as any other.
    const { over, standings } = yield* count(counted)
    const refusal = forbidden ?? over
    if (refusal !== undefined) return yield* Effect.fail(new Turned(refusal, caller, standings))
    return { now, caller, standings } as Admitted
  })
}

/** Why a key set that is known may not make a call. */
const refused = ({ method, requires }: Entry["endpoint"], { keySet, shop }: Exclude<Admitted["caller"], "operator">) =>
  method !== "GET" && keySet.permission === "read"
    ? Effect.succeed(new ReadOnlyKey({ message: "This key set may only read (GET)." }))
    : Effect.match(permitted(shop, requires), { onFailure: (refusal) => refusal, onSuccess: () => undefined })

const identify = Effect.fnUntraced(function* ({ exchange, key }: Credentials, now: number) {
  if (key === undefined || exchange === undefined)
    return yield* new Unauthenticated({ message: "The headers key and exchange are required." })
  const found = yield* get(installation, collections.keySets, { on: "pair", eq: key })
  const pair = found?.doc.pairs.find((one) => one.key === key)
  // An unknown key takes the same time as a known one with a wrong exchange.
  if (!fits(exchange, pair?.digest ?? nobody) || found === undefined)
    return yield* new Unauthenticated({ message: "The key set is unknown." })
  const reason = unusable(found.doc, key, Math.floor(now / 1000))
  if (reason !== undefined) return yield* new Unauthenticated({ message: reason })
  yield* markUsed(found.doc, now)
  return found.doc
})
const nobody = digest("")

const hour = 3600
/** Records the use, to the hour, so that a busy key set writes 24 times a day. */
const markUsed = (keySet: KeySet, now: number) => {
  const used = Math.floor(now / 1000 / hour) * hour
  if (keySet.used !== null && keySet.used >= used) return Effect.void
  return modify(installation, collections.keySets, keySet.id, (doc) => Effect.succeed(doc && { ...doc, used }))
}

/** Fails when the shop lacks what an operation requires. */
export const permitted = (shop: Shop, requires: Entry["endpoint"]["requires"]) => {
  if (requires === "b2b" && !shop.modules.includes("b2b"))
    return Effect.fail(new NotPermitted({ message: "The B2B module is not enabled on this shop." }))
  if (requires === "partner_owned" && !shop.partner_owned)
    return Effect.fail(new NotPermitted({ message: "This operation is for partner-owned shops only." }))
  return Effect.void
}
