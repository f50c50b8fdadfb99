/**
 * The one lane for slow work of a server: decoding pictures, cleaning HTML. Its workers are few. Shops take turns and,
 * within a shop, key sets, by the time that their jobs take; a sender of more work delays only itself, and is finally
 * refused. See docs/decisions/0452.
 */
import { availableParallelism } from "node:os"
import { FairQueue, type Owner, type Waiting } from "@bottega/storage"
import { Clock, Effect, Exit } from "effect"
import { done, type Outside } from "./done.ts"
import type { AnyKind, Kind } from "./kind.ts"
import { closing, NotDone } from "./not-done.ts"
import { Pool } from "./pool.ts"
import { type StartWorker, startWorker } from "./worker.ts"

/** How a lane runs; every bound has a default. */
export interface LaneOptions {
  /** Jobs that run at a time, of all kinds together; at least 2 if there are long ones among them. */
  readonly maxRunning?: number
  /** The limits of each key set's waiting work: the number of jobs, and their expected time. One job may always wait. */
  readonly maxWaiting?: number
  readonly maxWaitingMs?: number
  /** How long an idle worker is kept. */
  readonly idleMs?: number
  readonly start?: StartWorker
  /** Called when a worker could not start a job, for example because its library is missing. */
  readonly onFailure?: (reason: string) => void
}

/** The statistics of one kind. */
export interface KindReport {
  readonly kind: string
  readonly waiting: number
  readonly running: number
  readonly workers: number
  /** Since the start: jobs that were refused because their key set had too much waiting, and workers that were replaced. */
  readonly refused: number
  readonly replaced: number
}

/** A job that is waiting or running. */
interface Job {
  readonly kind: AnyKind
  readonly owner: Owner
  readonly costMs: number
  readonly resume: (turn: Effect.Effect<void, NotDone>) => void
  readonly nowNs: () => bigint
  queued: Waiting<Job> | undefined
  begunNs: bigint | undefined
}

type Counts = { -readonly [Name in "waiting" | "running" | "refused"]: number }

export class Lane {
  readonly #options: Required<LaneOptions>
  readonly #pool: Pool
  /** Jobs that are expected to take longer than {@link longMs}, and the others. */
  readonly #long = new FairQueue<Job>(leadMs)
  readonly #short = new FairQueue<Job>(leadMs)
  readonly #running = new Set<Job>()
  /** What waits for each key set. */
  readonly #backlogs = new Map<string, Set<Job>>()
  readonly #counts = new Map<string, Counts>()
  readonly #outside: Outside
  #isClosed = false

