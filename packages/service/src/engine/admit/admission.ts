/**
 * Admits a call before its body is read: checks who calls, what the caller may do, and whether it is within its
 * limits. 401, 403, 429 and 509 come from here, in this order.
 */
import { type Entry, Problems, type Reader, ReadOnlyKey, type Refusal } from "@bottega/domain/contract"
import { parse } from "@bottega/domain/form"
import { type Policies, type PolicyName, policies as specified } from "@bottega/domain/throttle"
import type { Adapter, Taken, Unavailable } from "@bottega/storage"
import { Clock, Effect } from "effect"
import type { AdmittedCall } from "./admitted.ts"
import { controlAdmission } from "./control.ts"
import { type Caller, type Credentials, callers, type Identity } from "./identity.ts"
import type { CallTime } from "./limit-windows.ts"
import { type Counting, type LimitPosition, limiter } from "./limits.ts"
import type { Owners } from "./owners.ts"
import { unmet } from "./unmet.ts"

/** A call of a known caller that was not admitted. Its answer still reports the caller's limits. */
export class NotAdmitted {
  readonly refusal: Refusal
  readonly caller: Identity
  readonly standings: ReadonlyArray<LimitPosition>
  constructor(refusal: Refusal, caller: Identity, standings: ReadonlyArray<LimitPosition>) {
    this.refusal = refusal
    this.caller = caller
    this.standings = standings
  }
}

/** Why a call was not admitted. */
export type AdmissionFailure = Refusal | NotAdmitted | Taken | Unavailable

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
  storage: Adapter,
  owners: Owners
) => {
  const { identify, known } = callers(storage)
  const { close, count, reserved, spend } = limiter(throttle ? policies : undefined, policies.daily, storage)

  const admitControl = controlAdmission(storage, tokenDigest)

  const admitCaller = (operation: Entry & Reader, query: string, caller: Caller, { now, steady }: CallTime) => {
    const { endpoint, id } = operation
    // A call that the key set may not make also counts against its limits.
    const policy = policyOf(operation, query)
    const call = { shop: caller.shop.id, keySet: caller.keySet.id, endpoint: id, policy, now, steady }
    const judge = ({ over, standings }: Counting) => {
      const refusal = refusalOf(endpoint, caller) ?? over
      return refusal === undefined
        ? Effect.succeed<AdmittedCall>({ now, caller, standings })
        : Effect.fail(new NotAdmitted(refusal, caller, standings))
    }
    const counted = spend(call)
    return counted === undefined ? Effect.flatMap(count(call), judge) : judge(counted)
  }

  /** A caller that is known and within its limits is admitted without a read: the effect is its result already. */
  const admitAt = (
    operation: Entry & Reader,
    credentials: Credentials,
    query: string,
    clock: Clock.Clock
  ): Effect.Effect<AdmittedCall, AdmissionFailure> => {
    const at = timeOf(clock)
    const { surface } = operation.endpoint
    if (surface === "public") return Effect.succeed<AdmittedCall>({ now: at.now, caller: "anyone", standings: [] })
    if (surface === "control") return admitControl(operation, credentials, at.now)
    const admitted = (caller: Caller) => {
      owners.identified(credentials, caller)
      return admitCaller(operation, query, caller, at)
    }
    const caller = credentials.known ?? known(credentials, at.now)
    return caller === undefined ? Effect.flatMap(identify(credentials, at.now), admitted) : admitted(caller)
  }

  const admit = (operation: Entry & Reader, credentials: Credentials, query: string, clock?: Clock.Clock) =>
    clock === undefined
      ? Clock.clockWith((current) => admitAt(operation, credentials, query, current))
      : admitAt(operation, credentials, query, clock)

  return { admit, reserved, close }
}

const timeOf = (clock: Clock.Clock): CallTime => ({
  now: clock.currentTimeMillisUnsafe(),
  steady: Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000
})

/** The policy that counts a call besides the daily quota. Other errors of the query are found when it is read. */
const policyOf = (
  { endpoint: { throttle, throttleIf }, read }: Entry & Reader,
  query: string
): PolicyName | undefined =>
  throttleIf === undefined || throttleIf(read([parse(query).root], new Problems())) ? throttle : undefined

/** Why a known key set may not make a call. */
const refusalOf = ({ method, requires }: Entry["endpoint"], { keySet, shop }: Caller): Refusal | undefined =>
  method !== "GET" && keySet.permission === "read"
    ? new ReadOnlyKey({ message: "This key set may only read (GET)." })
    : unmet(shop, requires)
