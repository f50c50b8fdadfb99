/** Mounts a service on a Fastify instance: its operations, its pages, and its answers to unknown paths and methods. */
import type { IncomingMessage } from "node:http"
import { contract } from "@bottega/domain/areas"
import { pathOf, pathReader } from "@bottega/domain/contract"
import type { Service } from "@bottega/service"
import type { FastifyInstance, FastifyRequest, HTTPMethods } from "fastify"
import { guideAt } from "./docs/paths.ts"
import { makeMetrics } from "./health/metrics.ts"
import { type Addressed, givenAddressOf } from "./http/address.ts"
import { type Again, againOf } from "./http/again.ts"
import { type Answerer, type Arrivals, arrivalOf, arriveUnrouted } from "./http/arrival.ts"
import { type ContinueRequests, noContinueRequests } from "./http/continue.ts"
import { makeLoads } from "./http/loads.ts"
import { makeGuard } from "./http/overload.ts"
import { requestIdOf } from "./http/request-id.ts"
import { addRoutes } from "./http/routes.ts"
import type { ServerState, Shared } from "./http/shared.ts"
import { isServed, isShown } from "./http/surface.ts"
import { answerUnrouted, type Paths } from "./http/unrouted.ts"
import type { ServerOptions } from "./options.ts"
import { makePages, type Pages } from "./pages.ts"

/** A service on an instance, and what its owner adds. */
export interface MountOptions extends Omit<ServerOptions, "certificate"> {
  /** Whether the pages are served beside the operations; they are by default. */
  readonly pages?: boolean
  /** What only the owner of the server can provide. */
  readonly owner?: Owner
}

/** What the owner of a server provides for its routes. */
interface Owner {
  readonly state: ServerState
  readonly requestIdOf: (request: FastifyRequest) => string
  readonly addressOf: (request: Addressed) => string
  readonly whyMalformed: (request: IncomingMessage) => string | undefined
  readonly continueRequests: ContinueRequests
}

/** A mounted service: what its routes share, and what answers requests before its owner's server routes them. */
interface Mounted {
  readonly shared: Shared
  readonly again: Again
}

/** Mounts a service within the prefix of an instance. */
export const mount = (app: FastifyInstance, whole: Service, options: MountOptions): Mounted => {
  const { guard = makeGuard(), owner, surface } = options
  const service = {
    ...whole,
    operations: whole.operations.filter(({ endpoint }) => isServed(surface, endpoint.surface))
  }
  const shared = sharedOf(app, whole, options)
  const { metrics, prefix } = shared
  const pages = options.pages === false ? new Map() : pagesOf(shared, whole, options)
  const paths = pathsOf(service, pages, prefix)
  const unrouted = {
    counts: metrics.route("", ""),
    answer: (call) => answerUnrouted(call, paths)
  } as const satisfies Arrivals["unrouted"]
  const arrivals: Arrivals = { shared, guard, service, whyMalformed: owner?.whyMalformed ?? wellFormed, unrouted }
  addRoutes({ ...arrivals, app, service, continueRequests: owner?.continueRequests ?? noContinueRequests })
  addPages(app, arrivals, pages)
  addUnrouted(app, arrivals, { paths, everything: owner !== undefined })
  app.addHook("preClose", (done) => {
    shared.state.draining = true
    whole.endEndless()
    done()
  })
  app.addHook("onClose", async () => {
    guard.stop()
    metrics.stop()
  })
  // The log of another server has lines of its own for each request.
  const isOurs = owner !== undefined && options.log.identified === undefined
  return { shared, again: isOurs ? againOf({ ...arrivals, service, addressOf: owner.addressOf }) : () => false }
}

const sharedOf = (app: FastifyInstance, { requests }: Service, options: MountOptions): Shared => ({
  log: options.log,
  metrics: options.metrics ?? makeMetrics(),
  requests,
  loads: options.loads ?? makeLoads(),
  kept: options.kept ?? (() => {}),
  publicUrl: options.publicUrl,
  publicHost: URL.parse(options.publicHost ?? options.publicUrl ?? "") ?? undefined,
  trustProxy: options.trustProxy ?? false,
  prefix: app.prefix.replace(/\/$/, ""),
  cors: options.cors ?? true,
  workbench: options.workbench ?? false,
  limitHeaders: options.limitHeaders ?? [],
  requestIdOf: options.owner?.requestIdOf ?? (({ id }) => requestIdOf(id, options.log)),
  addressOf: options.owner?.addressOf ?? givenAddressOf,
  state: options.owner?.state ?? { origin: "http://127.0.0.1", draining: false }
})

