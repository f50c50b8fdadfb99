/**
 * Retries a decision after a conflict. Conflicting writers of one process then queue for the document, and writers of
 * several processes back off. The port's versions ensure correctness; the locks only save work.
 */
import type { Key } from "@bottega/domain/contract"
import { Clock, Context, Effect, Random, Result } from "effect"
import { Locks } from "./locks.ts"
import { type Adapter, type Guard, OnApplied, Stale, Storage, Taken, Unavailable, type Write } from "./storage.ts"

/**
 * Runs an attempt that reads with `latest` and commits, and repeats it if its commit was `Stale` or `Taken`. What it
 * answers or refuses depends on durable data only. After 100 seconds of conflicts it fails with `Unavailable`,
 * `busy`. An attempt for which `Taken` is an answer, not a conflict, must catch it itself.
 */
export const retryOnConflict = <A, E, R>(
  attempt: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, Stale | Taken> | Unavailable, R | Storage> =>
  retried(attempt, (failure) => failure instanceof Stale || failure instanceof Taken, [])

/** The name of the lock on a document. */
export const lockName = (shop: string, collection: string, key: Key): string => JSON.stringify([shop, collection, key])

/**
 * {@link retryOnConflict} for an attempt that conflicts over the documents in `names`; a failure that is not `lost` is a
 * result.
 */
export const retried = <A, E, R, Lost extends Stale | Taken>(
  attempt: Effect.Effect<A, E, R>,
  lost: (failure: unknown) => failure is Lost,
  names: ReadonlyArray<string>
): Effect.Effect<A, Exclude<E, Lost> | Unavailable, R | Storage> =>
  Effect.withFiber((fiber) => {
    const storage = Context.getUnsafe(fiber.context, Storage)
    // A caller that already holds locks takes no more, so no two can deadlock.
    const nested = fiber.getRef(OnApplied) !== undefined
    const known = new Set(nested ? [] : names)
    // Nearly every attempt succeeds at once; only a conflict costs the loop below.
    const named = Effect.provideService(attempt, Contended, nested ? undefined : known)
    return Effect.catch(alone(storage, known, named), (failure) =>
      lost(failure) ? again(storage, known, named, lost, nested, failure) : Effect.fail(failure)
    )
  }) as Effect.Effect<A, Exclude<E, Lost> | Unavailable, R | Storage>

/** The names of the locks of a decision: those it holds, and those it takes before it is made again. */
const Contended = Context.Reference<Set<string> | undefined>("@bottega/storage/Contended", {
  defaultValue: () => undefined
})

/**
 * Commits an attempt of {@link retried}. If it conflicts, the decision is made again with the locks of all documents that it changes:
 * with one more lock at a time, an order would conflict over its items one after the other. The holder of a lock goes first: another
 * commit of the document is not sent, and decided again afterwards.
 */
export const commitInLine = (
  storage: Adapter,
  writes: ReadonlyArray<Write>,
  guards: ReadonlyArray<Guard>
): Effect.Effect<void, Stale | Taken | Unavailable> =>
  Effect.withFiber((fiber) => {
    const known = fiber.getRef(Contended)
    if (known === undefined) return storage.commit(writes, guards)
    const changed = writes.filter(({ expect }) => expect > 0).slice(0, maxLocks)
    const inLine = () => {
      for (const write of changed) known.add(nameOf(write))
    }
    const held = locks.get(storage)
    const isOthers = (name: string) => held!.has(name) && !known.has(name)
    // Nearly always nobody holds a lock, and then no name is made.
    const met = held?.isBusy === true ? changed.find((write) => isOthers(nameOf(write))) : undefined
    if (met === undefined) return Effect.tapError(storage.commit(writes, guards), () => Effect.sync(inLine))
    inLine()
    return Effect.fail(new Stale({ shop: met.shop, collection: met.collection.name, key: met.key }))
  })

/** A larger change conflicts over its other documents one after the other. */
const maxLocks = 1000

const nameOf = ({ collection, key, shop }: Write): string => lockName(shop, collection.name, key)

const again = Effect.fnUntraced(function* <A, E, R>(
  storage: Adapter,
  known: Set<string>,
  attempt: Effect.Effect<A, E, R>,
  lost: (failure: unknown) => failure is Stale | Taken,
  nested: boolean,
  first: Stale | Taken
) {
  const begun = yield* Clock.monotonicTimeNanos
  let failure = first
  for (let tries = 0; ; tries++) {
    if (!nested) known.add(lockName(failure.shop, failure.collection, failure.key))
    // The first retry waits in the queue if it must; a later one lost to another process, which no queue here holds
    // back.
    if (tries > 0) yield* Effect.sleep(yield* Random.nextBetween(0.5, 2 ** Math.min(tries, 6)))
    const result = yield* Effect.result(alone(storage, known, attempt))
    if (Result.isSuccess(result)) return result.success
    if (!lost(result.failure)) return yield* Effect.fail(result.failure)
    failure = result.failure
    if ((yield* Clock.monotonicTimeNanos) - begun > BigInt(conflictTimeoutMs) * 1_000_000n) return yield* busy(failure)
  }
})

/**
 * Longer than MongoDB by default keeps the transaction of a dead process open: 60 s, and up to 30 s until it notices.
 */
export const conflictTimeoutMs = 100_000

const locks = new WeakMap<Adapter, Locks>()

const locksOf = (storage: Adapter): Locks => {
  const known = locks.get(storage) ?? new Locks()
  locks.set(storage, known)
  return known
}

const busy = (cause: unknown) => Effect.fail(new Unavailable({ reason: "busy", cause }))

const alone = <A, E, R>(
  storage: Adapter,
  names: ReadonlySet<string>,
  attempt: Effect.Effect<A, E, R>
): Effect.Effect<A, E | Unavailable, R> =>
  names.size === 0
    ? settled(storage, attempt, () => {})
    : locksOf(storage).holding(names, waiting, (release) => settled(storage, attempt, release))

const waiting = <A>(line: Effect.Effect<A>) =>
  Effect.timeoutOrElse(line, {
    duration: conflictTimeoutMs,
    orElse: () => busy("others of this process hold the document")
  })

// A result without a commit may depend on writes that are applied but not yet durable, so it waits for these.
const settled = <A, E, R>(
  storage: Adapter,
  attempt: Effect.Effect<A, E, R>,
  release: () => void
): Effect.Effect<A, E | Unavailable, R> =>
  Effect.suspend(() => {
    let committed = false
    const applied = () => {
      committed = true
      release()
    }
    const barrier = Effect.suspend(() =>
      committed ? Effect.void : (storage.commit([]) as Effect.Effect<void, Unavailable>)
    )
    return Effect.provideService(attempt, OnApplied, applied).pipe(
      Effect.tap(() => barrier),
      Effect.tapError((failure) => (failure instanceof Stale || failure instanceof Taken ? Effect.void : barrier))
    )
  })
