/** The arrival of a request at our paths: malformed requests are refused first, then those for which the server has no room. */
import type { IncomingMessage } from "node:http"
import { MalformedRequest, Overloaded } from "@bottega/domain/contract"
import type { Service } from "@bottega/service"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { RouteCounts } from "../health/metrics.ts"
import { HttpCall } from "./http-call.ts"
import type { Guard } from "./overload.ts"
import type { Shared } from "./shared.ts"
import { type Answerer, type Route, routedMethod, type Table } from "./table.ts"
import { arriveInTurn } from "./turn.ts"

/** What arrivals need from their server. */
export interface Arrivals {
  readonly shared: Shared
  readonly guard: Guard
  readonly table: Table
  readonly service: Pick<Service, "ownerOf">
  /** Why a request that Node accepts is malformed; checked only on our own server. */
  readonly whyMalformed: (request: IncomingMessage) => string | undefined
  /** Answers and counts requests that no operation accepts. */
  readonly unrouted: { readonly answer: Answerer; readonly counts: RouteCounts }
}

/** Receives a request, and passes its call on with its route; a request without one is answered here. */
export const arrive = (
  arrivals: Arrivals,
  request: FastifyRequest,
  reply: FastifyReply,
  next: (call: HttpCall, route: Route) => void
): void => {
  const { guard, service, shared, table } = arrivals
  // Fastify's router decodes paths before it compares them; the table does not, so `/%63ontrol` is not found.
  const found = table.find(pathIn(request.raw.url!))
  const route = found?.methods.get(routedMethod(request.method))
  if (found === undefined || route === undefined) {
    arriveUnrouted(arrivals, request, reply)
    return
  }
  const call = new HttpCall(shared, request, reply, route.counts, route.operation?.endpoint, found.parameters)
  if (!isWellFormed(arrivals, call)) return
  const step = () => call.attempt(() => next(call, route))
  if (call.isVital) step()
  else if (guard.refuses()) call.refuse(overloaded)
  else arriveInTurn(call, service, step)
}

const pathIn = (url: string): string => {
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
}

/** The arrival of a request that no operation accepts. */
export const arriveUnrouted = (arrivals: Arrivals, request: FastifyRequest, reply: FastifyReply): void => {
  const { shared, unrouted } = arrivals
  const call = new HttpCall(shared, request, reply, unrouted.counts)
  if (isWellFormed(arrivals, call)) unrouted.answer(call)
}

const isWellFormed = ({ whyMalformed }: Arrivals, call: HttpCall): boolean => {
  const { raw } = call.request
  const why = whyMalformed(raw)
  // An answer can no longer be sent, so the request must have no effect: its client sends it again.
  if (raw.socket.writableEnded) call.abandon()
  else if (why !== undefined) call.refuse(new MalformedRequest({ message: why }), { connection: "close" })
  else return true
  return false
}

const overloaded = new Overloaded({ message: "The server is overloaded; try again later.", retryAfter: 2 })

/** Why a request that Node accepts is not valid HTTP/1.1 or HTTP/1.0. */
export const whyMalformed = ({
  headers: { "transfer-encoding": coding },
  httpVersion,
  httpVersionMajor,
  rawHeaders,
  url
}: IncomingMessage): string | undefined => {
  if (httpVersionMajor !== 1) return `HTTP/${httpVersion} is not served; send HTTP/1.1.`
  // A proxy of HTTP/1.0 takes the chunks for the next request (RFC 9112, 6.1).
  if (coding !== undefined && (httpVersion === "1.0" || coding.toLowerCase() !== "chunked"))
    return "A body is sent with a Content-Length, or over HTTP/1.1 with Transfer-Encoding: chunked."
  if (url!.includes("#")) return "A request's address must not contain a fragment (#)."
  const hosts = hostsIn(rawHeaders)
  if (hosts > 1) return "The header Host is given more than once."
  return hosts === 0 && httpVersion === "1.1" ? "The header Host is missing." : undefined
}

const hostsIn = (rawHeaders: ReadonlyArray<string>): number => {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === "host") hosts++
  return hosts
}

/** The path and query of a target in absolute form, which a proxy may send (`http://host/path?query`). */
export const inOriginForm = (target: string): string => {
  if (target.startsWith("/")) return target
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(target) ?? []
  if (origin === undefined) return target
  const rest = target.slice(origin.length)
  return rest.startsWith("/") ? rest : `/${rest}`
}
