/** The store as a Fastify plugin, for those who have a server: `app.register(bottega, { storage: "sqlite", location })`. */
import { contract } from "@bottega/domain/areas"
import { defaultKeep, entries, type RetentionDays } from "@bottega/domain/contract"
import { policies as specified } from "@bottega/domain/throttle"
import {
  allCollections,
  digest,
  makeService,
  recordServed,
  optionRules as rule,
  type Service,
  secretsIn,
  supervise,
  workersOf
} from "@bottega/service"
import { convertDocuments } from "@bottega/service/maintenance"
import { type Adapter, Storage } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Effect, Layer, ManagedRuntime } from "effect"
import type { FastifyPluginAsync, RegisterOptions } from "fastify"
import { flags } from "./config/flags.ts"
import { mailOf } from "./config/mail.ts"
import { readiness } from "./health/readiness.ts"
import { logTo } from "./log/host-log.ts"
import type { Log } from "./log/log.ts"
import { watchStoreFailures } from "./log/store-failures.ts"
import { workersLog } from "./log/workers-log.ts"
import { mount } from "./mount.ts"
import type { AnswerOptions, ServerOptions } from "./options.ts"

/** How the store is kept, who operates it, and how it answers. */
export interface BottegaOptions extends Omit<AnswerOptions, "workbench"> {
  /**
   * `memory`; `sqlite` or `mongo`, with a `location`; or a store that is already open. The plugin closes with the app
   * only a store that it opened.
   */
  readonly storage: string | Adapter
  /** Where the store is kept: the path of a file, or a connection string. */
  readonly location?: string
  /** The operator's token, at least 16 characters; without one, the control surface refuses every call. */
  readonly token?: string
  /** Whether calls are counted and limited; they are, unless this is false. */
  readonly throttle?: boolean
  /** Whether webhooks, real-time endpoints and the `auth_url` of a key set may have private addresses, and http; by default not. */
  readonly allowPrivateUrls?: boolean
  /** How many days events, messages and movements of stock are kept; 30, 90 and 400 by default. */
  readonly keep?: Partial<RetentionDays>
  /** Where mail is sent, and the address that it is from; without it messages are kept and not sent. */
  readonly mail?: { readonly smtpUrl: string; readonly from: string }
  /** Whether `/healthz`, `/readyz`, `/metrics`, `/openapi.json`, `/llms.txt`, `/docs` and `/console` are served; by default they are. */
  readonly pages?: boolean
}

/** Serves a store within its prefix, with the hooks, the logger and the limits of the server that it is registered on. */
export const bottega: FastifyPluginAsync<BottegaOptions> = async (app, options) => {
  const { location, storage } = options
  const needs = adapters.find(({ name }) => name === storage)?.needs ?? "nothing"
  rule.requireOptions(options, rules, needs === "nothing" || location ? [] : [`storage ${storage} needs a location.`])
  const prefix = app.prefix
  if (/[:*]/.test(prefix)) throw new TypeError(`The prefix ${prefix} has parameters; a store needs a fixed one.`)
  if ((app.initialConfig as { readonly http2?: boolean }).http2)
    throw new TypeError("The store is served over HTTP/1.1; this server is made for HTTP/2.")
  const log = logTo(app.log)
  const store = await openStore(options, log)
  const { metrics } = mount(app, store.service, { ...options, log, ...store.shown }).shared
  // By now Fastify has answered every request of its connections; those of `inject` may still run.
  app.addHook("onClose", async () => {
    for (const end = Date.now() + lastCallsMs; metrics.inFlight > 0 && Date.now() < end; ) await sleep(10)
    await store.close()
  })
}

Object.assign(bottega, { [Symbol.for("plugin-meta")]: { name: "@bottega/server", fastify: "5.x" } })

/** How long to wait for the last calls before the store is closed. */
const lastCallsMs = 10_000
/** How long to wait for background work. */
const workersDrainTimeoutMs = 5000
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface OpenStore {
  readonly service: Service
  readonly shown: Pick<ServerOptions, "ready" | "workers" | "backlogs">
  readonly close: () => Promise<void>
}

const openStore = async (options: BottegaOptions, log: Log): Promise<OpenStore> => {
  const { keep, policies = specified, storage, throttle = true, allowPrivateUrls = false } = options
  const mail = options.mail && mailOf(options.mail)
  const secrets = [options.token ?? "", ...secretsIn(options.location ?? ""), mail?.server.password ?? ""]
  for (const secret of secrets) log.conceal(secret)
  const runtime = ManagedRuntime.make(typeof storage === "string" ? layerOf(storage, options.location) : open(storage))
  const failures = watchStoreFailures(log)
  try {
    const adapter = await runtime.runPromise(Storage)
    await runtime.runPromise(convertDocuments())
    // Mails have links to the console. A full store accepts no record, but can still be served.
    const { publicUrl: url } = options
    const recorded = url === undefined ? Effect.void : recordServed({ url, sendsMail: mail !== undefined })
    await runtime.runPromise(Effect.ignore(recorded))
    const tokenDigest = options.token === undefined ? undefined : digest(options.token)
    const outcome = { onDefect: log.defect, onUnavailable: failures.report }
    const limits = { policies, throttle, allowPrivateUrls }
    const service = await runtime.runPromise(makeService({ ...limits, mail, tokenDigest, ...outcome }))
    const kept = { policies, keep: { ...defaultKeep, ...keep }, mail }
    const workers = await runtime.runPromise(supervise(workersOf(kept, service), workersLog(log)))
    const close = async () => {
      await runtime.runPromise(workers.drain(workersDrainTimeoutMs))
      await runtime.runPromise(service.close)
      failures.stop()
      await runtime.dispose()
    }
    const report = () => Effect.runSync(workers.report)
    const shown = { ready: readiness(adapter, failures), workers: report, backlogs: workers.backlogs }
    return { service, shown, close }
  } catch (error) {
    failures.stop()
    await runtime.dispose()
    throw error
  }
}

const open = (adapter: Adapter) => Layer.succeed(Storage, adapter)

const layerOf = (name: string, location: string | undefined) => {
  const entry = adapters.find((one) => one.name === name)!
  return entry.open(location ?? "", allCollections)
}

const isAdapter = (given: unknown) => typeof (given as Adapter | null)?.commit === "function"
const storage = rule.oneOf(...adapters.map(({ name }) => name))

const rules: rule.Rules<BottegaOptions & RegisterOptions> = {
  storage: (given, name) => (isAdapter(given) ? [] : storage(given, name)),
  location: rule.text,
  token: rule.read(flags.token.read),
  throttle: rule.truth,
  allowPrivateUrls: rule.truth,
  keep: rule.keep,
  mail: rule.record({ smtpUrl: rule.read(flags["smtp-url"].read), from: rule.read(flags["mail-from"].read) }, [
    "smtpUrl",
    "from"
  ]),
  pages: rule.truth,
  publicUrl: rule.read(flags["public-url"].read),
  publicHost: rule.read(flags["public-url"].read),
  cors: rule.truth,
  limitHeaders: (given, name) =>
    Array.isArray(given) ? rule.read(flags["limit-header"].read)(given.join(","), name) : [`${name} must be a list.`],
  surface: rule.oneOf(...new Set(entries(contract).map(({ endpoint }) => endpoint.surface))),
  policies: rule.ownPolicies,
  // Fastify's own, which it passes on.
  prefix: rule.anything,
  logLevel: rule.anything,
  logSerializers: rule.anything
}
