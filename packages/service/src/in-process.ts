/** Calls to a service in this process: with the same text on the wire as over a socket, the same answers and refusals. */
import {
  type Found,
  filesOf,
  MethodNotAllowed,
  Paths,
  pathOf,
  type Refusal,
  type Transport,
  type TransportRequest,
  Unauthenticated,
  UnknownPath,
  version
} from "@bottega/domain/contract"
import { parse } from "@bottega/domain/form"
import { Clock, Effect, Result } from "effect"
import type { AdmittedCall } from "./engine/admit/admitted.ts"
import type { Credentials } from "./engine/admit/identity.ts"
import { ownerOf } from "./engine/admit/owners.ts"
import { type Answer, answerOf } from "./engine/answer/answer.ts"
import { headersOf } from "./engine/answer/headers.ts"
import { receivedOf } from "./engine/answer/received.ts"
import { keptText } from "./engine/answer/ring.ts"
import type { Operation } from "./engine/decide/operation.ts"
import { serviceId } from "./engine/ids.ts"
import type { Body } from "./engine/receive/body.ts"
import { cookieIn, setCookieOf, whyForeign } from "./engine/receive/cookie.ts"
import { receiveHere } from "./engine/receive/here.ts"
import { discard } from "./engine/receive/uploads.ts"
import { conditionsOf, credentialsOf, parsedPath, shopIn } from "./engine/receive/wire.ts"
import type { Service } from "./engine/service.ts"

/** Runs an effect of the service to completion. */
export type RunEffect = <A>(effect: Effect.Effect<A>) => Promise<A>

/** The transport to a service in this process; absolute addresses in answers begin with `base`, since there is no host. */
export const inProcessTransport = (service: Service, run: RunEffect, base = "http://embedded"): Transport => {
  const calls = callsOf(service, base)
  return async (sent) => {
    sent.signal?.throwIfAborted()
    const { answer, headers } = await run(calls(sent))
    if (answer.isDropped === true) throw new TypeError("The connection was closed on purpose.")
    return receivedOf(answer, headers)
  }
}

/** An answer with its headers. */
export interface Sendable {
  readonly requestId: string
  readonly answer: Answer
  readonly headers: Record<string, string>
}

/** Makes the function that answers requests; they come from the address `ip`. */
export const callsOf = (service: Service, base: string, ip = "127.0.0.1") => {
  const paths = new Paths<Operation>()
  for (const operation of service.operations)
    paths.add(operation.endpoint.method, pathOf(operation.endpoint), operation)
  return (sent: TransportRequest): Effect.Effect<Sendable> => answered({ service, paths, base, ip }, sent)
}

interface Serving {
  readonly service: Service
  readonly paths: Paths<Operation>
  readonly base: string
  readonly ip: string
}

const answered = Effect.fnUntraced(function* (serving: Serving, sent: TransportRequest) {
  const { base, ip, paths, service } = serving
  const exchange = new Exchange(serving, sent, yield* serviceId, yield* Clock.Clock)
  const { requestId } = exchange
  const located = locate(paths, sent)
  if ("kind" in located) return exchange.end(answerOf(located, requestId))
  const { operation, parameters } = located
  exchange.path = pathOf(operation.endpoint)
  const credentials = credentialsFrom(sent, operation, base)
  if ("kind" in credentials) return exchange.end(answerOf(credentials, requestId, operation.endpoint))
  const admission = yield* Effect.result(service.admit(operation, credentials, sent.query))
  if (Result.isFailure(admission)) return exchange.by(admission.failure).end(admission.failure.answer(requestId))
  const admitted = admission.success
  exchange.by(admitted)
  const body = yield* Effect.promise(() => receiveHere(sent, operation.endpoint))
  if (Result.isFailure(body)) return exchange.end(answerOf(body.failure, requestId, operation.endpoint))
  const { upload } = exchange.having(body.success)
  const running = service.run(operation, admitted, {
    ...{ requestId, ip, base, upload, sent: sentOf(operation, parameters, sent, body.success) },
    idempotencyKey: sent.headers["idempotency-key"],
    gone: sent.signal && aborted(sent.signal),
    prefer: sent.headers["prefer"],
    conditions: conditionsOf(sent.method, sent.headers)
  })
  const answer = yield* Effect.ensuring(
    running,
    Effect.promise(() => discard(upload))
  )
  return exchange.end(answer)
})

