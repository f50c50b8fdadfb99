/**
 * The service without a transport: `admit` checks a call, `run` reads its parameters, decides, commits and answers. A
 * route, a command and a test all go through these two.
 */
import {
  type Any,
  base64Of,
  type Collection,
  cursorOf,
  InternalError,
  Overloaded,
  outbox,
  type Refusal
} from "@bottega/domain/contract"
import { policies as specified } from "@bottega/domain/throttle"
import { Calling, CurrentCall, type Owner, Storage, type Unavailable } from "@bottega/storage"
import { Cause, Clock, Context, Effect, Exit, Option } from "effect"
import { machineClock } from "../machine-clock.ts"
import { closeConnections } from "../outbound/post.ts"
import { type KindReport, Lane } from "../slow/lane.ts"
import { type AdmissionFailure, type AdmissionOptions, admission, NotAdmitted } from "./admit/admission.ts"
import type { AdmittedCall } from "./admit/admitted.ts"
import type { Credentials } from "./admit/identity.ts"
import { Owners, ownerOf, strangerFrom } from "./admit/owners.ts"
import { Reading } from "./admit/reading.ts"
import { stillSignedIn } from "./admit/signed-in.ts"
import { type Answer, answerOf, refusalOf, textOf, unavailableIn } from "./answer/answer.ts"
import { begunInTime } from "./answer/blanks.ts"
import { Endless, endlessBody } from "./answer/endless.ts"
import { fileAnswer, type Named } from "./answer/file-answer.ts"
import { ReadCache } from "./answer/read-cache.ts"
import { RequestRing } from "./answer/ring.ts"
import { Held } from "./answer/room.ts"
import { bodyOf, list, listed, Streamed } from "./answer/streamed.ts"
import { changes } from "./commit/changes.ts"
import { commitsOfShop, Notices } from "./commit/notices.ts"
import { StepQueue } from "./commit/steps.ts"
import { type Page, Stepped } from "./decide/handler.ts"
import type { Operation } from "./decide/operation.ts"
import { scoped } from "./decide/scoped.ts"
import type { Find, Request } from "./decide/session.ts"
import { type Stage, sessions } from "./decide/sessions.ts"
import { type Slow, slowOfWorker } from "./decide/slow.ts"
import { withUpload } from "./receive/base64/trees.ts"
import type { Call } from "./receive/call.ts"
import { readInput } from "./receive/input.ts"

/** How an installation runs. */
export interface ServiceOptions extends AdmissionOptions {
  /** Whether outbound calls may reach addresses of the installation's own network; false by default. */
  readonly allowPrivateUrls?: boolean
  /** Where mail is sent; without it, no links that sign in are written to people. */
  readonly mail?: object | undefined
  /** Whether what was sent and answered is kept with the last requests; false by default. */
  readonly keepBodies?: boolean
  /** Called for each defect, with the request's id; the caller sees that id alone. */
  readonly onDefect?: (cause: Cause.Cause<unknown>, requestId: string) => void
  /** Called for each failure of the store that ended a call; the caller sees its kind alone. */
  readonly onUnavailable?: (failure: Unavailable, requestId: string) => void
}

