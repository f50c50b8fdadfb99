/** The pages that the server shows of itself; they need no credentials: whether it lives, whether it is ready, its counts, its API. */
import { Overloaded, StorageUnavailable } from "@bottega/domain/contract"
import { refusalOf, unavailableIn } from "@bottega/service"
import { Cause, Effect, Exit } from "effect"
import manifest from "../../package.json" with { type: "json" }
import type { Answerer } from "../http/arrival.ts"
import type { HttpCall } from "../http/http-call.ts"
import type { ServerOptions } from "../http/options.ts"
import { settle } from "../http/settle.ts"
import type { Shared } from "../http/shared.ts"
import type { Shares } from "../http/shares.ts"
import { makeDescription, type Pieces } from "./description.ts"
import { type Asset, answerAsset } from "./docs/asset.ts"
import { docsOf } from "./docs/docs.ts"
import { readyText, workerLines } from "./workers.ts"

/** The pages, and what answers calls of them, by their paths. */
export type Pages = ReadonlyMap<string, Answerer>

/** What is answered even by a server that has no room: whoever watches over it would else end it for being busy. */
export const vital = "/healthz"

/** The pages of a server; `openapi` makes the description of its API. */
export const makePages = (
  shared: Shared,
  { demoKeys, ready = Effect.void, workers = () => [] }: Pick<ServerOptions, "demoKeys" | "ready" | "workers">,
  openapi: () => Promise<Pieces>
): Pages => {
  const description = makeDescription(openapi)
  return new Map<string, Answerer>([
    [vital, (call) => call.show({ type: json, body: alive })],
    ["/readyz", (call) => answerReady(call, ready, () => readyText(workers()))],
    ["/metrics", (call) => call.show({ type: prometheus, body: metricsText(shared) + workerLines(workers()) })],
    ["/openapi.json", (call) => show(call, () => description(call.base))],
    ...docsOf(demoKeys)
  ])
}

const alive = JSON.stringify({ status: "ok", version: manifest.version })

const show = (call: HttpCall, load: () => Promise<Asset>): void => {
  load()
    .then((asset) => answerAsset(call, asset))
    .catch((error) => call.fail(Cause.die(error)))
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

/** Within this time the store must answer. */
const readyTimeoutMs = 2000

const answerReady = (call: HttpCall, ready: Effect.Effect<unknown, unknown>, text: () => string): void => {
  settle(Effect.timeout(ready, readyTimeoutMs), (exit) => {
    if (call.shared.state.draining)
      call.refuse(new Overloaded({ message: "The server is shutting down.", retryAfter: 5 }))
    else if (Exit.isSuccess(exit)) call.show({ type: json, body: text() })
    else call.refuse(refusalIn(exit.cause))
  })
}

const refusalIn = (cause: Cause.Cause<unknown>) => {
  const failure = unavailableIn(cause)
  if (failure !== undefined) return refusalOf(failure)
  return new StorageUnavailable({ message: "The store does not answer.", retryAfter: 2 })
}
