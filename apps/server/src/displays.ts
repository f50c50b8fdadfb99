/** What the server shows of itself and needs no credentials: whether it lives, whether it is ready, its counts, its API. */
import { InternalError, Overloaded, StorageUnavailable } from "@bottega/domain/contract"
import { refusalOf, unavailableIn } from "@bottega/service"
import { Cause, Effect, Exit } from "effect"
import type { Answerer } from "./arrival.ts"
import { type DocsFile, docs } from "./docs.ts"
import { kept } from "./kept.ts"
import type { ServerOptions } from "./options.ts"
import { settle } from "./settle.ts"
import type { Shares } from "./shares.ts"
import type { Display, Shared, Visit } from "./visit.ts"
import { readyText, workerLines } from "./workers.ts"

/** The displays, and what answers their visits, by their paths. */
export type Displays = ReadonlyMap<string, Answerer>

/** What is answered even by a server that has no room: whoever watches over it would else end it for being busy. */
export const vital = "/healthz"

/** The displays of a server; `openapi` describes the API. */
export const makeDisplays = (
  shared: Shared,
  { ready = Effect.void, workers = () => [] }: Pick<ServerOptions, "ready" | "workers">,
  openapi: () => Promise<string>
): Displays => {
  const document = kept(async (): Promise<Display> => ({ type: json, body: Buffer.from(await openapi()) }))
  return new Map<string, Answerer>([
    [vital, (visit) => visit.show({ type: json, body: '{"status":"ok"}' })],
    ["/readyz", (visit) => answerReady(visit, ready, () => readyText(workers()))],
    ["/metrics", (visit) => visit.show({ type: prometheus, body: metricsText(shared) + workerLines(workers()) })],
    ["/openapi.json", (visit) => show(visit, document)],
    ...docs.map(({ load, path }: DocsFile) => [path, (visit: Visit) => show(visit, load)] as const)
  ])
}

const show = (visit: Visit, load: () => Promise<Display>): void => {
  load()
    .then((display) => visit.show(display))
    .catch((error) => {
      visit.shared.log.defect(Cause.die(error), visit.requestId)
      visit.refuse(new InternalError({ message: "It could not be made; the request id finds the reason in the log." }))
    })
}

const json = "application/json; charset=utf-8"
const prometheus = "text/plain; version=0.0.4; charset=utf-8"

const metricsText = (shared: Shared): string => shared.metrics.text(gauges(shared))

/** What is dropped or refused for want of room, and how much of each load there is. */
const gauges = ({ loads, log }: Shared): Readonly<Record<string, number>> => ({
  bottega_log_lines_dropped: log.dropped(),
  ...Object.fromEntries(
    Object.entries(loads).flatMap(([name, shares]: [string, Shares]) => [
      [`bottega_load_${name}`, shares.taken],
      [`bottega_load_${name}_refused`, shares.refused]
    ])
  )
})

/** Milliseconds within which the store must answer. */
const patience = 2000

const answerReady = (visit: Visit, ready: Effect.Effect<unknown, unknown>, text: () => string): void => {
  settle(Effect.timeout(ready, patience), (exit) => {
    if (visit.shared.draining) visit.refuse(new Overloaded({ message: "The server is shutting down.", retryAfter: 5 }))
    else if (Exit.isSuccess(exit)) visit.show({ type: json, body: text() })
    else visit.refuse(refusalIn(exit.cause))
  })
}

const refusalIn = (cause: Cause.Cause<unknown>) => {
  const failure = unavailableIn(cause)
  if (failure !== undefined) return refusalOf(failure)
  return new StorageUnavailable({ message: "The store does not answer.", retryAfter: 2 })
}
