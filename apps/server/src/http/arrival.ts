/**
 * The arrival of a request at any of our routes: what is malformed is refused first, then what the server has no room for.
 * A path is only what is spelt exactly as it is.
 */
import type { IncomingMessage } from "node:http"
import { type Any, MalformedRequest, Overloaded, pathReader } from "@bottega/domain/contract"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { RouteCounts } from "../pages/metrics.ts"
import { HttpCall } from "./http-call.ts"
import type { Guard } from "./overload.ts"
import type { Shared } from "./shared.ts"

/** Answers a call, or begins to. */
export type Answerer = (call: HttpCall) => void

/** Takes a request of a route, and hands its call on. */
export type Arrival = (request: FastifyRequest, reply: FastifyReply, next: Answerer) => void

/** What arrivals need of their server. */
export interface Arrivals {
  readonly shared: Shared
  readonly guard: Guard
  /** Why a request that Node lets through is malformed, where the server's owner looks. */
  readonly whyMalformed: (request: IncomingMessage) => string | undefined
  /** Answers what no operation takes, and counts it. */
  readonly unrouted: { readonly answer: Answerer; readonly counts: RouteCounts }
}

/** What is at a path: an operation's endpoint, or a page; one that is `vital` is answered even by a server that has no room. */
interface Arriving {
  readonly endpoint?: Any
  readonly vital?: boolean
}

/** The arrival at one path. */
export const arrivalOf = (
  arrivals: Arrivals,
  counts: RouteCounts,
  { endpoint, vital = false }: Arriving = {}
): Arrival => {
  const { guard, shared } = arrivals
  const path = shared.prefix + counts.path
  const read = path.includes(":") ? pathReader(path) : undefined
  return (request, reply, next) => {
    // The router decodes paths before it compares them, so `/%63ontrol` comes here too.
    const url = request.raw.url!
    if (!(read === undefined ? isAt(url, path) : read(url.split("?", 1)[0]!) !== undefined))
      return arriveUnrouted(arrivals, request, reply)
    const call = new HttpCall(shared, request, reply, counts, endpoint)
    if (!isWellFormed(arrivals, call)) return
    if (vital) call.attempt(next)
    else if (guard.refuses()) call.refuse(overloaded)
    else if (call.takes("strangers")) call.attempt(next)
  }
}

/** The arrival of a request that no operation takes. */
export const arriveUnrouted = (arrivals: Arrivals, request: FastifyRequest, reply: FastifyReply): void => {
  const { shared, unrouted } = arrivals
  const call = new HttpCall(shared, request, reply, unrouted.counts)
  if (isWellFormed(arrivals, call)) unrouted.answer(call)
}

const isWellFormed = ({ whyMalformed }: Arrivals, call: HttpCall): boolean => {
  const { raw } = call.request
  const why = whyMalformed(raw)
  // No answer can be sent any more, so the request must have no effect: its client sends it again.
  if (raw.socket.writableEnded) call.abandon()
  else if (why !== undefined) call.refuse(new MalformedRequest({ message: why }), { connection: "close" })
  else return true
  return false
}

const overloaded = new Overloaded({ message: "The server is overloaded; try again later.", retryAfter: 2 })

const isAt = (url: string, path: string): boolean =>
  url.startsWith(path) && (url.length === path.length || url[path.length] === "?" || url[path.length] === "#")

/** Why a request that Node lets through is none of HTTP/1.1 or HTTP/1.0. */
export const whyMalformed = ({
  httpVersion,
  httpVersionMajor,
  rawHeaders,
  url
}: IncomingMessage): string | undefined => {
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

/** The path and query of a target in absolute form, which a proxy may send (`http://host/path?query`). */
export const inOriginForm = (target: string): string => {
  if (target.startsWith("/")) return target
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(target) ?? []
  if (origin === undefined) return target
  const rest = target.slice(origin.length)
  return rest.startsWith("/") ? rest : `/${rest}`
}
