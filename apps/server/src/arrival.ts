/**
 * The arrival of a request, whichever part of the server answers it: what is malformed is refused first, then what the
 * server has no room for. A path is only what is spelt exactly as it is.
 */
import type { IncomingMessage } from "node:http"
import { MalformedRequest, Overloaded } from "@bottega/domain/contract"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { RouteCounts } from "./metrics.ts"
import type { Guard } from "./overload.ts"
import { type Shared, Visit } from "./visit.ts"

/** Answers a visit. */
export type Answerer = (visit: Visit) => void

/** What arrivals need of their server. */
export interface Arrivals {
  readonly shared: Shared
  readonly guard: Guard
  /** Answers what no route takes, and counts it. */
  readonly unrouted: { readonly answer: Answerer; readonly counts: RouteCounts }
}

/** A handler of Fastify's, as far as it is needed: the rest of Fastify's request and reply goes unused. */
type Route = (request: Pick<FastifyRequest, "raw">, reply: Pick<FastifyReply, "raw" | "hijack">) => void

/** The route of a path; one that is `vital` is answered even by a server that has no room. */
export const routeOf = (
  arrivals: Arrivals,
  path: string,
  counts: RouteCounts,
  answer: Answerer,
  vital = false
): Route => {
  const { guard, shared, unrouted } = arrivals
  const admitted = (visit: Visit): void => {
    if (vital) answer(visit)
    else if (guard.refuses()) visit.refuse(overloaded)
    else if (visit.takes("strangers")) answer(visit)
  }
  return ({ raw }, reply) => {
    reply.hijack()
    // The router decodes paths before it compares them, so `/%63ontrol` comes here too.
    if (isAt(raw.url!, path)) arrive(new Visit(shared, raw, reply.raw, counts), admitted)
    else arrive(new Visit(shared, raw, reply.raw, unrouted.counts), unrouted.answer)
  }
}

/** The route of everything that has none. */
export const otherwise =
  ({ shared, unrouted }: Arrivals): Route =>
  ({ raw }, reply) => {
    reply.hijack()
    arrive(new Visit(shared, raw, reply.raw, unrouted.counts), unrouted.answer)
  }

const arrive = (visit: Visit, answer: Answerer): void => {
  const why = whyMalformed(visit.request)
  // No answer can be sent any more, so it must have no effect: its sender sends it again.
  if (visit.request.socket.writableEnded) visit.abandon()
  else if (why === undefined) answer(visit)
  else visit.refuse(new MalformedRequest({ message: why }), ["Connection", "close"])
}

const overloaded = new Overloaded({ message: "The server is overloaded; try again later.", retryAfter: 2 })

const isAt = (url: string, path: string): boolean =>
  url.startsWith(path) && (url.length === path.length || url[path.length] === "?" || url[path.length] === "#")

/** Why a request that Node lets through is none of HTTP/1.1 or HTTP/1.0. */
const whyMalformed = ({ httpVersion, httpVersionMajor, rawHeaders, url }: IncomingMessage): string | undefined => {
  if (httpVersionMajor !== 1) return `HTTP/${httpVersion} is not served; send HTTP/1.1.`
  if (url!.includes("#")) return "A request's address ends before its fragment (#)."
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

/** Leaves of a target in absolute form, which a proxy may send (`http://host/path?query`), its path and query. */
export const inOriginForm = (target: string): string => {
  if (target.startsWith("/")) return target
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(target) ?? []
  if (origin === undefined) return target
  const rest = target.slice(origin.length)
  return rest.startsWith("/") ? rest : `/${rest}`
}