  constructor(options: LaneOptions = {}) {
    this.#options = {
      // One more than the maximum of long jobs, so that short jobs never wait behind long ones.
      maxRunning: Math.max(2, Math.min(5, availableParallelism())),
      maxWaiting: 64,
      maxWaitingMs: 30_000,
      idleMs: 60_000,
      start: startWorker,
      onFailure: () => {},
      ...options
    }
    this.#pool = new Pool(this.#options.start, this.#options.idleMs)
    this.#outside = { pool: this.#pool, isClosed: () => this.#isClosed, onFailure: this.#options.onFailure }
  }

  /** The statistics of each kind that had a job. */
  get report(): ReadonlyArray<KindReport> {
    return [...this.#counts].map(([kind, counts]) => ({ kind, ...counts, ...this.#pool.report(kind) }))
  }

  /** Does a job when it is its owner's turn. Interrupting the caller removes its job from the lane, even while it runs. */
  run<In, Out>(kind: Kind<In, Out>, owner: Owner, input: In): Effect.Effect<Out, NotDone> {
    return Clock.clockWith((clock) => {
      let job: Job | undefined
      const turn = Effect.callback<void, NotDone>((resume) => {
        const nowNs = () => clock.monotonicTimeNanosUnsafe()
        const costMs = kind.costMs(input)
        job = { kind, owner, costMs, resume, nowNs, queued: undefined, begunNs: undefined }
        this.#enter(job)
      })
      const whole = Effect.andThen(
        turn,
        Effect.suspend(() => done(kind, input, this.#outside))
      )
      return Effect.onExit(whole, (exit) => Effect.sync(() => job && this.#leave(job, Exit.isSuccess(exit))))
    })
  }

  /** Ends all workers; waiting and running jobs are not done. */
  close(): void {
    this.#isClosed = true
    for (const backlog of this.#backlogs.values()) for (const { resume } of backlog) resume(closing)
    this.#pool.close()
  }

  #enter(job: Job): void {
    const name = nameOf(job.owner)
    const backlog = this.#backlogs.get(name) ?? new Set()
    const waitingMs = [...backlog].reduce((sum, { costMs }) => sum + costMs, 0)
    const { maxWaiting, maxWaitingMs } = this.#options
    if (this.#isClosed) return void job.resume(closing)
    if (backlog.size > 0 && (backlog.size >= maxWaiting || waitingMs + job.costMs > maxWaitingMs)) {
      this.#count(job.kind).refused++
      job.resume(Effect.fail(new NotDone({ reason: "full", retryAfter: Math.ceil(waitingMs / 1000) || 1 })))
      return
    }
    this.#backlogs.set(name, backlog.add(job))
    this.#count(job.kind).waiting++
    job.queued = this.#queueOf(job).add(job.owner, job)
    this.#next()
  }

  /**
   * Starts the jobs that may run. Long jobs leave one worker to short ones, but take the other free workers first;
   * otherwise a constant stream of short jobs would take all workers.
   */
  #next(): void {
    const { maxRunning } = this.#options
    while (this.#running.size < maxRunning && !this.#isClosed) {
      const long = [...this.#running].filter(isLong).length
      const taken = (long < Math.max(1, maxRunning - 1) ? this.#long.take() : undefined) ?? this.#short.take()
      if (taken === undefined) return
      this.#begin(taken.item)
    }
  }

  #begin(job: Job): void {
    this.#unqueue(job)
    job.begunNs = job.nowNs()
    this.#running.add(job)
    this.#count(job.kind).running++
    this.#spend(job.owner, job.costMs)
    job.resume(Effect.void)
  }

  /** Corrects an owner's use by the time that its job really took; an aborted job also costs a new worker. */
  #leave(job: Job, isDone: boolean): void {
    if (job.queued !== undefined) {
      this.#queueOf(job).withdraw(job.queued)
      this.#unqueue(job)
    }
    if (!this.#running.delete(job)) return
    this.#count(job.kind).running--
    const tookMs = Number(job.nowNs() - job.begunNs!) / 1e6
    this.#spend(job.owner, (isDone ? tookMs : Math.max(tookMs, job.costMs) + restartMs) - job.costMs)
    this.#next()
  }

  #unqueue(job: Job): void {
    job.queued = undefined
    this.#count(job.kind).waiting--
    const name = nameOf(job.owner)
    const backlog = this.#backlogs.get(name)!
    backlog.delete(job)
    if (backlog.size === 0) this.#backlogs.delete(name)
  }

  /** Both queues count an owner's use, so that its long jobs delay its short ones too. */
  #spend(owner: Owner, ms: number): void {
    for (const queue of [this.#long, this.#short]) queue.spend(owner, ms)
  }

  #queueOf(job: Job): FairQueue<Job> {
    return isLong(job) ? this.#long : this.#short
  }

  #count({ name }: AnyKind): Counts {
    const counts = this.#counts.get(name) ?? { waiting: 0, running: 0, refused: 0 }
    this.#counts.set(name, counts)
    return counts
  }
}

/** A job that is expected to take longer leaves one worker to others. */
const longMs = 50
const isLong = ({ costMs }: Job): boolean => costMs > longMs

/** The time that a new worker takes to start. */
const restartMs = 100

/** A key set that has been idle goes first until it has used this much; earlier use is forgotten. */
const leadMs = 250

const nameOf = ({ keySet, shop }: Owner): string => JSON.stringify([shop, keySet])
