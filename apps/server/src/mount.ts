/** Mounts a service on a Fastify instance: its operations, its pages, and its answers to unknown paths and methods. */
import type { IncomingMessage } from "node:http"
import { contract } from "@bottega/domain/areas"
import type { Service } from "@bottega/service"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { guideAt } from "./docs/paths.ts"
import { makeMetrics } from "./health/metrics.ts"
import { type Addressed, givenAddressOf } from "./http/address.ts"
import { type Again, againOf } from "./http/again.ts"
import { type Arrivals, arriveUnrouted } from "./http/arrival.ts"
import { type ContinueRequests, noContinueRequests } from "./http/continue.ts"
import { makeLoads } from "./http/loads.ts"
import { makeGuard } from "./http/overload.ts"
import { requestIdOf } from "./http/request-id.ts"
import { addRoutes, type Matched } from "./http/routes.ts"
import type { ServerState, Shared } from "./http/shared.ts"
import { isServed, isShown } from "./http/surface.ts"
import { type Answerer, type Table, tableOf } from "./http/table.ts"
import { answerUnrouted } from "./http/unrouted.ts"
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
  const table = tableOf({ metrics, prefix, operations: service.operations, pages })
  const unrouted = {
    counts: metrics.route("", ""),
    answer: (call) => answerUnrouted(call, table)
  } as const satisfies Arrivals["unrouted"]
  const arrivals: Arrivals = {
    shared,
    guard,
    table,
    service,
    whyMalformed: owner?.whyMalformed ?? wellFormed,
    unrouted
  }
  const matched =
    owner === undefined ? matchedBeside(app, table, prefix) : [{ url: "/*", methods: app.supportedMethods }]
  addRoutes({ ...arrivals, app, service, continueRequests: owner?.continueRequests ?? noContinueRequests }, matched)
  // Fastify's router refuses the methods that it does not know.
  if (owner !== undefined) app.setNotFoundHandler((request, reply) => arriveUnrouted(arrivals, request, reply))
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

/**
 * What of the paths of somebody else's server is ours: each path of the table, because plugins show and count routes by their paths,
 * and all that is below the first parts of those paths. Other paths of the server are not touched.
 */
const matchedBeside = (app: FastifyInstance, table: Table, prefix: string): ReadonlyArray<Matched> => {
  const all = app.supportedMethods
  const paths = [...table].map(([path, methods]) => ({ url: path.slice(prefix.length), methods: [...methods.keys()] }))
  const tops = topsOf(paths.map(({ url }) => url))
  const isBelow = (url: string) => tops.some((top) => url.startsWith(`${top}/`))
  return [
    ...paths.map(({ methods, url }) => ({ url, methods: isBelow(url) ? methods : all })),
    ...tops.map((top) => ({ url: `${top}/*`, methods: all }))
  ]
}

/** `/v1.1`, `/control/v1` and `/docs`: what stands before the pages and operations of paths with several parts. */
const topsOf = (paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const parted = paths.map((path) => path.split("/")).filter(({ length }) => length > 2)
  return [...new Set(parted.map((parts) => parts.slice(0, parts[1] === "control" ? 3 : 2).join("/")))]
}
