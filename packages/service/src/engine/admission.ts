/**
 * Admits a call before its body is read: checks who calls, what the caller may do, and whether it is within its
 * limits. 401, 403, 429 and 509 come from here, in this order.
 */
import { collections } from "@bottega/domain/areas"
import { type KeySet, reasonUnusable, withPair } from "@bottega/domain/areas/keys"
import type { Shop } from "@bottega/domain/areas/shops"
import {
  type Entry,
  NotPermitted,
  Problems,
  ReadOnlyKey,
  type Refusal,
  Unauthenticated
} from "@bottega/domain/contract"
import { parse } from "@bottega/domain/form"
import { type Policies, type PolicyName, policies as specified } from "@bottega/domain/throttle"
import { type Adapter, docOf, installation, modify, Storage, type Unavailable } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { digest, matchesDigest } from "./ids.ts"
import type { CallTime } from "./limit-windows.ts"
import { type LimitPosition, limiter } from "./limits.ts"
import type { Operation } from "./operation.ts"

/** The credentials that a caller sends. */
export interface Credentials {
  readonly key?: string | undefined
  readonly exchange?: string | undefined
  /** The bearer token of the control surface. */
  readonly token?: string | undefined
}

/** A call that was admitted. */
export interface AdmittedCall {
  /** The instant of admission, in milliseconds. */
  readonly now: number
  /** `anyone` calls what needs no credentials. */
  readonly caller: { readonly shop: Shop; readonly keySet: KeySet } | "operator" | "anyone"
  readonly standings: ReadonlyArray<LimitPosition>
}

/** A call of a known caller that was not admitted. Its answer still reports the caller's limits. */
export class NotAdmitted {
  readonly refusal: Refusal
  readonly caller: AdmittedCall["caller"]
  readonly standings: ReadonlyArray<LimitPosition>
  constructor(refusal: Refusal, caller: AdmittedCall["caller"], standings: ReadonlyArray<LimitPosition>) {
    this.refusal = refusal
    this.caller = caller
    this.standings = standings
  }
}

/** How an installation admits calls. */
export interface AdmissionOptions {
  /** The SHA-256 of the operator's token; without it, no caller is the operator. */
  readonly tokenDigest?: string | undefined
  readonly policies?: Policies
  /** False turns the limits off, for load tests. */
  readonly throttle?: boolean
}

