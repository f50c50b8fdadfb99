/** Requests that no operation takes: of an unknown path, with another method, or not even HTTP. */
import { type Server, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import {
  BodyTooLarge,
  HeadersTooLarge,
  MalformedRequest,
  MethodNotAllowed,
  pathReader,
  type Refusal,
  RequestTimeout,
  UnknownPath,
  version
} from "@bottega/domain/contract"
import { answerOf } from "@bottega/service"
import { gradually } from "../own/gradually.ts"
import type { RequestQueues } from "../own/request-queues.ts"
import { allowed, exposed } from "./cors.ts"
import type { HttpCall } from "./http-call.ts"
import { requestIdOf } from "./request-id.ts"
import type { Shared } from "./shared.ts"

/** The methods that each known path takes, by the path with its prefix. */
export type Paths = ReadonlyMap<string, ReadonlySet<string>>

/** The methods of a path with parameters that a path has the form of. */
const methodsOfForm = (paths: Paths, path: string): ReadonlySet<string> | undefined => {
  for (const [known, methods] of paths) if (known.includes(":") && pathReader(known)(path) !== undefined) return methods
  return undefined
}

/** Answers a request that no operation takes. */
export const answerUnrouted = (call: HttpCall, paths: Paths): void => {
  const { path, request, shared } = call
  const methods = paths.get(path) ?? methodsOfForm(paths, path)
  const allow = [...(methods ?? []), "OPTIONS"].join(", ")
  if (methods === undefined)
    call.refuse(new UnknownPath({ message: `No operation has this path; the supported version is ${version}.` }))
  else if (request.method === "OPTIONS") call.show(undefined, { allow, ...(shared.cors ? allowed(allow) : {}) })
  else {
    const message = `${path} does not take ${request.method}; it takes ${allow}.`
    call.refuse(new MethodNotAllowed({ message }), { allow })
  }
}

/** Answers what Node refuses by itself, before there is a request, with the body that every refusal has. */
export const answerBroken = (server: Server, shared: Pick<Shared, "cors" | "log">, queues: RequestQueues): void => {
  // Thousands of connections may be late at once.
  const soon = gradually(32)
  server.on("clientError", (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket
    if (error.code === "ECONNRESET") socket.destroy()
    else soon(() => queues.end(socket, () => write(socket, refusalOf(error), shared)))
  })
  server.on("connect", ({ socket }) => {
    // Node has taken its own listeners away, and an error that nobody listens for would end the process.
    socket.on("error", () => {})
    if (queues.isBusy(socket)) socket.destroy()
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

const write = (socket: Socket, refusal: Refusal, { cors, log }: Pick<Shared, "cors" | "log">): void => {
  const requestId = requestIdOf(undefined, log)
  const { body, status } = answerOf(refusal, requestId)
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body as string)),
    "x-request-id": requestId,
    ...(cors ? exposed : {}),
    "x-content-type-options": "nosniff",
    connection: "close"
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.setTimeout(unreadMs, () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`, () => socket.destroy())
  log.info("refused before there was a request", { requestId, status, reason: refusal.kind.type })
}

/** For how long a refusal waits to be taken. */
const unreadMs = 5000
