/** Runs one job of slow work: gives it to a worker, retries it once if that dies, and ends it at its deadline. */
import { Effect } from "effect"
import type { AnyKind, Kind } from "./kind.ts"
import { closing, crashed, failed, late, type NotDone } from "./not-done.ts"
import type { Pool } from "./pool.ts"
import type { Reply, SlowWorker } from "./worker.ts"

/** What a job needs from its lane. */
export interface Outside {
  readonly pool: Pool
  readonly isClosed: () => boolean
  /** Called when a worker could not start the job. */
  readonly onFailure: (reason: string) => void
}

/** The outcome of a job; an interrupted one ends its worker. */
export const done = <In, Out>(kind: Kind<In, Out>, input: In, outside: Outside): Effect.Effect<Out, NotDone> => {
  const { isClosed, onFailure, pool } = outside
  const { overMemory } = kind
  // A crash may be caused by another job, for example when memory runs out.
  const first = Effect.suspend(() => (isClosed() ? closing : attempt(kind, input, pool, false)))
  const tries = Effect.flatMap(first, (reply) =>
    "crashed" in reply && !isClosed() ? attempt(kind, input, pool, true) : Effect.succeed(reply)
  )
  return Effect.flatMap(tries, (reply) => {
    if ("done" in reply) return Effect.succeed(reply.done as Out)
    if ("overMemory" in reply) return Effect.succeed(overMemory)
    if (isClosed()) return closing
    if ("crashed" in reply) return Effect.fail(crashed)
    onFailure(`${kind.name}: ${reply.failed}`)
    return Effect.fail(failed)
  })
}

/** How long a worker may take to start: what loads its program is the machine, and not what was sent. */
const startMs = 30_000

const attempt = <In>(kind: Kind<In, unknown>, input: In, pool: Pool, isFresh: boolean): Effect.Effect<Reply, NotDone> =>
  Effect.suspend(() => {
    const worker = taken(kind, pool, isFresh)
    if ("failed" in worker) return Effect.succeed(worker)
    const { ready } = worker
    const isStarted =
      ready === undefined
        ? Effect.succeed(true)
        : Effect.timeoutOrElse(
            Effect.as(
              Effect.promise(() => ready),
              true
            ),
            {
              duration: startMs,
              orElse: () => Effect.succeed(false)
            }
          )
    const sent = { input, maxBytes: kind.maxMiB * 1024 * 1024 }
    const reply = Effect.promise(() => worker.run(sent))
    const working = Effect.tap(Effect.raceFirst(reply, over(worker, kind.deadlineMs)), (reply) =>
      Effect.sync(() => pool.give(kind, worker, reply))
    )
    const unstarted = Effect.sync((): Reply => {
      worker.end()
      return { failed: `its worker did not start within ${startMs} ms` }
    })
    const answered = Effect.flatMap(isStarted, (is) => (is ? working : unstarted))
    return Effect.onError(answered, () => Effect.sync(() => worker.end()))
  })

const taken = (kind: AnyKind, pool: Pool, isFresh: boolean): SlowWorker | Extract<Reply, { failed: string }> => {
  try {
    return pool.take(kind, isFresh)
  } catch (error) {
    // A process that cannot be started throws.
    return { failed: String(error) }
  }
}

/** How many times its deadline a job may take on a machine that has no processor for it. */
const maxStretch = 10

/**
 * Fails once a job has had its time: that of a processor where the platform tells it of a thread, because what makes a job wait for one is
 * not what was sent; else the time that passed.
 */
const over = (worker: SlowWorker, deadlineMs: number): Effect.Effect<never, NotDone> =>
  Effect.gen(function* () {
    const begunMs = yield* used(worker)
    let [waitMs, waitedMs] = [deadlineMs, 0]
    while (waitMs >= 1 && waitedMs < deadlineMs * maxStretch) {
      yield* Effect.sleep(waitMs)
      waitedMs += waitMs
      const usedMs = yield* used(worker)
      waitMs = begunMs === undefined || usedMs === undefined ? 0 : deadlineMs - (usedMs - begunMs)
    }
    return yield* Effect.fail(late)
  })

const used = ({ usedMs }: SlowWorker): Effect.Effect<number | undefined> =>
  usedMs === undefined ? Effect.succeed(undefined) : Effect.promise(usedMs)
