/** Requests that no operation takes: of an unknown path, with another method, or not even HTTP. */
import type { Server } from "node:http"
import type { Socket } from "node:net"
import {
  BodyTooLarge,
  HeadersTooLarge,
  MalformedRequest,
  MethodNotAllowed,
  type Refusal,
  RequestTimeout,
  UnknownPath,
  version
} from "@bottega/domain/contract"
import { answerOf } from "@bottega/service"
import { allowed, exposed } from "./cors.ts"
import { gradually } from "./gradually.ts"
import { requestIdOf } from "./request-id.ts"
import type { Turns } from "./turns.ts"
import type { Shared, Visit } from "./visit.ts"

/** The methods that each known path takes. */
export type Paths = ReadonlyMap<string, ReadonlySet<string>>

/** Answers a request that no route took. */
export const answerUnrouted = (visit: Visit, paths: Paths): void => {
  const { path, request, shared } = visit
  const methods = paths.get(path)
  const allow = [...(methods ?? []), "OPTIONS"].join(", ")
  if (methods === undefined)
    visit.refuse(new UnknownPath({ message: `No operation has this path; the supported version is ${version}.` }))
  else if (request.method === "OPTIONS") visit.show(undefined, ["Allow", allow, ...(shared.cors ? allowed(allow) : [])])
  else {
    const message = `${path} does not take ${request.method}; it takes ${allow}.`
    visit.refuse(new MethodNotAllowed({ message }), ["Allow", allow])
  }
}

/** Answers what Node refuses by itself, before there is a request, with the body that every refusal has. */
export const answerBroken = (server: Server, shared: Shared, turns: Turns): void => {
  // Thousands of connections may be late at once.
  const soon = gradually(32)
  server.on("clientError", (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket
    if (error.code === "ECONNRESET") socket.destroy()
    else soon(() => turns.end(socket, () => write(socket, refusalOf(error), shared)))
  })
  server.on("connect", ({ socket }) => {
    // Node has taken its own listeners away, and an error that nobody listens for would end the process.
    socket.on("error", () => {})
    if (turns.isBusy(socket)) socket.destroy()
    else write(socket, noProxy, shared)
  })
}

const noProxy = new MethodNotAllowed({ message: "This server is no proxy." })

const refusalOf = ({ code }: NodeJS.ErrnoException): Refusal => {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new RequestTimeout({ message: "The request did not arrive in time." })
  if (code === "HPE_HEADER_OVERFLOW")
    return new HeadersTooLarge({ message: "The headers are more than 100, or over 16 KiB." })
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW")
    return new BodyTooLarge({ message: "The chunk extensions are too large." })
  return new MalformedRequest({ message: "The request is not well-formed HTTP." })
}

const write = (socket: Socket, refusal: Refusal, { cors, log }: Shared): void => {
  const requestId = requestIdOf(undefined, log)
  const { body, status } = answerOf(refusal, requestId)
  const pairs = [
    "X-Request-Id",
    requestId,
    ...(cors ? exposed : []),
    "X-Content-Type-Options",
    "nosniff",
    "Connection",
    "close"
  ]
  const lines = pairs.map((part, index) => (index % 2 === 0 ? `${part}: ` : `${part}\r\n`)).join("")
  const type = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body as string)}\r\n`
  socket.setTimeout(unread, () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\n${type}${lines}\r\n${body}`, () => socket.destroy())
  log.info("refused before there was a request", { requestId, status, reason: refusal.kind.type })
}

/** Milliseconds for which a refusal waits to be taken. */
const unread = 5000

const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  405: "Method Not Allowed",
  408: "Request Timeout",
  413: "Payload Too Large",
  431: "Request Header Fields Too Large"
}
