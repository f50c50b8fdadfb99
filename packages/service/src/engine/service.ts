/**
 * The service without a transport: `admit` checks a call, `run` reads its parameters, decides, commits and answers. A
 * route, a command and a test all go through these two.
 */
import { type Any, cursorOf, InternalError, type Refusal } from "@bottega/domain/contract"
import { policies as specified } from "@bottega/domain/throttle"
import { Storage, type Unavailable } from "@bottega/storage"
import { Cause, Effect, Option } from "effect"
import { type AdmissionOptions, type AdmittedCall, admission, NotAdmitted } from "./admission.ts"
import { type Answer, answerOf, refusalOf, textOf, unavailableIn } from "./answer.ts"
import { withUpload } from "./base64/trees.ts"
import { changes } from "./changes.ts"
import { fileAnswer, type Named } from "./file-answer.ts"
import type { Page } from "./handler.ts"
import type { Credentials } from "./identity.ts"
import { readInput } from "./input.ts"
import type { Call, Operation } from "./operation.ts"
import { decodersOf } from "./pictures.ts"
import { ReadCache } from "./read-cache.ts"
import type { Request } from "./session.ts"
import { type Stage, sessions } from "./sessions.ts"
import { StepQueue } from "./steps.ts"
import { bodyOf, list, Streamed } from "./streamed.ts"

/** How an installation runs. */
export interface ServiceOptions extends AdmissionOptions {
  /** Whether outbound calls may reach addresses of the installation's own network; false by default. */
  readonly allowPrivateUrls?: boolean
  /** Called for each defect, with the request's id; the caller sees that id alone. */
  readonly onDefect?: (cause: Cause.Cause<unknown>, requestId: string) => void
  /** Called for each failure of the store that ended a call; the caller sees its kind alone. */
  readonly onUnavailable?: (failure: Unavailable, requestId: string) => void
}

/** The service of one process over a store. */
export interface Service {
  readonly operations: ReadonlyArray<Operation>
  /** Admits a call by its credentials and its query, before its body is read. */
  readonly admit: (
    operation: Operation,
    credentials: Credentials,
    query: string
  ) => Effect.Effect<AdmittedCall, RefusedCall>
  /** The cached answer to exactly this question, if nothing in the store has changed since `run` gave it. */
  readonly again: (question: string) => Answer | undefined
  /** The answer to a call, whatever happens; interrupted if the caller left before the decision began. */
  readonly run: (operation: Operation, admitted: AdmittedCall, call: Call) => Effect.Effect<Answer>
  /**
   * Ends changes in steps after their current step, and returns the unspent blocks of the callers' quotas; an orderly
   * shutdown waits at most five seconds for each.
   */
  readonly close: Effect.Effect<void>
}
/** A refusal before parameters are read; `answer` makes it an answer to a request. */
interface RefusedCall {
  readonly answer: (requestId: string) => Answer
  /** The caller, if known, and the positions of its limits. */
  readonly caller: AdmittedCall["caller"] | undefined
  readonly standings: AdmittedCall["standings"]
}

