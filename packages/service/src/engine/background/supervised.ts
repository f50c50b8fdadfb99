/** One worker in one process: when it runs, how its runs ended, and how it stops. */
import { Calling, CurrentCall, type Owner, type Pace, Storage, type Unavailable, withLease } from "@bottega/storage"
import { Cause, Clock, Data, Effect, Exit, Random } from "effect"
import { movesOf, type Notices } from "../commit/notices.ts"
import { lastSuccess, recordFailure, recordSuccess, type Step, stepped, type Worker } from "./worker.ts"

/** How workers are supervised. */
export interface SuperviseOptions {
  /** Called for the first failure of a worker, but not for the failures that directly follow it. */
  readonly onFailure: (cause: Cause.Cause<unknown>, worker: string) => void
  /** Called when a run succeeds again, with the number of failures before it. */
  readonly onRecovery?: (worker: string, failures: number) => void
  /** How long workers wait at first, and after a failure; the latter doubles with each further failure. */
  readonly retryMs?: number
  /** How long a run may go without finishing a step before it is interrupted. */
  readonly stallMs?: number
  readonly lease?: Pace
}

/** What one process knows of one worker. Instants are milliseconds since 1970. */
export interface WorkerReport {
  readonly name: string
  /** Runs that ended in this process. */
  readonly runs: number
  readonly failures: number
  /** The duration of all those runs together, in milliseconds. */
  readonly totalMs: number
  /** When any process last finished a run, as far as this process knows. */
  readonly lastSuccess: number | undefined
  readonly holdsLease: boolean
  /** Failures since the last success in this process. */
  readonly failing: number
  /** Since when the worker is late; undefined while it is on time. */
  readonly lateSince: number | undefined
}

/** A run finished no step for too long. */
class Stalled extends Data.TaggedError("Stalled")<{ readonly message: string }> {}

/** A worker as one process runs it. */
export class Supervised {
  readonly worker: Worker
  readonly #options: SuperviseOptions
  readonly #begun: number
  #draining = false
  #running = false
  #progress = 0n
  /** The moves of the clock of which this worker has done what they made due. */
  #doneMoves = 0
  #runs = 0
  #failures = 0
  #failing = 0
  #totalMs = 0
  #lastSuccess: number | undefined
  /** When this process last saw that there was no work. */
  #idle: number | undefined

  constructor(worker: Worker, options: SuperviseOptions, begun: number) {
    this.worker = worker
    this.#options = options
    this.#begun = begun
  }

  /** Prevents further runs and further steps. */
  end(): "idle" | "running" {
    this.#draining = true
    return this.#running ? "running" : "idle"
  }

  /** Whether it has done all that is due; a worker that says what it has to do need not have run for that. */
  get isIdle(): Effect.Effect<boolean, Unavailable, Storage> {
    return Storage.use((storage) =>
      this.#draining || this.#doneMoves >= movesOf(storage).count
        ? Effect.succeed(true)
        : Effect.map(this.worker.pending ?? Effect.succeed(true), (isPending) => !isPending)
    )
  }

