/**
 * Runs the operations and the pages that requests name. A call is admitted by its headers, then its body is received, then it is
 * run. Reads do all of it in the handler, so that every hook of the server's owner comes first; writes are admitted in the last
 * `onRequest` hook, before a byte of their body is asked for.
 */
import { filesOf, invalid, oncePer, type Refusal } from "@bottega/domain/contract"
import { type ParsedForm, parse } from "@bottega/domain/form"
import {
  type AdmittedCall,
  answerOf,
  type Body,
  conditionsOf,
  credentialsOf,
  discard,
  fragmented,
  type Operation,
  parsedPath,
  receiverOf,
  type Service
} from "@bottega/service"
import { Cause, Exit, Option, Result } from "effect"
import type { FastifyInstance, FastifyRequest, HTTPMethods } from "fastify"
import { clock, keptAdmission, questionOf } from "./admitted.ts"
import { type Arrivals, arrive } from "./arrival.ts"
import { controlCredentials } from "./console.ts"
import type { ContinueRequests } from "./continue.ts"
import { errorHandlerOf } from "./errors.ts"
import { gone } from "./gone.ts"
import type { HttpCall } from "./http-call.ts"
import { hasBody } from "./sending.ts"
import { settle } from "./settle.ts"
import type { Headers } from "./shared.ts"
import type { Route } from "./table.ts"
import { inTurn, readInTurn } from "./turn.ts"

/** What the routes of operations need. */
export interface Routing extends Arrivals {
  readonly app: FastifyInstance
  readonly service: Service
  readonly continueRequests: ContinueRequests
}

/** The call of a request whose body is received next, with its admission. */
interface Pending {
  readonly call: HttpCall
  readonly operation: Operation
  admitted?: AdmittedCall
}

/**
 * Stores the call on its request. In a weak map every request would stay in memory until the next collection of the old
 * generation: a collection of the young one keeps the values of weak maps, and a call refers to its request.
 */
const pending = Symbol("pending")
type Received = FastifyRequest & { [pending]?: Pending }

/** A path as Fastify matches it, with the methods for which it does. */
export interface Matched {
  readonly url: string
  readonly methods: ReadonlyArray<string>
}

/** Gives Fastify routes that match all paths of the table, with the parser of their bodies. */
export const addRoutes = (routing: Routing, matched: ReadonlyArray<Matched>): void => {
  const { app } = routing
  app.decorateRequest(pending)
  app.removeAllContentTypeParsers()
  addParser(routing)
  app.setErrorHandler(errorHandlerOf((request: Received) => request[pending]?.call))
  const runner = oncePer((operation: Operation) => runnerOf(routing, operation))
  for (const { methods, url } of matched) {
    const others = methods.filter((method) => method !== "GET" && method !== "HEAD")
    if (methods.includes("GET")) addReads(routing, url, runner)
    if (others.length > 0) addWrites(routing, url, others, runner)
  }
}

/** Makes what runs the calls of an operation. */
type Runner = (operation: Operation) => ReturnType<typeof runnerOf>

const addReads = (routing: Routing, url: string, runner: Runner): void => {
  const { app, service } = routing
  const read = (operation: Operation, call: HttpCall, admitted: AdmittedCall): void => {
    const question = asksForFault(call) ? undefined : questionOf(operation, call, admitted)
    const again = question === undefined ? undefined : service.again(question)
    if (again === undefined) runner(operation)(call, admitted, undefined, question)
    else call.answer(again)
  }
  const next = (call: HttpCall, { operation, page }: Route): void => {
    if (operation === undefined) page!(call)
    else admitTo(routing, operation, call, (admitted) => read(operation, call, admitted))
  }
  app.route({
    method: "GET",
    url,
    exposeHeadRoute: true,
    handler: (request, reply) => arrive(routing, request, reply, next)
  })
}

