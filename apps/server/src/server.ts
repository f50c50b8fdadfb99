/**
 * The store's own server: the plugin's routes, and the settings that only the owner of a server has. See
 * docs/decisions/0050.
 */
import type { Server as TlsServer } from "node:tls"
import { MalformedRequest } from "@bottega/domain/contract"
import type { Service } from "@bottega/service"
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify"
import type { Certificate } from "./config/certificate.ts"
import { directAddressOf, forwardedAddressOf } from "./http/address.ts"
import { inOriginForm, whyMalformed } from "./http/arrival.ts"
import { holdContinueRequests } from "./http/continue.ts"
import { HttpCall } from "./http/http-call.ts"
import { makeLoads } from "./http/loads.ts"
import { requestIdOf } from "./http/request-id.ts"
import { type Handler, RequestQueues } from "./http/request-queues.ts"
import type { ServerState, Shared } from "./http/shared.ts"
import { answerBroken } from "./http/unrouted.ts"
import { namesVital } from "./http/vital.ts"
import { mount } from "./mount.ts"
import type { ServerOptions } from "./options.ts"
import type { Accepting } from "./sockets/accept.ts"
import { Acceptors } from "./sockets/acceptors.ts"
import { watch } from "./sockets/connections.ts"
import { makeListener, secured } from "./sockets/listener.ts"
import { Spare } from "./sockets/spare.ts"

/** A server that can listen, or be called by `inject`. */
export interface Server {
  readonly app: FastifyInstance
  /** Listens, and returns the address: `http://127.0.0.1:8080`, or https with a certificate. Port 0 picks a free one. */
  readonly listen: (port: number, host: string) => Promise<string>
  /** Replaces the certificate for new connections; only for a server that was made with one. */
  readonly renew: (certificate: Certificate) => void
  /** Marks the server as not ready, and ends connections with their answers; it still listens and serves. */
  readonly retire: () => void
  /**
   * Accepts no new connections, answers the requests in progress, and ends; connections that are left after `timeoutMs`
   * are cut off.
   */
  readonly drain: (timeoutMs: number) => Promise<void>
}

/** Makes a server of a service. */
export const createServer = (service: Service, options: ServerOptions): Server => {
  const { certificate, log, loads = makeLoads(), trustProxy } = options
  const scheme = certificate === undefined ? "http" : "https"
  const state: ServerState = { origin: `${scheme}://127.0.0.1`, draining: false }
  const spare = new Spare(loads.connections.total)
  const taking = { queues: new RequestQueues(loads.queued), spare }
  const bounded = { log, loads, spare, certificate, cors: options.cors ?? true }
  let mounted: ReturnType<typeof mount> | undefined
  const app = fastify(bounded, taking, () => mounted!)
  const acceptors = new Acceptors(app.server)
  const connections = watch(app.server, acceptors)
  const owner = {
    state,
    requestIdOf: ({ id }: FastifyRequest) => id,
    addressOf: trustProxy ? forwardedAddressOf : directAddressOf,
    whyMalformed,
    continueRequests: holdContinueRequests(app.server, queued(taking, app.routing))
  }
  app.register(async (scope) => {
    mounted = mount(scope, service, { ...options, loads, owner })
  })
  answerBroken(app.server, bounded, taking.queues)
  const retire = () => {
    state.draining = true
    service.endEndless()
    connections.mark()
  }
  const drain = async (timeoutMs: number) => {
    if (!state.draining) retire()
    const cut = await connections.end(timeoutMs)
    if (cut > 0) log.info("cut off", { connections: cut })
    await app.close()
  }
  const renew = (other: Certificate) => (app.server as unknown as TlsServer).setSecureContext(secured(other))
  return {
    app,
    listen: (port, host) => listen({ app, acceptors, state }, { port, host, scheme }),
    renew,
    retire,
    drain
  }
}

/** The limits of a server's connections, and its answers to input that is not a request. */
type Bounded = Accepting & Pick<Shared, "cors"> & Pick<ServerOptions, "certificate">

/** The parts that decide whether and when a request is handled. */
interface Taking {
  readonly queues: RequestQueues
  readonly spare: Spare
}

const fastify = (bounded: Bounded, taking: Taking, mounted: () => ReturnType<typeof mount>): FastifyInstance => {
  const app = Fastify({
    logger: false,
    genReqId: ({ headers }) => requestIdOf(headers["x-request-id"], bounded.log),
    serverFactory: (handler) => {
      const first: Handler = (request, response) => {
        if (!mounted().again(request, response)) handler(request, response)
      }
      return makeListener(bounded, bounded.certificate, queued(taking, first))
    },
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { querystringParser: nothing },
    clientErrorHandler: () => {},
    frameworkErrors: (_error, request, reply) => {
      const { shared } = mounted()
      const call = new HttpCall(shared, request, reply, shared.metrics.route("", ""))
      call.refuse(new MalformedRequest({ message: "The path is not well-formed percent-encoding." }))
    }
  })
  return app
}

/** Fastify loads compilers of schemas, which cost a start 20 ms and 4 MB, unless it is given some; no route has a schema. */
const noSchemas = () => {
  throw new Error("no route of this server has a schema")
}

/**
 * Passes on the requests of each connection one at a time. A spare connection may only ask for health, readiness or
 * metrics; any other request closes it.
 */
const queued =
  ({ queues, spare }: Taking, handler: Handler): Handler =>
  (request, response) => {
    request.url = inOriginForm(request.url!)
    if (spare.asks(request.socket)) {
      if (!namesVital(request.url)) return void request.socket.destroy()
      response.shouldKeepAlive = false
    }
    queues.take(request, response, handler)
  }

/** Operations parse their own queries. */
const nothing = () => ({})

interface At {
  readonly port: number
  readonly host: string
  readonly scheme: "http" | "https"
}

interface Listening {
  readonly app: FastifyInstance
  readonly acceptors: Acceptors
  readonly state: ServerState
}

const listen = async ({ acceptors, app, state }: Listening, { host, port, scheme }: At): Promise<string> => {
  await app.ready()
  // Fastify would create a second server for `localhost`, which this code could not reach.
  const { address, family, port: picked } = await acceptors.listen({ port, host })
  // A server on all addresses is reached at the loopback address.
  const name = address === "0.0.0.0" || address === "::" ? "127.0.0.1" : family === "IPv6" ? `[${address}]` : address
  return (state.origin = `${scheme}://${name}:${picked}`)
}
