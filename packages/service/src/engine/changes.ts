/** Runs a call that changes something: prepares it once, retries its decision on conflicts, answers once it is durable. */
import type { Refusal } from "@bottega/domain/contract"
import { type Adapter, installation, retryOnConflict, Storage, type Unavailable } from "@bottega/storage"
import { Context, Effect } from "effect"
import { PrivateUrls } from "../outbound/address.ts"
import type { AdmittedCall } from "./admission.ts"
import type { Answer } from "./answer.ts"
import type { Change } from "./change.ts"
import { commitOf } from "./commit.ts"
import { withDuplicates } from "./duplicates.ts"
import { type KeyedCall, runOnce } from "./idempotency.ts"
import type { Call, Operation } from "./operation.ts"
import { Pictures } from "./pictures.ts"
import { preparedOnce } from "./prepare.ts"
import type { Find, Request } from "./session.ts"
import type { sessions } from "./sessions.ts"

/** What changes have of the world outside the store. */
export interface Outside {
  readonly allowPrivateUrls: boolean
  readonly pictures: Pictures["Service"]
}

/** Makes the changes of a store's calls. */
export const changes = (
  storage: Adapter,
  inSession: ReturnType<typeof sessions>,
  { allowPrivateUrls, pictures }: Outside
) => {
  const kept = runOnce(storage)
  const commit = commitOf(storage)

  /** The preparation, followed by the decision. */
  const decided = (operation: Operation, admitted: AdmittedCall, call: Call, request: Request, input: unknown) => {
    const { handle } = operation
    const latest = { latest: true }
    if (typeof handle === "function") return inSession(admitted, request, latest, handle(input as never))
    const { deadlineMs, decide, prepare } = handle.stages
    const stage = Effect.suspend(() => prepare(input as never))
    const prepared = preparedOnce(inSession(admitted, request, { latest: false }, stage), {
      deadlineMs,
      gone: call.gone
    })
    return Effect.flatMap(prepared, (value) =>
      inSession(admitted, request, latest, decide(input as never, value as never))
    )
  }

  /** Reads the state against which the next commit is checked. */
  const latestOf =
    ({ caller }: AdmittedCall): Find =>
    (collection, query) =>
      storage.find(
        typeof caller === "string" || collection.owner === "installation" ? installation : caller.shop.id,
        collection,
        { ...query, latest: true }
      )

  return (operation: Operation, admitted: AdmittedCall, call: Call, request: Request, input: unknown) => {
    const decision = decided(operation, admitted, call, request, input)
    const { takes } = operation.endpoint
    const decidedOnce = (asked?: KeyedCall) =>
      Effect.flatMap(decision, (made) => commit(made as Change<unknown>, admitted, request, asked))
    const attempt =
      takes === undefined
        ? decidedOnce
        : (asked?: KeyedCall) =>
            Effect.catch(decidedOnce(asked), (failure) =>
              withDuplicates(failure, takes(input), latestOf(admitted), request.spell)
            )
    const answered =
      call.idempotencyKey === undefined
        ? Effect.map(retryOnConflict(attempt()), (body): Answer => ({ status: 200, body }))
        : kept({ ...call, idempotencyKey: call.idempotencyKey }, operation, admitted, input, attempt)
    // Prepared resources are released with the call, not with the attempt that prepared them.
    const whole = typeof operation.handle === "function" ? answered : Effect.scoped(answered)
    const ready = whole as Effect.Effect<Answer, Refusal | Unavailable, Storage>
    return Effect.updateContext(ready, (context: Context.Context<never>) =>
      Context.add(context, Storage, storage).pipe(
        Context.add(PrivateUrls, allowPrivateUrls),
        Context.add(Pictures, pictures)
      )
    )
  }
}
