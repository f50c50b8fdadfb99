/** Holds a shop to its number of attempts in a minute. */
import { collections } from "@bottega/domain/areas"
import { docOf, maxRows, Storage } from "@bottega/storage"
import { Clock, Effect } from "effect"

const { mail } = collections
const minuteMs = 60_000

/** The attempts of the last minute, by shop. It is made for one run of the worker, and begins with what the store knows. */
export class Pace {
  readonly #perMinute: number
  readonly #attempts = new Map<string, Array<number>>()

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** Learns what other processes, or earlier runs, have tried for a shop. */
  readonly know = Effect.fnUntraced({ self: this }, function* (this: Pace, shop: string) {
    if (this.#attempts.has(shop)) return
    if (this.#perMinute === Number.POSITIVE_INFINITY) return void this.#attempts.set(shop, [])
    const { find } = yield* Storage
    const since = (yield* Clock.currentTimeMillis) - minuteMs
    const where = [{ on: "tried", gt: Math.floor(since / 1000) }] as const
    const rows = yield* find(shop, mail, {
      where,
      sort: { by: "tried" },
      limit: Math.min(this.#perMinute, maxRows),
      latest: true
    })
    const tried = rows.flatMap((row) => docOf(mail, row).attempts.map(({ ts }) => ts * 1000))
    this.#attempts.set(
      shop,
      tried.filter((at) => at > since).sort((one, other) => one - other)
    )
  })

  /** When the shop may make its next attempt: now, or at the end of the minute of an earlier one. */
  next(shop: string, now: number): number {
    const attempts = this.#attempts.get(shop) ?? []
    // A clock that was set back would otherwise hold the shop until it is there again.
    const recent = attempts.filter((at) => at > now - minuteMs && at <= now + minuteMs)
    this.#attempts.set(shop, recent)
    return recent.length < this.#perMinute ? now : recent[recent.length - this.#perMinute]! + minuteMs
  }

  count(shop: string, now: number): void {
    this.#attempts.get(shop)?.push(now)
  }

  /** Takes back what was counted for a message that was not sent after all. */
  uncount(shop: string): void {
    this.#attempts.get(shop)?.pop()
  }
}
