/** The answer of one follower, step by step: what is stored, the requests of this process, and a blank while there is neither. */
import type { Followed } from "@bottega/domain/areas/follow"
import type { Unavailable } from "@bottega/storage"
import { Clock, Effect, Option, Stream } from "effect"
import type { Encoded } from "../../engine/answer/answer.ts"
import { blank, blankMs } from "../../engine/answer/endless.ts"
import type { Follower, Seen } from "../../engine/decide/following.ts"
import { EventsOfShop, type FollowedShop, paced, type StoredState } from "./events.ts"
import { type Behind, behindAfter, isLost } from "./page-size.ts"
import type { RequestsOfShop } from "./requests.ts"

/** What one follower reads: what is stored, the requests, or both. */
interface Sources {
  readonly events: EventsOfShop
  readonly follower: Follower
  readonly requests: RequestsOfShop | undefined
  /** Whether the reader may still see what happens: someone who has signed in may have been removed. */
  readonly mayRead: Effect.Effect<boolean, Unavailable>
}

/** Where a follower begins: in the store after a place, with the events up to a watermark at once. */
export interface Begin {
  /** Absent if nothing stored is followed. */
  readonly stored: Pick<StoredState, "after" | "watermark"> | undefined
  readonly limit: number
}

type Entry = Followed | Encoded<Followed> | typeof blank
type Step = readonly [ReadonlyArray<Entry>, Option.Option<State>]

interface State {
  readonly stored: StoredState | undefined
  readonly requestsBehind: Behind
  /** Whether it is the turn of what is stored, after requests were shown. */
  readonly isStoredNext: boolean
  /** How many entries are left to be sent. */
  readonly left: number
  /** When something was last sent, and when requests were last read, in milliseconds. */
  readonly sentMs: number
  readonly readMs: number
}

/** All entries of a follower, and a blank whenever there was none for a while. */
export const entriesOf = (
  shop: FollowedShop,
  sources: Omit<Sources, "events">,
  { limit, stored }: Begin
): Stream.Stream<Entry, Unavailable> => {
  const made = Effect.map(Clock.currentTimeMillis, (sentMs) => {
    const begun = stored && { ...stored, isBehind: true, behind: undefined, raisedMs: 0 }
    const state = { stored: begun, requestsBehind: undefined, isStoredNext: true, left: limit, sentMs, readMs: 0 }
    return Stream.paginate(state as State, new Steps({ ...sources, events: new EventsOfShop(shop) }).step)
  })
  const closed = Effect.sync(() => sources.requests?.close())
  return Stream.ensuring(Stream.unwrap(made), closed)
}

class Steps {
  readonly #sources: Sources

  constructor(sources: Sources) {
    this.#sources = sources
  }

  /** The next entries; asked right before they are sent, whether the reader may see them. */
  readonly step = (state: State): Effect.Effect<Step, Unavailable> =>
    Effect.flatMap(this.#next(state), (made) =>
      made[0].length === 0
        ? Effect.succeed(made)
        : Effect.map(this.#sources.mayRead, (may): Step => (may ? made : [[], Option.none()]))
    )

  #next(state: State): Effect.Effect<Step, Unavailable> {
    const { isStoredNext, left, stored } = state
    if (left === 0) return Effect.succeed([[], Option.none()])
    if (stored?.isBehind) return this.#page(state, stored)
    const { requests } = this.#sources
    if (requests?.isBehind && (stored === undefined || !isStoredNext)) return this.#requests(state, requests)
    return this.#look({ ...state, isStoredNext: false })
  }

  #page(state: State, before: StoredState): Effect.Effect<Step, Unavailable> {
    const { events, requests } = this.#sources
    return Effect.flatMap(events.page(before, requests?.place), ({ entries, state: stored }) =>
      sent({ ...state, stored }, entries, isLost(stored.behind))
    )
  }

  #requests(state: State, requests: RequestsOfShop): Effect.Effect<Step> {
    return Effect.gen(function* () {
      // Those of a few milliseconds are shown together.
      yield* paced(state.readMs)
      const page = requests.page(state.stored?.after)
      if (page === undefined) return [[], Option.none()] as const
      const requestsBehind = behindAfter(state.requestsBehind, page.characters, page.isBehind)
      const next = { ...state, requestsBehind, isStoredNext: true, readMs: yield* Clock.currentTimeMillis }
      return yield* sent(next, page.entries, isLost(requestsBehind))
    })
  }

  /** Looks for a newer event, and waits if there is nothing new. */
  #look(state: State): Effect.Effect<Step, Unavailable> {
    return Effect.gen({ self: this }, function* () {
      const { events, follower } = this.#sources
      if (state.stored === undefined) return yield* this.#wait(state, undefined)
      const seen = follower.seen()
      const stored = yield* events.look(state.stored)
      return stored === undefined ? yield* this.#wait(state, seen) : ([[], Option.some({ ...state, stored })] as const)
    })
  }

  #wait(state: State, seen: Seen | undefined): Effect.Effect<Step> {
    return Effect.gen({ self: this }, function* () {
      const { follower, requests } = this.#sources
      const quietMs = Math.min(blankMs, state.sentMs + blankMs - (yield* Clock.currentTimeMillis))
      const stored = seen === undefined ? Effect.as(Effect.sleep(quietMs), false) : follower.changed(seen, quietMs)
      const either = requests === undefined ? stored : Effect.raceFirst(Effect.as(requests.next, true), stored)
      if (quietMs > 0 && (yield* either)) return [[], Option.some(state)] as const
      return [[blank], Option.some({ ...state, sentMs: yield* Clock.currentTimeMillis })] as const
    })
  }
}

/** Sends entries, as many as are left; a reader who is lost gets no more. */
const sent = (state: State, found: ReadonlyArray<Entry>, isLast: boolean): Effect.Effect<Step> =>
  Effect.map(found.length === 0 ? Effect.succeed(state.sentMs) : Clock.currentTimeMillis, (sentMs) => {
    const entries = found.slice(0, state.left)
    const next = { ...state, sentMs, left: state.left - entries.length }
    return [entries, isLast ? Option.none() : Option.some(next)] as const
  })
