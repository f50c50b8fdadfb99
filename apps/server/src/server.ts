/** The server: a service over HTTP, on Fastify. What it allows a sender is written here; see docs/decisions/0050. */
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { contract } from "@bottega/domain/contract"
import { pathOf } from "@bottega/domain/endpoint"
import { MalformedRequest } from "@bottega/domain/refusals"
import type { Service } from "@bottega/service/service"
import { Effect } from "effect"
import Fastify, { type FastifyInstance } from "fastify"
import { watch } from "./connections.ts"
import { type Displays, makeDisplays } from "./displays.ts"
import { makeMetrics, type RouteCounts } from "./metrics.ts"
import { mount } from "./mount.ts"
import type { ServerOptions } from "./options.ts"
import { makeGuard } from "./overload.ts"
import { isServed, isShown, type Part } from "./part.ts"
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
    publicUrl: options.publicUrl,
    trustProxy: options.trustProxy ?? false,
    cors: options.cors ?? true,
    limitHeaders: options.limitHeaders ?? [],
    listening: "http://127.0.0.1",
    draining: false
  }
  const unrouted = shared.metrics.route("", "")
  const app = fastify(shared, unrouted)
  const connections = watch(app.server)
  const guard = options.guard ?? makeGuard()
  const waiting = letWait(app.server, app.routing)
  mount({ app, shared, guard, waiting }, service)
  let description: Promise<string> | undefined
  const describe = async () => JSON.stringify((await import("./openapi.ts")).documentOf(contract, options))
  const every = makeDisplays(shared, options.ready ?? Effect.void, () => (description ??= describe()))
  const displays = new Map([...every].filter(([path]) => isShown(options.part, path)))
  mountDisplays(app, shared, displays)
  const paths = pathsOf(service, displays)
  app.setNotFoundHandler((request, reply) => {
    reply.hijack()
    answerUnrouted(new Visit(shared, request.raw, reply.raw, unrouted), paths)
  })
  answerBroken(app.server, shared)
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

const fastify = (shared: Shared, unrouted: RouteCounts): FastifyInstance => {
  const app = Fastify({
    logger: false,
    keepAliveTimeout: 65_000,
    requestTimeout: 60_000,
    return503OnClosing: false,
    http: { headersTimeout: 5000, connectionsCheckingInterval: 1000, requireHostHeader: false },
    routerOptions: { querystringParser: nothing },
    clientErrorHandler: () => {},
    frameworkErrors: (_error, request, reply) => {
      reply.hijack()
      const visit = new Visit(shared, request.raw, reply.raw, unrouted)
      visit.refuse(new MalformedRequest({ message: "The path is not well-formed percent-encoding." }))
    }
  })
  app.server.maxHeadersCount = 100
  // Bodies are received by `body.ts` once a call is let in, and not by Fastify before.
  for (const method of ["POST", "PUT", "DELETE"]) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  return app
}

/** Queries are read by the operation that they are sent to. */
const nothing = () => ({})

const mountDisplays = (app: FastifyInstance, shared: Shared, displays: Displays): void => {
  for (const [path, answer] of displays) {
    const counts = shared.metrics.route("GET", path)
    app.get(path, (request, reply) => {
      reply.hijack()
      answer(new Visit(shared, request.raw, reply.raw, counts))
    })
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
