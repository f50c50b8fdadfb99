/**
 * The service itself, with no transport: `admit` lets a call in, `run` reads its parameters, decides, commits and
 * answers. A route, a command and a test all pass through these two.
 */
import { cursorOf } from "@bottega/domain/cursor"
import type { Any } from "@bottega/domain/endpoint"
import type { Node, Parsed, Problem } from "@bottega/domain/form"
import { InternalError, invalid, type Refusal } from "@bottega/domain/refusals"
import { policies as specified } from "@bottega/domain/throttle"
import { next as counted } from "@bottega/storage/counters"
import { contended } from "@bottega/storage/derived"
import { installation, Storage, type Unavailable } from "@bottega/storage/storage"
import { Cause, Effect, Option } from "effect"
import { type AdmissionOptions, type Admitted, admission, type Credentials, Turned } from "./admission.ts"
import { type Answer, answerOf, refusalOf, textOf } from "./answer.ts"
import { type Asked, remember } from "./answered.ts"
import type { Change } from "./change.ts"
import { commitOf } from "./commit.ts"
import type { Page } from "./handler.ts"
import { type Call, type Operation, operations } from "./operation.ts"
import { PrivateUrls } from "./outward/address.ts"
import { Operator, type Request, Session } from "./session.ts"
import { texts } from "./streamed.ts"

/** How an installation runs. */
export interface ServiceOptions extends AdmissionOptions {
  /** Whether calls outward may go to addresses of the installation's own network; false where nothing is said. */
  readonly allowPrivateUrls?: boolean
  /** Told of each defect, with the request's id; the caller is told nothing but that. */
  readonly onDefect?: (cause: Cause.Cause<unknown>, requestId: string) => void
}

/** The service of one process over a store. */
export interface Service {
  readonly operations: ReadonlyArray<Operation>
  readonly admit: (operation: Operation, credentials: Credentials) => Effect.Effect<Admitted, Answered>
  readonly run: (operation: Operation, admitted: Admitted, call: Call) => Effect.Effect<Answer>
}
/** A refusal before parameters are read; `answer` makes it an answer to a request. */
export interface Answered {
  readonly answer: (requestId: string) => Answer
  /** Who called, where that is known, and where the caller stands. */
  readonly caller: Admitted["caller"] | undefined
  readonly standings: Admitted["standings"]
}

/** Makes the service of this process. */
export const make = Effect.fnUntraced(function* ({
  allowPrivateUrls = false,
  onDefect = () => {},
  ...options
}: ServiceOptions = {}) {
  const { policies = specified } = options
  const storage = yield* Storage
  const admit = admission(options)
  const kept = remember(storage)
  const commit = commitOf(storage)

  const refusedBy = (cause: Cause.Cause<Refusal | Unavailable>, requestId: string): Answer => {
    const failure = Cause.findErrorOption(cause)
    if (failure._tag === "Some") return answerOf(refusalOf(failure.value), requestId)
    onDefect(cause, requestId)
    return answerOf(
      new InternalError({ message: "The service failed; the request id finds the reason in its log." }),
      requestId
    )
  }

  /** Runs a handler with the session of an admitted call, on documents no older than the last commit. */
  const decide = (operation: Operation, admitted: Admitted, request: Request, input: unknown, latest: boolean) => {
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
    return (
      admitted.caller === "operator"
        ? Effect.provideService(handled, Operator, { ...request, within, next, policies })
        : Effect.provideService(handled, Session, {
            ...request,
            ...admitted.caller,
            find: within(admitted.caller.shop.id),
            next: (name) => next(shopOf(admitted), name)
          })
    ) as Effect.Effect<unknown, Refusal | Unavailable>
  }

  const answer = Effect.fnUntraced(function* (operation: Operation, admitted: Admitted, call: Call) {
    const { endpoint } = operation
    const trees = call.sent.map(({ root }) => root)
    const input = yield* readInput(operation, call.sent, trees)
    const request: Request = {
      requestId: call.requestId,
      ip: call.ip,
      base: call.base,
      now: admitted.now,
      upload: call.upload,
      spell: (at) => operation.spell(trees, at)
    }
    if (endpoint.answer !== "change")
      return yield* encode(endpoint, yield* decide(operation, admitted, request, input, false))
    const attempt = (asked?: Asked) =>
      Effect.flatMap(
        decide(operation, admitted, request, input, true) as Effect.Effect<Change<unknown>, Refusal | Unavailable>,
        (change) => commit(change, admitted, request, asked)
      )
    return call.idempotencyKey === undefined
      ? { status: 200, body: yield* contended(attempt()) }
      : yield* kept({ ...call, idempotencyKey: call.idempotencyKey }, operation, admitted, input, attempt)
  })

  return {
    operations,
    admit: (operation, credentials) =>
      admit(operation, credentials).pipe(
        Effect.provideService(Storage, storage),
        Effect.catchCause((cause) => {
          const turned = Option.getOrUndefined(Cause.findErrorOption(cause))
          const known = turned instanceof Turned ? turned : { caller: undefined, standings: [] }
          const answer = (requestId: string): Answer =>
            turned instanceof Turned
              ? answerOf(turned.refusal, requestId)
              : refusedBy(cause as Cause.Cause<Refusal | Unavailable>, requestId)
          return Effect.fail({ answer, caller: known.caller, standings: known.standings })
        })
      ),
    run: (operation, admitted, call) =>
      answer(operation, admitted, call).pipe(
        Effect.provideService(Storage, storage),
        Effect.provideService(PrivateUrls, allowPrivateUrls),
        Effect.catchCause((cause) =>
          Effect.succeed(refusedBy(cause as Cause.Cause<Refusal | Unavailable>, call.requestId))
        )
      )
  } as Service
})

const shopOf = ({ caller }: Admitted): string => (caller === "operator" ? installation : caller.shop.id)

const readInput = (operation: Operation, sent: ReadonlyArray<Parsed>, trees: ReadonlyArray<Node>) => {
  const { problems, value } = operation.read(trees)
  const wrong = new Set(problems.map(({ path }) => path))
  const all: Array<Problem> = [...sent.flatMap((parsed) => parsed.problems), ...problems]
  for (const { at, message } of operation.endpoint.rules(value)) {
    const path = operation.spell(trees, at)
    // A parameter that is not of its type is named once, for that.
    if (!wrong.has(path)) all.push({ path, message })
  }
  return all.length === 0 ? Effect.succeed(value) : Effect.fail(invalid(all))
}

const encode = (endpoint: Any, given: unknown): Effect.Effect<Answer, Unavailable> => {
  if (endpoint.answer === "stream") return Effect.map(texts(given as never), (body) => ({ status: 200, body }))
  if (endpoint.answer === "read") return Effect.succeed({ status: 200, body: textOf(given) })
  const { items, next } = given as Page<unknown>
  return Effect.succeed({ status: 200, body: textOf(items), next: next && cursorOf(next) })
}
