/**
 * Starts and ends a server: opens the store, finds or makes credentials, listens, and at the end finishes requests in
 * progress before it closes the store.
 */
import { setTimeout as sleep } from "node:timers/promises"
import {
  allCollections,
  begun,
  begunWith,
  digest,
  makeService,
  recordServed,
  secretsIn,
  seedIds,
  signInAddress,
  supervise,
  workersOf
} from "@bottega/service"
import { type Conversion, convertDocuments } from "@bottega/service/maintenance"
import { Storage } from "@bottega/storage"
import type { UpgradeProgress } from "@bottega/storage/adapters"
import { Cause, Effect, Exit, ManagedRuntime } from "effect"
import { type Config, placeOf } from "../config/config.ts"
import { type Credentials, readCredentials, writeWhole } from "../config/credentials.ts"
import { makeMetrics } from "../health/metrics.ts"
import { readiness } from "../health/readiness.ts"
import { seedRequestIds } from "../http/request-id.ts"
import type { Log } from "../log/log.ts"
import { watchStoreFailures } from "../log/store-failures.ts"
import { workersLog } from "../log/workers-log.ts"
import { demoOf } from "./demo.ts"
import { checkSeed, formerCredentials, handOut, NotKept } from "./hand-out.ts"
import { collectAll, collectWhenIdle } from "./heap.ts"
import { listen, type Placed, serversOf } from "./listeners.ts"
import { NotStarted, orNotStarted } from "./not-started.ts"
import { removeFormer, removeReady } from "./ready-file.ts"
import { recordCalls } from "./recording.ts"
import { renewCertificates } from "./renewal.ts"

/** What a start needs besides its configuration. */
export interface StartOptions {
  readonly log: Log
  readonly onProgress?: (done: number, orders: number) => void
  /** Called with the bytes of uploads that went to the disk. */
  readonly kept?: (bytes: number) => void
  /**
   * Called once with the function that ends the start, as soon as it can be ended gracefully. Before that, the process
   * may end at any instant.
   */
  readonly ending?: () => AbortSignal
}

/** A running server. */
export interface Running {
  readonly url: string
  /** The address of the control surface and the metrics, if it is not `url`. */
  readonly controlUrl: string | undefined
  readonly credentials: Credentials
  /** The address that signs in as the operator, once and within ten minutes; made at each call. */
  readonly signIn: () => Promise<string | undefined>
  /** Starts to use a replaced certificate. */
  readonly renew: () => void
  /**
   * Becomes unready and goes on serving for `delay` ms, 0 by default. Then accepts no new connections, finishes
   * requests in progress within ten seconds, and closes the store.
   */
  readonly stop: (delay?: number) => Promise<void>
}

/** A start was ended before it was complete. */
export class Ended extends Error {}

