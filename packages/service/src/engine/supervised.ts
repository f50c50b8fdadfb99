/** One worker in one process: when it runs, how its runs ended, and how it stops. */
import { type Pace, type Storage, type Unavailable, withLease } from "@bottega/storage"
import { type Cause, Clock, Data, Effect, Exit, Random } from "effect"
import { lastSuccess, recordSuccess, type Step, stepped, type Worker } from "./worker.ts"

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
      while (!this.#draining) {
        yield* Effect.sleep(waitMs)
        const exit = yield* Effect.exit(this.#turn)
        if (this.#draining) return
        waitMs = Exit.isSuccess(exit) ? exit.value : yield* this.#afterFailure(exit.cause)
      }
    })
  }

  /** Runs the worker if it is due, and gives the milliseconds until it is due again. */
  get #turn(): Effect.Effect<number, unknown, Storage> {
    return Effect.gen({ self: this }, function* () {
      const waitMs = yield* this.#dueInMs
      if (waitMs > 0) return waitMs
      if (yield* this.#isIdle) return this.worker.paceMs
      // No result means that another process has the lease; the next turn sees what it did.
      return (yield* withLease(this.worker.name, this.#leasedTurn, this.#options.lease)) ?? this.#retryMs
    })
  }

  get #isIdle(): Effect.Effect<boolean, unknown, Storage> {
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
  get #leasedTurn(): Effect.Effect<number, unknown, Storage> {
    return Effect.flatMap(this.#dueInMs, (waitMs) =>
      waitMs > 0 || this.#draining ? Effect.succeed(waitMs) : this.#run
    )
  }

  get #run(): Effect.Effect<number, unknown, Storage> {
    return Effect.gen({ self: this }, function* () {
      const begun = (this.#progress = yield* Clock.monotonicTimeNanos)
      this.#running = true
      yield* Effect.raceFirst(this.worker.run(this.#step), this.#stalled).pipe(
        Effect.ensuring(
          Effect.map(Clock.monotonicTimeNanos, (now) => {
            this.#runs++
            this.#totalMs += Number(now - begun) / 1e6
          })
        ),
        Effect.andThen(recordSuccess(this.worker.name)),
        Effect.map((at) => this.#succeeded(at)),
        Effect.ensuring(Effect.sync(() => void (this.#running = false)))
      )
      return this.worker.paceMs
    })
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

  #afterFailure(cause: Cause.Cause<unknown>): Effect.Effect<number> {
    this.#failures++
    if (this.#failing++ === 0) this.#options.onFailure(cause, this.worker.name)
    const backoffMs = Math.min(this.#retryMs * 2 ** this.#failing, Math.max(this.worker.paceMs, leastLateMs))
    return Effect.map(Random.nextBetween(0.5, 1), (part) => backoffMs * part)
  }

  get #retryMs(): number {
    return this.#options.retryMs ?? 1000
  }
}

/** A worker is late after five minutes at the earliest. */
const leastLateMs = 300_000
