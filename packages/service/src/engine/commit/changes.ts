/** Runs a call that changes something: prepares it once, retries its decision on conflicts, answers once it is durable. */
import type { Any, Refusal } from "@bottega/domain/contract"
import { type Adapter, installation, retryOnConflict, Storage, type Unavailable } from "@bottega/storage"
import { Context, Effect } from "effect"
import { PrivateUrls } from "../../outbound/address.ts"
import type { Lane } from "../../slow/lane.ts"
import type { AdmittedCall } from "../admit/admitted.ts"
import { isOfShop } from "../admit/identity.ts"
import type { Answer } from "../answer/answer.ts"
import type { Change } from "../decide/change.ts"
import { withDuplicates } from "../decide/duplicates.ts"
import { Asking, type Handler, type Onward, Stepped, type Steps } from "../decide/handler.ts"
import type { Operation } from "../decide/operation.ts"
import { preparedOnce } from "../decide/prepare.ts"
import type { Find, Request } from "../decide/session.ts"
import type { sessions } from "../decide/sessions.ts"
import { Slow, slowFor } from "../decide/slow.ts"
import type { Call } from "../receive/call.ts"
import { commitOf } from "./commit.ts"
import { type Attempt, type KeyedCall, type Run, runOnce } from "./idempotency.ts"
import { inquiries } from "./inquiries.ts"
import type { StepQueue } from "./steps.ts"

/** The dependencies of changes besides the store. */
export interface Outside {
  readonly allowPrivateUrls: boolean
  readonly lane: Lane
}

/** A handler whose change is one commit. */
type Undivided = Exclude<Handler<Any>, Stepped<Any> | Asking<Any>>

/** Makes the changes of a store's calls. */
export const changes = (
  storage: Adapter,
  inSession: ReturnType<typeof sessions>,
  { allowPrivateUrls, lane }: Outside,
  queue: StepQueue
) => {
  const kept = runOnce(storage)
  const asked = inquiries(inSession)
  const commit = commitOf(storage)
  const outside = Context.make(Storage, storage).pipe(Context.add(PrivateUrls, allowPrivateUrls))

  /** The preparation, followed by the decision. */
  const decided = (handle: Undivided, admitted: AdmittedCall, call: Call, request: Request, input: unknown) => {
    const latest = { latest: true }
    if (typeof handle === "function") return inSession(admitted, request, latest, handle(input as never))
    const { deadlineMs, decide, prepare } = handle.stages
    const stage = Effect.provideService(
      Effect.suspend(() => prepare(input as never)),
      Slow,
      slowFor(lane, admitted)
    )
    const prepared = preparedOnce(inSession(admitted, request, { latest: false }, stage), {
      deadlineMs,
      gone: call.gone
    })
    return Effect.flatMap(prepared, (value) =>
      inSession(admitted, request, latest, decide(input as never, value as never))
    )
  }

  /** Makes the attempts of a call in one commit. */
  const inOne =
    <E, R>(decision: Effect.Effect<unknown, E, R>, admitted: AdmittedCall, request: Request) =>
    (asked?: KeyedCall) =>
      Effect.flatMap(decision, (made) => commit(made as Change<unknown>, admitted, request, asked))

  /** Makes the attempts of a call in steps: each makes the step after the last one that was committed. */
  const inSteps = ({ begin, step }: Steps<Any, unknown>, admitted: AdmittedCall, request: Request, input: unknown) => {
    let state = begin
    const decided = Effect.suspend(() => inSession(admitted, request, { latest: true }, step(input as never, state)))
    return Effect.fnUntraced(function* (asked?: KeyedCall) {
      const made = (yield* decided) as Change<unknown> | Onward<unknown>
      if (!("next" in made)) return yield* commit(made, admitted, request, asked)
      yield* commit({ ...made, answer: undefined }, admitted, request, undefined)
      state = made.next
      return undefined
    })
  }

  /** Reads the state against which the next commit is checked. */
  const latestOf =
    ({ caller }: AdmittedCall): Find =>
    (collection, query) =>
      storage.find(isOfShop(caller) && collection.owner === "shop" ? caller.shop.id : installation, collection, {
        ...query,
        latest: true
      })

  return (operation: Operation, admitted: AdmittedCall, call: Call, request: Request, input: unknown) => {
    const { handle } = operation
    const { takes } = operation.endpoint
    const inquiry = handle instanceof Asking ? asked(handle.inquiry, admitted, call, request, input) : undefined
    const made = (
      handle instanceof Stepped
        ? inSteps(handle.steps, admitted, request, input)
        : inOne(inquiry?.decision ?? decided(handle as Undivided, admitted, call, request, input), admitted, request)
    ) as Attempt<Storage>
    const attempt: typeof made =
      takes === undefined
        ? made
        : (asked) =>
            Effect.catch(made(asked), (failure) =>
              withDuplicates(failure, takes(input), latestOf(admitted), request.spell)
            )
    const run = handle instanceof Stepped ? queue.run : (inquiry?.run ?? (retryOnConflict as Run))
    const answered =
      call.idempotencyKey === undefined
        ? Effect.map(run(attempt()), (body): Answer => ({ status: 200, body }))
        : kept({ ...call, idempotencyKey: call.idempotencyKey }, operation, admitted, input, attempt, run)
    // Prepared resources are released with the call, not with the attempt that prepared them.
    const whole = typeof handle === "function" ? answered : Effect.scoped(answered)
    const ready = whole as Effect.Effect<Answer, Refusal | Unavailable, Storage>
    return Effect.provide(ready, outside)
  }
}
