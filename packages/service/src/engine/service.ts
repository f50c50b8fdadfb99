/**
 * The service itself, with no transport: `admit` lets a call in, `run` reads its parameters, decides, commits and
 * answers. A route, a command and a test all pass through these two.
 */
import { type Any, cursorOf, cut, InternalError, invalid, Problems, type Refusal } from "@bottega/domain/contract"
import type { Node, Parsed } from "@bottega/domain/form"
import { policies as specified } from "@bottega/domain/throttle"
import { contended, next as counted, Storage, type Unavailable } from "@bottega/storage"
import { Cause, Context, Effect, Option } from "effect"
import { PrivateUrls } from "../outbound/address.ts"
import { type AdmissionOptions, type Admitted, admission, type Credentials, Turned } from "./admission.ts"
import { type Answer, answerOf, refusalOf, textOf, unavailableIn } from "./answer.ts"
import type { Change } from "./change.ts"
import { commitOf } from "./commit.ts"
import type { Page } from "./handler.ts"
import { type Asked, remember } from "./idempotency.ts"
import { type Call, type Operation, operations } from "./operation.ts"
import { Unchanged } from "./read-cache.ts"
import { Operator, type Request, Session } from "./session.ts"
import { bodyOf, list, Streamed } from "./streamed.ts"

/** How an installation runs. */
export interface ServiceOptions extends AdmissionOptions {
  /** Whether calls outward may go to addresses of the installation's own network; false where nothing is said. */
  readonly allowPrivateUrls?: boolean
  /** Told of each defect, with the request's id; the caller is told nothing but that. */
  readonly onDefect?: (cause: Cause.Cause<unknown>, requestId: string) => void
  /** Called for each failure of the store that a call ended with; the caller is told its kind alone. */
  readonly onUnavailable?: (failure: Unavailable, requestId: string) => void
}

/** The service of one process over a store. */
export interface Service {
  readonly operations: ReadonlyArray<Operation>
  readonly admit: (operation: Operation, credentials: Credentials) => Effect.Effect<Admitted, Answered>
  /** The answer to the very question that `run` answered before, if nothing in the store has changed since. */
  readonly again: (question: string) => Answer | undefined
  readonly run: (operation: Operation, admitted: Admitted, call: Call) => Effect.Effect<Answer>
  /** Gives back what this process holds of the callers' quotas; an orderly end waits for it, five seconds at the most. */
  readonly close: Effect.Effect<void>
}
/** A refusal before parameters are read; `answer` makes it an answer to a request. */
interface Answered {
  readonly answer: (requestId: string) => Answer
  /** Who called, where that is known, and where the caller stands. */
  readonly caller: Admitted["caller"] | undefined
  readonly standings: Admitted["standings"]
}

