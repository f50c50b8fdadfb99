/**
 * Lets one of all processes on a store do a piece of work. The holder of a lease renews a document periodically; a
 * waiting process takes over when it has not changed for a while. That needs no shared clock.
 */
import { randomUUID } from "node:crypto"
import { type Collection, collection } from "@bottega/domain/contract"
import { Clock, Context, Data, Duration, Effect, Schema } from "effect"
import { get, modify, type Stored } from "./derived.ts"
import { installation, Stale, Storage, type Unavailable } from "./storage.ts"

interface Lease {
  readonly name: string
  readonly owner: string
}

/** The current holders; every store is opened with this collection. */
export const leases: Collection<Lease> = collection(
  "leases",
  Schema.Struct({ name: Schema.String, owner: Schema.String }),
  { key: ({ name }) => name }
)

/**
 * How often a holder renews a lease, and how many consecutive checks must find it unchanged before another process
 * takes it.
 */
export interface Pace {
  readonly beat: Duration.Input
  readonly misses: number
}

/**
 * Whether the lease of the running work was renewed so recently that no other process can have taken it. A process that was
 * stopped goes on where it was, before it learns that it has lost its lease, so work asks this right before anything that must not
 * be done by two processes. Work without a lease has nothing to lose.
 */
export const HoldsLease = Context.Reference<() => boolean>("@bottega/storage/HoldsLease", {
  defaultValue: () => () => true
})

/**
 * Waits for the lease of that name and does the work. A holder that stalls loses its lease; its work is then
 * interrupted and has no result, so the work must tolerate that another process has started it meanwhile.
 */
export const withLease = <A, E, R>(
  name: string,
  work: Effect.Effect<A, E, R>,
  pace: Pace = { beat: "2 seconds", misses: 8 }
): Effect.Effect<A | undefined, E | Unavailable, R | Storage> =>
  Effect.acquireUseRelease(
    taken(name, pace),
    (term) =>
      Effect.raceFirst(
        Effect.provideService(work, HoldsLease, term.isFresh),
        Effect.as(beating(name, term, pace), undefined)
      ),
    ({ owner }) => Effect.ignore(kept(name, owner, undefined))
  )

/** The time in which one process holds a lease. */
class Term {
  readonly owner = randomUUID()
  readonly #nowNs: () => bigint
  readonly #freshNs: bigint
  #renewedNs: bigint | undefined

  constructor(clock: Clock.Clock, { beat, misses }: Pace) {
    this.#nowNs = () => clock.monotonicTimeNanosUnsafe()
    // The other half of the time is for what was begun while the lease was fresh.
    this.#freshNs = BigInt(Math.round((Duration.toMillis(beat) * misses * 1e6) / 2))
  }

  readonly isFresh = (): boolean => this.#renewedNs !== undefined && this.#nowNs() - this.#renewedNs < this.#freshNs

  /** A commit that takes or renews the lease. It counts from its beginning, because others see it before this process does. */
  renewed<A, E, R>(commit: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      const begunNs = this.#nowNs()
      return Effect.tap(commit, () => Effect.sync(() => void (this.#renewedNs = begunNs)))
    })
  }

  readonly end = (): void => void (this.#renewedNs = undefined)
}

/** Another process holds the lease. */
class Lost extends Data.TaggedError("Lost") {}

const taken = Effect.fnUntraced(function* (name: string, pace: Pace) {
  const term = new Term(yield* Clock.clockWith(Effect.succeed), pace)
  const { owner } = term
  let seen: Stored<Lease> | undefined
  for (let same = 0; ; same++) {
    const now = yield* get(installation, leases, name, { latest: true })
    if (now?.version !== seen?.version || now?.doc.owner !== seen?.doc.owner) same = 0
    seen = now
    if ((seen === undefined || same >= pace.misses) && (yield* term.renewed(isPut({ name, owner }, seen)))) return term
    // Taking a lease cannot be interrupted, but waiting for one can: another process may hold it for hours.
    yield* Effect.interruptible(Effect.sleep(pace.beat))
  }
})

const isPut = (doc: Lease, seen: Stored<Lease> | undefined): Effect.Effect<boolean, Unavailable, Storage> =>
  Storage.use(({ commit }) =>
    commit([
      { shop: installation, collection: leases, key: doc.name, expect: seen?.version ?? 0, doc, before: seen?.row }
    ]).pipe(
      Effect.as(true),
      Effect.catch((failure) => (failure instanceof Stale ? Effect.succeed(false) : Effect.fail(failure))),
      // `leases` has no unique lookup.
      Effect.catchTag("Taken", Effect.die)
    )
  )

// A store that does not answer may answer at the next renewal.
const beating = (name: string, term: Term, { beat }: Pace) =>
  Effect.sleep(beat).pipe(
    Effect.andThen(term.renewed(kept(name, term.owner, { name, owner: term.owner }))),
    Effect.catchTag("Unavailable", () => Effect.void),
    Effect.forever,
    Effect.catchTag("Lost", () => Effect.sync(term.end))
  )

/** Renews or removes a lease, if this owner still holds it. */
const kept = (name: string, owner: string, next: Lease | undefined) =>
  modify(installation, leases, name, (doc) =>
    doc?.owner === owner ? Effect.succeed(next && { ...next }) : Effect.fail(new Lost())
  ).pipe(Effect.catchTag("Taken", Effect.die))
