/** Commits what the works and the recoveries of a process have done, one commit at a time, so that none sees a half of another. */
import type { ReasonToDisable } from "@bottega/domain/areas/webhooks"
import type { Note } from "@bottega/domain/contract"
import { Stale, Storage, type Unavailable } from "@bottega/storage"
import { Cause, Clock, Effect, Semaphore } from "effect"
import type { Shares } from "../../engine/background/shares.ts"
import { committed } from "../../engine/commit/notices.ts"
import { eventWritesOf } from "../../engine/commit/outgoing.ts"
import { guardOf, type WriteDraft, writeOf } from "../../engine/decide/change.ts"
import { Batch } from "./batch.ts"
import type { Delays } from "./ongoing.ts"
import { afterAttempts, type Tried } from "./recovery.ts"
import { type Settlement, settlementOf } from "./settle.ts"
import type { Finished } from "./work.ts"

/** Disables a webhook whose receiver is gone, or failed for too long. */
export type Disable = (shop: string, webhook: string, why: ReasonToDisable) => Effect.Effect<void, Unavailable, Storage>

/** What the settler asks and tells. */
export interface SettlerEvents {
  /** The works in progress, among them those that have ended and are not committed yet. */
  readonly running: () => number
  /** Runs commits, which go on when the run of the process ends. */
  readonly run: (effect: Effect.Effect<void, never, Storage>) => void
  /** A work ended: what became of it is committed, or another process does it. */
  readonly onEnd: (finished: Finished, isCommitted: boolean) => void
  /** An attempt that ended after its work. */
  readonly onTried: (shop: string, webhook: string, tried: ReadonlyArray<Tried>) => void
}

/** The commits of one process. */
export class Settler {
  readonly #shares: Shares
  readonly #delays: Delays
  readonly #disable: Disable
  readonly #events: SettlerEvents
  readonly #lock = Semaphore.makeUnsafe(1)
  readonly #batch: Batch
  #isRunning = false

  constructor(shares: Shares, delays: Delays, disable: Disable, events: SettlerEvents) {
    this.#shares = shares
    this.#delays = delays
    this.#disable = disable
    this.#events = events
    this.#batch = new Batch(events.running)
  }