/** The parameters of a request. */
const sentOf = (
  operation: Operation,
  parameters: Found<Operation>["parameters"],
  { method, query: sentQuery }: TransportRequest,
  { parsed }: Body
) => {
  const path = parsedPath(operation, parameters)
  if (path !== undefined) return [path]
  const query = parse(sentQuery)
  // A file is sent in a body; a name in the query does not replace it.
  for (const name of filesOf(operation.endpoint)) query.root.children?.delete(name)
  return method === "GET" ? [query] : [parsed, query]
}

/** The caller, if known, and where its limits are. */
interface By {
  readonly caller: AdmittedCall["caller"] | undefined
  readonly standings: AdmittedCall["standings"]
}

/** One request and its answer, which is added to the last requests. */
class Exchange {
  readonly requestId: string
  readonly #serving: Serving
  readonly #sent: TransportRequest
  readonly #clock: Clock.Clock
  readonly #startedMs: number
  #by: By = { caller: undefined, standings: [] }
  #text: string | undefined
  /** The path of its operation, or as it was sent. */
  path: string

  constructor(serving: Serving, sent: TransportRequest, requestId: string, clock: Clock.Clock) {
    this.#serving = serving
    this.#sent = sent
    this.requestId = requestId
    this.#clock = clock
    this.#startedMs = clock.currentTimeMillisUnsafe()
    this.path = sent.path.slice(0, 200)
  }

  /** Records who calls. */
  by(by: By): this {
    this.#by = by
    return this
  }

  /** Records the body. */
  having(body: Body): Body {
    this.#text = body.text
    return body
  }

  end(answer: Answer): Sendable {
    const { base } = this.#serving
    const { path, query } = this.#sent
    this.#record(answer)
    const cookie = answer.cookie === undefined ? {} : { "set-cookie": setCookieOf(base, answer.cookie) }
    const headers = headersOf(answer, { requestId: this.requestId, url: `${base}${path}`, query }, this.#by.standings)
    return { requestId: this.requestId, answer, headers: { ...headers, ...cookie } }
  }

  #record({ body, next, status }: Answer): void {
    const { ip, service } = this.#serving
    const { body: sent, headers, method, path, query } = this.#sent
    const { caller } = this.#by
    const owner = typeof caller === "object" ? ownerOf(caller) : undefined
    const url = query === "" ? path : `${path}?${query}`
    const had = sent === undefined || sent === "" ? undefined : (this.#text ?? null)
    const answer = typeof body === "string" ? keptText(body) : undefined
    service.requests.add({
      ...{ requestId: this.requestId, method, path: this.path, status, ip, ...owner, key: owner && headers["key"] },
      ms: this.#clock.currentTimeMillisUnsafe() - this.#startedMs,
      exchanged:
        service.requests.hasBodies && owner !== undefined ? { url, headers, body: had, answer, next } : undefined
    })
  }
}

/** The credentials of a request; with a session, it must be of a page of the same origin, as over HTTP. */
const credentialsFrom = (
  { headers, path }: TransportRequest,
  { endpoint, inShop }: Operation,
  base: string
): Credentials | Unauthenticated => {
  const credentials = { ...credentialsOf(headers), ...(inShop === true ? { shop: shopIn(path) } : {}) }
  if (endpoint.surface !== "control" || credentials.token !== undefined) return credentials
  const signsIn = endpoint.audience === "anyone"
  const session = cookieIn(headers, base)
  const why = session === undefined && !signsIn ? undefined : whyForeign(headers, base, signsIn)
  if (why !== undefined) return new Unauthenticated({ message: why })
  return { ...credentials, session }
}

/** Ends when a signal is aborted. */
const aborted = (signal: AbortSignal): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const listener = () => resume(Effect.void)
    if (signal.aborted) return listener()
    signal.addEventListener("abort", listener, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", listener))
  })

/** An operation, and the parameters in the path of its request. */
interface Located extends Pick<Found<Operation>, "parameters"> {
  readonly operation: Operation
}

const locate = (paths: Paths<Operation>, { method, path }: TransportRequest): Located | Refusal => {
  const found = paths.find(path)
  if (found === undefined)
    return new UnknownPath({ message: `No operation has the path ${path}; the supported version is ${version}.` })
  const operation = found.methods.get(method)
  return operation === undefined
    ? new MethodNotAllowed({ message: `${path} takes ${[...found.methods.keys()].join(", ")}.` })
    : { operation, parameters: found.parameters }
}
