/**
 * The clock of this process on an installation for development: real time and the offset of the store. Only what is decided by
 * the time of day follows it. Durations, such as those of leases, timeouts and heartbeats, stay real, except those of limits.
 */
import { collections } from "@bottega/domain/areas"
import { type ClockOffset, realClock } from "@bottega/domain/areas/clock"
import { type Adapter, docOf, installation, type Unavailable } from "@bottega/storage"
import { Clock, Effect } from "effect"
import type { Worker } from "../../engine/background/worker.ts"
import { announceMove } from "../../engine/commit/notices.ts"
import { raiseInstants } from "../../engine/ids.ts"

const { clocks } = collections

/** Where the clock of a process begins, in unix milliseconds, and whether it stands still until it is moved. */
export interface Beginning {
  readonly atMs: number
  readonly isStill: boolean
}

/** The clock of this process, which follows the store's. */
export class ProcessClock {
  readonly #storage: Adapter
  readonly #beginning: Beginning | undefined
  readonly #made = new WeakMap<Clock.Clock, { readonly shown: ShiftedClock; readonly ofLimits: ShiftedClock }>()
  #offsetMs = 0
  #forwardMs = 0
  /** Ends when background work of this process has done what is due, or has taken too long; gives the names of what has not. */
  idle: Effect.Effect<ReadonlyArray<string>, Unavailable> = Effect.succeed([])

  /** It begins with real time by default. */
  constructor(storage: Adapter, beginning?: Beginning) {
    this.#storage = storage
    this.#beginning = beginning
  }

  get offsetMs(): number {
    return this.#offsetMs
  }

  /** How far the clock was moved forward in all, which a return to real time does not change. */
  get forwardMs(): number {
    return this.#forwardMs
  }

  /** Runs an effect on this clock. */
  shift<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Clock.clockWith((real) => Effect.provideService(effect, Clock.Clock, this.#of(real).shown))
  }

  /** The same for what counts limits, whose durations this clock measures. */
  shiftLimits<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Clock.clockWith((real) => Effect.provideService(effect, Clock.Clock, this.#of(real).ofLimits))
  }

  /** This clock for what counts limits, over a clock of real time. */
  ofLimits(real: Clock.Clock): Clock.Clock {
    return this.#of(real).ofLimits
  }

  /** Takes the offset that the store has; background work then looks for what has become due. */
  readonly follow: Effect.Effect<void, Unavailable> = Effect.suspend(() =>
    this.#storage.find(installation, clocks, { limit: 1, latest: true })
  ).pipe(Effect.map(([row]) => this.#take(row === undefined ? realClock : docOf(clocks, row))))

  /** The worker on this clock; its own successes are recorded in real time. */
  worker({ backlog, pending, run, ...worker }: Worker): Worker {
    return {
      ...worker,
      ...(backlog === undefined ? {} : { backlog: this.shift(backlog) }),
      ...(pending === undefined ? {} : { pending: this.shift(pending) }),
      run: (step, success) =>
        Clock.clockWith((real) => this.shift(run(step, Effect.provideService(success, Clock.Clock, real))))
    }
  }

  #take({ idsAfter, offsetMs }: ClockOffset): void {
    raiseInstants(idsAfter)
    if (offsetMs === this.#offsetMs) return
    this.#forwardMs += Math.max(0, offsetMs - this.#offsetMs)
    this.#offsetMs = offsetMs
    announceMove(this.#storage)
  }

  #of(clock: Clock.Clock) {
    // A call that this process makes within another one is on this clock already.
    const real = clock instanceof ShiftedClock ? clock.real : clock
    const known = this.#made.get(real)
    if (known !== undefined) return known
    const base = this.#beginning === undefined ? real : begunClock(real, this.#beginning)
    const made = {
      shown: new ShiftedClock(base, this, () => 0),
      ofLimits: new ShiftedClock(base, this, () => this.#forwardMs)
    }
    this.#made.set(real, made)
    return made
  }
}

/** Runs an effect of a start on the clock that a process begins with. */
export const begunWith = <A, E, R>(beginning: Beginning | undefined, effect: Effect.Effect<A, E, R>) =>
  beginning === undefined
    ? effect
    : Clock.clockWith((real) => Effect.provideService(effect, Clock.Clock, begunClock(real, beginning)))

/** A clock that begins with an instant, and measures durations in real time. */
const begunClock = (real: Clock.Clock, { atMs, isStill }: Beginning): Clock.Clock => {
  const begunMs = real.currentTimeMillisUnsafe()
  const aheadNs = BigInt(atMs - begunMs) * 1_000_000n
  const currentTimeMillisUnsafe = () => (isStill ? atMs : real.currentTimeMillisUnsafe() - begunMs + atMs)
  const currentTimeNanosUnsafe = () => (isStill ? BigInt(atMs) * 1_000_000n : real.currentTimeNanosUnsafe() + aheadNs)
  return {
    currentTimeMillisUnsafe,
    currentTimeMillis: Effect.sync(currentTimeMillisUnsafe),
    currentTimeNanosUnsafe,
    currentTimeNanos: Effect.sync(currentTimeNanosUnsafe),
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: Effect.sync(() => real.monotonicTimeNanosUnsafe()),
    sleep: (duration) => real.sleep(duration)
  }
}

/** Real time, or that of a clock that began elsewhere, moved by the offset of a process. */
export class ShiftedClock implements Clock.Clock {
  readonly real: Clock.Clock
  readonly process: ProcessClock
  readonly #steadyMs: () => number

  constructor(real: Clock.Clock, process: ProcessClock, steadyMs: () => number) {
    this.real = real
    this.process = process
    this.#steadyMs = steadyMs
  }

  readonly currentTimeMillisUnsafe = (): number => this.real.currentTimeMillisUnsafe() + this.process.offsetMs
  readonly currentTimeMillis = Effect.sync(this.currentTimeMillisUnsafe)
  readonly currentTimeNanosUnsafe = (): bigint =>
    this.real.currentTimeNanosUnsafe() + BigInt(this.process.offsetMs) * 1_000_000n
  readonly currentTimeNanos = Effect.sync(this.currentTimeNanosUnsafe)
  readonly monotonicTimeNanosUnsafe = (): bigint =>
    this.real.monotonicTimeNanosUnsafe() + BigInt(this.#steadyMs()) * 1_000_000n
  readonly monotonicTimeNanos = Effect.sync(this.monotonicTimeNanosUnsafe)
  readonly sleep: Clock.Clock["sleep"] = (duration) => this.real.sleep(duration)
}

/** Follows the moves of other processes. */
export const clockWorker = (clock: ProcessClock): Worker => ({
  name: "clock",
  paceMs: 500,
  everywhere: true,
  pending: Effect.as(clock.follow, false),
  run: () => Effect.void
})
