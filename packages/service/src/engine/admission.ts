/**
 * Admits a call before its body is read: checks who calls, what the caller may do, and whether it is within its
 * limits. 401, 403, 429 and 509 come from here, in this order.
 */
import type { Shop } from "@bottega/domain/areas/shops"
import { type Entry, NotPermitted, Problems, ReadOnlyKey, type Refusal } from "@bottega/domain/contract"
import { parse } from "@bottega/domain/form"
import { type Policies, type PolicyName, policies as specified } from "@bottega/domain/throttle"
import type { Adapter } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { type Caller, type Credentials, callers, stranger } from "./identity.ts"
import { matchesDigest } from "./ids.ts"
import type { CallTime } from "./limit-windows.ts"
import { type LimitPosition, limiter } from "./limits.ts"
import type { Operation } from "./operation.ts"

/** A call that was admitted. */
export interface AdmittedCall {
  /** The instant of admission, in milliseconds. */
  readonly now: number
  /** `anyone` calls what needs no credentials. */
  readonly caller: Caller | "operator" | "anyone"
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
  const callerOf = callers(storage)
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

  const admit = (operation: Operation, credentials: Credentials, query: string) =>
    Effect.flatMap(instant, (at) => {
      if (operation.endpoint.surface === "public")
        return Effect.succeed<AdmittedCall>({ now: at.now, caller: "anyone", standings: [] })
      return operation.endpoint.surface === "control"
        ? admitOperator(credentials, at.now)
        : Effect.flatMap(callerOf(credentials, at.now), (caller) => admitCaller(operation, query, caller, at))
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

/** Fails when the shop lacks what an operation requires. */
export const permitted = (shop: Shop, requires: Entry["endpoint"]["requires"]) => {
  if (requires === "b2b" && !shop.modules.includes("b2b"))
    return Effect.fail(new NotPermitted({ message: "The B2B module is not enabled on this shop." }))
  if (requires === "partner_owned" && !shop.partner_owned)
    return Effect.fail(new NotPermitted({ message: "This operation is for partner-owned shops only." }))
  return Effect.void
}