/** Makes the admission of one process over a store. Every call passes through it, so the code is flat for speed. */
export const admission = (
  { policies = specified, throttle = true, tokenDigest }: AdmissionOptions,
  storage: Adapter
) => {
  const { close, count } = limiter(throttle ? policies : undefined, policies.daily, storage)

  const admitOperator = ({ token }: Credentials, now: number) =>
    token === undefined || tokenDigest === undefined || !matchesDigest(token, tokenDigest)
      ? Effect.fail(stranger("This operation needs the operator's token: Authorization: Bearer <token>."))
      : Effect.succeed<AdmittedCall>({ now, caller: "operator", standings: [] })

  const admitCaller = (operation: Operation, query: string, caller: Caller, { now, steady }: CallTime) => {
    const { endpoint, id } = operation
    const { keySet, shop } = caller
    const forbidden = endpoint.method === "GET" && endpoint.requires === undefined ? free : refused(endpoint, caller)
    // A call that the key set may not make also counts against its limits.
    const policy = policyOf(operation, query)
    const counting = count({ shop: shop.id, keySet: keySet.id, endpoint: id, policy, now, steady })
    return Effect.flatMap(counting, ({ over, standings }) =>
      Effect.flatMap(forbidden, (refusal: Refusal | undefined = over) =>
        refusal === undefined
          ? Effect.succeed<AdmittedCall>({ now, caller, standings })
          : Effect.fail(new NotAdmitted(refusal, caller, standings))
      )
    )
  }

  const identify = (credentials: Credentials, now: number) => {
    const { exchange, key } = credentials
    if (key === undefined || exchange === undefined)
      return Effect.fail(stranger("The headers key and exchange are required."))
    const query = { where: [{ on: "pair", eq: key }], limit: 1 } as const
    return Effect.flatMap(storage.find(installation, collections.keySets, query), ([row]): Known => {
      const keySet = row && docOf(collections.keySets, row)
      const pair = keySet?.pairs.find((one) => one.key === key)
      // An unknown key takes the same time as a known one with a wrong exchange.
      if (!matchesDigest(exchange, pair?.digest ?? nobody) || keySet === undefined)
        return Effect.fail(stranger("The key set is unknown."))
      const reason = reasonUnusable(keySet, key, Math.floor(now / 1000))
      return reason === undefined ? markUsed(keySet, key, pair?.used ?? 0, now) : Effect.fail(stranger(reason))
    })
  }

  /** The key set, after the use of its pair is recorded to the hour, so that a busy pair causes 24 writes a day. */
  const markUsed = (keySet: KeySet, key: string, last: number, now: number): Effect.Effect<KeySet, Unavailable> => {
    const used = Math.floor(now / 1000 / hour) * hour
    // A later hour was recorded before the clock was set back, or by a server whose clock is slightly ahead.
    if (last >= used && last <= used + hour) return Effect.succeed(keySet)
    const mark = (doc: KeySet | undefined) => Effect.succeed(doc && withPair(doc, key, { used }))
    const marked = modify(installation, collections.keySets, keySet.id, mark)
    // No unique value changes, so `Taken` cannot occur. A full store must not prevent reads.
    const known = Effect.catchTags(marked, {
      Taken: Effect.die,
      Unavailable: (failure) => (failure.reason === "full" ? Effect.void : Effect.fail(failure))
    })
    return Effect.provideService(Effect.as(known, keySet), Storage, storage)
  }

  const shopOf = (keySet: KeySet) =>
    Effect.map(
      storage.find(installation, collections.shops, { where: [{ on: "key", eq: keySet.shop }], limit: 1 }),
      ([row]): Caller => ({ keySet, shop: docOf(collections.shops, row!) })
    )

  const admit = (operation: Operation, credentials: Credentials, query: string) =>
    Effect.flatMap(instant, (at) => {
      if (operation.endpoint.surface === "public")
        return Effect.succeed<AdmittedCall>({ now: at.now, caller: "anyone", standings: [] })
      return operation.endpoint.surface === "control"
        ? admitOperator(credentials, at.now)
        : Effect.flatMap(Effect.flatMap(identify(credentials, at.now), shopOf), (caller) =>
            admitCaller(operation, query, caller, at)
          )
    })

  return { admit, close }
}

const instant = Clock.clockWith((clock) =>
  Effect.sync(
    (): CallTime => ({
      now: clock.currentTimeMillisUnsafe(),
      steady: Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000
    })
  )
)

type Known = Effect.Effect<KeySet, Unauthenticated | Unavailable>
type Caller = Exclude<AdmittedCall["caller"], string>
const stranger = (message: string) => new Unauthenticated({ message })
const free = Effect.undefined

/** The policy that counts a call besides the daily quota. What else is wrong with the query is found when it is read. */
const policyOf = ({ endpoint: { throttle, throttleIf }, read }: Operation, query: string): PolicyName | undefined =>
  throttleIf === undefined || throttleIf(read([parse(query).root], new Problems())) ? throttle : undefined

/** Why a known key set may not make a call. */
const refused = (
  { method, requires }: Entry["endpoint"],
  { keySet, shop }: Caller
): Effect.Effect<Refusal | undefined> =>
  method !== "GET" && keySet.permission === "read"
    ? Effect.succeed(new ReadOnlyKey({ message: "This key set may only read (GET)." }))
    : Effect.match(permitted(shop, requires), { onFailure: (refusal) => refusal, onSuccess: () => undefined })

const nobody = digest("")

const hour = 3600

/** Fails when the shop lacks what an operation requires. */
export const permitted = (shop: Shop, requires: Entry["endpoint"]["requires"]) => {
  if (requires === "b2b" && !shop.modules.includes("b2b"))
    return Effect.fail(new NotPermitted({ message: "The B2B module is not enabled on this shop." }))
  if (requires === "partner_owned" && !shop.partner_owned)
    return Effect.fail(new NotPermitted({ message: "This operation is for partner-owned shops only." }))
  return Effect.void
}
