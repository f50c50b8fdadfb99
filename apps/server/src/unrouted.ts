/** Requests that no operation takes: of an unknown path, with another method, or not even HTTP. */
import type { Server } from "node:http"
import type { Duplex } from "node:stream"
import { version } from "@bottega/domain/endpoint"
import {
  BodyTooLarge,
  HeadersTooLarge,
  MalformedRequest,
  MethodNotAllowed,
  type Refusal,
  RequestTimeout,
  UnknownPath
} from "@bottega/domain/refusals"
import { answerOf } from "@bottega/service/answer"
import { allowed, exposed } from "./cors.ts"
import { requestIdOf } from "./request-id.ts"
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
export const answerBroken = (server: Server, shared: Shared): void => {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const answering = (socket as { _httpMessage?: { readonly headersSent: boolean } })._httpMessage
    if (error.code === "ECONNRESET" || !socket.writable || answering?.headersSent === true) socket.destroy()
    else write(socket, refusalOf(error), shared)
  })
  server.on("connect", (_request, socket) =>
    write(socket, new MethodNotAllowed({ message: "This server is no proxy." }), shared)
  )
}

const refusalOf = ({ code }: NodeJS.ErrnoException): Refusal => {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new RequestTimeout({ message: "The request did not arrive in time." })
  if (code === "HPE_HEADER_OVERFLOW")
    return new HeadersTooLarge({ message: "The headers are more than 100, or over 16 KiB." })
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW")
    return new BodyTooLarge({ message: "The chunk extensions are too large." })
  return new MalformedRequest({ message: "The request is not well-formed HTTP." })
}

const write = (socket: Duplex, refusal: Refusal, { cors, log }: Shared): void => {
  const requestId = requestIdOf(undefined, log)
  const { body, status } = answerOf(refusal, requestId)
  const pairs = ["X-Request-Id", requestId, ...(cors ? exposed : []), "Connection", "close"]
  const lines = pairs.map((part, index) => (index % 2 === 0 ? `${part}: ` : `${part}\r\n`)).join("")
  const type = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body as string)}\r\n`
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\n${type}${lines}\r\n${body}`, () => socket.destroy())
  log.info("refused before there was a request", { requestId, status, reason: refusal.kind.type })
}

const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  405: "Method Not Allowed",
  408: "Request Timeout",
  413: "Payload Too Large",
  431: "Request Header Fields Too Large"
}
