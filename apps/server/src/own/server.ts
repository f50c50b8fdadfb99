/** The store's own server: the plugin's routes, and what only the owner of a server can set. See docs/decisions/0050. */
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import type { Server as TlsServer } from "node:tls"
import { MalformedRequest } from "@bottega/domain/contract"
import type { Service } from "@bottega/service"
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify"
import type { Certificate } from "../config/certificate.ts"
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
import { watch } from "./connections.ts"
import { makeListener, secured } from "./listener.ts"
import { type Handler, RequestQueues } from "./request-queues.ts"

/** A server that can be listened with, or asked by `inject`. */
export interface Server {
  readonly app: FastifyInstance
  /** Listens, and gives the address: `http://127.0.0.1:8080`, or https with a certificate. Port 0 picks a free one. */
  readonly listen: (port: number, host: string) => Promise<string>
  /** Takes another certificate for new connections; only for a server that was made with one. */
  readonly renew: (certificate: Certificate) => void
  /** Is not ready any more, and ends connections with their answers; it still listens and serves. */
  readonly retire: () => void
  /** Takes no new connection, answers what has begun, and ends; whatever is left after `timeoutMs` is cut off. */
  readonly drain: (timeoutMs: number) => Promise<void>
}

/** Makes a server of a service. */
export const createServer = (service: Service, options: ServerOptions): Server => {
  const { certificate, log, loads = makeLoads(), trustProxy } = options
  const scheme = certificate === undefined ? "http" : "https"
  const state: ServerState = { origin: `${scheme}://127.0.0.1`, draining: false }
  const queues = new RequestQueues(loads.queued)
  const bounded = { log, loads, certificate, cors: options.cors ?? true }
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
  const renew = (other: Certificate) => (app.server as unknown as TlsServer).setSecureContext(secured(other))
  return { app, listen: (port, host) => listen(app, state, { port, host, scheme }), renew, retire, drain }
}

/** What bounds a server's connections, and how it answers what is no request. */
type Bounded = Pick<Shared, "log" | "loads" | "cors"> & Pick<ServerOptions, "certificate">

const fastify = (bounded: Bounded, queues: RequestQueues, shared: () => Shared): FastifyInstance => {
  const app = Fastify({
    logger: false,
    genReqId: ({ headers }) => requestIdOf(headers["x-request-id"], bounded.log),
    serverFactory: (handler) => makeListener(bounded, bounded.certificate, queued(queues, handler)),
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

/** Hands on the requests of each connection one at a time. */
const queued =
  (queues: RequestQueues, handler: Handler): Handler =>
  (request, response) => {
    request.url = inOriginForm(request.url!)
    queues.take(request, response, handler)
  }

/** Queries are read by the operation that they are sent to. */
const nothing = () => ({})

interface At {
  readonly port: number
  readonly host: string
  readonly scheme: "http" | "https"
}

const listen = async (app: FastifyInstance, state: ServerState, { host, port, scheme }: At): Promise<string> => {
  await app.ready()
  // Fastify would make a second server for `localhost`, of which nothing here knows.
  await once(app.server.listen({ port, host }), "listening")
  const { address, family, port: picked } = app.server.address() as AddressInfo
  // A server on every address is reached on this machine's own.
  const name = address === "0.0.0.0" || address === "::" ? "127.0.0.1" : family === "IPv6" ? `[${address}]` : address
  return (state.origin = `${scheme}://${name}:${picked}`)
}