/** The service of one process over a store. */
export interface Service {
  readonly operations: ReadonlyArray<Operation>
  /** The last requests of this process, which its transports add. */
  readonly requests: RequestRing
  /** The owner of a request with these credentials, if it is known before the call is admitted. */
  readonly ownerOf: (credentials: Credentials) => Owner | undefined
  /**
   * Admits a call by its credentials and its query, before its body is read; from then on its caller pays for it. With a
   * clock it counts at once, and returns an exit if that needed no read of the store; without one, the effect counts.
   */
  readonly admit: (
    operation: Operation,
    credentials: Credentials,
    query: string,
    calling?: Calling,
    clock?: Clock.Clock
  ) => Effect.Effect<AdmittedCall, RefusedCall>
  /** The cached answer to exactly this question, if nothing that it was made from has changed since `run` gave it. */
  readonly again: (question: string) => Answer | undefined
  /** The answer to a call, whatever happens; interrupted if the caller left before the decision began. */
  readonly run: (operation: Operation, admitted: AdmittedCall, call: Call) => Effect.Effect<Answer>
  /** Does the slow work of background work for a shop. */
  readonly slowOf: (worker: string, shop: string) => Slow["Service"]
  /** The statistics of slow work, by kind. */
  readonly slow: () => ReadonlyArray<KindReport>
  /** Ends the answers that do not end by themselves, and refuses further ones, so that a shutdown need not wait for them. */
  readonly endEndless: () => void
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
  const clock = yield* Clock.Clock
  const requests = new RequestRing(
    () => clock.currentTimeMillisUnsafe(),
    options.keepBodies ?? false,
    () => machineClock.currentTimeMillisUnsafe()
  )
  const stored = Context.make(Storage, storage)
  const calledBy = (calling: Calling) => Context.add(stored, CurrentCall, calling)
  const owners = new Owners(options.tokenDigest)
  const { admit, close, reserved } = admission(options, storage, owners)
  const process = { policies, reserved, ring: requests, sendsMail: options.mail !== undefined }
  const inSession = sessions(storage, process, (shop) => commitsOfShop(storage, outbox, shop))
  const lane = new Lane({ onFailure: (reason) => onDefect(Cause.die(new Error(reason)), "slow work") })
  const queue = new StepQueue()
  const reading = new Reading()
  const inScope = scoped(storage)
  const change = changes(storage, inSession, { allowPrivateUrls, lane }, queue)
  const unchanged = new ReadCache(storage)
  const ending = new Notices()
  const withinStore =
    (shop: string): Find =>
    (collection, query) =>
      storage.find(shop, collection, query)

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
  const readAnswer = (operation: Operation, admitted: AdmittedCall, call: Call, request: Request, input: unknown) => {
    let timed = false
    const looked = () => void (timed = true)
    const sources = call.question === undefined ? undefined : unchanged.begun()
    const reads = sources && ((collection: Collection) => sources.add(collection))
    // Only a change has stages.
    const handle = operation.handle as (input: unknown) => Stage
    const held = call.room === undefined ? undefined : new Held(call.room)
    const made = Effect.flatMap(
      inSession(admitted, request, { latest: false, looked, reads, held }, handle(input)),
      (given) =>
        given instanceof Endless
          ? (endless(given, call) as Effect.Effect<Answer, Refusal | Unavailable>)
          : encode(operation.endpoint, given)
    )
    return Effect.map(made, (answer) => {
      if (held !== undefined) held.isBegun = true
      if (sources !== undefined && !timed) unchanged.keep(sources, call.question!, answer)
      return answer
    })
  }

  const endless = (given: Endless<unknown>, { gone = Effect.never }: Call): Effect.Effect<Answer, Overloaded> => {
    if (ending.count > 0) return Effect.fail(new Overloaded({ message: "The server is shutting down.", retryAfter: 1 }))
    const ended = Effect.raceFirst(gone, ending.after(0))
    return Effect.map(
      endlessBody(given, ended),
      (body): Answer => ({ status: 200, body, after: cursorOf(given.place) })
    )
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
    let cookie: string | null | undefined
    const request: Request = {
      requestId: call.requestId,
      ip: call.ip,
      base: call.base,
      now: admitted.now,
      upload: call.upload,
      spell: (at) => operation.spell(trees, at),
      setCookie: (value) => void (cookie = value)
    }
    const read = Effect.tap(readInput(operation, call.sent, trees), turnAfter(call))
    const own =
      admitted.session === undefined ? read : Effect.flatMap(read, (input) => inScope(admitted, operation, input))
    const made = Effect.flatMap(own, (input) => {
      if (operation.endpoint.answer === "change") return change(operation, admitted, call, request, input)
      if (operation.endpoint.answer === "bytes") return file(operation, admitted, call, request, input)
      return readAnswer(operation, admitted, call, request, input)
    })
    const { answer: kind, audience } = operation.endpoint
    // A change looks itself, with its commit.
    if (admitted.session !== undefined && kind !== "change") {
      const { session } = admitted
      return Effect.tap(made, () => stillSignedIn(withinStore, session))
    }
    if (audience !== "anyone" && audience !== "session") return made
    return Effect.map(made, (answer) => (cookie === undefined ? answer : { ...answer, cookie }))
  }

