/** Requests that no operation accepts: an unknown path, a wrong method, or not even HTTP. */
import type { Server } from "node:http"
import type { Socket } from "node:net"
import { unserved } from "@bottega/domain/areas"
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
import type { HttpCall } from "./http-call.ts"
import { requestIdOf } from "./request-id.ts"
import type { RequestQueues } from "./request-queues.ts"
import type { Shared } from "./shared.ts"
import { allowedBy, type Table } from "./table.ts"

// An import of the whole module would load `fetch`, which costs 16 MB and 50 ms.
const { STATUS_CODES } = process.getBuiltinModule("node:http")

/** Answers a request that no operation accepts. */
export const answerUnrouted = (call: HttpCall, table: Table): void => {
  const { path, request, shared } = call
  const found = table.find(path)
  const allow = found === undefined ? "" : allowedBy(found.methods).join(", ")
  if (found === undefined) call.refuse(new UnknownPath({ message: unknownPath(call) }))
  else if (request.method === "OPTIONS")
    call.show(undefined, { allow, ...(shared.cors ? allowed(allow, shared.workbench) : {}) })
  else {
    const message = `${path} does not allow ${request.method}; it allows ${allow}.`
    call.refuse(new MethodNotAllowed({ message }), { allow })
  }
}

/** An operation of the specification that is not served yet is named, because its caller did not mistype it. */
const unknownPath = ({ path, request, shared }: HttpCall): string => {
  const name = `${request.method === "HEAD" ? "GET" : request.method} ${path.slice(shared.prefix.length)}`
  return unserved.has(name)
    ? `${name} is an operation of the API that this version of Bottega does not serve yet.`
    : `No operation has this path; the supported version is ${version}.`
}

/** Answers input that Node refuses before there is a request, with the body that every refusal has. */
export const answerBroken = (server: Server, shared: Pick<Shared, "cors" | "log">, queues: RequestQueues): void => {
  // Thousands of connections may time out at once.
  const soon = gradually(32)
  server.on("clientError", (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket
    if (error.code === "ECONNRESET") socket.destroy()
    else soon(() => queues.end(socket, () => write(socket, refusalOf(error), shared)))
  })
  server.on("connect", ({ socket }) => {
    // Node has removed its own listeners, and an error without a listener would end the process.
    socket.on("error", () => {})
    if (queues.isBusy(socket)) socket.destroy()
    else write(socket, noProxy, shared)
  })
}

const noProxy = new MethodNotAllowed({ message: "This server is not a proxy." })

const refusalOf = ({ code }: NodeJS.ErrnoException): Refusal => {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new RequestTimeout({ message: "The request did not arrive in time." })
  if (code === "HPE_HEADER_OVERFLOW")
    return new HeadersTooLarge({ message: "There are more than 100 headers, or they are over 16 KiB." })
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

/** How long a client may take to receive a refusal. */
const unreadMs = 5000
