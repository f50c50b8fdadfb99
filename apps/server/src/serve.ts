/**
 * Starts a server and ends it: opens the store, finds or makes credentials, listens, and at the end finishes what has
 * begun before it closes the store.
 */
import { rmSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { allCollections, digest, makeService, type SuperviseOptions, supervise, workersOf } from "@bottega/service"
import { type Brought, brought } from "@bottega/service/maintenance"
import { Storage } from "@bottega/storage"
import { Cause, Effect, Exit, ManagedRuntime } from "effect"
import { type Config, placeOf } from "./config.ts"
import { type Credentials, readCredentials, writeWhole } from "./credentials.ts"
import { formerCredentials, handOut, NotKept } from "./hand-out.ts"
import { listen, serversOf } from "./listeners.ts"
import type { Log } from "./log.ts"
import { makeMetrics } from "./metrics.ts"
import { NotStarted, orNotStarted } from "./not-started.ts"
import { readiness } from "./readiness.ts"
import { secretsIn } from "./redaction.ts"
import { makeTroubles } from "./troubles.ts"

/** What a start needs beside its configuration. */
export interface Surroundings {
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

/** A start was told to end before it was through. */
export class Ended extends Error {}

/** Starts a server; fails with {@link NotStarted}, or with {@link Ended}. */
export const serve = async (config: Config, surroundings: Surroundings): Promise<Running> => {
  const closing: Array<() => unknown> = []
  // What was opened last is closed first.
  const close = async () => {
    for (const one of closing.splice(0).reverse()) await one()
  }
  try {
    const { retire, ...running } = await open(config, surroundings, closing)
    const stop = async (delay = 0) => {
      retire()
      await sleep(delay)
      await close()
      surroundings.log.info("stopped")
    }
    return { ...running, stop }
  } catch (error) {
    await close()
    throw error
  }
}

const open = async (config: Config, surroundings: Surroundings, closing: Array<() => unknown>) => {
  const { log } = surroundings
  const { readyFile, store } = config
  for (const secret of [config.token ?? "", ...secretsIn(store.location)]) log.conceal(secret)
  if (readyFile !== undefined) rmSync(readyFile, { force: true })
  await orNotStarted("", () => readCredentials(config.credentials))
  const former = await orNotStarted("", () => formerCredentials(config))
  const runtime = ManagedRuntime.make(store.adapter.open(store.location, allCollections))
  closing.push(() => runtime.dispose())
  // A file is opened before any signal is heard; what is not open bears that the process ends there and then.
  const early = store.adapter.needs === "file" ? undefined : surroundings.ending?.()
  const opened = await runtime.runPromiseExit(Storage, early === undefined ? {} : { signal: early })
  if (early?.aborted) throw new Ended()
  if (Exit.isFailure(opened)) throw new NotStarted(`The store ${placeOf(store)} ${whyNotOpened(opened.cause)}.`)
  const signal = early ?? surroundings.ending?.() ?? new AbortController().signal
  const shaped = await runtime.runPromiseExit(brought(undefined, telling(log)), { signal })
  if (signal.aborted) throw new Ended()
  if (Exit.isFailure(shaped)) throw new NotStarted(`The store ${placeOf(store)} ${whyNotOpened(shaped.cause)}.`)
  const anew = shaped.value.filter(({ documents }) => documents > 0)
  if (anew.length > 0) log.info("shaped", { documents: anew })
  const credentials = await credentialsOf(config, surroundings, { former, runtime, signal })
  log.conceal(credentials.token)
  const troubles = makeTroubles(log)
  closing.push(troubles.stop)
  const told = { onDefect: log.defect, onUnavailable: troubles.report }
  const service = await runtime.runPromise(makeService({ ...config, tokenDigest: digest(credentials.token), ...told }))
  const ready = readiness(opened.value, troubles)
  const workers = await runtime.runPromise(supervise(workersOf(config), workersLog(log)))
  const shown = { ready, metrics: makeMetrics(), workers: () => Effect.runSync(workers.report) }
  const servers = serversOf(config, service, { ...config, ...shown, log })
  closing.push(() => runtime.runPromise(service.close))
  const drainWorkers = async () => {
    const cutOff = await runtime.runPromise(workers.drain(workersMs))
    if (cutOff.length > 0) log.warn("workers cut off", { workers: cutOff })
  }
  closing.push(() => Promise.all([drainWorkers(), ...servers.map(({ server }) => server.drain(patience))]))
  const [listening = "", controlUrl] = await listen(servers)
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

const workersLog = (log: Log): SuperviseOptions => ({
  onFailure: (cause, worker) => log.error("worker failed", { worker, cause: Cause.pretty(cause).slice(0, 16_000) }),
  onRecovery: (worker, failures) => log.info("worker recovered", { worker, failures })
})

/** Milliseconds that what has begun has to end. */
const patience = 10_000
/** Less for background work, which then still has a second in which to be interrupted. */
const workersMs = 9000

/** Logs how far documents are brought to their shape, where that takes long. */
const telling = (log: Log) => {
  let next = performance.now() + between
  return (brought: Brought) => {
    if (performance.now() < next) return
    next = performance.now() + between
    log.info("shaping", brought)
  }
}
const between = 2000

/** What the credentials of a start depend on beside its configuration. */
interface Known {
  readonly former: Awaited<ReturnType<typeof formerCredentials>>
  readonly runtime: ManagedRuntime.ManagedRuntime<Storage, unknown>
  readonly signal: AbortSignal
}

const credentialsOf = async (
  config: Config,
  { log, onProgress = () => {} }: Surroundings,
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
  if (filled >= worthCollecting) await collectGarbage()
  return exit.value
}

/** Orders of a fill from which on the collection pays: it takes 30 ms of a start. */
const worthCollecting = 2000

/** What filling a store leaves behind would otherwise be carried along by every request of the next minutes. */
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