/** Makes the service of this process over these operations. */
export const serviceOf = Effect.fnUntraced(function* (
  operations: ReadonlyArray<Operation>,
  { allowPrivateUrls = false, onDefect = () => {}, onUnavailable = () => {}, ...options }: ServiceOptions = {}
) {
  const { policies = specified } = options
  const storage = yield* Storage
  const { admit, close } = admission(options, storage)
  const inSession = sessions(storage, policies)
  const decoders = decodersOf((reason) => onDefect(Cause.die(new Error(reason)), "decoder"))
  const queue = new StepQueue()
  const change = changes(storage, inSession, { allowPrivateUrls, pictures: decoders.start }, queue)
  const unchanged = new ReadCache(storage)

  const refusedBy = ({ endpoint }: Operation, cause: Cause.Cause<Refusal | Unavailable>, requestId: string): Answer => {
    const unavailable = unavailableIn(cause)
    if (unavailable !== undefined) {
      onUnavailable(unavailable, requestId)
      return answerOf(refusalOf(unavailable), requestId, endpoint)
    }
    const failure = Cause.findErrorOption(cause)
    if (failure._tag === "Some") return answerOf(refusalOf(failure.value), requestId, endpoint)
    onDefect(cause, requestId)
    return answerOf(
      new InternalError({ message: "The service failed; the request id finds the reason in its log." }),
      requestId,
      endpoint
    )
  }

  /** Caches the answer of a read, unless the handler read something that differs per request. */
  const read = (operation: Operation, admitted: AdmittedCall, call: Call, request: Request, input: unknown) => {
    let timed = false
    const looked = () => void (timed = true)
    const begun = call.question === undefined ? undefined : unchanged.begun()
    // Only a change has stages.
    const handle = operation.handle as (input: unknown) => Stage
    const made = Effect.flatMap(inSession(admitted, request, { latest: false, looked }, handle(input)), (given) =>
      encode(operation.endpoint, given)
    )
    if (begun === undefined) return made
    return Effect.map(made, (answer) => {
      if (!timed) unchanged.keep(begun, call.question!, answer)
      return answer
    })
  }

  const file = (
    { handle }: Operation,
    admitted: AdmittedCall,
    { conditions = {} }: Call,
    request: Request,
    input: unknown
  ) =>
    Effect.flatMap(
      inSession(admitted, request, { latest: false }, (handle as (input: unknown) => Stage)(input)),
      (named) => fileAnswer(storage, named as Named, conditions, request.requestId)
    )

  const answer = (operation: Operation, admitted: AdmittedCall, call: Call) => {
    const trees = call.sent.map(({ root }) => root)
    const request: Request = {
      requestId: call.requestId,
      ip: call.ip,
      base: call.base,
      now: admitted.now,
      upload: call.upload,
      spell: (at) => operation.spell(trees, at)
    }
    return Effect.flatMap(readInput(operation, call.sent, trees), (input) => {
      if (operation.endpoint.answer === "change") return change(operation, admitted, call, request, input)
      if (operation.endpoint.answer === "bytes") return file(operation, admitted, call, request, input)
      return read(operation, admitted, call, request, input)
    })
  }

  return {
    operations,
    admit: (operation, credentials, query) =>
      Effect.catchCause(Effect.provideService(admit(operation, credentials, query), Storage, storage), (cause) => {
        const refused = Option.getOrUndefined(Cause.findErrorOption(cause))
        const known = refused instanceof NotAdmitted ? refused : { caller: undefined, standings: [] }
        const answer = (requestId: string): Answer =>
          refused instanceof NotAdmitted
            ? answerOf(refused.refusal, requestId, operation.endpoint)
            : refusedBy(operation, cause as Cause.Cause<Refusal | Unavailable>, requestId)
        return Effect.fail({ answer, caller: known.caller, standings: known.standings })
      }),
    close: Effect.promise(decoders.close).pipe(
      Effect.andThen(Effect.ignore(Effect.timeout(queue.close, "5 seconds"))),
      Effect.andThen(Effect.ignore(Effect.timeout(close, "5 seconds")))
    ),
    again: (question) => unchanged.find(question),
    run: (operation, admitted, call) =>
      Effect.catchCause(
        Effect.suspend(() => withUpload(operation, call, (complete) => answer(operation, admitted, complete))),
        (cause) =>
          // A call is interrupted only when its caller has left, so nobody reads the answer.
          Cause.hasInterruptsOnly(cause)
            ? Effect.failCause(cause as Cause.Cause<never>)
            : Effect.succeed(refusedBy(operation, cause as Cause.Cause<Refusal | Unavailable>, call.requestId))
      )
  } as Service
})

const encode = (endpoint: Any, given: unknown): Effect.Effect<Answer, Unavailable> => {
  const streamed = endpoint.answer === "stream" ? list(given as never) : given
  if (streamed instanceof Streamed) return Effect.map(bodyOf(streamed), (body) => ({ status: 200, body }))
  if (endpoint.answer === "read") return Effect.succeed({ status: 200, body: textOf(given) })
  const { items, next } = given as Page<unknown>
  return Effect.succeed({ status: 200, body: textOf(items), next: next && cursorOf(next) })
}