  /** Commits what became of a work, together with others. */
  add(finished: Finished): void {
    this.#batch.add(finished)
    if (this.#isRunning) return
    this.#isRunning = true
    this.#events.run(this.#all)
  }

  get #all(): Effect.Effect<void, never, Storage> {
    return Effect.gen({ self: this }, function* () {
      for (;;) {
        // Noted at once, so that what is added from here on begins again.
        if (this.#batch.size === 0) return void (this.#isRunning = false)
        const byShop = [...Map.groupBy(yield* this.#batch.next, ({ work }) => work.shop)]
        const together = this.#lock.withPermit(this.#settled(byShop, false))
        if (yield* Effect.catchCause(together, () => Effect.succeed(false))) continue
        // Something has changed since it was read, or the store failed: each shop by itself, from what is stored now. No shop waits for
        // another one, whose commit may fail for long.
        for (const one of byShop) this.#events.run(this.#alone(one))
      }
    }).pipe(Effect.onError(() => Effect.sync(() => void (this.#isRunning = false))))
  }

  /** Tries again until it succeeds or another process has the shop. */
  #alone(one: readonly [string, ReadonlyArray<Finished>]): Effect.Effect<void, never, Storage> {
    return Effect.gen({ self: this }, function* () {
      for (let tries = 0; ; tries++) {
        const exit = yield* Effect.exit(this.#lock.withPermit(this.#settled([one], true)))
        if (exit._tag === "Success" && exit.value) return
        if (exit._tag === "Failure" && Cause.hasInterrupts(exit.cause)) return
        if (tries > 2) yield* Effect.ignore(this.#shares.beat)
        yield* Effect.sleep(Math.min(10 * 2 ** tries, 1000))
      }
    })
  }

  /** One commit; false if it must be made again. Works of shops that another process has are dropped. */
  #settled(byShop: ReadonlyArray<readonly [string, ReadonlyArray<Finished>]>, isRead: boolean) {
    return Effect.gen({ self: this }, function* () {
      // Taken first: a bucket that is lost while the commit is made must make it stale.
      const guards = new Map(byShop.map(([shop]) => [shop, this.#shares.guardOf(shop)]))
      const held = byShop.filter(([shop]) => guards.get(shop) !== undefined)
      const lost = byShop.filter((one) => !held.includes(one))
      const made: Array<Settlement> = []
      for (const [shop, finished] of held) made.push(yield* settlementOf(shop, finished, { ...this.#delays, isRead }))
      const noted = yield* Effect.forEach(held, ([shop], at) => this.#noted(shop, made[at]!.notes))
      const all = [...made, ...noted]
      const writes = all.flatMap((one) => one.writes)
      const done = yield* this.#committed(writes, [
        ...unique(held.map(([shop]) => guards.get(shop)!)),
        ...all.flatMap((one) => one.guards)
      ])
      if (!done) return yield* this.#forget(held.map(([shop]) => shop))
      for (const [, finished] of held) for (const one of finished) this.#events.onEnd(one, true)
      for (const [, finished] of lost) for (const one of finished) this.#events.onEnd(one, false)
      for (const [at, { disabled }] of made.entries())
        for (const [webhook, why] of disabled) yield* this.#disable(held[at]![0], webhook, why)
      return true
    })
  }

  /** The writes by which followers see what is settled, and the guard that makes sure whether there are any. */
  #noted(shop: string, notes: ReadonlyArray<Note>) {
    return Effect.gen(function* () {
      if (notes.length === 0) return { writes: [], guards: [] }
      const common = { at: Math.floor((yield* Clock.currentTimeMillis) / 1000), instance: null, requestId: "" }
      const { guards, writes } = yield* eventWritesOf(yield* Storage).drafts(shop, { deliveries: notes }, common)
      return {
        writes: writes.map((draft) => writeOf(shop, draft)),
        guards: guards.map((draft) => guardOf(shop, draft))
      }
    })
  }

  /** Reads again whether shops are followed, because a commit failed. */
  #forget(shops: ReadonlyArray<string>) {
    return Storage.useSync((storage) => {
      for (const shop of shops) eventWritesOf(storage).forget(shop)
      return false
    })
  }

  #committed(writes: ReadonlyArray<ReturnType<typeof writeOf>>, guards: Settlement["guards"]) {
    return Effect.gen(function* () {
      if (writes.length === 0) return true
      const storage = yield* Storage
      const done = yield* storage.commit(writes, guards).pipe(
        Effect.as(true),
        Effect.catch((failure) => (failure instanceof Stale ? Effect.succeed(false) : Effect.fail(failure)))
      )
      if (done) committed(storage, writes)
      return done
    })
  }

  /** Commits the ends of attempts of one webhook's deliveries; does nothing if another process has the shop. */
  tried(shop: string, webhook: string, tried: ReadonlyArray<Tried>): Effect.Effect<void, Unavailable, Storage> {
    const make = Effect.gen({ self: this }, function* () {
      const made = yield* afterAttempts(shop, webhook, tried)
      if (!(yield* this.written(shop, made.writes, made.notes))) return false
      this.#events.onTried(shop, webhook, tried)
      if (made.disabled !== undefined) yield* this.#disable(shop, webhook, made.disabled)
      return true
    })
    return this.again(shop, make)
  }

  /** Repeats a commit within its turn until it succeeds, or another process has the shop. */
  again<E>(shop: string, make: Effect.Effect<boolean, E, Storage>): Effect.Effect<void, E, Storage> {
    return Effect.gen({ self: this }, function* () {
      for (let tries = 0; this.#shares.guardOf(shop) !== undefined; tries++) {
        if (yield* this.#lock.withPermit(make)) return
        if (tries > 2) yield* Effect.ignore(this.#shares.beat)
        yield* Effect.sleep(Math.min(10 * 2 ** tries, 1000))
      }
    })
  }

  /** Commits writes of a shop, with notes of deliveries, guarded by its bucket; false if something has changed. */
  written(shop: string, drafts: ReadonlyArray<WriteDraft>, notes: ReadonlyArray<Note> = []) {
    const guard = this.#shares.guardOf(shop)
    if (guard === undefined) return Effect.succeed(false)
    return Effect.gen({ self: this }, function* () {
      const noted = yield* this.#noted(shop, notes)
      const writes = [...drafts.map((draft) => writeOf(shop, draft)), ...noted.writes]
      const done = this.#committed(writes, [guard, ...noted.guards])
      return (yield* Effect.catchTag(done, "Taken", Effect.die)) || (yield* this.#forget([shop]))
    })
  }
}

/** The guards of buckets, each once. */
const unique = (guards: Settlement["guards"]): Settlement["guards"] => [
  ...new Map(guards.map((guard) => ["row" in guard ? `${guard.row.key}` : "", guard])).values()
]
