/**
 * Lets one of all processes on a store do a piece of work. The holder of a lease renews a document periodically; a
 * waiting process takes over when it has not changed for a while. That needs no shared clock.
 */
import { randomUUID } from "node:crypto"
import { type Collection, collection } from "@bottega/domain/contract"
import { Data, type Duration, Effect, Schema } from "effect"
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
    (owner) => Effect.raceFirst(work, Effect.as(beating(name, owner, pace), undefined)),
    (owner) => Effect.ignore(kept(name, owner, undefined))
  )

/** Another process holds the lease. */
class Lost extends Data.TaggedError("Lost") {}

const taken = Effect.fnUntraced(function* (name: string, { beat, misses }: Pace) {
  const owner = randomUUID()
  let seen: Stored<Lease> | undefined
  for (let same = 0; ; same++) {
    const now = yield* get(installation, leases, name, { latest: true })
    if (now?.version !== seen?.version || now?.doc.owner !== seen?.doc.owner) same = 0
    seen = now
    if ((seen === undefined || same >= misses) && (yield* isPut({ name, owner }, seen))) return owner
    // Taking a lease cannot be interrupted, but waiting for one can: another process may hold it for hours.
    yield* Effect.interruptible(Effect.sleep(beat))
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
const beating = (name: string, owner: string, { beat }: Pace) =>
  Effect.sleep(beat).pipe(
    Effect.andThen(kept(name, owner, { name, owner })),
    Effect.catchTag("Unavailable", () => Effect.void),
    Effect.forever,
    Effect.catchTag("Lost", () => Effect.void)
  )

/** Renews or removes a lease, if this owner still holds it. */
const kept = (name: string, owner: string, next: Lease | undefined) =>
  modify(installation, leases, name, (doc) =>
    doc?.owner === owner ? Effect.succeed(next && { ...next }) : Effect.fail(new Lost())
  ).pipe(Effect.catchTag("Taken", Effect.die))
