/**
 * Answers reads of our own server again, before Fastify sees them: a known caller repeats a question, and nothing has changed
 * since. Whatever is not plainly so goes the usual way, which finds the same answer or the refusal. See docs/decisions/0540.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { TLSSocket } from "node:tls"
import {
  type AdmittedCall,
  type Credentials,
  headerLinesOf,
  keptText,
  type Operation,
  ownerOf,
  type Service
} from "@bottega/service"
import { type Owner, turns } from "@bottega/storage"
import { Exit } from "effect"
import type { RouteCounts } from "../health/metrics.ts"
import { type Addressed, baseOf } from "./address.ts"
import { clock, isOver, keepAdmission, questionOf } from "./admitted.ts"
import type { Arrivals } from "./arrival.ts"
import { requestIdOf } from "./request-id.ts"
import { AsciiResponse, linesForAll } from "./response.ts"
import { attempt, bytesPerUnit, hasBody } from "./sending.ts"
import { together } from "./together.ts"
import { expect, follow } from "./unread.ts"

/** Answers a request again; returns false if it is left to its route. */
export type Again = (request: IncomingMessage, response: ServerResponse) => boolean

/** A request for a read that may be repeated: key sets call it. */
interface Asked {
  readonly operation: Operation
  readonly counts: RouteCounts
  readonly request: IncomingMessage
  readonly response: AsciiResponse
  readonly query: string
}

/** What answers again need: the service whose reads they are, and who sent a request. */
export interface Repeating extends Arrivals {
  readonly service: Service
  readonly addressOf: (request: Addressed) => string
}

/** Makes what answers the reads of a service again. */
export const againOf = (repeating: Repeating): Again => {
  const { service } = repeating
  const answered = (request: IncomingMessage, response: ServerResponse): boolean => {
    const startedMs = performance.now()
    const asked = askedOf(repeating, request, response)
    if (asked === undefined) return false
    const { exchange, key } = request.headers as Pick<Credentials, "exchange" | "key">
    const admission = service.admit(asked.operation, { key, exchange }, asked.query, undefined, clock)
    // An admission that is not over has counted nothing.
    if (!isOver(admission)) return false
    if (Exit.isSuccess(admission) && answer(repeating, asked, admission.value, startedMs)) return true
    keepAdmission(request, admission)
    return false
  }
  return (request, response) => {
    try {
      return answered(request, response)
    } catch {
      // The route meets the same failure, and reports it. Thrown here it would end the process.
      return false
    }
  }
}

/** The request, if nothing about it is unusual and the server has room for it. */
const askedOf = (
  { guard, shared: { state }, table, whyMalformed }: Arrivals,
  request: IncomingMessage,
  response: ServerResponse
): Asked | undefined => {
  if (state.draining || !turns.isOpen || guard.refuses()) return undefined
  const url = request.url!
  const mark = url.indexOf("?")
  const route = table.find(mark < 0 ? url : url.slice(0, mark))?.methods.get("GET")
  if (route?.operation?.endpoint.surface !== "shop") return undefined
  if (!(response instanceof AsciiResponse && response.isUsual)) return undefined
  // A fault may be asked for by name.
  if (request.headers["prefer"] !== undefined || hasBody(request) || whyMalformed(request) !== undefined)
    return undefined
  return {
    operation: route.operation,
    counts: route.counts,
    request,
    response,
    query: mark < 0 ? "" : url.slice(mark + 1)
  }
}

const answer = (repeating: Repeating, asked: Asked, admitted: AdmittedCall, startedMs: number): boolean => {
  const { service, shared } = repeating
  const { counts, operation, query, request } = asked
  const base = shared.publicUrl ?? (baseOf(hostOf(request)) ?? shared.state.origin) + shared.prefix
  const question = questionOf(operation, { base, query }, admitted)
  const found = question === undefined ? undefined : service.again(question)
  const owner = ownerOf(admitted.caller)
  if (!found?.bytes || typeof found.body !== "string" || owner === undefined) return false
  const requestId = requestIdOf(request.headers["x-request-id"], shared.log)
  const facts = { requestId, url: found.next === undefined ? "" : base + counts.path, query }
  const lines = headerLinesOf(found, facts, admitted.standings, shared.limitHeaders)
  if (lines === undefined || !shared.loads.unsent.hasRoom(owner.keySet, found.bytes)) return false
  write(repeating, asked, {
    lines,
    body: found.body,
    bytes: found.bytes,
    next: found.next,
    owner,
    requestId,
    startedMs
  })
  return true
}

/** An answer that is about to be written, and whom it is for. */
interface Written {
  readonly lines: string
  readonly body: string
  readonly bytes: number
  readonly next: string | undefined
  readonly owner: Owner
  readonly requestId: string
  readonly startedMs: number
}

/** Counts, logs and writes an answer, as a call does. */
const write = ({ addressOf, shared }: Repeating, { counts, request, response }: Asked, written: Written): void => {
  const { body, bytes, lines, next, owner, requestId, startedMs } = written
  const { unsent } = shared.loads
  const ip = addressOf({ raw: request, headers: request.headers })
  const ms = performance.now() - startedMs
  const expected = expect(unsent, owner.keySet, bytes)
  turns.charge(owner, unitsOfAnswer + bytes / bytesPerUnit)
  counts.add(200, ms)
  const { headers } = request
  const exchanged = shared.requests.hasBodies
    ? { url: request.url!, headers, body: undefined, answer: keptText(body), next }
    : undefined
  const key = headers["key"] as string
  const line = { requestId, method: "GET", path: counts.path, status: 200, ms, ...owner, key, ip, exchanged }
  shared.log.request(line)
  shared.requests.add(line)
  together(() => {
    attempt({ requestId, shared }, response, () => response.answer(lines + linesForAll(shared), body, bytes))
    follow(response, unsent, owner.keySet, { counted: expected, length: bytes })
  })
}

const hostOf = ({ headers: { host }, socket }: IncomingMessage) => ({
  host: host ?? "",
  protocol: socket instanceof TLSSocket ? "https" : "http"
})

/** The work of an answer without its bytes, in the units of the turns. */
const unitsOfAnswer = 15
