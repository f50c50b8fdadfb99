/**
 * A store in this process that a client calls like a server: with the same text on the wire, the same answers and
 * refusals, and no socket. `inProcessTransport` is the transport alone, for an existing service.
 */
import {
  type Any,
  defaultKeep,
  filesOf,
  heldBytesOf,
  MethodNotAllowed,
  maxBytesOf,
  pathNamesOf,
  pathOf,
  pathReader,
  type Refusal,
  type RetentionDays,
  type Transport,
  type TransportRequest,
  UnknownPath,
  version
} from "@bottega/domain/contract"
import { emptyTree, isLongerThan, parse } from "@bottega/domain/form"
import { policies } from "@bottega/domain/throttle"
import { adapters } from "@bottega/storage/adapters"
import { type Cause, Clock, Effect, ManagedRuntime, Result } from "effect"
import { allCollections } from "./collections.ts"
import { type Answer, answerOf } from "./engine/answer.ts"
import { receiveWhole } from "./engine/base64/body.ts"
import { Base64Receiver } from "./engine/base64/receiver.ts"
import type { Body } from "./engine/body.ts"
import { readFormData } from "./engine/form-data.ts"
import { digest, secret, serviceId } from "./engine/ids.ts"
import type { Operation } from "./engine/operation.ts"
import { receivedOf } from "./engine/received.ts"
import type { Service, ServiceOptions } from "./engine/service.ts"
import { unreferenced } from "./engine/unreferenced.ts"
import { discard, uploadTooLarge } from "./engine/uploads.ts"
import { bodyTypeOf, conditionsOf, credentialsOf, headersOf, parsedPath, readBody } from "./engine/wire.ts"
import { supervise } from "./engine/workers.ts"
import { convertDocuments } from "./maintenance/shapes.ts"
import { makeService } from "./service.ts"
import { workersOf } from "./workers.ts"

/** The options of a store in this process. */
export interface EmbeddedOptions extends Omit<ServiceOptions, "tokenDigest"> {
  /** The name of an adapter of `@bottega/storage`: `memory` by default; `sqlite` or `mongo` with a `location`. */
  readonly storage?: string
  /** Where the adapter keeps the store: the path of a file, or a connection string. */
  readonly location?: string
  /** The name of the shop that is opened if the store has none. */
  readonly name?: string
  /** The days for which events and movements of stock are kept; 30 and 400 by default. */
  readonly keep?: Partial<RetentionDays>
}

/** A store in this process with a shop; `new Bottega(store)` is a client of it with full permission. */
export interface Embedded {
  readonly transport: Transport
  /** The id of the store's first shop. */
  readonly shop: string
  /** A key set of the shop that may read and write, and one that may only read; `close` revokes both. */
  readonly key: string
  readonly exchange: string
  readonly readKey: string
  readonly readExchange: string
  /** The operator's token, with which a client opens further shops and issues key sets. */
  readonly token: string
  /** Closes the store. Answered changes stay stored, unless the adapter is `memory`. */
  readonly close: () => Promise<void>
}

/** Opens a store in this process, with a shop and key sets for it. */
export const embedded = async (options: EmbeddedOptions = {}): Promise<Embedded> => {
  const { keep, location = "", name = "Bottega", storage = "memory", ...rest } = options
  const adapter = adapters.find((one) => one.name === storage)
  if (adapter === undefined) throw new TypeError(`storage must be one of ${adapters.map((one) => one.name).join(", ")}`)
  const runtime = ManagedRuntime.make(adapter.open(location, allCollections))
  await runtime.runPromise(convertDocuments())
  const token = await runtime.runPromise(secret)
  const service = await runtime.runPromise(makeService({ ...rest, tokenDigest: digest(token) }))
  const transport = inProcessTransport(service, (effect) => runtime.runPromise(effect))
  const operate = operator(transport, token)
  const [known] = await operate("GET", "/shops/list.json", {})
  const shop: string = (known ?? (await operate("POST", "/shops/shop.json", { name }))).id
  const issue = (permission: string) => operate("POST", "/keys/key.json", { shop, permission, label: "embedded" })
  const [write, read] = [await issue("read-write"), await issue("read")]
  const settings = { keep: { ...defaultKeep, ...keep }, policies: rest.policies ?? policies }
  const onFailure = (cause: Cause.Cause<unknown>, worker: string) => rest.onDefect?.(cause, worker)
  const workers = await runtime.runPromise(
    Effect.provideService(supervise(workersOf(settings), { onFailure }), Clock.Clock, unreferenced)
  )
  const close = async () => {
    await runtime.runPromise(workers.drain(5000))
    for (const { key } of [write, read]) await operate("DELETE", "/keys/key.json", { key, all: "1" })
    await runtime.runPromise(service.close)
    await runtime.dispose()
  }
  return {
    transport,
    shop,
    key: write.key,
    exchange: write.exchange,
    readKey: read.key,
    readExchange: read.exchange,
    token,
    close
  }
}

