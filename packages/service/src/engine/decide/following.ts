/**
 * Lets a handler follow what is committed to a shop. Its watermark is a key: every event with this key or a lower one has been
 * committed, and no further event gets such a key. A commit guards the document with the watermark and gives its events higher
 * keys, so if the watermark rises before the commit is applied, its events are made again.
 */
import { collections } from "@bottega/domain/areas"
import { hooksKey, noHooks } from "@bottega/domain/areas/webhooks"
import { Overloaded, outbox } from "@bottega/domain/contract"
import { type Adapter, CurrentCall, type Find, modify, type Owner, Storage, type Unavailable } from "@bottega/storage"
import { Deferred, Effect, Stream } from "effect"
import { eventKey } from "../ids.ts"
import { Followers, maxFollowers } from "./followers.ts"

/** The commits of events to a shop by this process: how many there were, and a wait for the next one. */
interface Commits {
  readonly count: number
  readonly after: (count: number) => Effect.Effect<void>
}

/** Begins to notice the commits of events to a shop, until they are released. */
export type CommitsOf = (shop: string) => { readonly notices: Commits; readonly release: () => void }

/** What is known before a look at the store, so that what happens after it is noticed. */
export interface Seen {
  readonly count: number
  readonly revision: number | undefined
}

/** One follower of a shop. */
export interface Follower {
  readonly seen: () => Seen
  /** Whether events may have been committed since; false if none were for so many milliseconds. */
  readonly changed: (since: Seen, waitMs: number) => Effect.Effect<boolean>
}

/** The topics of which notes are written only since someone first followed them, and where the shop's document keeps since when. */
const notedSince = { deliveries: "notedFrom", mails: "mailsFrom" } as const
type Noted = keyof typeof notedSince

/** Up to where a shop can be followed; and from where its deliveries and mails can, if they were ever followed. */
export interface Watermark {
  readonly key: string
  readonly since: { readonly [T in Noted]: string | undefined }
}

/** What a handler needs to follow a shop. */
export interface Following {
  /**
   * Raises the watermark to a key, and gives it once it is durable; a lower key changes nothing. The notes of these topics begin,
   * unless they are written already.
   */
  readonly raise: (to: string, topics?: ReadonlySet<string>) => Effect.Effect<Watermark, Unavailable>
  /** Runs what reads the store. */
  readonly stored: <A>(reading: Effect.Effect<A, Unavailable, Storage>) => Effect.Effect<A, Unavailable>
  /** Entries that are made for one more follower, until another owner gets its place; refuses if there is no place for it. */
  readonly entries: <A>(
    of: (follower: Follower) => Stream.Stream<A, Unavailable>
  ) => Effect.Effect<Stream.Stream<A, Unavailable>, Overloaded>
}

/** The key of the shop's newest event, if there is one after a key. */
export const newestEventAfter = (
  find: Find<Unavailable>,
  key: string
): Effect.Effect<string | undefined, Unavailable> => {
  const query = { where: [{ on: "key", gt: key }], sort: { by: "key", descending: true }, ...newest } as const
  return Effect.map(find(outbox, query), ([row]) => row && String(row.key))
}
const newest = { limit: 1, characters: 1024 }

const full = new Overloaded({
  message: `The server has ${maxFollowers} followers already, and this caller's share is used up.`,
  retryAfter: 5
})

/** The time between two looks for what other processes commit, if the store cannot tell whether it has changed. */
const pollMs = 500

/** Makes the function by which shops of a store are followed. */
export const followingOf = (storage: Adapter, commitsOf: CommitsOf) => {
  const followers = new Followers()
  return (shop: string): Following => ({
    raise: (to, topics) => Effect.provideService(raiseWatermark(shop, to, topics), Storage, storage),
    stored: (reading) => Effect.provideService(reading, Storage, storage),
    entries: (of) =>
      Effect.flatMap(CurrentCall, ({ owner }) => {
        if (!followers.hasRoom(owner)) return Effect.fail(full)
        const begun = { storage, followers, owner, commits: () => commitsOf(shop) }
        return Effect.succeed(Stream.suspend(() => followed(begun, of)))
      })
  })
}

/**
 * Raises the watermark of a shop. Another follower may have raised it a moment ago, and its change, like the events before it, may not be durable yet.
 */
export const raiseWatermark = (shop: string, to: string, topics: ReadonlySet<string> = new Set()) =>
  modify(shop, collections.hooks, hooksKey, (hooks) => {
    const { followed = "" } = hooks ?? noHooks
    const begun = (["deliveries", "mails"] as const).filter(
      (topic) => topics.has(topic) && hooks?.[notedSince[topic]] === undefined
    )
    if (begun.length === 0) return Effect.succeed(to > followed ? { ...(hooks ?? noHooks), followed: to } : hooks)
    // A place from before is lower: nothing was noted after it.
    return Effect.map(eventKey(shop, followed, to), (key) => ({
      ...(hooks ?? noHooks),
      followed: key,
      ...Object.fromEntries(begun.map((topic) => [notedSince[topic], key]))
    }))
  }).pipe(
    // `hooks` has no unique lookup.
    Effect.catchTag("Taken", Effect.die),
    Effect.tap(Storage.use(({ commit }) => Effect.catchTags(commit([]), { Stale: Effect.die, Taken: Effect.die }))),
    Effect.map(
      (hooks): Watermark => ({
        key: hooks?.followed ?? "",
        since: { deliveries: hooks?.notedFrom, mails: hooks?.mailsFrom }
      })
    )
  )

interface Begun {
  readonly storage: Adapter
  readonly followers: Followers
  readonly owner: Owner
  readonly commits: () => ReturnType<CommitsOf>
}

const followed = <A>(
  { commits, followers, owner, storage }: Begun,
  of: (follower: Follower) => Stream.Stream<A, Unavailable>
) => {
  const place = followers.enter(owner)
  // Another one may have begun since the call was accepted.
  if (place === undefined) return Stream.empty
  const { notices, release } = commits()
  const ended = Effect.sync(() => {
    followers.leave(place)
    release()
  })
  const entries = Stream.interruptWhen(of(followerOf(storage, notices)), Deferred.await(place.lost))
  return Stream.ensuring(entries, ended)
}

const followerOf = ({ revision }: Adapter, notices: Commits): Follower => ({
  seen: () => ({ count: notices.count, revision: revision?.(outbox) }),
  changed: (since, waitMs) =>
    Effect.gen(function* () {
      for (let leftMs = waitMs; leftMs > 0; leftMs -= pollMs) {
        const committed = Effect.as(notices.after(since.count), true)
        if (yield* Effect.raceFirst(committed, Effect.as(Effect.sleep(Math.min(pollMs, leftMs)), false))) return true
        // Another process may have committed something.
        if (revision === undefined || revision(outbox) !== since.revision) return true
      }
      return false
    })
})
