/**
 * Work that one process at a time does, of all that have a store open. Who does it shows that it lives by writing a document
 * again and again; who waits takes over when that has not changed for a while, which needs no clock that both would share.
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

/** Who is at which work; every store is opened with it. */
export const leases: Collection<Lease> = collection(
  "leases",
  Schema.Struct({ name: Schema.String, owner: Schema.String }),
  { key: ({ name }) => name }
)

/** How often a lease is written, and how often in a row it must be found unchanged before it is taken from who holds it. */
export interface Pace {
  readonly beat: Duration.Input
  readonly misses: number
}

/**
 * Waits until nobody else does a work of that name, and does it. A holder that is held up loses its lease; its work is then
 * interrupted and gives nothing, and must bear that another has begun it meanwhile.
 */
export const leased = <A, E, R>(
  name: string,
  work: Effect.Effect<A, E, R>,
  pace: Pace = { beat: "2 seconds", misses: 8 }
): Effect.Effect<A | undefined, E | Unavailable, R | Storage> =>
  Effect.acquireUseRelease(
    taken(name, pace),
    (owner) => Effect.raceFirst(work, Effect.as(beating(name, owner, pace), undefined)),
    (owner) => Effect.ignore(kept(name, owner, undefined))
  )

/** Somebody else holds it. */
class Lost extends Data.TaggedError("Lost") {}

const taken = Effect.fnUntraced(function* (name: string, { beat, misses }: Pace) {
  const owner = randomUUID()
  let seen: Stored<Lease> | undefined
  for (let same = 0; ; same++) {
    const now = yield* get(installation, leases, name, { latest: true })
    if (now?.version !== seen?.version || now?.doc.owner !== seen?.doc.owner) same = 0
    seen = now
    if ((seen === undefined || same >= misses) && (yield* isPut({ name, owner }, seen))) return owner
    yield* Effect.sleep(beat)
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

// A store that does not answer may do so at the next beat.
const beating = (name: string, owner: string, { beat }: Pace) =>
  Effect.sleep(beat).pipe(
    Effect.andThen(kept(name, owner, { name, owner })),
    Effect.catchTag("Unavailable", () => Effect.void),
    Effect.forever,
    Effect.catchTag("Lost", () => Effect.void)
  )

/** Writes a lease again, or removes it, if it is still its owner's. */
const kept = (name: string, owner: string, next: Lease | undefined) =>
  modify(installation, leases, name, (doc) =>
    doc?.owner === owner ? Effect.succeed(next && { ...next }) : Effect.fail(new Lost())
  ).pipe(Effect.catchTag("Taken", Effect.die))
