/**
 * Finds out who has signed in: the session of a cookie and its person, both as they are stored when the call is made, so that a
 * session ends at once with its person.
 */
import { collections } from "@bottega/domain/areas"
import { heldOf, isSessionValid, type Person, type SignedIn, usedSession } from "@bottega/domain/areas/people"
import type { Collection, Role, Unauthenticated } from "@bottega/domain/contract"
import { type Adapter, docOf, type Find, modify, Storage, stored, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { digest } from "../ids.ts"
import { stranger } from "./identity.ts"

const { people, signedIn } = collections

/** A session of a call; the operator's has no person, and `shop` is then the installation. */
export interface OpenSession {
  readonly shop: string
  readonly stored: SignedIn
  readonly person: Person | undefined
}

/** What a caller with a session is. */
export const roleOf = ({ person }: Pick<OpenSession, "person">): Role => person?.role ?? "operator"

/** Makes the function that finds the session of a cookie, and records that it is used, to the hour. */
export const openSessions = (storage: Adapter) => {
  const byKey = <Doc>(shop: string, collection: Collection<Doc>, key: string) =>
    Effect.map(
      storage.find(shop, collection, { where: [{ on: "key", eq: key }], limit: 1 }),
      ([row]) => row && docOf(collection, row)
    )

  const markUsed = (shop: string, session: SignedIn, person: Person | undefined, now: number) => {
    const seconds = Math.floor(now / 1000)
    if (usedSession(session, seconds) === session) return Effect.void
    const moved = modify(shop, signedIn, session.digest, (doc) => Effect.succeed(doc && usedSession(doc, seconds)))
    const seen = modify(shop, people, person?.id ?? "", (doc) => Effect.succeed(doc && { ...doc, seen: seconds }))
    const both = person === undefined ? Effect.asVoid(moved) : Effect.andThen(moved, Effect.asVoid(seen))
    return Effect.provideService(both, Storage, storage).pipe(
      // No unique value changes, so `Taken` cannot occur. A full store must not prevent reads.
      Effect.catchTags({
        Taken: Effect.die,
        Unavailable: (failure) => (failure.reason === "full" ? Effect.void : Effect.fail(failure))
      })
    )
  }

  return Effect.fnUntraced(function* (
    cookie: string,
    now: number
  ): Effect.fn.Return<OpenSession, Unauthenticated | Unavailable> {
    const held = heldOf(cookie)
    const session = held && (yield* byKey(held.shop, signedIn, digest(held.secret)))
    if (held === undefined || session === undefined) return yield* Effect.fail(stranger(ended))
    const { shop } = held
    const person = session.person === null ? undefined : yield* byKey(shop, people, session.person)
    const isGone = session.person !== null && person === undefined
    if (isGone || !isSessionValid(session, now)) return yield* Effect.fail(stranger(ended))
    yield* markUsed(shop, session, person, now)
    return { shop, stored: session, person }
  })
}

/**
 * The documents of a session and of its person, as they are stored now; refuses if either is gone, because the person was removed or
 * has signed out since the call was admitted.
 */
export const stillSignedIn = Effect.fnUntraced(function* (
  within: (shop: string) => Find<Unavailable>,
  { person, shop, stored: { digest } }: OpenSession
) {
  const find = within(shop)
  const byKey = <Doc>(collection: Collection<Doc>, key: string) =>
    Effect.map(
      find(collection, { where: [{ on: "key", eq: key }], limit: 1 }),
      ([row]) => row && stored(collection, row)
    )
  const session = yield* byKey(signedIn, digest)
  const own = person === undefined ? undefined : yield* byKey(people, person.id)
  if (session === undefined || (person !== undefined && own === undefined)) return yield* Effect.fail(stranger(ended))
  return { session, person: own }
})

const ended = "The session has ended or is unknown; sign in again. bottega console prints a link."