/** Makes calls as the operator, to prepare the store before there is a client. */
const operator =
  (transport: Transport, token: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: this process encoded the answer itself
  async (method: string, path: string, parameters: Record<string, string>): Promise<any> => {
    const form = new URLSearchParams(parameters).toString()
    const { status, text } = await transport({
      method,
      path: `/control/v1${path}`,
      query: method === "GET" ? form : "",
      headers: { authorization: `Bearer ${token}` },
      body: method === "GET" ? undefined : form
    })
    const answer = await text()
    if (status !== 200) throw new Error(`${method} ${path} was refused: ${answer}`)
    return JSON.parse(answer)
  }

/** Runs an effect of the service to completion. */
export type RunEffect = <A>(effect: Effect.Effect<A>) => Promise<A>

/** The transport to a service in this process. */
export const inProcessTransport = (service: Service, run: RunEffect): Transport => {
  const routes = routesOf(service)
  return async (sent) => {
    sent.signal?.throwIfAborted()
    const { answer, headers } = await run(answered(service, routes, sent))
    return receivedOf(answer, headers)
  }
}

interface Sendable {
  readonly answer: Answer
  readonly headers: Record<string, string>
}

/** The start of absolute addresses, since there is no host. */
const base = "http://embedded"

const answered = Effect.fnUntraced(function* (service: Service, routes: Routes, sent: TransportRequest) {
  const requestId = yield* serviceId
  const asked = { requestId, url: `${base}${sent.path}`, query: sent.query }
  const sendable = (answer: Answer, standings: Parameters<typeof headersOf>[2] = []): Sendable => ({
    answer,
    headers: headersOf(answer, asked, standings)
  })
  const operation = locate(routes, sent)
  if ("kind" in operation) return sendable(answerOf(operation, requestId))
  const admitted = yield* Effect.result(service.admit(operation, credentialsOf(sent.headers), sent.query))
  if (Result.isFailure(admitted)) return sendable(admitted.failure.answer(requestId), admitted.failure.standings)
  const body = yield* Effect.promise(() => bodyOf(sent, operation.endpoint))
  if (Result.isFailure(body))
    return sendable(answerOf(body.failure, requestId, operation.endpoint), admitted.success.standings)
  const { parsed, upload } = body.success
  const query = parse(sent.query)
  const path = parsedPath(operation.endpoint, sent.path)
  // A file comes with a body, and no name of one instead of it.
  for (const name of filesOf(operation.endpoint)) query.root.children?.delete(name)
  const running = service.run(operation, admitted.success, {
    requestId,
    ip: "127.0.0.1",
    base,
    sent: path === undefined ? [...(sent.method === "GET" ? [] : [parsed]), query] : [path],
    idempotencyKey: sent.headers["idempotency-key"],
    upload,
    gone: sent.signal && aborted(sent.signal),
    conditions: conditionsOf(sent.headers)
  })
  const answer = yield* Effect.ensuring(
    running,
    Effect.promise(() => discard(upload))
  )
  return sendable(answer, admitted.success.standings)
})

/** Ends when a signal is aborted. */
const aborted = (signal: AbortSignal): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const listener = () => resume(Effect.void)
    if (signal.aborted) return listener()
    signal.addEventListener("abort", listener, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", listener))
  })

interface Routes {
  readonly exact: ReadonlyMap<string, ReadonlyMap<string, Operation>>
  /** Those whose path has parameters. */
  readonly forms: ReadonlyArray<{ readonly operation: Operation; readonly read: ReturnType<typeof pathReader> }>
}

const routesOf = ({ operations }: Service): Routes => {
  const routes = new Map<string, Map<string, Operation>>()
  for (const operation of operations) {
    const path = pathOf(operation.endpoint)
    const methods = routes.get(path) ?? new Map<string, Operation>()
    routes.set(path, methods.set(operation.endpoint.method, operation))
  }
  const forms = operations.filter(({ endpoint }) => pathNamesOf(endpoint.path).length > 0)
  return { exact: routes, forms: forms.map((operation) => ({ operation, read: pathReader(operation.endpoint.path) })) }
}

const locate = ({ exact, forms }: Routes, { method, path }: TransportRequest): Operation | Refusal => {
  const form = forms.find(({ read }) => read(path) !== undefined)?.operation
  const methods = exact.get(form === undefined ? path : pathOf(form.endpoint))
  if (methods === undefined)
    return new UnknownPath({ message: `No operation has the path ${path}; the supported version is ${version}.` })
  return methods.get(method) ?? new MethodNotAllowed({ message: `${path} takes ${[...methods.keys()].join(", ")}.` })
}

const bodyOf = async (sent: TransportRequest, endpoint: Any): Promise<Result.Result<Body, Refusal>> => {
  const { body, headers, query } = sent
  const maxBytes = maxBytesOf(endpoint)
  if (isLongerThan(query, maxBytes) || (body instanceof Blob && body.size > maxBytes))
    return Result.fail(uploadTooLarge(maxBytes))
  if (body instanceof FormData) return readFormData(body, endpoint)
  const text = body instanceof Blob ? await body.text() : (body ?? "")
  // Clients send a content type with every request, even without a body.
  if (text === "") return Result.succeed({ parsed: emptyTree() })
  if (isLongerThan(text, maxBytes)) return Result.fail(uploadTooLarge(maxBytes))
  const media = bodyTypeOf(headers["content-type"] ?? (body instanceof Blob ? body.type : undefined))
  if (Result.isFailure(media)) return Result.fail(media.failure)
  const receiver = Base64Receiver.of(endpoint)
  if (receiver === undefined || media.success === "multipart")
    return Result.succeed({ parsed: readBody(media.success, text) })
  return receiveWhole(media.success, text, receiver, heldBytesOf(endpoint))
}
