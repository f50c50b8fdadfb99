/** One run of the worker that sends mail: attempts at the same time, the shops in turn. */
import { collections } from "@bottega/domain/areas"
import type { Queued } from "@bottega/domain/areas/mail"
import { HoldsLease, Storage, Unavailable } from "@bottega/storage"
import { Cause, Clock, Data, Effect } from "effect"
import { noteOutage } from "../../engine/background/outage.ts"
import { monotonicMs } from "../../engine/background/shares.ts"
import { TurnsOfShops } from "../../engine/background/turns-of-shops.ts"
import type { Step } from "../../engine/background/worker.ts"
import { commitsTo, type Notices } from "../../engine/commit/notices.ts"
import { Slow } from "../../engine/decide/slow.ts"
import type { Service } from "../../engine/service.ts"
import { Sender } from "../../outbound/mail/sender.ts"
import { name } from "./backlog.ts"
import { deferred, delivered, unwritten } from "./deliver.ts"
import { keptTogether, maxTogether } from "./kept.ts"
import { Look } from "./look.ts"
import type { Outcome } from "./outcome.ts"
import { Pace } from "./pace.ts"
import type { MailSettings } from "./settings.ts"

const { mailQueue } = collections

/** The SMTP server takes no messages. */
class Outage extends Data.TaggedError("Outage")<{ readonly message: string }> {}

/** Does slow work for a shop. */
export type SlowOf = Service["slowOf"]

/** The longest wait before the queue is looked at again, for what other processes have added. */
const lookMs = 1000

/** How a run sends. */
export interface RunOptions {
  readonly settings: MailSettings | undefined
  readonly slowOf: SlowOf
  readonly step: Step
  /** The messages that are sent at the same time at first. */
  readonly slots: number | undefined
}

/** One run of the worker: it goes on while anything is due, or soon will be. */
export class Run {
  readonly #step: Step
  readonly #slowOf: SlowOf
  readonly #settings: MailSettings | undefined
  readonly #sender: Sender | undefined
  readonly #onOutcome: (outcome: Outcome) => void
  readonly #turns = new TurnsOfShops<Queued>()
  readonly #pace: Pace
  readonly #running = new Map<string, string>()
  readonly #look: Look
  #slots: number
  /** What went wrong in this program or its store. */
  #failure: unknown
  #outage: string | undefined
  /** The attempts that have ended, to know whether one did since the last look began. */
  #endedCount = 0
  #wake: () => void = () => {}

  constructor({ settings, slots, slowOf, step }: RunOptions, onOutcome: (outcome: Outcome) => void) {
    this.#settings = settings
    this.#step = step
    this.#slowOf = slowOf
    this.#sender = settings && new Sender(settings.server)
    this.#slots = slots ?? this.#atOnce
    this.#pace = new Pace(settings === undefined ? Number.POSITIVE_INFINITY : (settings.perMinute ?? 60))
    this.#look = new Look(this.#turns, this.#pace, this.#running)
    this.#onOutcome = onOutcome
  }