  /** The answer; its work counts against the caller. */
  const owned = (operation: Operation, admitted: AdmittedCall, call: Call) => {
    const calling = call.calling ?? new Calling(strangerFrom(call.ip))
    calling.owner = ownerOf(admitted.caller) ?? calling.owner
    const made = withUpload(base64Of(operation.endpoint), call, (complete) => answer(operation, admitted, complete))
    const owned = Effect.provideService(made, CurrentCall, calling)
    return operation.endpoint.answer === "change" ? owned : reading.within(calling, call.gone, owned)
  }

  const refusalFor = (operation: Operation, cause: Cause.Cause<AdmissionFailure>): RefusedCall => {
    const refused = Option.getOrUndefined(Cause.findErrorOption(cause))
    const { caller, standings } = refused instanceof NotAdmitted ? refused : { caller: undefined, standings: [] }
    const answer = (requestId: string): Answer =>
      refused instanceof NotAdmitted
        ? answerOf(refused.refusal, requestId, operation.endpoint)
        : refusedBy(operation, cause as Cause.Cause<Refusal | Unavailable>, requestId)
    return { answer, caller, standings }
  }

  return {
    operations,
    requests,
    ownerOf: (credentials) => owners.find(credentials),
    admit: (operation, credentials, query, calling, clock) => {
      const admitted = admit(operation, credentials, query, clock)
      const refused = (cause: Cause.Cause<AdmissionFailure>) => Effect.fail(refusalFor(operation, cause))
      if (Exit.isExit(admitted)) return Exit.isSuccess(admitted) ? admitted : refused(admitted.cause as never)
      const context = calledBy(calling ?? new Calling(strangerFrom("")))
      return Effect.catchCause(Effect.provide(admitted, context), refused)
    },
    endEndless: () => ending.raise(),
    close: Effect.sync(() => {
      ending.raise()
      lane.close()
    }).pipe(
      Effect.andThen(Effect.ignore(Effect.timeout(queue.close, "5 seconds"))),
      Effect.andThen(Effect.ignore(Effect.timeout(close, "5 seconds"))),
      Effect.andThen(closeConnections)
    ),
    slowOf: (worker, shop) => slowOfWorker(lane, worker, shop),
    slow: () => lane.report,
    again: (question) => unchanged.find(question),
    run: (operation, admitted, call) => {
      const answered = Effect.catchCause(
        Effect.suspend(() => owned(operation, admitted, call)),
        (cause) =>
          // A call is interrupted only when its caller has left, so nobody reads the answer.
          Cause.hasInterruptsOnly(cause)
            ? Effect.failCause(cause as Cause.Cause<never>)
            : Effect.succeed(refusedBy(operation, cause as Cause.Cause<Refusal | Unavailable>, call.requestId))
      )
      return operation.handle instanceof Stepped ? begunInTime(answered) : answered
    }
  } as Service
})

/** A large call is decided in a later turn of the event loop than the one that read it, so that neither turn is long. */
const turnAfter = ({ sent }: Call) => {
  const pairs = sent.reduce((sum, { problems }) => sum + problems.pairs, 0)
  return () => (pairs > maxPairsOfOneTurn ? Effect.yieldNow : Effect.void)
}
const maxPairsOfOneTurn = 1000

const encode = (endpoint: Any, given: unknown): Effect.Effect<Answer, Unavailable> => {
  const { items, next }: Page<unknown> =
    endpoint.answer === "page" ? (given as never) : { items: given, next: undefined }
  const answer = endpoint.answer === "stream" ? list(items as never) : Array.isArray(items) ? listed(items) : items
  const body = answer instanceof Streamed ? bodyOf(answer) : Effect.succeed(textOf(answer))
  return Effect.map(body, (body) => ({ status: 200, body, next: next && cursorOf(next) }))
}
