/**
 * Runs the fuzzer against a server: a number of requests of every operation, valid ones, damaged ones and malformed
 * HTTP, and checks each answer against what every answer must be. Nothing in it names an operation.
 */
import { setTimeout } from "node:timers/promises"
import type { Entry } from "@bottega/domain/contract"
import { Chance } from "@bottega/service/demo"
import { everything } from "../sample.ts"
import { Findings } from "./found.ts"
import { type Ground, Lane } from "./lane.ts"
import { Learned } from "./learned.ts"
import type { Request } from "./request.ts"
import { openStage, type Reached, type Stage } from "./stage.ts"
import { Tally } from "./tally.ts"
import { type Health, Watch } from "./watch.ts"

/** The options of a run. */
export interface FuzzOptions extends Reached {
  readonly requests: number
  /** After `requests`, the run goes on until it has reached this, but not beyond `maxRequests`. */
  readonly reached: (run: Pick<Fuzzed, "tally" | "findings" | "goal">) => boolean
  readonly maxRequests: number
  readonly seed: number
  /** Milliseconds for which the event loop may be blocked. */
  readonly maxHeldMs: number
  /** Requests in progress at once. */
  readonly lanes: number
  /** Requests until another shop is opened. */
  readonly perStage: number
  /** Shows a stage valid calls of these operations, which the run has not learned to call. */
  readonly show: (stage: Stage, entries: ReadonlyArray<Entry>) => Promise<void>
  readonly onProgress?: (done: number, findings: number) => void
}

/** The result of a run. */
export interface Fuzzed {
  readonly tally: Tally
  readonly findings: Findings
  readonly health: Health
  readonly seconds: number
  /** How many 200s each operation should have. */
  readonly goal: number
  /** Requests that were in progress while the event loop was blocked too long. */
  readonly suspects: ReadonlyArray<Request>
  /** Requests in progress when the server ended; empty if it answered to the end. */
  readonly last: ReadonlyArray<Request>
}

/** Runs the fuzzer. */
export const fuzz = async (asked: FuzzOptions): Promise<Fuzzed> => {
  const watch = await Watch.begin(asked.url)
  // A short run spends most of its requests on learning how each operation is called.
  const goal = asked.requests < 10_000 ? 1 : Math.floor(asked.requests / 1000)
  const ground: Ground = {
    ...asked,
    goal,
    watch,
    learned: new Learned(),
    tally: new Tally(),
    findings: new Findings(),
    recent: [],
    latest: [],
    rough: new Set(),
    over: false,
    isDone: () => {
      const { requests } = ground.tally
      return requests >= asked.requests && (requests >= asked.maxRequests || asked.reached(ground))
    }
  }
  const began = performance.now()
  const stages = stagesOf(asked, ground.tally)
  const lanes = Array.from(
    { length: asked.lanes },
    (_, number) => new Lane(ground, new Chance(asked.seed * 1000 + number), stages)
  )
  const watching = watched(ground, asked)
  await Promise.all(lanes.map((lane) => lane.run()))
  const last = ground.gone === true ? ground.latest.toReversed() : []
  ground.over = true
  const suspects = await watching
  return {
    tally: ground.tally,
    findings: ground.findings,
    health: watch.health,
    seconds: (performance.now() - began) / 1000,
    goal,
    suspects,
    last
  }
}

/** Returns the current stage, and opens another one after enough requests, or if that failed. */
const stagesOf = (asked: FuzzOptions, tally: Tally): (() => Promise<Stage>) => {
  let until = 0
  let stage: Promise<Stage> | undefined
  let isFirst = true
  const open = async (): Promise<Stage> => {
    const opened = await openStage(asked)
    if (!isFirst) {
      await asked.show(
        opened,
        everything.filter(({ id }) => tally.times(id, 200) === 0)
      )
    }
    isFirst = false
    return opened
  }
  return () => {
    if (tally.requests >= until) {
      until = tally.requests + asked.perStage
      stage = open()
      // A server that is overloaded for a while refuses to open one. No request is counted until there is one.
      stage.catch(() => (until = 0))
    }
    return stage!
  }
}

/**
 * Reads the server's metrics every second, and remembers the requests in progress when its loop was blocked too long.
 */
const watched = async (ground: Ground, { maxHeldMs, onProgress }: FuzzOptions): Promise<ReadonlyArray<Request>> => {
  const suspects: Array<Request> = []
  while (!ground.over) {
    const held = await ground.watch.held().catch(() => undefined)
    if (held === undefined) {
      ground.gone = true
      ground.over = true
    } else if (held > maxHeldMs)
      suspects.push(...ground.recent.filter(({ ms }) => ms >= held * 0.8).map(({ request }) => request))
    ground.recent.length = 0
    suspects.length = Math.min(suspects.length, 200)
    onProgress?.(ground.tally.requests, ground.findings.all().length)
    for (let waited = 0; waited < 10 && !ground.over; waited++) await setTimeout(100)
  }
  return suspects
}