  report(now: number): WorkerReport {
    const { name, paceMs } = this.worker
    const due = Math.max(this.#lastSuccess ?? this.#begun, this.#idle ?? this.#begun) + paceMs
    return {
      ...{ name, runs: this.#runs, failures: this.#failures, totalMs: this.#totalMs },
      ...{ lastSuccess: this.#lastSuccess, holdsLease: this.#running, failing: this.#failing },
      lateSince: now - due > Math.max(2 * paceMs, leastLateMs) ? due : undefined
    }
  }

  /** Runs the worker periodically until it is drained. */
  get loop(): Effect.Effect<void, never, Storage> {
    return Effect.gen({ self: this }, function* () {
      // Jitter, so that processes that start together do not ask for the lease together.
      let waitMs = this.#retryMs * (yield* Random.nextBetween(0.5, 1))
      const storage = yield* Storage
      const notices = this.worker.notices?.(storage)
      const moves = movesOf(storage)
      let seen = 0
      let seenMoves = (this.#doneMoves = moves.count)
      // A turn that was woken is owed until it was taken: by its last success the worker may not be due for long.
      let isOwed = false
      while (!this.#draining) {
        const isWoken = yield* Effect.raceFirst(
          this.#waited(waitMs, notices, seen),
          Effect.as(moves.after(seenMoves), true)
        )
        isOwed ||= isWoken
        seen = notices?.count ?? 0
        seenMoves = moves.count
        const exit: Exit.Exit<number | undefined, unknown> = yield* Effect.exit(this.#turn(isOwed))
        if (this.#draining) return
        if (Exit.isSuccess(exit) && exit.value !== undefined) {
          isOwed = false
          this.#doneMoves = seenMoves
        }
        waitMs = Exit.isSuccess(exit) ? (exit.value ?? this.#retryMs) : yield* this.#afterFailure(exit.cause)
      }
    })
  }

  /** Waits for the time, or for work that a commit of this process made; a worker that fails is not woken early. */
  #waited(waitMs: number, notices: Notices | undefined, seen: number): Effect.Effect<boolean> {
    const slept = Effect.as(Effect.sleep(waitMs), false)
    if (notices === undefined || this.#failing > 0) return slept
    return Effect.raceFirst(slept, Effect.as(notices.after(seen), true))
  }

  /**
   * Runs the worker if it is due or woken, and gives the milliseconds until it is due again; nothing if another process took the
   * lease meanwhile.
   */
  #turn(isWoken: boolean): Effect.Effect<number | undefined, unknown, Storage> {
    return Effect.gen({ self: this }, function* () {
      const waitMs = isWoken || this.worker.everywhere === true ? 0 : yield* this.#dueInMs
      if (waitMs > 0) return waitMs
      if (yield* this.#hasNoWork) return this.worker.paceMs
      if (this.worker.everywhere === true) return yield* this.#run
      return yield* withLease(this.worker.name, this.#leasedTurn(isWoken), this.#options.lease)
    })
  }

  get #hasNoWork(): Effect.Effect<boolean, unknown, Storage> {
    return Effect.gen({ self: this }, function* () {
      if (yield* this.worker.pending ?? Effect.succeed(true)) return false
      this.#idle = yield* Clock.currentTimeMillis
      return true
    })
  }

  get #dueInMs(): Effect.Effect<number, Unavailable, Storage> {
    return Effect.gen({ self: this }, function* () {
      this.#lastSuccess = yield* lastSuccess(this.worker.name)
      const age = (yield* Clock.currentTimeMillis) - (this.#lastSuccess ?? Number.NEGATIVE_INFINITY)
      // A success in the future was recorded before the clock was set back.
      return age < 0 ? 0 : Math.max(0, this.worker.paceMs - age)
    })
  }

  /** Checks again whether the worker is due: another process may have run it while this one waited for the lease. */
  #leasedTurn(isWoken: boolean): Effect.Effect<number, unknown, Storage> {
    return Effect.flatMap(isWoken ? Effect.succeed(0) : this.#dueInMs, (waitMs) =>
      waitMs > 0 || this.#draining ? Effect.succeed(waitMs) : this.#run
    )
  }

  get #run(): Effect.Effect<number, unknown, Storage> {
    return Effect.gen({ self: this }, function* () {
      const begun = (this.#progress = yield* Clock.monotonicTimeNanos)
      this.#running = true
      const running = this.worker.run(this.#step, this.#success)
      const run = Effect.provideService(running, CurrentCall, new Calling(this.#owner))
      yield* Effect.raceFirst(run, this.#stalled).pipe(
        Effect.ensuring(
          Effect.map(Clock.monotonicTimeNanos, (now) => {
            this.#runs++
            this.#totalMs += Number(now - begun) / 1e6
          })
        ),
        Effect.andThen(this.#success),
        Effect.ensuring(Effect.sync(() => void (this.#running = false)))
      )
      return this.worker.paceMs
    })
  }

  get #success(): Effect.Effect<void, Unavailable, Storage> {
    return Effect.map(recordSuccess(this.worker.name), (at) => this.#succeeded(at))
  }

  /** Workers count as one shop, with a smaller share than shops with waiting callers. */
  get #owner(): Owner {
    return { shop: "workers", keySet: this.worker.name, weight: 0.25 }
  }

  readonly #step: Step = (one) =>
    Effect.suspend(() => {
      if (this.#draining) return Effect.interrupt
      return Effect.tap(stepped(one), () => Effect.map(Clock.monotonicTimeNanos, (now) => void (this.#progress = now)))
    })

  get #stalled(): Effect.Effect<never, Stalled> {
    return Effect.gen({ self: this }, function* () {
      const { stallMs = 120_000 } = this.#options
      while (true) {
        const idleMs = Number((yield* Clock.monotonicTimeNanos) - this.#progress) / 1e6
        if (idleMs >= stallMs)
          return yield* new Stalled({ message: `The worker ${this.worker.name} finished no step for ${stallMs} ms.` })
        yield* Effect.sleep(stallMs - idleMs)
      }
    })
  }

  #succeeded(at: number): void {
    this.#lastSuccess = at
    if (this.#failing > 0) this.#options.onRecovery?.(this.worker.name, this.#failing)
    this.#failing = 0
  }

  #afterFailure(cause: Cause.Cause<unknown>): Effect.Effect<number, never, Storage> {
    this.#failures++
    if (this.#failing++ === 0) this.#options.onFailure(cause, this.worker.name)
    const backoffMs = Math.min(this.#retryMs * 2 ** this.#failing, Math.max(this.worker.paceMs, leastLateMs))
    // A store that is the reason for the failure may not accept the record either.
    const recorded = Effect.timeout(recordFailure(this.worker.name, kindOf(cause)), "5 seconds")
    return Effect.andThen(
      Effect.ignore(recorded),
      Effect.map(Random.nextBetween(0.5, 1), (part) => backoffMs * part)
    )
  }

  get #retryMs(): number {
    return this.#options.retryMs ?? 1000
  }
}

/** The kind of a failure. Its message is only for the log, because it may quote data. */
const kindOf = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause) as { readonly _tag?: unknown; readonly name?: unknown; readonly reason?: unknown }
  const kind = [failure?._tag ?? failure?.name, failure?.reason].filter((part) => typeof part === "string")
  return kind.join(": ") || "unknown"
}

/** A worker is late after five minutes at the earliest. */
const leastLateMs = 300_000
