/** The server's own pages, which need no credentials: health, readiness, metrics, and the description of the API. */
import { contract } from "@bottega/domain/areas"
import { Overloaded, StorageUnavailable } from "@bottega/domain/contract"
import { type Backlogs, refusalOf, type Service, unavailableIn } from "@bottega/service"
import { Cause, Effect, Exit } from "effect"
import manifest from "../package.json" with { type: "json" }
import { consoleOf } from "./console/console.ts"
import { makeDescription, type Pieces } from "./docs/description.ts"
import { docsOf } from "./docs/docs.ts"
import { referencePaths } from "./docs/paths.ts"
import { backlogLines, readyText, workerLines } from "./health/workers.ts"
import { gradually } from "./http/gradually.ts"
import type { HttpCall } from "./http/http-call.ts"
import { settle } from "./http/settle.ts"
import type { Shared } from "./http/shared.ts"
import type { Shares } from "./http/shares.ts"
import type { Answerer } from "./http/table.ts"
import type { ServerOptions } from "./options.ts"

/** The pages, with the handlers of their calls, by path. */
export type Pages = ReadonlyMap<string, Answerer>

/** The content of the pages. */
interface Shown extends Pick<ServerOptions, "backlogs" | "demoCode" | "demoKeys" | "ready" | "workers"> {
  readonly slow?: Service["slow"]
}

/** Makes the description of the API, and a page of its reference. */
interface Described {
  readonly openapi: () => Promise<Pieces>
  readonly reference: (path: string) => Promise<Pieces>
}

/** The pages of a server. */
export const makePages = (
  shared: Shared,
  {
    backlogs = Effect.succeed({}),
    demoCode,
    demoKeys,
    ready = Effect.void,
    slow = () => [],
    workers = () => []
  }: Shown,
  { openapi, reference }: Described
): Pages => {
  // Counts are shown also while the store does not answer.
  const waiting = Effect.orElseSucceed(Effect.timeout(backlogs, backlogsTimeoutMs), () => ({}))
  const metrics = (queues: Backlogs) =>
    Buffer.from(metricsText(shared) + workerLines(workers(), slow()) + backlogLines(queues))
  return new Map<string, Answerer>([
    ["/healthz", (call) => call.show({ type: json, body: alive })],
    ["/readyz", readyPage(Effect.andThen(ready, waiting), (queues) => readyText(workers(), queues))],
    ["/metrics", metricsPage(waiting, metrics)],
    ["/openapi.json", describing(json, openapi)],
    ...referencePaths(contract).map((path) => [path, describing(markdown, () => reference(path))] as const),
    ...consoleOf(demoCode),
    ...docsOf(demoKeys)
  ])
}

/** Shows the counts. They are made at most once a second; requests in between share them. */
const metricsPage = (waiting: Effect.Effect<Backlogs>, make: (queues: Backlogs) => Buffer): Answerer => {
  let made: { readonly text: Buffer; readonly at: number } | undefined
  let asking: Array<HttpCall> = []
  const show = (call: HttpCall, body: Buffer) => call.attempt(() => call.show({ type: prometheus, body }))
  const showAll = (exit: Exit.Exit<Backlogs>): void => {
    const all = asking
    asking = []
    const text = make(Exit.isSuccess(exit) ? exit.value : {})
    made = { text, at: performance.now() }
    for (const call of all) show(call, text)
  }
  return (call) => {
    if (made !== undefined && performance.now() - made.at < 1000) return show(call, made.text)
    if (asking.push(call) === 1) settle(waiting, showAll)
  }
}

const alive = JSON.stringify({ status: "ok", version: manifest.version })

const describing = (type: string, make: () => Promise<Pieces>): Answerer => {
  const description = makeDescription(make)
  return (call) => {
    description(call.base, call.request.headers["accept-encoding"])
      .then(({ bytes, headers, parts }) => call.stream({ type, bytes, parts, headers }))
      .catch((error) => call.fail(Cause.die(error)))
  }
}

const json = "application/json; charset=utf-8"
const markdown = "text/markdown; charset=utf-8"
const prometheus = "text/plain; version=0.0.4; charset=utf-8"

const metricsText = (shared: Shared): string => shared.metrics.text(gauges(shared))

/** The counts of what is dropped or refused for lack of room, and the current loads. */
const gauges = ({ loads, log }: Shared): Readonly<Record<string, number>> => ({
  bottega_log_lines_dropped: log.dropped(),
  ...Object.fromEntries(
    Object.entries(loads).flatMap(([name, shares]: [string, Shares]) => [
      [`bottega_load_${name}`, shares.taken],
      [`bottega_load_${name}_refused`, shares.refused]
    ])
  )
})

/** The time within which the store must say what waits. */
const backlogsTimeoutMs = 1000

/** The time within which the store must answer. */
const readyTimeoutMs = 2000

/** Answers whether the server is ready. Requests that arrive during a check of the store share its result. */
const readyPage = (ready: Effect.Effect<Backlogs, unknown>, text: (queues: Backlogs) => string): Answerer => {
  const soon = gradually(answersPerTurn)
  let asking: Array<HttpCall> = []
  const answerAll = (exit: Exit.Exit<Backlogs, unknown>): void => {
    const all = asking
    asking = []
    let body: string | undefined
    const answer = (call: HttpCall): void => {
      if (call.shared.state.draining) call.refuse(shuttingDown)
      else if (Exit.isSuccess(exit)) call.show({ type: json, body: (body ??= text(exit.value)) })
      else call.refuse(refusalIn(exit.cause))
    }
    for (const call of all) soon(() => call.attempt(answer))
  }
  return (call) => {
    if (asking.push(call) === 1) settle(Effect.timeout(ready, readyTimeoutMs), answerAll)
  }
}

const shuttingDown = new Overloaded({ message: "The server is shutting down.", retryAfter: 5 })
/** Thousands may wait for a slow check, and must not all be answered in one turn of the event loop. */
const answersPerTurn = 32

const refusalIn = (cause: Cause.Cause<unknown>) => {
  const failure = unavailableIn(cause)
  if (failure !== undefined) return refusalOf(failure)
  return new StorageUnavailable({ message: "The store does not answer.", retryAfter: 2 })
}
