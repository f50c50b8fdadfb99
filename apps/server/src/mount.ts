/**
 * Makes a route of every operation, by folding over them: none is named here. A call is let in by its headers, then its
 * body is received, then it is run.
 */
import { filesOf } from "@bottega/domain/bounds"
import { pathOf } from "@bottega/domain/endpoint"
import { type Parsed, parse } from "@bottega/domain/form"
import { InternalError, MalformedRequest, Overloaded, type Refusal } from "@bottega/domain/refusals"
import type { Admitted } from "@bottega/service/admission"
import { answerOf } from "@bottega/service/answer"
import type { Body } from "@bottega/service/form-data"
import type { Operation } from "@bottega/service/operation"
import type { Service } from "@bottega/service/service"
import { discard } from "@bottega/service/uploads"
import { credentialsOf } from "@bottega/service/wire"
import { Cause, Exit, Option, Result } from "effect"
import type { FastifyInstance } from "fastify"
import { receiverOf } from "./body.ts"
import type { Guard } from "./overload.ts"
import { settle } from "./settle.ts"
import { type Shared, Visit } from "./visit.ts"
import type { Waiting } from "./waiting.ts"

/** What mounting needs of its server. */
export interface Mounting {
  readonly app: FastifyInstance
  readonly shared: Shared
  readonly guard: Guard
  /** Requests that wait to be told to go on with their bodies. */
  readonly waiting: Waiting
}

/** Mounts all operations of a service. */
export const mount = (mounting: Mounting, service: Service): void => {
  for (const operation of service.operations) route(mounting, service, operation)
}

const route = ({ app, guard, shared, waiting }: Mounting, service: Service, operation: Operation): void => {
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
    receive(request, {
      begin: () => waiting.goOn(request, response),
      received: (received) => {
        if (Result.isSuccess(received)) run(visit, admitted, received.success)
        else if ("gone" in received.failure) visit.abandon()
        else visit.answer(answerOf(received.failure, visit.requestId))
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
    const query = parse(visit.query)
    // A file comes with a body, and no name of one instead of it.
    for (const name of files) query.root.children?.delete(name)
    const sent: ReadonlyArray<Parsed> = received === undefined ? [query] : [received.parsed, query]
    const { base, ip, request, requestId } = visit
    const idempotencyKey = request.headers["idempotency-key"] as string | undefined
    const call = { requestId, ip, base, sent, idempotencyKey, question, upload: received?.upload }
    settle(service.run(operation, admitted, call), (exit) => {
      if (Exit.isSuccess(exit)) visit.answer(exit.value)
      else broken(visit, exit.cause)
      void discard(received?.upload)
    })
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
    handler: (request, reply) => {
      reply.hijack()
      const visit = new Visit(shared, request.raw, reply.raw, counts)
      // No answer can be sent any more, so it must have no effect: its sender sends it again.
      if (request.raw.socket.writableEnded) return visit.abandon()
      const refusal = refusalOf(visit, guard)
      if (refusal === undefined) admit(visit)
      else visit.refuse(refusal)
    }
  })
}

/** What a read asks, in full: who, what, and where addresses in its answer begin. */
const questionOf = ({ id }: Operation, { base, query }: Visit, { caller }: Admitted): string | undefined =>
  caller === "operator" ? undefined : `${caller.keySet.id} ${id} ${base} ${query}`

/** Why no call is let in at all. */
const refusalOf = ({ request, shared }: Visit, guard: Guard): Refusal | undefined => {
  if (request.headers.host === undefined && request.httpVersion === "1.1")
    return new MalformedRequest({ message: "The header Host is missing." })
  if (guard.refuses(shared.metrics.inFlight))
    return new Overloaded({ message: "The server has more to do than it can; try again.", retryAfter: 2 })
  return undefined
}
