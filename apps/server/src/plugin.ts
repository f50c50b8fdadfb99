/** The store as a Fastify plugin, for those who have a server: `app.register(bottega, { storage: "sqlite", location })`. */
import { defaultKeep, type RetentionDays } from "@bottega/domain/contract"
import { policies as specified } from "@bottega/domain/throttle"
import {
  allCollections,
  digest,
  makeService,
  type Service,
  supervise,
  type WorkerReport,
  workersOf
} from "@bottega/service"
import { convertDocuments } from "@bottega/service/maintenance"
import { type Adapter, Storage } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Effect, Layer, ManagedRuntime, Result } from "effect"
import type { FastifyPluginAsync } from "fastify"
import { flags } from "./config/flags.ts"
import { mount } from "./http/mount.ts"
import type { AnswerOptions } from "./http/options.ts"
import { logTo } from "./log/host-log.ts"
import type { Log } from "./log/log.ts"
import { secretsIn } from "./log/redaction.ts"
import { watchStoreFailures } from "./log/store-failures.ts"
import { workersLog } from "./log/workers-log.ts"
import { readiness } from "./pages/readiness.ts"

/** How the store is kept, who operates it, and how it answers. */
export interface BottegaOptions extends AnswerOptions {
  /**
   * `memory`; `sqlite` or `mongo`, with a `location`; or a store that is open already. What the plugin opens it closes with
   * the app, and what was open stays open.
   */
  readonly storage: string | Adapter
  /** Where the store is kept: the path of a file, or a connection string. */
  readonly location?: string
  /** The operator's token, 16 characters at least; without one, the control surface refuses everybody. */
  readonly token?: string
  /** Whether calls are counted and limited; they are, unless this is false. */
  readonly throttle?: boolean
  /** Whether webhooks may go to private addresses; they may not by default. */
  readonly allowPrivateUrls?: boolean
  /** How many days events and movements of stock are kept; 30 and 400 by default. */
  readonly keep?: Partial<RetentionDays>
  /** Whether `/healthz`, `/readyz`, `/metrics`, `/openapi.json` and `/docs` are served too; they are by default. */
  readonly pages?: boolean
}

/** Serves a store within its prefix, with the hooks, the logger and the limits of the server that it is registered on. */
export const bottega: FastifyPluginAsync<BottegaOptions> = async (app, options) => {
  const prefix = app.prefix
  if (/[:*]/.test(prefix)) throw new TypeError(`The prefix ${prefix} has parameters; a store needs a fixed one.`)
  if ((app.initialConfig as { readonly http2?: boolean }).http2)
    throw new TypeError("The store is served over HTTP/1.1; this server is made for HTTP/2.")
  const log = logTo(app.log)
  const store = await openStore(options, log)
  const { metrics } = mount(app, store.service, { ...options, log, ready: store.ready, workers: store.workers })
  // Fastify has answered every request of its connections by now; those of `inject` may still run.
  app.addHook("onClose", async () => {
    for (const end = Date.now() + lastCallsMs; metrics.inFlight > 0 && Date.now() < end; ) await sleep(10)
    await store.close()
  })
}

Object.assign(bottega, { [Symbol.for("plugin-meta")]: { name: "@bottega/server", fastify: "5.x" } })

/** For how long the last calls are waited for before the store is closed. */
const lastCallsMs = 10_000
/** For how long background work is waited for. */
const workersDrainTimeoutMs = 5000
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface OpenStore {
  readonly service: Service
  readonly ready: Effect.Effect<unknown, unknown>
  readonly workers: () => ReadonlyArray<WorkerReport>
  readonly close: () => Promise<void>
}

const openStore = async (options: BottegaOptions, log: Log): Promise<OpenStore> => {
  const { keep, policies = specified, storage, throttle = true, allowPrivateUrls = false } = options
  for (const secret of [options.token ?? "", ...secretsIn(options.location ?? "")]) log.conceal(secret)
  const runtime = ManagedRuntime.make(typeof storage === "string" ? layerOf(storage, options.location) : open(storage))
  const failures = watchStoreFailures(log)
  try {
    const adapter = await runtime.runPromise(Storage)
    await runtime.runPromise(convertDocuments())
    const tokenDigest = options.token === undefined ? undefined : digest(checked(options.token))
    const outcome = { onDefect: log.defect, onUnavailable: failures.report }
    const limits = { policies, throttle, allowPrivateUrls }
    const service = await runtime.runPromise(makeService({ ...limits, tokenDigest, ...outcome }))
    const kept = { policies, keep: { ...defaultKeep, ...keep } }
    const workers = await runtime.runPromise(supervise(workersOf(kept), workersLog(log)))
    const close = async () => {
      await runtime.runPromise(workers.drain(workersDrainTimeoutMs))
      await runtime.runPromise(service.close)
      failures.stop()
      await runtime.dispose()
    }
    const report = () => Effect.runSync(workers.report)
    return { service, ready: readiness(adapter, failures), workers: report, close }
  } catch (error) {
    failures.stop()
    await runtime.dispose()
    throw error
  }
}

const open = (adapter: Adapter) => Layer.succeed(Storage, adapter)

const layerOf = (name: string, location: string | undefined) => {
  const entry = adapters.find((one) => one.name === name)
  if (entry === undefined) throw new TypeError(`storage must be one of ${adapters.map(({ name }) => name).join(", ")}.`)
  if (entry.needs !== "nothing" && location === undefined) throw new TypeError(`storage ${name} needs a location.`)
  return entry.open(location ?? "", allCollections)
}

const checked = (token: string): string => {
  const read = flags.token.read(token)
  if (Result.isFailure(read)) throw new TypeError(`token ${read.failure}.`)
  return token
}
