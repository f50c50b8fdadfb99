/**
 * Makes a route of every operation, by folding over them: none is named here. A call is let in by its headers, then its
 * body is received, then it is run.
 */
import { filesOf, InternalError, pathOf, type Refusal } from "@bottega/domain/contract"
import { type Parsed, parse } from "@bottega/domain/form"
import {
  type Admitted,
  answerOf,
  type Body,
  credentialsOf,
  discard,
  type Operation,
  type Service
} from "@bottega/service"
import { Cause, Exit, Option, Result } from "effect"
import type { FastifyInstance } from "fastify"
import { type Arrivals, routeOf } from "./arrival.ts"
import { receiverOf } from "./body.ts"
import { fragmented } from "./bounds.ts"
import { gone } from "./gone.ts"
import { settle } from "./settle.ts"
import { hasBody, type Visit } from "./visit.ts"
import type { Waiting } from "./waiting.ts"

/** What mounting needs of its server. */
export interface Mounting extends Arrivals {
  readonly app: FastifyInstance
  /** Requests that wait to be told to go on with their bodies. */
  readonly waiting: Waiting
}

/** Mounts all operations of a service. */
export const mount = (mounting: Mounting, service: Service): void => {
  for (const operation of service.operations) route(mounting, service, operation)
}

const route = (mounting: Mounting, service: Service, operation: Operation): void => {
  const { app, shared, waiting } = mounting
  const { endpoint } = operation
  const path = pathOf(endpoint)
  const counts = shared.metrics.route(endpoint.method, path)
  const files = filesOf(endpoint)
  const receive = receiverOf(endpoint)

  const admit = (visit: Visit): void => {
    settle(service.admit(operation, credentialsOf(visit.request.headers)), (exit) => {
      const turned = Exit.isFailure(exit) ? Option.getOrUndefined(Cause.findErrorOption(exit.cause)) : undefined
      if (Exit.isSuccess(exit)) {
        visit.caller = exit.value.caller
        visit.standings = exit.value.standings
        if (endpoint.method === "GET") read(visit, exit.value)
        else body(visit, exit.value)
      } else if (turned === undefined) broken(visit, exit.cause)
      else {
        visit.caller = turned.caller
        visit.standings = turned.standings
        visit.answer(turned.answer(visit.requestId))
      }
    })
  }

  const body = (visit: Visit, admitted: Admitted): void => {
    const { request, response } = visit
    if (hasBody(request) && !visit.takes("bodies")) return
    receive(request, {
      grows: (bytes) => visit.receives(bytes),
      begin: () => waiting.goOn(request, response),
      received: (received) => {
        if (Result.isSuccess(received)) run(visit, admitted, received.success)
        else if ("gone" in received.failure) visit.abandon()
        else visit.answer(answerOf(received.failure, visit.requestId), endOf(received.failure))
      },
      broken: (error) => broken(visit, Cause.die(error))
    })
  }

  const read = (visit: Visit, admitted: Admitted): void => {
    const question = questionOf(operation, visit, admitted)
    const again = question === undefined ? undefined : service.again(question)
    if (again === undefined) run(visit, admitted, undefined, question)
    else visit.answer(again)
  }

  const run = (visit: Visit, admitted: Admitted, received: Body | undefined, question?: string): void => {
    if (visit.takes("calls")) decide(visit, admitted, received, question)
    else leave(visit, received)
  }

  const decide = (visit: Visit, admitted: Admitted, received: Body | undefined, question?: string): void => {
    const query = parse(visit.query)
    // A file comes with a body, and no name of one instead of it.
    for (const name of files) query.root.children?.delete(name)
    const sent: ReadonlyArray<Parsed> = received === undefined ? [query] : [received.parsed, query]
    const { base, ip, request, requestId } = visit
    const idempotencyKey = request.headers["idempotency-key"] as string | undefined
    const upload = received?.upload
    const call = { requestId, ip, base, sent, idempotencyKey, question, upload, gone: gone(visit.response) }
    settle(service.run(operation, admitted, call), (exit) => {
      if (Exit.isSuccess(exit)) visit.answer(exit.value)
      else if (Cause.hasInterruptsOnly(exit.cause)) visit.abandon()
      else broken(visit, exit.cause)
      leave(visit, received)
    })
  }

  /** Removes the file that came with a call; that it cannot be removed ends no server. */
  const leave = (visit: Visit, received: Body | undefined): void => {
    if (received?.upload === undefined) return
    discard(received.upload).catch((error) => shared.log.defect(Cause.die(error), visit.requestId))
  }

  /** The service answers whatever happens to it; where it does not, that is a defect of this server. */
  const broken = (visit: Visit, cause: Cause.Cause<unknown>): void => {
    shared.log.defect(cause, visit.requestId)
    const message = "The server failed; the request id finds the reason in its log."
    visit.answer(answerOf(new InternalError({ message }), visit.requestId))
  }

  app.route({
    method: endpoint.method,
    url: path,
    handler: routeOf(mounting, path, counts, admit)
  })
}

/** Whoever sends a body in crumbs goes on doing so; what is left of other bodies is let in for a while. */
const endOf = (refusal: Refusal): ReadonlyArray<string> => (refusal === fragmented ? ["Connection", "close"] : [])

/** What a read asks, in full: who, what, and where addresses in its answer begin. */
const questionOf = ({ id }: Operation, { base, query }: Visit, { caller }: Admitted): string | undefined =>
  caller === "operator" ? undefined : `${caller.keySet.id} ${id} ${base} ${query}`
