/**
 * Delivers the events of the shops that this process has: those of its own commits at once, those of other processes as soon as
 * the queue shows them. See docs/decisions/0481.
 */
import { isDelivered } from "@bottega/domain/areas/webhooks"
import { bucketOf } from "@bottega/domain/contract"
import { Storage, type Unavailable } from "@bottega/storage"
import { Clock, Effect, Fiber } from "effect"
import { monotonicMs, Shares } from "../../engine/background/shares.ts"
import type { Step } from "../../engine/background/worker.ts"
import { onCommit } from "../../engine/commit/notices.ts"
import { Groups } from "./groups.ts"
import { Incoming } from "./incoming.ts"
import type { LateEnd } from "./lane.ts"
import { type Part, Parts, quietly } from "./parts.ts"
import { Recoveries } from "./recoveries.ts"
import type { Tried } from "./recovery.ts"
import { Sending } from "./sending.ts"
import { callMsOf, type DeliverySettings } from "./settings.ts"
import { type Disable, Settler } from "./settler.ts"
import type { Finished } from "./work.ts"
import { Works } from "./works.ts"

/** How long works are gathered that begin together, in milliseconds. */
const gatherMs = 2

/** How long the end of a run waits for the store. */
const leaveMs = 5000

/** What a run needs. `counts` has how attempts ended in this process. */
export interface DispatchOptions {
  readonly id: string
  readonly settings: DeliverySettings
  readonly step: Step
  readonly disable: Disable
  readonly counts: Record<string, number>
}

/** One run: from the first event until nothing has happened for a while. */
export class Dispatch {
  readonly #options: DispatchOptions
  readonly #shares: Shares
  readonly #works = new Works()
  readonly #sending: Sending
  readonly #settler: Settler
  readonly #groups: Groups
  readonly #recoveries: Recoveries
  readonly #incoming: Incoming
  readonly #parts = new Parts()
  #clock: Clock.Clock | undefined
  #isEnding = false
  #lastWorkMs = 0
  #wake: () => void = () => {}
  #isWoken = false

