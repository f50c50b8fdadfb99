/**
 * The supervisor of background work. Every process has one. Each worker runs only in the process that holds its lease, and
 * a worker that fails is retried while the others go on.
 */
import type { Storage } from "@bottega/storage"
import { Clock, Effect, Fiber } from "effect"
import { Supervised, type SuperviseOptions, type WorkerReport } from "./supervised.ts"
import type { Worker } from "./worker.ts"

/** The running workers of one process. */
export interface Workers {
  readonly report: Effect.Effect<ReadonlyArray<WorkerReport>>
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
      report: Effect.map(Clock.currentTimeMillis, (now) => all.map((one) => one.report(now))),
      drain: (deadlineMs) => drained(all, fibers, deadlineMs)
    }
  })

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
