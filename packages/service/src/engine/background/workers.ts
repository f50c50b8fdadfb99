/**
 * The supervisor of background work. Every process has one. Each worker runs only in the process that holds its lease, and
 * a worker that fails is retried while the others go on.
 */
import { Storage, type Unavailable } from "@bottega/storage"
import { Clock, Effect, Fiber } from "effect"
import { Supervised, type SuperviseOptions, type WorkerReport } from "./supervised.ts"
import type { Backlog, Backlogs, Worker } from "./worker.ts"

/** The running workers of one process. */
export interface Workers {
  readonly report: Effect.Effect<ReadonlyArray<WorkerReport>>
  /** What waits for the workers that have a queue, by their names. */
  readonly backlogs: Effect.Effect<Backlogs, Unavailable>
  /** Ends once every worker has done what is due now, at the latest after ten seconds; gives the names of those that have not. */
  readonly idle: Effect.Effect<ReadonlyArray<string>, Unavailable>
  /**
   * Ends all workers: idle ones at once, running ones after their current step. Interrupts those that are still running after
   * `deadlineMs`, and gives their names.
   */
  readonly drain: (deadlineMs: number) => Effect.Effect<ReadonlyArray<string>>
}

/** Starts all workers. They run until they are drained; a name may occur once. */
export const supervise = (
  workers: ReadonlyArray<Worker>,
  options: SuperviseOptions
): Effect.Effect<Workers, never, Storage> =>
  Effect.gen(function* () {
    const begun = yield* Clock.currentTimeMillis
    const all = workers.map((worker) => new Supervised(worker, options, begun))
    const names = new Set(workers.map(({ name }) => name))
    if (names.size < workers.length) return yield* Effect.die(new Error("Two workers have the same name."))
    const fibers = yield* Effect.forEach(all, (one) => Effect.forkDetach(one.loop))
    return {
      backlogs: Effect.provideService(backlogsOf(workers), Storage, yield* Storage),
      idle: Effect.provideService(idle(all), Storage, yield* Storage),
      report: Effect.map(Clock.currentTimeMillis, (now) => all.map((one) => one.report(now))),
      drain: (deadlineMs) => drained(all, fibers, deadlineMs)
    }
  })

const backlogsOf = Effect.fnUntraced(function* (workers: ReadonlyArray<Worker>) {
  const found: Record<string, Backlog> = {}
  for (const { backlog, name } of workers) if (backlog !== undefined) found[name] = yield* backlog
  return found as Backlogs
})

const idle = (all: ReadonlyArray<Supervised>): Effect.Effect<ReadonlyArray<string>, Unavailable, Storage> =>
  Effect.suspend(() => {
    let busy = all
    const wait = Effect.gen(function* () {
      for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, 50)) {
        yield* Effect.sleep(waitMs)
        // Each is asked again: the work of one may be more work for another one.
        busy = yield* Effect.filter(all, (one) => Effect.map(one.isIdle, (isIdle) => !isIdle))
        if (busy.length === 0) return
      }
    })
    return Effect.map(Effect.timeoutOption(wait, maxIdleMs), () => busy.map(({ worker }) => worker.name))
  })

/** How long a caller waits at most for what is due, in milliseconds. */
const maxIdleMs = 10_000

const drained = Effect.fnUntraced(function* (
  all: ReadonlyArray<Supervised>,
  fibers: ReadonlyArray<Fiber.Fiber<void>>,
  deadlineMs: number
) {
  for (const [at, one] of all.entries()) if (one.end() === "idle") fibers[at]!.interruptUnsafe()
  yield* Effect.timeoutOption(Fiber.awaitAll(fibers), deadlineMs)
  const late = fibers.filter((fiber) => fiber.pollUnsafe() === undefined)
  for (const fiber of late) fiber.interruptUnsafe()
  // Work that cannot be interrupted ends with the process, which every store survives.
  yield* Effect.timeoutOption(Fiber.awaitAll(late), Math.min(deadlineMs, 1000))
  return all.filter((_, at) => late.includes(fibers[at]!)).map(({ worker }) => worker.name)
})