  constructor(options: DispatchOptions) {
    this.#options = options
    const { beats, firstMs } = options.settings
    const callMs = callMsOf(options.settings)
    this.#shares = new Shares(options.id, beats, (bucket) => {
      const isOf = (shop: string) => bucketOf(shop) === bucket
      return this.#works.isBusy(isOf) || this.#recoveries.isBusy(isOf)
    })
    const mayBegin = (shop: string) => this.#mayBegin(shop)
    const run = (part: Part) => this.#parts.run(part)
    const onLate = (end: LateEnd) => quietly(this.#late(end))
    this.#sending = new Sending({ callMs, firstMs }, { mayBegin, run, onLate })
    const delays = { lateMs: callMs + 2000, laterMs: 5000 }
    this.#settler = new Settler(this.#shares, delays, options.disable, {
      running: () => this.#works.running,
      run: (part) => this.#parts.detach(part),
      onEnd: (finished, isCommitted) => this.#ended(finished, isCommitted),
      onTried: (_, __, tried) => this.#countTried(tried)
    })
    const fork = (part: Part) => Effect.sync(() => run(part))
    const tools = { sending: this.#sending, settler: this.#settler, fork }
    this.#groups = new Groups({ ...tools, works: this.#works, onRoom: () => this.#woken() })
    this.#recoveries = new Recoveries({ ...tools, drain: (works) => this.#groups.drain(works) })
    const known = { shares: this.#shares, works: this.#works, recoveries: this.#recoveries }
    this.#incoming = new Incoming({ ...tools, ...known, lookMs: options.settings.lookMs })
  }

  /** The run; what has begun is finished, however the run ends. */
  whole(success: Effect.Effect<unknown, Unavailable, Storage>) {
    return Effect.gen({ self: this }, function* () {
      this.#clock = yield* Clock.Clock
      yield* this.#parts.begun
      yield* this.#sending.begun
      const storage = yield* Storage
      const stop = onCommit(storage, (writes) => {
        this.#incoming.notice(writes)
        this.#woken()
      })
      yield* this.#shares.beat
      const beating = yield* Effect.forkDetach(this.#beating)
      // A store that does not answer must not hold up the end of the process.
      const left = Effect.timeoutOption(Effect.interruptible(Effect.ignore(this.#shares.leave)), leaveMs)
      const end = Effect.andThen(
        Effect.sync(stop),
        Effect.andThen(this.#finished, Effect.andThen(Fiber.interrupt(beating), left))
      )
      yield* Effect.ensuring(this.#loop(success), end)
    })
  }

  #loop(success: Effect.Effect<unknown, Unavailable, Storage>) {
    return Effect.gen({ self: this }, function* () {
      let saidMs = (this.#lastWorkMs = yield* monotonicMs)
      for (;;) {
        this.#isWoken = false
        const nowMs = yield* monotonicMs
        if (nowMs >= this.#incoming.lookAtMs && (yield* this.#options.step(this.#incoming.looked)))
          this.#lastWorkMs = nowMs
        yield* this.#groups.begin((shop) => this.#mayBegin(shop))
        if (nowMs - saidMs > 60_000) {
          saidMs = nowMs
          yield* this.#options.step(success)
        }
        if (this.#works.size > 0 || this.#recoveries.isActive || this.#sending.late.size > 0) this.#lastWorkMs = nowMs
        if (nowMs - this.#lastWorkMs > this.#options.settings.idleMs) return
        yield* this.#waited(Math.max(1, this.#incoming.lookAtMs - (yield* monotonicMs)))
        // What is committed in the same moment is planned together.
        yield* Effect.sleep(gatherMs)
      }
    })
  }

  /** Waits for something to do, or for the time of the next look. */
  #waited(maxMs: number): Effect.Effect<void> {
    return Effect.callback((resume) => {
      if (this.#isWoken) return resume(Effect.void)
      const timer = setTimeout(() => resume(Effect.void), maxMs)
      this.#wake = () => {
        clearTimeout(timer)
        resume(Effect.void)
      }
      return Effect.sync(() => clearTimeout(timer))
    })
  }

  #woken(): void {
    this.#isWoken = true
    this.#wake()
  }

  get #beating(): Effect.Effect<void, never, Storage> {
    const beat = Effect.andThen(Effect.sleep(this.#options.settings.beats.beatMs), Effect.ignore(this.#shares.beat))
    return Effect.forever(
      Effect.andThen(
        beat,
        Effect.sync(() => {
          this.#groups.drop((shop) => this.#shares.guardOf(shop) === undefined)
          this.#woken()
        })
      )
    )
  }

  #mayBegin(shop: string): boolean {
    return !this.#isEnding && this.#shares.mayBegin(shop, Number(this.#clock!.monotonicTimeNanosUnsafe()) / 1e6)
  }

  /** Commits the end of a late call, after the work that it was a part of. */
  #late({ id, result, webhook, work }: LateEnd) {
    return Effect.gen({ self: this }, function* () {
      while (this.#works.has(work)) yield* Effect.sleep(10)
      if (result !== undefined) yield* this.#settler.tried(work.shop, webhook, [{ id, result }])
    })
  }

  #ended({ targets, work }: Finished, isCommitted: boolean): void {
    this.#groups.end(work)
    if (isCommitted)
      for (const { fate } of targets)
        if (fate.is === "ended") this.#count(isDelivered(fate.result.attempt) ? "delivered" : "failed")
  }

  #countTried(tried: ReadonlyArray<Tried>): void {
    for (const { result } of tried)
      if (result !== "void") this.#count(isDelivered(result.attempt) ? "delivered" : "failed")
    this.#woken()
  }

  #count(how: "delivered" | "failed"): void {
    this.#options.counts[how] = (this.#options.counts[how] ?? 0) + 1
  }

  /** Waits for the works that have begun, which is not long, and ends the calls that go on without them. */
  get #finished(): Effect.Effect<void, never, Storage> {
    return Effect.gen({ self: this }, function* () {
      this.#isEnding = true
      const endMs = (yield* monotonicMs) + 3 * this.#options.settings.firstMs
      while (this.#works.running > 0 && (yield* monotonicMs) < endMs) yield* Effect.sleep(10)
      this.#sending.end()
      yield* this.#parts.end
    })
  }
}
