/**
 * Keeps the sums of each second of the hours whose orders change. Then only the seconds in which orders have changed are read again,
 * and not the whole hour.
 */
import { DaySums, type OrderSum, type Span } from "@bottega/domain/areas/orders"
import type { Key } from "@bottega/domain/contract"
import { Recent } from "@bottega/storage"
import { Effect } from "effect"
import type { Find } from "../../../engine/decide/session.ts"
import { type Summed, sumsIn } from "./sums.ts"

/** How far the sums of a shop are: up to a place, as a version of their progress says. */
export interface Reached {
  readonly place: string
  readonly version: number
}

/** What was read of a shop by steps of this process, one after the other. */
export interface Following {
  readonly shop: string
  reached: Reached
}

/** An hour in which orders have changed, and the seconds in which those were placed, in unix time. */
export interface ChangedHour {
  readonly span: Span
  readonly seconds: Set<number>
}

interface Hour {
  readonly following: Following
  readonly seconds: Map<number, ReadonlyArray<OrderSum>>
}

/** The sums of the seconds of hours, of all shops of a store. */
export class KnownSeconds {
  readonly #following = new Recent<Following, string>(maxShops, () => new Map())
  readonly #hours = new Recent<Hour, string>(maxSums, () => new Map())

  /**
   * Begins a step. Where the sums are not as far as the last step of this process left them, another one has seen changes that this
   * one has not, and nothing is known.
   */
  begin(shop: string, reached: Reached): Following {
    const before = this.#following.get(shop)
    if (before?.reached.place === reached.place && before.reached.version === reached.version) return before
    const following = { shop, reached }
    this.#following.keep(shop, following, 1)
    return following
  }

  /**
   * The sums of an hour. Every order of it that has changed since the last step was placed in one of `seconds`; `orders` are some that
   * this step has read.
   */
  hour(following: Following, find: Find, { seconds, span }: ChangedHour, orders: ReadonlyMap<Key, Summed>) {
    return Effect.gen({ self: this }, function* () {
      const name = `${following.shop} ${span.from}`
      const before = this.#hours.get(name)
      const known = before?.following === following ? before.seconds : undefined
      const spans = spansOf(seconds)
      if (known === undefined || spans.length > maxSpans)
        return this.#keep(name, { following, seconds: yield* sumsIn(find, span, secondOf, orders) })
      for (const one of spans) {
        const found = yield* sumsIn(find, one, secondOf, orders)
        for (let second = secondOf(one.from); second < secondOf(one.to); second++) {
          const sums = found.get(second)
          if (sums === undefined) known.delete(second)
          else known.set(second, sums)
        }
      }
      return this.#keep(name, { following, seconds: known })
    })
  }

  /** Keeps an hour, unless it has very many sums, and gives those of the whole hour. */
  #keep(name: string, hour: Hour): ReadonlyArray<OrderSum> {
    const sums = new DaySums()
    let size = 0
    for (const ofSecond of hour.seconds.values()) {
      sums.addAll(ofSecond)
      size += ofSecond.length
    }
    if (size <= maxSumsOfHour) this.#hours.keep(name, hour, size)
    return sums.all
  }
}

/** The second in which a microsecond is. */
export const secondOf = (micros: number): number => Math.floor(micros / 1_000_000)

/** The spans of some seconds, those of seconds one after the other joined. */
const spansOf = (seconds: ReadonlySet<number>): ReadonlyArray<Span> => {
  const spans: Array<{ readonly from: number; to: number }> = []
  for (const second of [...seconds].sort((one, other) => one - other)) {
    const [from, to] = [second * 1_000_000, (second + 1) * 1_000_000]
    const last = spans.at(-1)
    if (last?.to === from) last.to = to
    else spans.push({ from, to })
  }
  return spans
}

/** The most shops that are followed, in each of two generations. */
const maxShops = 4096
/** The most spans that are read one by one; to read the hour is less work than more of them. */
const maxSpans = 64
/** The most sums that are kept, in each of two generations, and of one hour: to add them up takes a few milliseconds. */
const maxSums = 16_384
const maxSumsOfHour = 8192
