/** Reproduces each finding of a run with the smallest request that shows it, and reports it in sentences. */
import { setTimeout } from "node:timers/promises"
import { pathOf } from "@bottega/domain/contract"
import { everything } from "../sample.ts"
import { Connection, type Outcome } from "./connection.ts"
import { type Finding, kindOf } from "./found.ts"
import { judged } from "./judged.ts"
import { type Request, send, shown } from "./request.ts"
import type { Fuzzed } from "./run.ts"
import { type Shows, smallest } from "./smallest.ts"
import { Watch } from "./watch.ts"

/** Where findings are reproduced. */
export interface Again {
  readonly url: string
  /** Restarts a server that has ended, and returns its address. */
  readonly again: () => Promise<string>
  readonly maxHeldMs: number
  /** The maximum number of findings that are reproduced; the others are only reported. */
  readonly maxReproduced: number
}

/** A sentence for each finding of a run, with the smallest request for it. */
export const reproduced = async (run: Fuzzed, where: Again): Promise<Array<string>> => {
  if (run.last.length > 0)
    return [...run.findings.all().map((finding) => sentenceOf(finding, undefined)), await ending(run.last, where)]
  const wrong: Array<string> = []
  const until = Date.now() + maxTotalMs
  for (const [at, finding] of run.findings.all().entries()) {
    const tried = at < where.maxReproduced && Date.now() < until
    wrong.push(
      sentenceOf(
        finding,
        tried ? await smallest(finding.request, showing(finding, where.url), until) : undefined,
        tried
      )
    )
  }
  return [...wrong, ...(await holding(run, where))]
}

const sentenceOf = ({ names, request, times, what }: Finding, least: Request | undefined, tried = false): string => {
  const how =
    least === undefined
      ? tried
        ? "which did not show it again alone"
        : "as it was sent"
      : "the smallest that shows it"
  return `${[...names].slice(0, 5).join(", ")}${names.size > 5 ? `, ${names.size - 5} more` : ""}: ${what} (${times} times; ${how})\n    ${shown(least ?? request)}`
}

/** Milliseconds to wait for an answer; malformed HTTP may never get one. */
const timeoutMs = { raw: 2000, whole: 10_000 }
/** Milliseconds after which the remaining findings are reported with the request as it was sent. */
const maxTotalMs = 90_000

/** Sends a request on a connection of its own. */
const once = async (url: string, request: Request): Promise<Outcome> => {
  const connection = new Connection(url)
  const outcome = await Promise.race([
    send(connection, request),
    setTimeout(request.raw === undefined ? timeoutMs.whole : timeoutMs.raw, { none: "timeout" })
  ])
  connection.close()
  return outcome
}

const showing =
  ({ request: { name }, what }: Finding, url: string): Shows =>
  async (request) => {
    const outcome = await once(url, request)
    if ("none" in outcome) return what.startsWith("It has no answer")
    const entry = everything.find(({ id }) => id === name)
    const operation =
      entry === undefined || request.method !== entry.endpoint.method
        ? undefined
        : `${request.method} ${pathOf(entry.endpoint)}`
    const display = entry === undefined
    const stage = { secrets: new Set<string>(), foreign: () => [] } as never
    const found = judged(outcome, {
      request,
      sent: "",
      stage,
      display,
      thorough: true,
      ...(operation && { operation })
    })
    return found.some((one) => kindOf(one) === kindOf(what))
  }

/** The requests that block the event loop too long even alone on an idle server. */
const holding = async ({ health, suspects }: Fuzzed, { maxHeldMs, url }: Again): Promise<ReadonlyArray<string>> => {
  const watch = await Watch.begin(url)
  const holds: Shows = async (request) => {
    await watch.held()
    await once(url, request)
    await setTimeout(100)
    return (await watch.held()) > maxHeldMs
  }
  // A busy machine may hold any process up during one of so many tries, whatever was sent.
  const shows: Shows = async (request) => (await holds(request)) && (await holds(request))
  const until = Date.now() + maxTotalMs
  for (const suspect of suspects.slice(0, 60)) {
    const least = await smallest(suspect, shows, until, 40)
    if (least !== undefined)
      return [
        `${suspect.name}: It holds the event loop for more than ${maxHeldMs} ms (the smallest that shows it)\n    ${shown(least)}`
      ]
  }
  return health.longest > 10 * maxHeldMs
    ? [`The event loop was held for ${Math.round(health.longest)} ms, and no request alone shows it again.`]
    : []
}

/** The request that ends the server, among those that were in progress when it ended. */
const ending = async (last: ReadonlyArray<Request>, { again }: Again): Promise<string> => {
  let url: string | undefined
  const shows: Shows = async (request) => {
    url ??= await again()
    await once(url, request)
    await setTimeout(100)
    const alive = await Watch.begin(url).then(
      () => true,
      () => false
    )
    if (!alive) url = undefined
    return !alive
  }
  for (const request of last) {
    const least = await smallest(request, shows, Date.now() + maxTotalMs, 60)
    if (least !== undefined)
      return `${request.name}: It ends the server (the smallest that shows it)\n    ${shown(least)}`
  }
  return `The server ended, and none of these alone ends it:\n    ${last.map(shown).join("\n    ")}`
}
