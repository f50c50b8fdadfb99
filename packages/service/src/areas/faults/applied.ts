/**
 * Applies faults on purpose to the calls of shops: a call that a rule changes is refused, waits, or loses its connection, before
 * anything is decided or after the change is made.
 */
import { collections } from "@bottega/domain/areas"
import { type Fault, faultBounds, isHit, isInjectable } from "@bottega/domain/areas/faults"
import { bodyOf, Injected } from "@bottega/domain/contract"
import { type Adapter, docOf, installation, modify, type Row, Storage, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import type { AdmittedCall } from "../../engine/admit/admitted.ts"
import { type Caller, isOfShop } from "../../engine/admit/identity.ts"
import type { Answer } from "../../engine/answer/answer.ts"
import type { Operation } from "../../engine/decide/operation.ts"
import type { Call } from "../../engine/receive/call.ts"
import { records } from "../../engine/records.ts"
import type { Service } from "../../engine/service.ts"

const { faults } = collections

/** What a rule does to a call; without an id, the call asked for it itself. */
type Effects = Pick<Fault, "delay_ms" | "drop" | "status" | "when"> & { readonly id?: string }

/** The service with the rules that its store has. */
export const withFaults = (service: Service, storage: Adapter): Service => {
  /** The revision of the rules at which there were none. */
  let freeAt: number | undefined
  const rules = Effect.suspend(() => {
    const revision = storage.revision?.(faults)
    const found = storage.find(installation, faults, { sort: { by: "created" }, limit: faultBounds.rules })
    return Effect.map(found, (rows) => {
      freeAt = rows.length === 0 ? revision : undefined
      return rows.map((row) => docOf(faults, row))
    })
  })
  const isFaultless = faultless(storage)
  return {
    ...service,
    admit: (operation, ...call) => {
      const admitted = service.admit(operation, ...call)
      if (storage.revision !== undefined || operation.endpoint.surface !== "shop") return admitted
      const both = Effect.all([admitted, isFaultless], { concurrency: 2 })
      return Effect.map(both, ([admitted, isFaultless]): AdmittedCall => ({ ...admitted, isFaultless }))
    },
    // An answer is repeated only while it is known that there are no rules.
    again: (question) =>
      freeAt !== undefined && freeAt === storage.revision?.(faults) ? service.again(question) : undefined,
    run: (operation, admitted, call) => {
      const { caller } = admitted
      const run = service.run(operation, admitted, call)
      if (!isOfShop(caller)) return run
      const declared = admitted.isFaultless === true ? noRules : rules
      const found = Effect.provideService(effectsOf(declared, operation, caller, call), Storage, storage)
      // If the store cannot be read, the call itself says so.
      return Effect.flatMap(
        Effect.orElseSucceed(found, () => undefined),
        (effects) => (effects === undefined ? run : applied(effects, run, call.requestId))
      )
    }
  }
}

/**
 * Whether there are no rules, for a store that cannot tell what changed: one document names the last addition of a rule, and is
 * read together with what admits the call. While it is as it was when there were none, there are none.
 */
const faultless = (storage: Adapter): Effect.Effect<boolean> => {
  let free: { readonly last: Row | undefined } | undefined
  const lastAddition = { where: [{ on: "key", eq: faults.name }], limit: 1 } as const
  const isFaultless = Effect.gen(function* () {
    const [last] = yield* storage.find(installation, records.additions, lastAddition)
    if (free !== undefined && free.last?.version === last?.version) return true
    const found = yield* storage.find(installation, faults, { limit: 1 })
    free = found.length === 0 ? { last } : undefined
    return found.length === 0
  })
  return Effect.orElseSucceed(isFaultless, () => false)
}

const noRules = Effect.succeed<ReadonlyArray<Fault>>([])

const effectsOf = Effect.fnUntraced(function* (
  rules: Effect.Effect<ReadonlyArray<Fault>, Unavailable>,
  operation: Operation,
  caller: Caller,
  { prefer }: Call
): Effect.fn.Return<Effects | undefined, Unavailable, Storage> {
  const status = preferredStatus(prefer)
  if (status !== undefined) return { status, delay_ms: null, drop: 0, when: "before" }
  for (const fault of yield* rules) if (chooses(fault, operation, caller) && (yield* counted(fault))) return fault
  return undefined
})

/** The status of `Prefer: code=503`. */
const preferredStatus = (prefer: string | undefined): number | undefined => {
  const status = Number(/(?:^|[,;\s])code="?(\d{3})"?(?:$|[,;\s])/.exec(prefer ?? "")?.[1])
  return isInjectable(status) ? status : undefined
}

const chooses = ({ key, operation, shop }: Fault, { id }: Operation, caller: Caller): boolean =>
  (shop === null || shop === caller.shop.id) &&
  (key === null || caller.keySet.pairs.some((pair) => pair.key === key)) &&
  (operation === null || operation === id)

/** Counts a call that a rule chooses, over all processes; whether the rule changes it. */
const counted = (fault: Fault) => {
  let hit = false
  const count = (now: Fault | undefined) => {
    hit = now !== undefined && isHit(now, now.calls + 1)
    return Effect.succeed(now && { ...now, calls: now.calls + 1, hits: now.hits + (hit ? 1 : 0) })
  }
  return modify(installation, faults, fault.id, count).pipe(
    Effect.map(() => hit),
    // The collection has no unique lookup.
    Effect.catchTag("Taken", Effect.die)
  )
}

const applied = (effects: Effects, run: Effect.Effect<Answer>, requestId: string): Effect.Effect<Answer> => {
  const { delay_ms, drop, status, when } = effects
  const wait = delay_ms === null ? Effect.void : Effect.sleep(delay_ms)
  const instead = drop === 1 || status !== null ? injected(effects, requestId) : undefined
  if (when === "before") return Effect.andThen(wait, instead === undefined ? run : Effect.succeed(instead))
  return Effect.tap(run, wait).pipe(
    Effect.flatMap((answer) => (instead === undefined ? Effect.succeed(answer) : Effect.as(discarded(answer), instead)))
  )
}

const injected = ({ drop, id, status }: Effects, requestId: string): Answer => {
  const message = id === undefined ? "Refused, as the header Prefer asks." : `Refused on purpose, by the fault ${id}.`
  return {
    status: status ?? 0,
    body: JSON.stringify(bodyOf(new Injected({ message }), requestId)),
    headers: { "Cache-Control": "no-store", ...(id === undefined ? {} : { "Bottega-Fault": id }) },
    // Every other answer with one of these statuses says when to try again.
    ...([429, 503, 509].includes(status ?? 0) ? { retryAfter: 1 } : {}),
    ...(drop === 1 ? { isDropped: true } : {})
  }
}

/** Ends an answer that nobody reads; a streamed one holds what it reads from. */
const discarded = ({ body }: Answer): Effect.Effect<void> =>
  typeof body === "string"
    ? Effect.void
    : Effect.promise(async () => {
        await body[Symbol.asyncIterator]().return?.()
      })