/** Starts a server; fails with {@link NotStarted}, or with {@link Ended}. */
export const serve = async (config: Config, options: StartOptions): Promise<Running> => {
  const closing: Array<() => unknown> = []
  // Resources are closed in reverse order, each of them even if another one cannot be closed.
  const close = async () => {
    const failures: Array<unknown> = []
    for (const one of closing.splice(0).reverse()) {
      try {
        await one()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
  try {
    const { retire, ...running } = await open(config, options, closing)
    const stop = async (delay = 0) => {
      retire()
      await sleep(delay)
      await close()
      options.log.info("stopped")
    }
    return { ...running, stop }
  } catch (error) {
    // Why it did not start says more.
    await close().catch(() => {})
    throw error
  }
}

const open = async (config: Config, options: StartOptions, closing: Array<() => unknown>) => {
  const { log } = options
  const { randomSeed, readyFile, seed, store } = config
  if (randomSeed !== undefined) {
    seedIds(randomSeed)
    seedRequestIds(randomSeed)
  }
  const secrets = [config.token ?? "", ...secretsIn(store.location), config.mail?.server.password ?? ""]
  for (const secret of secrets) log.conceal(secret)
  let putBack: (() => Promise<void>) | undefined
  closing.push(() => putBack?.())
  if (readyFile !== undefined)
    putBack = await orNotStarted(`The ready file ${readyFile} cannot be replaced: `, () => removeFormer(readyFile))
  await orNotStarted("", () => readCredentials(config.credentials))
  const former = await orNotStarted("", () => formerCredentials(config))
  if (seed !== undefined) await orNotStarted(`The shop in ${seed} cannot be opened: `, () => checkSeed(seed))
  const upgrade = logUpgrade(log)
  const opening = { waitMs: config.waitMs, onUpgrade: upgrade.step }
  const runtime = ManagedRuntime.make(store.adapter.open(store.location, allCollections, opening))
  closing.push(() => runtime.dispose())
  // A file is opened before signals are handled; until it is open, the process may end at any instant.
  const early = store.adapter.needs === "file" ? undefined : options.ending?.()
  const opened = await runtime.runPromiseExit(Storage, early === undefined ? {} : { signal: early })
  if (early?.aborted) throw new Ended()
  if (Exit.isFailure(opened)) throw new NotStarted(`The store ${placeOf(store)} ${whyNotOpened(opened.cause)}.`)
  upgrade.end()
  const signal = early ?? options.ending?.() ?? new AbortController().signal
  const shaped = await runtime.runPromiseExit(convertDocuments(undefined, logShaping(log)), { signal })
  if (signal.aborted) throw new Ended()
  if (Exit.isFailure(shaped)) throw new NotStarted(`The store ${placeOf(store)} ${whyNotOpened(shaped.cause)}.`)
  const reshaped = shaped.value.filter(({ documents }) => documents > 0)
  if (reshaped.length > 0) log.info("shaped", { documents: reshaped })
  const credentials = await credentialsOf(config, options, { former, runtime, signal })
  log.conceal(credentials.token)
  const failures = watchStoreFailures(log)
  closing.push(failures.stop)
  const outcomes = { onDefect: log.defect, onUnavailable: failures.report }
  const service = await runtime.runPromise(
    makeService({ ...config, tokenDigest: digest(credentials.token), ...outcomes })
  )
  closing.push(() => runtime.runPromise(service.close))
  let url = config.publicUrl ?? ""
  const recording = await recordCalls(config, service, log, () => url)
  closing.push(recording.close)
  const ready = readiness(opened.value, failures)
  // It is taken before anyone is served. A shop that is too large for snapshots has none, and a full store takes none.
  if (service.clock !== undefined && credentials.shop !== null)
    await runtime.runPromise(Effect.ignore(service.clock.shift(begun(credentials.shop))))
  const workers = await runtime.runPromise(supervise(workersOf(config, service), workersLog(log)))
  let servers: ReadonlyArray<Placed> = []
  const drainWorkers = async () => {
    const cutOff = await runtime.runPromise(workers.drain(workersDrainTimeoutMs))
    if (cutOff.length > 0) log.warn("workers cut off", { workers: cutOff })
  }
  // Before anything else can fail: workers that nobody ends would outlive the store, and keep the process alive.
  closing.push(() => Promise.all([drainWorkers(), ...servers.map(({ server }) => server.drain(drainTimeoutMs))]))
  if (service.clock !== undefined) service.clock.idle = workers.idle
  const report = () => Effect.runSync(workers.report)
  const shown = { ...demoOf(runtime, service, config, credentials), ready, metrics: makeMetrics() }
  const work = { workers: report, backlogs: workers.backlogs }
  const kept = options.kept === undefined ? {} : { kept: options.kept }
  servers = serversOf(config, service, { ...config, ...shown, ...work, ...kept, log })
  const [listening = "", controlUrl] = await listen(servers)
  url = config.publicUrl ?? listening
  // A start that cannot listen may be a second one of the server that writes the file.
  await recording.begin()
  const certificates = renewCertificates(config, servers, log)
  closing.push(certificates.stop)
  const text = `${JSON.stringify({ url: listening, controlUrl, ...credentials, pid: process.pid })}\n`
  const unready = () => {
    if (readyFile !== undefined) removeReady(readyFile, text, log)
  }
  closing.push(unready)
  if (readyFile !== undefined) {
    await orNotStarted(`The ready file ${readyFile} cannot be written: `, () => writeWhole(readyFile, text))
    putBack = undefined
  }
  // A full store accepts no record, but can still be served.
  await runtime.runPromise(Effect.ignore(recordServed({ url, controlUrl, sendsMail: config.mail !== undefined })))
  closing.push(collectWhenIdle(() => shown.metrics.inFlight === 0))
  log.info("ready", { url, listening, controlUrl, store: store.adapter.name, shop: credentials.shop })
  const retire = () => {
    for (const { server } of servers) server.retire()
    unready()
  }
  const signIn = () => runtime.runPromise(signInAddress(service, controlUrl ?? url, credentials.token))
  return { url, controlUrl, credentials, signIn, retire, renew: certificates.look }
}

/** The time within which requests in progress must end. */
const drainTimeoutMs = 10_000
/** Less for background work, which then still has a second in which to be interrupted. */
const workersDrainTimeoutMs = 9000

/** Logs the progress of converting documents, if that takes long. */
const logShaping = (log: Log) => {
  const isDue = everyLine()
  return (brought: Conversion) => isDue() && log.info("shaping", brought)
}

/** Logs the beginning, the progress and the end of an upgrade. */
const logUpgrade = (log: Log) => {
  let begun: number | undefined
  let isDue = () => true
  return {
    step: (progress: UpgradeProgress) => {
      if (begun !== undefined && !isDue()) return
      if (begun === undefined) isDue = everyLine()
      begun ??= performance.now()
      log.info("upgrading", { ...progress })
      // Until the store is open, a signal ends the process without writing out its log.
      log.flush()
    },
    end: () => begun !== undefined && log.info("upgraded", { ms: Math.round(performance.now() - begun) })
  }
}

/** True every two seconds, at first after two. */
const everyLine = (): (() => boolean) => {
  let next = performance.now() + betweenLinesMs
  return () => {
    if (performance.now() < next) return false
    next = performance.now() + betweenLinesMs
    return true
  }
}
const betweenLinesMs = 2000

/** What the credentials of a start depend on besides its configuration. */
interface Known {
  readonly former: Awaited<ReturnType<typeof formerCredentials>>
  readonly runtime: ManagedRuntime.ManagedRuntime<Storage, unknown>
  readonly signal: AbortSignal
}

const credentialsOf = async (
  config: Config,
  { log, onProgress = () => {} }: StartOptions,
  { former, runtime, signal }: Known
): Promise<Credentials> => {
  let filled = 0
  const progress = (done: number, orders: number) => {
    filled = orders
    onProgress(done, orders)
  }
  const now = config.beginning?.atMs ?? Date.now()
  const handing = begunWith(config.beginning, handOut(config, { former, now, onProgress: progress }))
  const exit = await runtime.runPromiseExit(handing, { signal })
  if (signal.aborted) throw new Ended()
  if (Exit.isFailure(exit)) {
    const failure = Cause.squash(exit.cause)
    if (failure instanceof NotKept) throw new NotStarted(`${failure.message.replace(/\.$/, "")}.`)
    throw new NotStarted(`The store ${placeOf(config.store)} cannot be prepared: ${reasonOf(exit.cause)}.`)
  }
  if (former !== undefined)
    log.info("credentials taken over", { from: config.formerCredentials, to: config.credentials })
  if (filled >= minOrdersToCollect) collectAll()
  return exit.value
}

/** The number of orders from which a collection before the first request pays off: the garbage would slow down the next minutes. */
const minOrdersToCollect = 2000

const whyNotOpened = (cause: Cause.Cause<unknown>): string => {
  const { reason } = Cause.squash(cause) as { readonly reason?: string }
  if (reason === "full") return "has no room left on its disk"
  if (reason === "damaged") return `is damaged: ${reasonOf(cause)}; bottega doctor reports the details`
  return `cannot be opened: ${reasonOf(cause)}`
}

/** The end of a sentence: the system's own description of the failure. */
const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause) as { readonly cause?: unknown; readonly message?: string }
  const why = failure.cause instanceof Error ? failure.cause.message : failure.message
  return (why ?? String(failure)).replace(/\.$/, "").split("\n", 1)[0]!
}
