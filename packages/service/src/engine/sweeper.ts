/**
 * Takes away what is kept for a time, as each collection declares it: old documents are removed, or folded into fewer. It
 * works in small commits, so that others have their turn and an interrupted sweep loses nothing.
 */
import { type Collection, day, type Keep, type Periods } from "@bottega/domain/contract"
import { forgottenAfter, type Policies } from "@bottega/domain/throttle"
import { bytes, installation, leased, type Storage, type Unavailable } from "@bottega/storage"
import { Cause, Clock, Effect, Fiber, Schedule } from "effect"
import { allCollections } from "./collections.ts"
import { swept } from "./swept.ts"
import { shops } from "./trusted.ts"

/** What keeps a store from growing without end. */
export interface SweeperOptions {
  readonly keep: Keep
  readonly policies: Policies
  /** Called with what went wrong with a collection that could not be swept; the others are. */
  readonly onDefect: (cause: Cause.Cause<unknown>) => void
}

/** Sweeps once, after any other process that is sweeping the store. A store that does not answer is swept another time. */
const sweepOnce = (options: SweeperOptions): Effect.Effect<void, never, Storage> =>
  Effect.ignore(Effect.suspend(() => leased("sweeper", sweep(options))))

/** Sweeps every ten minutes, for as long as it runs. */
export const sweeper = (options: SweeperOptions): Effect.Effect<unknown, never, Storage> =>
  Effect.repeat(sweepOnce(options), Schedule.spaced("10 minutes"))

/**
 * Sweeps a second after now and every ten minutes, without keeping alive a process that has nothing else to do. What it
 * gives ends it.
 */
export const sweepBehind = (
  fork: (sweeping: Effect.Effect<void, never, Storage>) => Fiber.Fiber<void, unknown>,
  options: SweeperOptions
): (() => Promise<void>) => {
  let sweeping: Fiber.Fiber<void, unknown> | undefined
  const sweep = () => void (sweeping = fork(sweepOnce(options)))
  const first = setTimeout(sweep, 1000).unref()
  const again = setInterval(sweep, 600_000).unref()
  return async () => {
    clearTimeout(first)
    clearInterval(again)
    if (sweeping !== undefined) await Effect.runPromise(Fiber.interrupt(sweeping))
  }
}

/** Sweeps every collection of the installation and of its shops, and the bytes that none of their documents names. */
export const sweep = (
  { keep, onDefect, policies }: SweeperOptions,
  collections: ReadonlyArray<Collection> = allCollections
): Effect.Effect<void, Unavailable, Storage> =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const periods = periodsOf(keep, policies)
    const owners = [installation, ...(yield* shops).map(({ id }) => id)]
    for (const owner of owners)
      for (const collection of collections) {
        const { retention } = collection
        if (retention === undefined) continue
        yield* withoutDefect(swept(owner, collection, retention, now - retention.keep(periods)), onDefect)
      }
    for (const owner of owners) yield* withoutDefect(bytes.sweep(owner), onDefect)
  })

const withoutDefect = <E, R>(sweeping: Effect.Effect<void, E, R>, onDefect: SweeperOptions["onDefect"]) =>
  Effect.catchDefect(sweeping, (defect) => Effect.sync(() => onDefect(Cause.die(defect))))

const periodsOf = ({ events, ledger }: Keep, policies: Policies): Periods => ({
  events: events * day,
  ledger: ledger * day,
  // At least a day, for a server with other limits may have counted.
  counts: Math.max(day, ...Object.values(policies).map(forgottenAfter))
})
