/** Reads a shop's events, deliveries and mails as its followers see them: up to the watermark, in the sequence of their keys. */
import type { AnsweredPlace, Followed, StoredPlace, Topic } from "@bottega/domain/areas/follow"
import { maxEvents, outbox } from "@bottega/domain/contract"
import { docOf, lengthOf, nextPage, type Row, type Unavailable } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { textOf } from "../../engine/answer/answer.ts"
import { type Following, newestEventAfter } from "../../engine/decide/following.ts"
import type { Find } from "../../engine/decide/session.ts"
import { entriesIn } from "./entries.ts"
import { type Behind, behindAfter, pageSize } from "./page-size.ts"

/** The place after all events of a commit. */
export const placeAfter = (key: string): StoredPlace => ({ key, n: maxEvents })

/** A shop that is followed, and how it is read. */
export interface FollowedShop extends Pick<Following, "raise" | "stored"> {
  readonly id: string
  readonly find: Find
  readonly topics: ReadonlySet<Topic>
}

/** The shortest time between two rises of the watermark by one follower, which make commits in progress run again. */
const paceMs = 25

/** Where a follower is in the store. */
export interface StoredState {
  readonly after: StoredPlace
  readonly watermark: string
  /** Whether events up to the watermark are left. */
  readonly isBehind: boolean
  readonly behind: Behind
  /** When the watermark was last raised, in milliseconds. */
  readonly raisedMs: number
}

/** What was read, and where the follower is after it. */
interface Read {
  readonly entries: ReadonlyArray<Followed>
  readonly state: StoredState
}

/** What is stored of a shop, for one follower. */
export class EventsOfShop {
  readonly #shop: FollowedShop

  constructor(shop: FollowedShop) {
    this.#shop = shop
  }

  /** Looks for a newer event, and raises the watermark to it; `undefined` if there is none. */
  look(state: StoredState): Effect.Effect<StoredState | undefined, Unavailable> {
    return Effect.gen({ self: this }, function* () {
      const { find, raise } = this.#shop
      const newest = yield* newestEventAfter(find, state.after.key)
      if (newest === undefined) return undefined
      yield* paced(state.raisedMs)
      const { key: watermark } = yield* raise(newest)
      return { ...state, watermark, isBehind: true, raisedMs: yield* Clock.currentTimeMillis }
    })
  }

  /** The next events up to the watermark; `answered` is where the follower is in the requests. */
  page(state: StoredState, answered: AnsweredPlace | undefined): Effect.Effect<Read, Unavailable> {
    return Effect.gen({ self: this }, function* () {
      const { after, watermark } = state
      // A document that was shown in part is read again.
      const from = after.n < maxEvents ? { gte: after.key } : { gt: after.key }
      const where = [{ on: "key", ...from, lte: watermark }] as const
      const query = { where, sort: { by: "key" }, ...pageSize } as const
      const rows = yield* this.#shop.find(outbox, query)
      const shown = yield* this.#shown(rows, { ...after, answered })
      const isBehind = shown.rows < rows.length || nextPage(outbox, query, rows) !== undefined
      const behind = behindAfter(state.behind, shown.characters, isBehind)
      const next = placeAfter(isBehind ? String(rows[shown.rows - 1]!.key) : watermark)
      return { entries: shown.entries, state: { ...state, after: next, isBehind, behind } } as Read
    })
  }

  /** What is shown of as many documents as a page has room for: what a note names is longer than the note. */
  #shown(rows: ReadonlyArray<Row>, after: Parameters<typeof entriesIn>[2]): Effect.Effect<Shown, Unavailable> {
    return Effect.gen({ self: this }, function* () {
      const entries: Array<Followed> = []
      let characters = 0
      for (const [at, row] of rows.entries()) {
        const outgoing = docOf(outbox, row)
        const found = yield* this.#shop.stored(entriesIn(this.#shop, outgoing, after))
        entries.push(...found)
        characters += lengthOf(row)
        if (outgoing.notes !== undefined) characters += textOf(found).length
        if (characters > pageSize.characters) return { entries, characters, rows: at + 1 }
      }
      return { entries, characters, rows: rows.length }
    })
  }
}

/** Waits until a little time has passed since an instant. A clock that was set back must not make it wait longer. */
export const paced = (sinceMs: number): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const earlyMs = sinceMs + paceMs - now
    return earlyMs > 0 ? Effect.sleep(Math.min(paceMs, earlyMs)) : Effect.void
  })

/** The entries of the first rows of a page, how many rows these are, and what the page held in memory. */
interface Shown {
  readonly entries: ReadonlyArray<Followed>
  readonly characters: number
  readonly rows: number
}
