/**
 * Finds orders with an event in a span of time, newest event first, however many. It searches backwards through the hours
 * in which orders had events: an order keeps its hours when it changes, so a reader neither misses nor repeats one while
 * others write.
 */
import { collections } from "@bottega/domain/areas"
import { type ChangedOrder, changedOf, hourOf, newestEventIn, type TimeRange } from "@bottega/domain/areas/orders"
import type { Key } from "@bottega/domain/contract"
import { pages, type Row, type Unavailable } from "@bottega/storage"
import { Effect, Option, Stream } from "effect"
import { Encoded } from "../../engine/answer/answer.ts"
import { type Find, Session } from "../../engine/decide/session.ts"
import { besideOf, decoded } from "./text.ts"

const { orders } = collections

/**
 * The orders that have an event in a span, as the list of changed orders shows them. `sent` is called for each with the
 * second of its newest event in the span.
 */
export const changedIn = Effect.fnUntraced(function* (
  span: TimeRange,
  nodes: ReadonlyArray<string>,
  sent: (newest: number) => void
) {
  const session = yield* Session
  const { find, now, shop } = session
  const second = Math.floor(now / 1000)
  const [oldest] = yield* find(orders, { sort: { by: "begun" }, limit: 1 })
  if (oldest === undefined) return Stream.empty
  const begun = orders.lookups.begun.of(decoded(oldest)) as number
  const search = new Search({
    find,
    span,
    nodes,
    zone: shop.timezone,
    recent: second - settledSeconds,
    keep: (bytes) => session.keep?.(bytes),
    sent
  })
  const [low, present, end] = [Math.max(span[0], begun), second, span[1] - 1].map(hourOf) as [number, number, number]
  // The clock of another process may be ahead of this one.
  const ahead = Math.min(end, Math.max(low, present) + aheadHours)
  const future = { low: Math.max(low, present + 1), high: ahead, width: widest }
  const past = { low, high: Math.min(end, present), width: 1 }
  const steps = Stream.concat(Stream.paginate(future, search.step), Stream.paginate(past, search.step))
  return Stream.flatMap(steps, Stream.fromIterable)
})

/**
 * After this time, every event of a second is committed or abandoned: a writer gives up after a minute, and its clock
 * may be an hour behind.
 */
const settledSeconds = 3660

/** How far ahead another clock may be for its events to be found at once. */
const aheadHours = 64

/** The remaining hours, from `low` to `high`, and how many of them the next query covers. */
interface Hours {
  readonly low: number
  readonly high: number
  readonly width: number
}

/** An order that was found, and the second of its newest event in the span. */
interface Found {
  readonly key: Key
  readonly newest: number
  readonly text: Encoded<ChangedOrder>
}

interface Searched {
  readonly find: Find
  readonly span: TimeRange
  readonly nodes: ReadonlyArray<string>
  readonly zone: string
  /** Events from this second on may still be committed while the list is read. */
  readonly recent: number
  /** Counts the texts of the hours that are being sent. */
  readonly keep: (bytes: number) => void
  readonly sent: (newest: number) => void
}

/** The maximum of hours in one query, and the number of orders below which the next query covers more hours. */
const widest = 64
const sparse = 50

/** A search through the hours of a time span. */
class Search {
  readonly #searched: Searched
  /** Orders with a recent event that were sent. Any other one got its event after its hour was read. */
  readonly #sent = new Set<Key>()

  constructor(searched: Searched) {
    this.#searched = searched
  }

  /** The orders of the last remaining hours: of many hours while orders are few, of one hour where they are many. */
  readonly step = ({ high, low, width }: Hours): Effect.Effect<Step, Unavailable> =>
    Effect.gen({ self: this }, function* () {
      const from = Math.max(low, high - width + 1)
      if (high < low) return [[], Option.none()] as const
      const hours = Array.from({ length: high - from + 1 }, (_, n) => from + n)
      const all = pages(this.#searched.find, orders, { where: [{ on: "active", in: hours }] })
      const found: Array<Found> = []
      let [characters, read, rest] = [0, 0, 0]
      yield* Stream.runForEach(hours.length === 1 ? all : Stream.take(all, 2), (rows) =>
        Effect.sync(() => {
          rest = read === 0 ? 0 : rows.length
          read += rows.length
          for (const row of rows)
            for (const one of this.#found(row, from, high)) {
              found.push(one)
              characters += one.text.text.length
            }
          this.#searched.keep(characters)
        })
      )
      if (hours.length > 1 && rest > 0) return [[], Option.some({ low, high, width: width >> 1 })] as const
      for (const { key, newest } of found) {
        this.#searched.sent(newest)
        if (newest >= this.#searched.recent) this.#sent.add(key)
      }
      const wider = read < sparse ? Math.min(widest, width * 2) : width
      const next = from === low ? Option.none() : Option.some({ low, high: from - 1, width: wider })
      return [[newestFirst(found)], next] as const
    })

  /** The order of a row if its newest event is in these hours, or if that event came after its own hour was read. */
  #found(row: Row, from: number, high: number): ReadonlyArray<Found> {
    const { nodes, recent, span, zone } = this.#searched
    const newest = newestEventIn(besideOf(row), span)
    if (newest === undefined || hourOf(newest) < from) return []
    if (hourOf(newest) > high && (newest < recent || this.#sent.has(row.key))) return []
    // An order with an older event in a later hour was sent with it, before it got its recent one.
    const settled = newestEventIn(besideOf(row), [span[0], Math.min(recent, span[1])])
    if (settled !== undefined && hourOf(settled) > high) return []
    return [{ key: row.key, newest, text: new Encoded(JSON.stringify(changedOf(decoded(row), zone, span, nodes))) }]
  }
}

type Step = readonly [ReadonlyArray<Iterable<Encoded<ChangedOrder>>>, Option.Option<Hours>]

// Sorts second by second, because sorting all orders of a busy hour would block the event loop for too long.
function* newestFirst(found: ReadonlyArray<Found>): Iterable<Encoded<ChangedOrder>> {
  const bySecond = Map.groupBy(found, ({ newest }) => newest)
  for (const second of [...bySecond.keys()].sort((one, other) => other - one))
    for (const { text } of bySecond.get(second)!.sort((one, other) => (one.key < other.key ? 1 : -1))) yield text
}
