/** The server: a service over HTTP, on Fastify. What it allows a sender is written here; see docs/decisions/0050. */
import { once } from "node:events"
import { createServer as createHttpServer, type Server as HttpServer } from "node:http"
import type { AddressInfo } from "node:net"
import { contract } from "@bottega/domain/areas"
import { MalformedRequest, pathOf } from "@bottega/domain/contract"
import type { Service } from "@bottega/service"
import Fastify, { type FastifyInstance } from "fastify"
import { acceptWithin } from "./accept.ts"
import { type Arrivals, inOriginForm, otherwise, routeOf } from "./arrival.ts"
import { watch } from "./connections.ts"
import { type Displays, makeDisplays, vital } from "./displays.ts"
import { makeLoads } from "./loads.ts"
import { makeMetrics, type RouteCounts } from "./metrics.ts"
import { mount } from "./mount.ts"
import type { ServerOptions } from "./options.ts"
import { makeGuard } from "./overload.ts"
import { isServed, isShown, type Part } from "./part.ts"
import { type Handler, Turns } from "./turns.ts"
import { answerBroken, answerUnrouted, type Paths } from "./unrouted.ts"
import { type Shared, Visit } from "./visit.ts"
import { letWait } from "./waiting.ts"

/** A server that can be listened with, or asked by `inject`. */
export interface Server {
  readonly app: FastifyInstance
  /** Listens, and gives the address: `http://127.0.0.1:8080`. Port 0 picks a free one. */
  readonly listen: (port: number, host: string) => Promise<string>
  /** Is not ready any more, and ends connections with their answers; it still listens and serves. */
  readonly retire: () => void
  /** Takes no new connection, answers what has begun, and ends; whatever is left after `patience` ms is cut off. */
  readonly drain: (patience: number) => Promise<void>
}

/** Makes a server of a service. */
export const createServer = (whole: Service, options: ServerOptions): Server => {
  const service = servedBy(whole, options.part)
  const shared: Shared = {
    log: options.log,
    metrics: options.metrics ?? makeMetrics(),
    loads: options.loads ?? makeLoads(),
    publicUrl: options.publicUrl,
    trustProxy: options.trustProxy ?? false,
    cors: options.cors ?? true,
    limitHeaders: options.limitHeaders ?? [],
    listening: "http://127.0.0.1",
    draining: false
  }
  const unrouted = shared.metrics.route("", "")
  const turns = new Turns(shared.loads.queued)
  const app = fastify(shared, unrouted, turns)
  const connections = watch(app.server)
  const guard = options.guard ?? makeGuard()
  const waiting = letWait(app.server, inTurn(turns, app.routing))
  const describe = async () => JSON.stringify((await import("./openapi.ts")).documentOf(contract, options))
  const every = makeDisplays(shared, options, describe)
  const displays = new Map([...every].filter(([path]) => isShown(options.part, path)))
  const paths = pathsOf(service, displays)
  const answer = (visit: Visit) => answerUnrouted(visit, paths)
  const arrivals: Arrivals = { shared, guard, unrouted: { counts: unrouted, answer } }
  mount({ ...arrivals, app, waiting }, service)
  mountDisplays(app, arrivals, displays)
  app.setNotFoundHandler(otherwise(arrivals))
  answerBroken(app.server, shared, turns)
  app.addHook("onClose", async () => {
    guard.stop()
    shared.metrics.stop()
  })
  const retire = () => {
    shared.draining = true
    connections.mark()
  }
  const drain = async (patience: number) => {
    if (!shared.draining) retire()
    const cut = await connections.end(patience)
    if (cut > 0) shared.log.info("cut off", { connections: cut })
    await app.close()
  }
  return { app, listen: (port, host) => listen(app, shared, port, host), retire, drain }
}

/** The service with the operations of one part. */
const servedBy = (service: Service, part: Part): Service => ({
  ...service,
  operations: service.operations.filter(({ endpoint }) => isServed(part, endpoint.surface))
})

const fastify = (shared: Shared, unrouted: RouteCounts, turns: Turns): FastifyInstance => {
  const app = Fastify({
    logger: false,
    serverFactory: (handler) => listener(shared, inTurn(turns, handler)),
    return503OnClosing: false,
    routerOptions: { querystringParser: nothing },
    clientErrorHandler: () => {},
    frameworkErrors: (_error, request, reply) => {
      reply.hijack()
      const visit = new Visit(shared, request.raw, reply.raw, unrouted)
      visit.refuse(new MalformedRequest({ message: "The path is not well-formed percent-encoding." }))
    }
  })
  // Bodies are received by `body.ts` once a call is let in, and not by Fastify before.
  for (const method of bodied) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  return app
}

/** The methods that Fastify reads bodies of unless it is told not to. */
const bodied = ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "QUERY"]

const listener = (shared: Shared, handler: Handler): HttpServer => {
  const server = createHttpServer(
    {
      keepAliveTimeout: 65_000,
      requestTimeout: 60_000,
      headersTimeout: 5000,
      connectionsCheckingInterval: 1000,
      requireHostHeader: false
    },
    handler
  )
  server.maxHeadersCount = 100
  acceptWithin(shared, server)
  return server
}

/** Hands requests on in their turn. */
const inTurn =
  (turns: Turns, handler: Handler): Handler =>
  (request, response) => {
    request.url = inOriginForm(request.url!)
    turns.take(request, response, handler)
  }

/** Queries are read by the operation that they are sent to. */
const nothing = () => ({})

const mountDisplays = (app: FastifyInstance, arrivals: Arrivals, displays: Displays): void => {
  for (const [path, answer] of displays) {
    const counts = arrivals.shared.metrics.route("GET", path)
    app.get(path, routeOf(arrivals, path, counts, answer, path === vital))
  }
}

const pathsOf = ({ operations }: Service, displays: Displays): Paths => {
  const paths = new Map<string, Set<string>>()
  const add = (path: string, method: string) => paths.set(path, (paths.get(path) ?? new Set()).add(method))
  for (const { endpoint } of operations) add(pathOf(endpoint), endpoint.method)
  for (const path of displays.keys()) add(path, "GET")
  for (const methods of paths.values()) if (methods.has("GET")) methods.add("HEAD")
  return paths
}

const listen = async (app: FastifyInstance, shared: Shared, port: number, host: string): Promise<string> => {
  await app.ready()
  // Fastify would make a second server for `localhost`, of which nothing here knows.
  await once(app.server.listen({ port, host }), "listening")
  const { address, family, port: picked } = app.server.address() as AddressInfo
  // A server on every address is reached on this machine's own.
  const name = address === "0.0.0.0" || address === "::" ? "127.0.0.1" : family === "IPv6" ? `[${address}]` : address
  return (shared.listening = `http://${name}:${picked}`)
}