/** On another server, its owner decides what Node and Fastify accept. */
const wellFormed = () => undefined

const pagesOf = (shared: Shared, { slow }: Service, options: MountOptions): Pages => {
  const { demoShop, policies, surface } = options
  // Only those who ask for a description load it.
  const openapi = async () => (await import("./openapi/openapi.ts")).describe(contract, { demoShop, policies, surface })
  const reference = async (path: string) => {
    const guide = guideAt(path)
    if (guide !== undefined) return [await (await import("./reference/guides.ts")).guideText(guide)]
    return (await import("./reference/reference.ts")).describePage(contract, path, { policies, surface })
  }
  const pages = [...makePages(shared, { ...options, slow }, { openapi, reference })].filter(([path]) =>
    isShown(surface, path)
  )
  // The path `/` is available only if the server has no other routes.
  return new Map(options.owner === undefined ? pages : [["/", toDocs], ...pages])
}

const toDocs: Answerer = (call) => call.answer({ status: 302, body: "", headers: { location: "docs" } })

const addPages = (app: FastifyInstance, arrivals: Arrivals, pages: Pages): void => {
  for (const [path, answer] of pages) {
    const arrive = arrivalOf(arrivals, arrivals.shared.metrics.route("GET", path))
    app.route({
      method: "GET",
      url: path,
      exposeHeadRoute: true,
      handler: (request, reply) => arrive(request, reply, answer)
    })
  }
}

const pathsOf = ({ operations }: Service, pages: Pages, prefix: string): Paths => {
  const methods = new Map<string, Set<string>>()
  const add = (path: string, method: string) =>
    methods.set(prefix + path, (methods.get(prefix + path) ?? new Set()).add(method))
  for (const { endpoint } of operations) add(pathOf(endpoint), endpoint.method)
  for (const path of pages.keys()) add(path, "GET")
  for (const some of methods.values()) if (some.has("GET")) some.add("HEAD")
  const forms = [...methods].flatMap(([path, methods]) =>
    path.includes(":") ? [{ read: pathReader(path), methods }] : []
  )
  return { methods, forms }
}

interface Unrouted {
  readonly paths: Paths
  /** Whether all paths of the server are ours. */
  readonly everything: boolean
}

/**
 * Answers 405 and 404 within our paths before a byte of a body is read, and does not touch other paths. A route of a known path
 * comes before one that ends in `*`, so those answer its other methods too; a route costs a start as much as an operation.
 */
const addUnrouted = (app: FastifyInstance, arrivals: Arrivals, { everything, paths }: Unrouted): void => {
  const { prefix } = arrivals.shared
  const add = (url: string, methods: ReadonlyArray<string>) =>
    app.route({
      method: methods as Array<HTTPMethods>,
      url,
      onRequest: (request, reply) => arriveUnrouted(arrivals, request, reply),
      handler: () => {}
    })
  const tops = everything ? [""] : topsOf([...paths.methods.keys()].map((path) => path.slice(prefix.length)))
  for (const [path, known] of paths.methods) {
    const url = path.slice(prefix.length)
    if (tops.some((top) => url.startsWith(`${top}/`))) continue
    add(
      url,
      app.supportedMethods.filter((method) => !known.has(method))
    )
  }
  for (const top of tops) add(`${top}/*`, app.supportedMethods)
  if (everything) app.setNotFoundHandler((request, reply) => arriveUnrouted(arrivals, request, reply))
}

/** `/v1.1`, `/control/v1` and `/docs`: what stands before the pages and operations of paths with several parts. */
const topsOf = (paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const parted = paths.map((path) => path.split("/")).filter(({ length }) => length > 2)
  return [...new Set(parted.map((parts) => parts.slice(0, parts[1] === "control" ? 3 : 2).join("/")))]
}
