/** Puts a service on a Fastify instance: its operations, its pages, and its answers to what it does not have. */
import type { IncomingMessage } from "node:http"
import { contract } from "@bottega/domain/areas"
import { pathOf } from "@bottega/domain/contract"
import type { Service } from "@bottega/service"
import type { FastifyInstance, FastifyRequest, HTTPMethods } from "fastify"
import { makeMetrics } from "../pages/metrics.ts"
import { makePages, type Pages, vital } from "../pages/pages.ts"
import { type Answerer, type Arrivals, arrivalOf, arriveUnrouted } from "./arrival.ts"
import { type ContinueRequests, noContinueRequests } from "./continue.ts"
import { makeLoads } from "./loads.ts"
import type { ServerOptions } from "./options.ts"
import { makeGuard } from "./overload.ts"
import { requestIdOf } from "./request-id.ts"
import { addRoutes } from "./routes.ts"
import type { ServerState, Shared } from "./shared.ts"
import { isServed, isShown } from "./surface.ts"
import { answerUnrouted, type Paths } from "./unrouted.ts"

/** A service on an instance, and what its owner adds. */
export interface MountOptions extends Omit<ServerOptions, "trustProxy" | "certificate"> {
  /** Whether the pages are served beside the operations; they are by default. */
  readonly pages?: boolean
  /** What only the owner of the server can give. */
  readonly owner?: Owner
}

/** What the owner of a server adds for its routes. */
interface Owner {
  readonly state: ServerState
  readonly requestIdOf: (request: FastifyRequest) => string
  readonly addressOf: (request: FastifyRequest) => string
  readonly whyMalformed: (request: IncomingMessage) => string | undefined
  readonly continueRequests: ContinueRequests
}

/** Mounts a service within the prefix of an instance; gives what its routes share. */
export const mount = (app: FastifyInstance, whole: Service, options: MountOptions): Shared => {
  const { guard = makeGuard(), owner, surface } = options
  const service = {
    ...whole,
    operations: whole.operations.filter(({ endpoint }) => isServed(surface, endpoint.surface))
  }
  const shared = sharedOf(app, options)
  const { metrics, prefix } = shared
  const pages = options.pages === false ? new Map() : pagesOf(shared, options)
  const paths = pathsOf(service, pages, prefix)
  const unrouted = {
    counts: metrics.route("", ""),
    answer: (call) => answerUnrouted(call, paths)
  } as const satisfies Arrivals["unrouted"]
  const arrivals: Arrivals = { shared, guard, whyMalformed: owner?.whyMalformed ?? wellFormed, unrouted }
  addRoutes({ ...arrivals, app, service, continueRequests: owner?.continueRequests ?? noContinueRequests })
  addPages(app, arrivals, pages)
  addUnrouted(app, arrivals, { paths, everything: owner !== undefined })
  app.addHook("preClose", (done) => {
    shared.state.draining = true
    done()
  })
  app.addHook("onClose", async () => {
    guard.stop()
    metrics.stop()
  })
  return shared
}

const sharedOf = (app: FastifyInstance, options: MountOptions): Shared => ({
  log: options.log,
  metrics: options.metrics ?? makeMetrics(),
  loads: options.loads ?? makeLoads(),
  publicUrl: options.publicUrl,
  prefix: app.prefix.replace(/\/$/, ""),
  cors: options.cors ?? true,
  limitHeaders: options.limitHeaders ?? [],
  requestIdOf: options.owner?.requestIdOf ?? (({ id }) => requestIdOf(id, options.log)),
  addressOf: options.owner?.addressOf ?? (({ ip }) => ip),
  state: options.owner?.state ?? { origin: "http://127.0.0.1", draining: false }
})

/** The owner of another server decides what Node and Fastify let through. */
const wellFormed = () => undefined

const pagesOf = (shared: Shared, options: MountOptions): Pages => {
  const { demoShop, policies, surface } = options
  // Only those who ask for the description load it.
  const describe = async () => (await import("../pages/openapi.ts")).describe(contract, { demoShop, policies, surface })
  const pages = [...makePages(shared, options, describe)].filter(([path]) => isShown(surface, path))
  // The path above all others is free only where no other routes can be.
  return new Map(options.owner === undefined ? pages : [["/", toDocs], ...pages])
}

const toDocs: Answerer = (call) => call.answer({ status: 302, body: "", headers: { location: "docs" } })

const addPages = (app: FastifyInstance, arrivals: Arrivals, pages: Pages): void => {
  for (const [path, answer] of pages) {
    const arrive = arrivalOf(arrivals, arrivals.shared.metrics.route("GET", path), { vital: path === vital })
    app.route({
      method: "GET",
      url: path,
      exposeHeadRoute: true,
      handler: (request, reply) => arrive(request, reply, answer)
    })
  }
}

const pathsOf = ({ operations }: Service, pages: Pages, prefix: string): Paths => {
  const paths = new Map<string, Set<string>>()
  const add = (path: string, method: string) =>
    paths.set(prefix + path, (paths.get(prefix + path) ?? new Set()).add(method))
  for (const { endpoint } of operations) add(pathOf(endpoint), endpoint.method)
  for (const path of pages.keys()) add(path, "GET")
  for (const methods of paths.values()) if (methods.has("GET")) methods.add("HEAD")
  return paths
}

interface Unrouted {
  readonly paths: Paths
  /** Whether all other paths of the server are ours too. */
  readonly everything: boolean
}

/** Answers 405 and 404 within our paths, before a byte of a body is read, and leaves those of others alone. */
const addUnrouted = (app: FastifyInstance, arrivals: Arrivals, { everything, paths }: Unrouted): void => {
  const { prefix } = arrivals.shared
  const add = (url: string, methods: ReadonlyArray<string>) =>
    app.route({
      method: methods as Array<HTTPMethods>,
      url,
      onRequest: (request, reply) => arriveUnrouted(arrivals, request, reply),
      handler: () => {}
    })
  for (const [path, known] of paths)
    add(
      path.slice(prefix.length),
      app.supportedMethods.filter((method) => !known.has(method))
    )
  const tops = [...paths.keys()].map((path) => path.slice(prefix.length).split("/"))
  // `/v1.1/*`, `/control/v1/*`, and `/docs/*`: what has pages or operations beneath it.
  const ours = new Set(
    tops.filter(({ length }) => length > 2).map((parts) => parts.slice(0, parts[1] === "control" ? 3 : 2).join("/"))
  )
  for (const top of everything ? [""] : ours) add(`${top}/*`, app.supportedMethods)
  if (everything) app.setNotFoundHandler((request, reply) => arriveUnrouted(arrivals, request, reply))
}
