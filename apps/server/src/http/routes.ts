/**
 * Makes a Fastify route of every operation, by folding over them: none is named here. A call is admitted by its headers,
 * then its body is received, then it is run. Reads do all of it in the handler, so that every hook of the server's owner
 * comes first; writes are admitted in the last `onRequest` hook, before a byte of their body is asked for.
 */
import { filesOf, invalid, pathOf, type Refusal } from "@bottega/domain/contract"
import { type ParsedForm, parse } from "@bottega/domain/form"
import {
  type AdmittedCall,
  answerOf,
  type Body,
  conditionsOf,
  credentialsOf,
  discard,
  type Operation,
  parsedPath,
  type Service
} from "@bottega/service"
import { Cause, Exit, Option, Result } from "effect"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { type Arrivals, arrivalOf } from "./arrival.ts"
import { receiverOf } from "./body.ts"
import { fragmented } from "./bounds.ts"
import type { ContinueRequests } from "./continue.ts"
import { errorHandlerOf } from "./errors.ts"
import { gone } from "./gone.ts"
import type { HttpCall } from "./http-call.ts"
import { hasBody } from "./sending.ts"
import { settle } from "./settle.ts"
import type { Headers } from "./shared.ts"

/** What the routes of operations need. */
export interface Routing extends Arrivals {
  readonly app: FastifyInstance
  readonly service: Service
  readonly continueRequests: ContinueRequests
}

/** The call of a request whose body may come, and what admitted it. */
interface Pending {
  readonly call: HttpCall
  readonly operation: Operation
  admitted?: AdmittedCall
}

/**
 * Keeps on a request its call. In a weak map every request would stay in memory until the next collection of the old
 * generation: a collection of the young one keeps the values of weak maps, and a call refers to its request.
 */
const pending = Symbol("pending")
type Received = FastifyRequest & { [pending]?: Pending }

/** Makes the routes of all operations of a service, with the parser of their bodies. */
export const addRoutes = (routing: Routing): void => {
  const { app, service } = routing
  app.decorateRequest(pending)
  app.removeAllContentTypeParsers()
  addParser(routing)
  app.setErrorHandler(errorHandlerOf((request: Received) => request[pending]?.call))
  for (const operation of service.operations)
    if (operation.endpoint.method === "GET") addRead(routing, operation)
    else addWrite(routing, operation)
}

const addRead = (routing: Routing, operation: Operation): void => {
  const { app, service } = routing
  const { method, path, arrive } = partsOf(routing, operation)
  const run = runnerOf(routing, operation)
  const read = (call: HttpCall, admitted: AdmittedCall): void => {
    const question = questionOf(operation, call, admitted)
    const again = question === undefined ? undefined : service.again(question)
    if (again === undefined) run(call, admitted, undefined, question)
    else call.answer(again)
  }
  const admit = (call: HttpCall) => admitTo(routing, operation, call, (admitted) => read(call, admitted))
  app.route({ method, url: path, exposeHeadRoute: true, handler: (request, reply) => arrive(request, reply, admit) })
}

const addWrite = (routing: Routing, operation: Operation): void => {
  const { method, path, arrive } = partsOf(routing, operation)
  const run = runnerOf(routing, operation)
  routing.app.route({
    method,
    url: path,
    onRequest: (request: Received, reply, done) => {
      withoutVoidType(request)
      arrive(request, reply, (call) => {
        const one: Pending = { call, operation }
        request[pending] = one
        call.releaseOnClose()
        admitTo(routing, operation, call, (admitted) => {
          one.admitted = admitted
          done()
        })
      })
    },
    handler: (request: Received) => {
      const { admitted, call } = request[pending]!
      call.attempt(() => run(call, admitted!, request.body as Body | undefined))
    }
  })
}

const partsOf = (routing: Routing, { endpoint }: Operation) => {
  const path = pathOf(endpoint)
  const counts = routing.shared.metrics.route(endpoint.method, path)
  return { method: endpoint.method, path, arrive: arrivalOf(routing, counts, { endpoint }) }
}

/** A type says nothing where there is no body, and Fastify would refuse a malformed one; an empty one is none. */
const withoutVoidType = (request: FastifyRequest): void => {
  const type = request.headers["content-type"]
  if (type !== undefined && (type === "" || !hasBody(request.raw))) request.headers = { "content-type": undefined }
}

