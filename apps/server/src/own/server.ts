/** The store's own server: the plugin's routes, and what only the owner of a server can set. See docs/decisions/0050. */
import { once } from "node:events"
import { createServer as createHttpServer, type Server as HttpServer } from "node:http"
import type { AddressInfo } from "node:net"
import { MalformedRequest } from "@bottega/domain/contract"
import type { Service } from "@bottega/service"
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify"
import { directAddressOf, forwardedAddressOf } from "../http/address.ts"
import { inOriginForm, whyMalformed } from "../http/arrival.ts"
import { holdContinueRequests } from "../http/continue.ts"
import { HttpCall } from "../http/http-call.ts"
import { makeLoads } from "../http/loads.ts"
import { mount } from "../http/mount.ts"
import type { ServerOptions } from "../http/options.ts"
import { requestIdOf } from "../http/request-id.ts"
import type { ServerState, Shared } from "../http/shared.ts"
import { answerBroken } from "../http/unrouted.ts"
import { acceptWithin } from "./accept.ts"
import { watch } from "./connections.ts"
import { type Handler, RequestQueues } from "./request-queues.ts"
import { AsciiResponse } from "./response.ts"

/** A server that can be listened with, or asked by `inject`. */
export interface Server {
  readonly app: FastifyInstance
  /** Listens, and gives the address: `http://127.0.0.1:8080`. Port 0 picks a free one. */
  readonly listen: (port: number, host: string) => Promise<string>
  /** Is not ready any more, and ends connections with their answers; it still listens and serves. */
  readonly retire: () => void
  /** Takes no new connection, answers what has begun, and ends; whatever is left after `timeoutMs` is cut off. */
  readonly drain: (timeoutMs: number) => Promise<void>
}

/** Makes a server of a service. */
export const createServer = (service: Service, options: ServerOptions): Server => {
  const { log, loads = makeLoads(), trustProxy } = options
  const state: ServerState = { origin: "http://127.0.0.1", draining: false }
  const queues = new RequestQueues(loads.queued)
  const bounded = { log, loads, cors: options.cors ?? true }
  let shared: Shared | undefined
  const app = fastify(bounded, queues, () => shared!)
  const connections = watch(app.server)
  const owner = {
    state,
    requestIdOf: ({ id }: FastifyRequest) => id,
    addressOf: trustProxy ? forwardedAddressOf : directAddressOf,
    whyMalformed,
    continueRequests: holdContinueRequests(app.server, queued(queues, app.routing))
  }
  app.register(async (scope) => {
    shared = mount(scope, service, { ...options, loads, owner })
  })
  answerBroken(app.server, bounded, queues)
  const retire = () => {
    state.draining = true
    connections.mark()
  }
  const drain = async (timeoutMs: number) => {
    if (!state.draining) retire()
    const cut = await connections.end(timeoutMs)
    if (cut > 0) log.info("cut off", { connections: cut })
    await app.close()
  }
  return { app, listen: (port, host) => listen(app, state, port, host), retire, drain }
}

/** What bounds a server's connections, and how it answers what is no request. */
type Bounded = Pick<Shared, "log" | "loads" | "cors">

const fastify = (bounded: Bounded, queues: RequestQueues, shared: () => Shared): FastifyInstance => {
  const app = Fastify({
    logger: false,
    genReqId: ({ headers }) => requestIdOf(headers["x-request-id"], bounded.log),
    serverFactory: (handler) => listener(bounded, queued(queues, handler)),
    return503OnClosing: false,
    routerOptions: { querystringParser: nothing },
    clientErrorHandler: () => {},
    frameworkErrors: (_error, request, reply) => {
      const call = new HttpCall(shared(), request, reply, shared().metrics.route("", ""))
      call.refuse(new MalformedRequest({ message: "The path is not well-formed percent-encoding." }))
    }
  })
  return app
}

const listener = (bounded: Bounded, handler: Handler): HttpServer => {
  const server = createHttpServer(
    {
      keepAliveTimeout: 65_000,
      requestTimeout: 60_000,
      headersTimeout: 5000,
      connectionsCheckingInterval: 1000,
      requireHostHeader: false,
      ServerResponse: AsciiResponse
    },
    handler
  )
  server.maxHeadersCount = 100
  acceptWithin(bounded, server)
  return server
}

/** Hands on the requests of each connection one at a time. */
const queued =
  (queues: RequestQueues, handler: Handler): Handler =>
  (request, response) => {
    request.url = inOriginForm(request.url!)
    queues.take(request, response, handler)
  }

/** Queries are read by the operation that they are sent to. */
const nothing = () => ({})

const listen = async (app: FastifyInstance, state: ServerState, port: number, host: string): Promise<string> => {
  await app.ready()
  // Fastify would make a second server for `localhost`, of which nothing here knows.
  await once(app.server.listen({ port, host }), "listening")
  const { address, family, port: picked } = app.server.address() as AddressInfo
  // A server on every address is reached on this machine's own.
  const name = address === "0.0.0.0" || address === "::" ? "127.0.0.1" : family === "IPv6" ? `[${address}]` : address
  return (state.origin = `http://${name}:${picked}`)
}
