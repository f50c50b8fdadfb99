/** Shows what happens in a shop while it happens. */
import type { areas } from "@bottega/domain/areas"
import {
  cursorPlaceOf,
  type FollowedPlace,
  followedPlaceOf,
  type StoredPlace,
  type Topic
} from "@bottega/domain/areas/follow"
import { Conflict, outbox, timeKeyAt } from "@bottega/domain/contract"
import type { Find, Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { type OpenSession, stillSignedIn } from "../engine/admit/signed-in.ts"
import { Endless } from "../engine/answer/endless.ts"
import { newestEventAfter, type Watermark } from "../engine/decide/following.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { Operator } from "../engine/decide/session.ts"
import { microsOf } from "../engine/ids.ts"
import { removedUpTo } from "../engine/records.ts"
import { placeAfter } from "./follow/events.ts"
import { RequestsOfShop } from "./follow/requests.ts"
import { entriesOf } from "./follow/steps.ts"
import { shopOf } from "./shops.ts"

export const handlers: Handlers<typeof areas.follow> = {
  entries: Effect.fnUntraced(function* ({ after, limit = Number.POSITIVE_INFINITY, shop, topics: asked = byDefault }) {
    const { following, ring, session, within } = yield* Operator
    yield* shopOf(shop)
    const place = after === undefined ? undefined : followedPlaceOf(after)!
    const topics: ReadonlySet<Topic> = new Set(asked)
    const answered = topics.has("requests") ? yield* answeredFrom(place) : undefined
    const stored = asked.every((topic) => topic === "requests") ? undefined : yield* storedFrom(shop, place, topics)
    const { entries, ...store } = following(shop)
    const mayRead = session === undefined ? Effect.succeed(true) : isSignedIn(within, session)
    const of = { id: shop, find: within(shop), ...store, topics }
    const found = yield* entries((follower) => {
      const requests = answered && new RequestsOfShop(ring, shop, answered.n)
      return entriesOf(of, { follower, requests, mayRead }, { stored, limit })
    })
    return new Endless(found, cursorPlaceOf({ stored: stored?.after, answered }))
  })
}

/** Whether the reader of an answer that goes on for hours is still signed in. */
const isSignedIn = (within: Operator["Service"]["within"], session: OpenSession) =>
  stillSignedIn(within, session).pipe(
    Effect.as(true),
    Effect.catchTag("Unauthenticated", () => Effect.succeed(false))
  )

const byDefault: ReadonlyArray<Topic> = ["events"]

/** Where a follower begins in the requests of this process. */
const answeredFrom = Effect.fnUntraced(function* (place: FollowedPlace | undefined) {
  const { ring } = yield* Operator
  if (place === undefined) return { ring: ring.id, n: ring.last }
  const { answered } = place
  if (answered?.ring !== ring.id || ring.after(answered.n) === undefined) return yield* notKept()
  return answered
})

/** Where a follower begins in the store. */
const storedFrom = Effect.fnUntraced(function* (
  shop: string,
  place: FollowedPlace | undefined,
  topics: ReadonlySet<Topic>
) {
  const { following, marks, within } = yield* Operator
  const { raise } = following(shop)
  const watermark = yield* place === undefined
    ? raise(yield* newestKnown(within(shop), yield* marks(shop).read(removedUpTo(outbox))), topics)
    : raise("")
  const after = place === undefined ? placeAfter(watermark.key) : place.stored
  if (after === undefined) return yield* notKept()
  if (place !== undefined) yield* kept(shop, after, watermark, topics)
  return { after, watermark: watermark.key }
})

/**
 * The key of the newest event, or one of the microsecond up to which events were removed. That is higher if none is left, or if the
 * clock was ahead when they happened.
 */
const newestKnown = (find: Find<Unavailable>, removedMicros: number) => {
  const removed = timeKeyAt(removedMicros / 1000)
  return Effect.map(newestEventAfter(find, ""), (key = removed) => [key, removed].sort().at(-1)!)
}

/** Refuses a place after which events were removed, or deliveries or mails were not noted, and one that was never given. */
const kept = Effect.fnUntraced(function* (
  shop: string,
  { key }: StoredPlace,
  watermark: Watermark,
  topics: ReadonlySet<Topic>
) {
  const { marks } = yield* Operator
  const removed = yield* marks(shop).read(removedUpTo(outbox))
  const isNoted = Object.entries(watermark.since).every(
    ([topic, since]) => !topics.has(topic as Topic) || (since !== undefined && key >= since)
  )
  if (key > watermark.key || microsOf(key) < removed || !isNoted) return yield* notKept()
})

const notKept = () =>
  Effect.fail(
    new Conflict({
      message: "What happened after this place is not kept any more, or never was. Begin again without after."
    })
  )