const admitTo = (
  { service }: Routing,
  operation: Operation,
  call: HttpCall,
  next: (admitted: AdmittedCall) => void
): void => {
  settle(service.admit(operation, credentialsOf(call.request.headers), call.query), (exit) => {
    if (Exit.isSuccess(exit)) {
      call.identify(exit.value)
      next(exit.value)
      return
    }
    const refused = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
    if (refused === undefined) return call.fail(exit.cause)
    call.identify(refused)
    call.answer(refused.answer(call.requestId))
  })
}

/** Receives the bodies of all operations, each within the bounds of its own. */
const addParser = ({ app, continueRequests, service }: Routing): void => {
  const receivers = new Map(service.operations.map((operation) => [operation, receiverOf(operation.endpoint)]))
  app.addContentTypeParser(types, (request: Received, payload, done) => {
    const { call, operation } = request[pending]!
    if (!call.takes("bodies")) return
    receivers.get(operation)!(request.headers, payload, {
      grows: (bytes) => call.receives(bytes),
      keeps: (bytes) => call.keeps(bytes),
      begin: () => continueRequests.sendContinue(request.raw, call.reply.raw),
      received: (received) => {
        if (Result.isSuccess(received)) done(null, received.success)
        else if ("gone" in received.failure) answerPartial(call)
        else call.answer(answerOf(received.failure, call.requestId, operation.endpoint), headersOf(received.failure))
      },
      broken: (error) => call.fail(Cause.die(error))
    })
  })
}

/** A body that ends early while its client is still there is one that a hook could not decode. */
const answerPartial = (call: HttpCall): void => {
  if (call.request.raw.socket.destroyed) call.abandon()
  else call.refuse(invalid([{ path: "", message: "the body cannot be decoded" }]))
}

/** Fastify remembers the parser of a type that is named, and looks for that of any other type each time. */
const types = ["application/x-www-form-urlencoded", "application/json", "multipart/form-data", "*"]

const runnerOf = ({ service, shared }: Routing, operation: Operation) => {
  const { endpoint } = operation
  const files = filesOf(endpoint)

  const decide = (call: HttpCall, admitted: AdmittedCall, received: Body | undefined, question?: string): void => {
    const query = parse(call.query)
    // A file comes with a body; its name in the query is not one.
    for (const name of files) query.root.children?.delete(name)
    const path = parsedPath(endpoint, call.path.slice(shared.prefix.length))
    const sent: ReadonlyArray<ParsedForm> = path ? [path] : received === undefined ? [query] : [received.parsed, query]
    const { base, ip, request, requestId } = call
    const idempotencyKey = request.headers["idempotency-key"] as string | undefined
    const upload = received?.upload
    const conditions = conditionsOf(request.headers)
    const leaving = gone(call.reply.raw)
    const asked = { requestId, ip, base, sent, idempotencyKey, question, conditions, upload, gone: leaving }
    settle(service.run(operation, admitted, asked), (exit) => {
      if (Exit.isSuccess(exit)) call.answer(exit.value)
      else if (Cause.hasInterruptsOnly(exit.cause)) call.abandon()
      else call.fail(exit.cause)
      leave(call, received)
    })
  }

  /** Removes the file that came with a call; a failure of that must not end the server. */
  const leave = (call: HttpCall, received: Body | undefined): void => {
    if (received?.upload === undefined) return
    discard(received.upload).catch((error) => shared.log.defect(Cause.die(error), call.requestId))
  }

  return (call: HttpCall, admitted: AdmittedCall, received: Body | undefined, question?: string): void => {
    if (call.takes("calls")) decide(call, admitted, received, question)
    else leave(call, received)
  }
}

/** Whoever sends a body in crumbs goes on doing so; what is left of other bodies is received for a while. */
const headersOf = (refusal: Refusal): Headers | undefined =>
  refusal === fragmented ? { connection: "close" } : undefined

/** What a read asks, in full: who, what, and where addresses in its answer begin. */
const questionOf = ({ id }: Operation, { base, query }: HttpCall, { caller }: AdmittedCall): string | undefined =>
  typeof caller === "string" ? undefined : `${caller.keySet.id} ${id} ${base} ${query}`
