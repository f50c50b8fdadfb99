/** Runs a decision that may need an answer from outside: asked once per call, between two runs of the decision. */
import type { Any } from "@bottega/domain/contract"
import { retryOnConflict } from "@bottega/storage"
import { Effect } from "effect"
import type { AdmittedCall } from "../admit/admitted.ts"
import { type Inquiry, Unasked } from "../decide/handler.ts"
import { askedInTime } from "../decide/prepare.ts"
import type { Request } from "../decide/session.ts"
import type { sessions } from "../decide/sessions.ts"
import type { Call } from "../receive/call.ts"
import type { Run } from "./idempotency.ts"

/** Makes the function that gives the decision of a handler that asks, and the way to run it. */
export const inquiries =
  (inSession: ReturnType<typeof sessions>) =>
  (
    { ask, deadlineMs, decide, late }: Inquiry<Any, unknown, unknown>,
    admitted: AdmittedCall,
    { gone }: Call,
    request: Request,
    input: unknown
  ) => {
    let answer: unknown
    const decision = Effect.suspend(() =>
      inSession(admitted, request, { latest: true }, decide(input as never, answer as never) as never)
    )
    /** Holds no lock on a document, since the decision that needs an answer has ended. */
    const answered = (question: unknown) =>
      inSession(
        admitted,
        request,
        { latest: false },
        Effect.map(
          askedInTime(ask(question), () => late(question), { deadlineMs, gone }),
          (given) => {
            answer = given
          }
        )
      )
    const run = (attempt: Effect.Effect<unknown, unknown>) =>
      Effect.catch(retryOnConflict(attempt), (failure) =>
        failure instanceof Unasked
          ? Effect.andThen(answered(failure.question), retryOnConflict(attempt))
          : Effect.fail(failure)
      )
    return { decision, run: run as unknown as Run }
  }