/** Makes the service of this process. */
export const makeService = Effect.fnUntraced(function* ({
  allowPrivateUrls = false,
  onDefect = () => {},
  onUnavailable = () => {},
  ...options
}: ServiceOptions = {}) {
  const { policies = specified } = options
  const storage = yield* Storage
  const { admit, close } = admission(options, storage)
  const kept = remember(storage)
  const commit = commitOf(storage)
  const unchanged = new Unchanged(storage)

  const refusedBy = (cause: Cause.Cause<Refusal | Unavailable>, requestId: string): Answer => {
    const unavailable = unavailableIn(cause)
    if (unavailable !== undefined) {
      onUnavailable(unavailable, requestId)
      return answerOf(refusalOf(unavailable), requestId)
    }
    const failure = Cause.findErrorOption(cause)
    if (failure._tag === "Some") return answerOf(refusalOf(failure.value), requestId)
    onDefect(cause, requestId)
    return answerOf(
      new InternalError({ message: "The service failed; the request id finds the reason in its log." }),
      requestId
    )
  }

  /**
   * Runs a handler with the session of an admitted call, on documents no older than the last commit; `looked` is told
   * when it looks at what is another thing at each call.
   */
  const decide = (
    operation: Operation,
    { caller }: Admitted,
    request: Request,
    input: unknown,
    latest: boolean,
    looked = () => {}
  ) => {
    const within =
      (shop: string): Session["Service"]["find"] =>
      (collection, query) =>
        storage.find(shop, collection, latest ? { ...query, latest } : query)
    const next = (shop: string, name: string) => Effect.provideService(counted(shop, name), Storage, storage)
    const handled = operation.handle(input as never) as Effect.Effect<
      unknown,
      Refusal | Unavailable,
      Session | Operator
    >
    if (caller === "operator")
      return Effect.provideService(handled, Operator, { ...request, within, next, policies }) as Decided
    const { keySet, shop } = caller
    const find = within(shop.id)
    return Effect.provideService(handled, Session, {
      base: request.base,
      upload: request.upload,
      spell: request.spell,
      get now() {
        looked()
        return request.now
      },
      get ip() {
        looked()
        return request.ip
      },
      get requestId() {
        looked()
        return request.requestId
      },
      shop,
      keySet,
      find,
      next: (name) => next(shop.id, name)
    }) as Decided
  }

  const change = (operation: Operation, admitted: Admitted, call: Call, request: Request, input: unknown) => {
    const attempt = (asked?: Asked) =>
      Effect.flatMap(decide(operation, admitted, request, input, true), (made) =>
        commit(made as Change<unknown>, admitted, request, asked)
      )
    const answered =
      call.idempotencyKey === undefined
        ? Effect.map(contended(attempt()), (body): Answer => ({ status: 200, body }))
        : kept({ ...call, idempotencyKey: call.idempotencyKey }, operation, admitted, input, attempt)
    return Effect.updateContext(answered, (context: Context.Context<never>) =>
      Context.add(Context.add(context, Storage, storage), PrivateUrls, allowPrivateUrls)
    )
  }

  /** Keeps the answer of a read, unless it was made of anything that is another thing at each call. */
  const read = (operation: Operation, admitted: Admitted, call: Call, request: Request, input: unknown) => {
    let timed = false
    const looked = () => void (timed = true)
    const begun = call.question === undefined ? undefined : unchanged.begun()
    const made = Effect.flatMap(decide(operation, admitted, request, input, false, looked), (given) =>
      encode(operation.endpoint, given)
    )
    if (begun === undefined) return made
    return Effect.map(made, (answer) => {
      if (!timed) unchanged.keep(begun, call.question!, answer)
      return answer
    })
  }

  const answer = (operation: Operation, admitted: Admitted, call: Call) => {
    const trees = call.sent.map(({ root }) => root)
    const request: Request = {
      requestId: call.requestId,
      ip: call.ip,
      base: call.base,
      now: admitted.now,
      upload: call.upload,
      spell: (at) => operation.spell(trees, at)
    }
    return Effect.flatMap(readInput(operation, call.sent, trees), (input) =>
      operation.endpoint.answer === "change"
        ? change(operation, admitted, call, request, input)
        : read(operation, admitted, call, request, input)
    )
  }

  return {
    operations,
    admit: (operation, credentials) =>
      Effect.catchCause(Effect.provideService(admit(operation, credentials), Storage, storage), (cause) => {
        const turned = Option.getOrUndefined(Cause.findErrorOption(cause))
        const known = turned instanceof Turned ? turned : { caller: undefined, standings: [] }
        const answer = (requestId: string): Answer =>
          turned instanceof Turned
            ? answerOf(turned.refusal, requestId)
            : refusedBy(cause as Cause.Cause<Refusal | Unavailable>, requestId)
        return Effect.fail({ answer, caller: known.caller, standings: known.standings })
      }),
    close: Effect.ignore(Effect.timeout(close, "5 seconds")),
    again: (question) => unchanged.find(question),
    run: (operation, admitted, call) =>
      Effect.catchCause(
        Effect.suspend(() => answer(operation, admitted, call)),
        (cause) => Effect.succeed(refusedBy(cause as Cause.Cause<Refusal | Unavailable>, call.requestId))
      )
  } as Service
})

type Decided = Effect.Effect<unknown, Refusal | Unavailable>

const readInput = (operation: Operation, sent: ReadonlyArray<Parsed>, trees: ReadonlyArray<Node>) => {
  const problems = Problems.of(sent.map((parsed) => parsed.problems))
  const value = problems.fault === undefined ? operation.read(trees, problems) : {}
  if (problems.fault !== undefined) return Effect.fail(invalid([problems.fault]))
  const findings = operation.endpoint.rules(value)
  if (problems.wrong === 0 && findings.length === 0) return Effect.succeed(value)
  const wrong = new Set(problems.details.map(({ path }) => path))
  for (const { at, message } of findings) {
    // To spell a name costs more than to count it, so only those are spelt that are told.
    const path = problems.hasRoom ? cut(operation.spell(trees, at)) : undefined
    // A parameter that is not of its type is named once, for that.
    if (path === undefined || !wrong.has(path)) problems.add(path ?? "", message)
  }
  return problems.wrong === 0 ? Effect.succeed(value) : Effect.fail(invalid(problems))
}

const encode = (endpoint: Any, given: unknown): Effect.Effect<Answer, Unavailable> => {
  const streamed = endpoint.answer === "stream" ? list(given as never) : given
  if (streamed instanceof Streamed) return Effect.map(bodyOf(streamed), (body) => ({ status: 200, body }))
  if (endpoint.answer === "read") return Effect.succeed({ status: 200, body: textOf(given) })
  const { items, next } = given as Page<unknown>
  return Effect.succeed({ status: 200, body: textOf(items), next: next && cursorOf(next) })
}
