/**
 * Runs the fuzzer on a real server: reports its findings with the smallest request for each, and whether the store is
 * intact and the process ends properly afterwards.
 */
import type { Entry } from "@bottega/domain/contract"
import { subjectOf } from "../areas.ts"
import { reproduced } from "../fuzz/reproduced.ts"
import { type Fuzzed, fuzz } from "../fuzz/run.ts"
import type { Stage } from "../fuzz/stage.ts"
import { type Tally, tableOf } from "../fuzz/tally.ts"
import { everything } from "../sample.ts"
import type { Store } from "../surface.ts"
import type { Place, Server } from "./process.ts"
import { wrongInStore } from "./seen.ts"

/** The length and seed of a run, and its limits. */
export interface FuzzRunOptions {
  readonly requests: number
  readonly seed: number
  /** Milliseconds for which the event loop may be blocked. */
  readonly maxHeldMs: number
  /** MiB of memory that the server may use. */
  readonly maxMemoryMiB: number
  readonly onProgress?: (done: number, findings: number) => void
}

/** The result: figures, and a sentence for each problem. */
export interface FuzzReport {
  readonly line: string
  readonly table: ReadonlyArray<string>
  readonly wrong: ReadonlyArray<string>
}

/** The maximum number of findings for which the smallest request is searched. */
const maxReproduced = 12

/** A short run may need more requests than asked for, until it has learned how each operation is called; at most so many. */
const maxShortRequests = 60_000

/**
 * The operations that the server has, which is not for development. Of requests it keeps the last ones, so the fuzzer's own push out
 * one before it is asked for.
 */
const served = everything.filter(({ endpoint, id }) => !endpoint.workbench && id !== "requests.request")

/** The operations that were answered 200 less often. */
const seldom = (tally: Tally, times: number): ReadonlyArray<Entry> =>
  served.filter(({ id }) => tally.times(id, 200) < times)

/** Runs the fuzzer on a place; `begin` starts a server on it, and restarts one that has ended. */
export const fuzzed = async (
  place: Place,
  begin: () => Promise<Server>,
  asked: FuzzRunOptions
): Promise<FuzzReport> => {
  let server = await begin()
  const { token, url } = server
  const run = await fuzz({
    ...asked,
    url,
    token,
    reached: ({ goal, tally }) => seldom(tally, goal).length === 0,
    maxRequests: Math.max(asked.requests, maxShortRequests),
    lanes: 16,
    perStage: Math.min(4000, Math.ceil(asked.requests / 2)),
    show
  })
  const again = async () => {
    server = await begin()
    return server.url
  }
  const wrong = [
    ...(await reproduced(run, { url, again, maxHeldMs: asked.maxHeldMs, maxReproduced })),
    ...missed(run, asked)
  ]
  const code = await server.stop()
  if (code !== 0) wrong.push(`The server ended with ${code}.`)
  wrong.push(...(await wrongInStore(place)))
  return { line: lineOf(place, run, asked), table: tableOf(run.tally), wrong }
}

const mebibytes = (bytes: number): number => Math.round(bytes / 1024 / 1024)

/** The goals that a run did not reach. */
const missed = ({ goal, health, last, tally }: Fuzzed, { maxMemoryMiB }: FuzzRunOptions): ReadonlyArray<string> => {
  if (last.length > 0) return []
  const peak = mebibytes(health.peak)
  return [
    ...seldom(tally, goal).map(({ id }) => `${id} was answered 200 ${tally.times(id, 200)} times, not ${goal}.`),
    ...(tally.decoded * 3 < tally.asked
      ? [`Only ${tally.decoded} of ${tally.asked} requests got past their parameters.`]
      : []),
    ...(peak > maxMemoryMiB ? [`The server had ${peak} MiB in memory, more than ${maxMemoryMiB}.`] : [])
  ]
}

const lineOf = (
  { adapter }: Place,
  { findings, goal, health, seconds, tally }: Fuzzed,
  { seed }: FuzzRunOptions
): string => {
  const share = Math.round((tally.decoded / tally.asked) * 100)
  return [
    `fuzz: ${adapter.name}, seed ${seed}, ${tally.requests.toLocaleString("en")} requests in ${Math.round(seconds)} s (${Math.round(tally.requests / seconds)} a second)`,
    `${share} % past their parameters, each operation answered 200 at least ${Math.min(...served.map(({ id }) => tally.times(id, 200)))} times (goal ${goal})`,
    `event loop held ${Math.round(health.longest)} ms at most, memory ${mebibytes(health.begin)}, ${mebibytes(health.peak)} at most, ${mebibytes(health.now)} MiB at the end`,
    `${findings.all().length} findings`
  ].join("; ")
}

/** Makes what these operations need, as their areas' suites do. What needs more than a shop and clients is left to the fuzzer. */
const show = async ({ clients, shown }: Stage, entries: ReadonlyArray<Entry>): Promise<void> => {
  // The server does its background work by itself, and a stage's shop has every module.
  const store = { ...clients, work: async () => undefined, withShop: async () => store } as unknown as Store
  for (const entry of entries) {
    const made = Promise.resolve().then(() => subjectOf(entry).given(store))
    const parameters = await made.catch(() => undefined)
    if (parameters !== undefined) shown.set(entry.id, { ...parameters })
  }
}