  /** Whether nothing more is begun. */
  get #isOver(): boolean {
    return this.#outage !== undefined || this.#failure instanceof Unavailable
  }

  get #atOnce(): number {
    // Nobody waits for messages that are only kept, and each thread that writes them out takes 20 MB for a while.
    return this.#settings === undefined ? 1 : (this.#settings.atOnce ?? 8)
  }

  /** The run; what has begun is finished, however the run ends. */
  whole(success: Effect.Effect<unknown, Unavailable, Storage>) {
    return Effect.gen({ self: this }, function* () {
      const notices = commitsTo(yield* Storage, mailQueue)
      let said = yield* monotonicMs
      let lookAt = 0
      let isMore = true
      // An attempt that ends without a result leaves its message in the queue, so the last look begins after the last attempt.
      for (let ended = 0; isMore || this.#running.size > 0 || ended !== this.#endedCount; ) {
        const seen = notices.count
        yield* this.#begin
        // A look reads many shops: while all slots are taken, one in a while is enough.
        if (this.#running.size < this.#slots || lookAt <= (yield* monotonicMs)) {
          ended = this.#endedCount
          isMore = yield* this.#step(this.#isOver ? Effect.succeed(false) : this.#look.refill)
          yield* this.#begin
          lookAt = (yield* monotonicMs) + lookMs
        }
        const now = yield* monotonicMs
        if (!this.#isOver && now - said > 60_000) {
          said = now
          yield* this.#step(success)
        }
        if (isMore || this.#running.size > 0) yield* this.#waited(notices, seen)
      }
      if (this.#outage !== undefined) return yield* new Outage({ message: this.#outage })
      if (this.#failure !== undefined) return yield* Effect.die(this.#failure)
    }).pipe(Effect.ensuring(this.#finished))
  }

  /** Waits until an attempt ends, a commit adds to the queue, or a little time has passed. */
  #waited(notices: Notices, seen: number): Effect.Effect<void> {
    const free = Effect.callback<void>((resume) => {
      this.#wake = () => resume(Effect.void)
    })
    const added = this.#running.size < this.#slots ? notices.after(seen) : Effect.never
    return Effect.raceAllFirst([free, added, Effect.sleep(lookMs)])
  }

  get #finished(): Effect.Effect<void> {
    return Effect.gen({ self: this }, function* () {
      while (this.#running.size > 0) yield* Effect.sleep(20)
      this.#sender?.close()
    })
  }

  /** Begins as many attempts as there is room for, the shops in turn. */
  get #begin(): Effect.Effect<void, never, Storage> {
    return Effect.gen({ self: this }, function* () {
      const now = yield* Clock.currentTimeMillis
      const holdsLease = yield* HoldsLease
      while (!this.#isOver && holdsLease() && this.#running.size < this.#slots) {
        const next = this.#turns.take((shop) => this.#mayBegin(shop, now))
        if (next === undefined) return
        const { shop, work } = next
        this.#running.set(work.id, shop)
        if (this.#sender !== undefined) {
          this.#pace.count(shop, now)
          yield* Effect.forkDetach(this.#attempt(shop, [work], this.#sent(work, this.#sender)))
          continue
        }
        const all = [work, ...this.#turns.more(shop, maxTogether - 1)]
        for (const { id } of all) this.#running.set(id, shop)
        yield* Effect.forkDetach(this.#attempt(shop, all, this.#kept(shop, all)))
      }
    })
  }

  #mayBegin(shop: string, now: number): boolean {
    const own = [...this.#running.values()].filter((one) => one === shop).length
    return own < (this.#settings?.atOnceOfShop ?? 4) && this.#pace.next(shop, now) <= now
  }

  /** Does something about queued messages of a shop, which are on their way until it has ended. */
  #attempt(
    shop: string,
    queued: ReadonlyArray<Queued>,
    work: Effect.Effect<void, Unavailable, Storage | Slow>
  ): Effect.Effect<void, never, Storage> {
    const whole = Effect.catchCause(work, (cause) => this.#broken(shop, queued, cause))
    return Effect.provideService(whole, Slow, this.#slowOf(name, shop)).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          for (const { id } of queued) this.#running.delete(id)
          this.#endedCount++
          this.#wake()
        })
      ),
      Effect.uninterruptible
    )
  }

  #sent(entry: Queued, sender: Sender) {
    const outlet = { sender, from: this.#settings!.from }
    return Effect.flatMap(delivered(entry, outlet), (outcome) => this.#ended(entry.shop, outcome))
  }

  #kept(shop: string, queued: ReadonlyArray<Queued>) {
    return Effect.flatMap(keptTogether(shop, queued), (became) =>
      Effect.forEach(
        became,
        (is, at) => (is === "undone" ? deferred(queued[at]!, unwritten) : this.#ended(shop, { is })),
        { discard: true }
      )
    )
  }

  #ended(shop: string, outcome: Outcome): Effect.Effect<void, Unavailable, Storage> {
    this.#onOutcome(outcome)
    const { is } = outcome
    if (is === "kept" || is === "gone" || is === "postponed") this.#pace.uncount(shop)
    if (outcome.outage !== undefined) this.#outage = outcome.outage
    else if (outcome.is === "sent") this.#slots = this.#atOnce
    return outcome.outage !== undefined || outcome.is === "sent" ? noteOutage(name, outcome.outage) : Effect.void
  }

  /** After a failure of the store messages are as they were. One that the program cannot handle is tried again later. */
  #broken(
    shop: string,
    queued: ReadonlyArray<Queued>,
    cause: Cause.Cause<unknown>
  ): Effect.Effect<void, never, Storage | Slow> {
    const failure = Cause.squash(cause)
    const [first, ...others] = queued
    if (others.length === 0 || failure instanceof Unavailable) this.#failure ??= failure
    if (failure instanceof Unavailable) return Effect.void
    if (others.length === 0) return Effect.ignore(deferred(first!, "The program failed to handle the message."))
    // Only one of them may be to blame.
    const alone = (one: Queued) => Effect.catchCause(this.#kept(shop, [one]), (why) => this.#broken(shop, [one], why))
    return Effect.forEach(queued, alone, { discard: true })
  }
}