const addWrites = (routing: Routing, url: string, methods: ReadonlyArray<string>, runner: Runner): void => {
  routing.app.route({
    method: methods as Array<HTTPMethods>,
    url,
    onRequest: (request: Received, reply, done) => {
      withoutVoidType(request)
      arrive(routing, request, reply, (call, { operation }) => {
        const one: Pending = { call, operation: operation! }
        request[pending] = one
        call.releaseOnClose()
        admitTo(routing, one.operation, call, (admitted) => {
          one.admitted = admitted
          done()
        })
      })
    },
    handler: (request: Received) => {
      const { admitted, call, operation } = request[pending]!
      const body = request.body as Body | undefined
      const step = () => call.attempt(() => runner(operation)(call, admitted!, body))
      inTurn(call, step, () => leave(routing, call, body))
    }
  })
}

/** Without a body the type is irrelevant, but Fastify would refuse a malformed one. An empty type counts as none. */
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
  const { headers, raw } = call.request
  const isControl = operation.endpoint.surface === "control"
  const credentials = isControl ? controlCredentials(call, operation) : credentialsOf(headers)
  if ("kind" in credentials) {
    call.refuse(credentials)
    return
  }
  const admission = keptAdmission(raw) ?? service.admit(operation, credentials, call.query, call.calling, clock)
  settle(admission, (exit) => {
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
const addParser = ({ app, continueRequests }: Routing): void => {
  app.addContentTypeParser(types, (request: Received, payload, done) => {
    const { call, operation } = request[pending]!
    if (!call.takes("bodies")) return
    receiverOf(operation.endpoint)(request.headers, payload, {
      grows: (bytes) => {
        readInTurn(call, payload, bytes)
        return call.receives(bytes)
      },
      turn: (step, left) => inTurn(call, step, left),
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

/** If a body ends early while its client is still connected, a hook could not decode it. */
const answerPartial = (call: HttpCall): void => {
  if (call.request.raw.socket.destroyed) call.abandon()
  else call.refuse(invalid([{ path: "", message: "the body cannot be decoded" }]))
}

/** Fastify caches the parser of a named type, and searches for that of any other type each time. */
const types = ["application/x-www-form-urlencoded", "application/json", "multipart/form-data", "*"]

const runnerOf = (routing: Routing, operation: Operation) => {
  const { service } = routing
  const files = filesOf(operation.endpoint)

  const decide = (call: HttpCall, admitted: AdmittedCall, received: Body | undefined, question?: string): void => {
    const query = parse(call.query)
    // A file is sent in a body; its name in the query does not replace it.
    for (const name of files) query.root.children?.delete(name)
    const path = parsedPath(operation, call.parameters)
    const sent: ReadonlyArray<ParsedForm> = path ? [path] : received === undefined ? [query] : [received.parsed, query]
    const { base, ip, request, requestId, room } = call
    const idempotencyKey = request.headers["idempotency-key"] as string | undefined
    const upload = received?.upload
    const conditions = conditionsOf(request.method, request.headers)
    const leaving = gone(call.reply.raw)
    const asked = {
      requestId,
      ip,
      base,
      sent,
      idempotencyKey,
      prefer: request.headers["prefer"] as string | undefined,
      question,
      conditions,
      upload,
      gone: leaving,
      room,
      calling: call.calling
    }
    settle(service.run(operation, admitted, asked), (exit) => {
      if (Exit.isSuccess(exit)) call.answer(exit.value)
      else if (Cause.hasInterruptsOnly(exit.cause)) call.abandon()
      else call.fail(exit.cause)
      leave(routing, call, received)
    })
  }

  return (call: HttpCall, admitted: AdmittedCall, received: Body | undefined, question?: string): void => {
    if (call.takes("calls")) decide(call, admitted, received, question)
    else leave(routing, call, received)
  }
}

/** Removes the file of a call; a failure to do so must not end the server. */
const leave = ({ shared }: Routing, call: HttpCall, received: Body | undefined): void => {
  if (received?.upload === undefined) return
  discard(received.upload).catch((error) => shared.log.defect(Cause.die(error), call.requestId))
}

/** A sender of tiny chunks would go on, so its connection is closed; the rest of any other body is received for a while. */
const headersOf = (refusal: Refusal): Headers | undefined =>
  refusal === fragmented ? { connection: "close" } : undefined

/** Whether a call is to be refused on purpose, so that no answer is repeated for it. */
const asksForFault = ({ request, shared }: HttpCall): boolean =>
  shared.workbench && request.headers["prefer"] !== undefined
