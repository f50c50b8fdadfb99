/**
 * Starts a server and ends it: opens the store, finds or makes credentials, listens, and at the end finishes what has
 * begun before it closes the store.
 */
import { rmSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { allCollections, digest, makeService, supervise, workersOf } from "@bottega/service"
import { type Conversion, convertDocuments } from "@bottega/service/maintenance"
import { Storage } from "@bottega/storage"
import { Cause, Effect, Exit, ManagedRuntime } from "effect"
import { type Config, placeOf } from "../config/config.ts"
import { type Credentials, readCredentials, writeWhole } from "../config/credentials.ts"
import type { Log } from "../log/log.ts"
import { secretsIn } from "../log/redaction.ts"
import { watchStoreFailures } from "../log/store-failures.ts"
import { workersLog } from "../log/workers-log.ts"
import { listen, serversOf } from "../own/listeners.ts"
import { makeMetrics } from "../pages/metrics.ts"
import { readiness } from "../pages/readiness.ts"
import { demoOf } from "./demo.ts"
import { formerCredentials, handOut, NotKept } from "./hand-out.ts"
import { NotStarted, orNotStarted } from "./not-started.ts"
import { renewCertificates } from "./renewal.ts"

/** What a start needs beside its configuration. */
export interface StartOptions {
  readonly log: Log
  readonly onProgress?: (done: number, orders: number) => void
  /**
   * Called once, as soon as the start can be ended in order, and gives what ends it. Until then it holds no more than its
   * process does, which may end at any instant.
   */
  readonly ending?: () => AbortSignal
}

/** A server that runs. */
export interface Running {
  readonly url: string
  /** Where the control surface and the metrics are, if not at `url`. */
  readonly controlUrl: string | undefined
  readonly credentials: Credentials
  /**
   * Is not ready from now on and goes on serving for `delay` ms, 0 by default; then takes no new connection, finishes what
   * has begun, within ten seconds, and closes the store.
   */
  readonly stop: (delay?: number) => Promise<void>
}

/** A start was ended before it was complete. */
export class Ended extends Error {}

/** Starts a server; fails with {@link NotStarted}, or with {@link Ended}. */
export const serve = async (config: Config, options: StartOptions): Promise<Running> => {
  const closing: Array<() => unknown> = []
  // What was opened last is closed first.
  const close = async () => {
    for (const one of closing.splice(0).reverse()) await one()
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
    await close()
    throw error
  }
}

const open = async (config: Config, options: StartOptions, closing: Array<() => unknown>) => {
  const { log } = options
  const { readyFile, store } = config
  for (const secret of [config.token ?? "", ...secretsIn(store.location)]) log.conceal(secret)
  if (readyFile !== undefined) rmSync(readyFile, { force: true })
  await orNotStarted("", () => readCredentials(config.credentials))
  const former = await orNotStarted("", () => formerCredentials(config))
  const runtime = ManagedRuntime.make(store.adapter.open(store.location, allCollections))
  closing.push(() => runtime.dispose())
  // A file is opened before signals are handled; until it is open, the process may end at any instant.
  const early = store.adapter.needs === "file" ? undefined : options.ending?.()
  const opened = await runtime.runPromiseExit(Storage, early === undefined ? {} : { signal: early })
  if (early?.aborted) throw new Ended()
  if (Exit.isFailure(opened)) throw new NotStarted(`The store ${placeOf(store)} ${whyNotOpened(opened.cause)}.`)
  const signal = early ?? options.ending?.() ?? new AbortController().signal
  const shaped = await runtime.runPromiseExit(convertDocuments(undefined, logShaping(log)), { signal })
  if (signal.aborted) throw new Ended()
  if (Exit.isFailure(shaped)) throw new NotStarted(`The store ${placeOf(store)} ${whyNotOpened(shaped.cause)}.`)
  const anew = shaped.value.filter(({ documents }) => documents > 0)
  if (anew.length > 0) log.info("shaped", { documents: anew })
  const credentials = await credentialsOf(config, options, { former, runtime, signal })
  log.conceal(credentials.token)
  const failures = watchStoreFailures(log)
  closing.push(failures.stop)
  const outcomes = { onDefect: log.defect, onUnavailable: failures.report }
  const service = await runtime.runPromise(
    makeService({ ...config, tokenDigest: digest(credentials.token), ...outcomes })
  )
  const ready = readiness(opened.value, failures)
  const workers = await runtime.runPromise(supervise(workersOf(config), workersLog(log)))
  const report = () => Effect.runSync(workers.report)
  const shown = { ...demoOf(runtime, config, credentials), ready, metrics: makeMetrics(), workers: report }
  const servers = serversOf(config, service, { ...config, ...shown, log })
  closing.push(() => runtime.runPromise(service.close))
  const drainWorkers = async () => {
    const cutOff = await runtime.runPromise(workers.drain(workersDrainTimeoutMs))
    if (cutOff.length > 0) log.warn("workers cut off", { workers: cutOff })
  }
  closing.push(() => Promise.all([drainWorkers(), ...servers.map(({ server }) => server.drain(drainTimeoutMs))]))
  const [listening = "", controlUrl] = await listen(servers)
  closing.push(renewCertificates(config, servers, log))
  const unready = () => readyFile !== undefined && rmSync(readyFile, { force: true })
  closing.push(unready)
  if (readyFile !== undefined) {
    const text = `${JSON.stringify({ url: listening, controlUrl, ...credentials, pid: process.pid })}\n`
    await orNotStarted(`The ready file ${readyFile} cannot be written: `, () => writeWhole(readyFile, text))
  }
  const url = config.publicUrl ?? listening
  log.info("ready", { url, listening, controlUrl, store: store.adapter.name, shop: credentials.shop })
  const retire = () => {
    for (const { server } of servers) server.retire()
    unready()
  }
  return { url, controlUrl, credentials, retire }
}

/** Within this time what has begun must end. */
const drainTimeoutMs = 10_000
/** Less for background work, which then still has a second in which to be interrupted. */
const workersDrainTimeoutMs = 9000

/** Logs how many documents are in their present shape, if that takes long. */
const logShaping = (log: Log) => {
  let next = performance.now() + betweenLinesMs
  return (brought: Conversion) => {
    if (performance.now() < next) return
    next = performance.now() + betweenLinesMs
    log.info("shaping", brought)
  }
}
const betweenLinesMs = 2000

/** What the credentials of a start depend on beside its configuration. */
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
  const handing = handOut(config, { former, now: Date.now(), onProgress: progress })
  const exit = await runtime.runPromiseExit(handing, { signal })
  if (signal.aborted) throw new Ended()
  if (Exit.isFailure(exit)) {
    const failure = Cause.squash(exit.cause)
    if (failure instanceof NotKept) throw new NotStarted(`${failure.message.replace(/\.$/, "")}.`)
    throw new NotStarted(`The store ${placeOf(config.store)} cannot be prepared: ${reasonOf(exit.cause)}.`)
  }
  if (former !== undefined)
    log.info("credentials taken over", { from: config.formerCredentials, to: config.credentials })
  if (filled >= minOrdersToCollect) await collectGarbage()
  return exit.value
}

/** From so many orders on the collection, which takes 30 ms, pays. */
const minOrdersToCollect = 2000

/** The garbage of filling a store would otherwise slow down the requests of the next minutes. */
const collectGarbage = async (): Promise<void> => {
  const { setFlagsFromString } = await import("node:v8")
  const { runInNewContext } = await import("node:vm")
  setFlagsFromString("--expose-gc")
  // This kind also gives the memory back, which is a quarter of it after 100,000 orders.
  runInNewContext("gc")({ type: "major", execution: "sync", flavor: "last-resort" })
}

const whyNotOpened = (cause: Cause.Cause<unknown>): string => {
  const { reason } = Cause.squash(cause) as { readonly reason?: string }
  if (reason === "full") return "has no room left on its disk"
  if (reason === "busy") return "is locked by another process"
  if (reason === "damaged") return `is damaged: ${reasonOf(cause)}; bottega doctor says more of it`
  return `cannot be opened: ${reasonOf(cause)}`
}

/** The end of a sentence: what the system itself says went wrong. */
const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause) as { readonly cause?: unknown; readonly message?: string }
  const why = failure.cause instanceof Error ? failure.cause.message : failure.message
  return (why ?? String(failure)).replace(/\.$/, "").split("\n", 1)[0]!
}
