/** What the extras of a pull cost, counted before the pull begins: a call for each order that has not got them yet. */
import { collections } from "@bottega/domain/areas"
import { allRows } from "@bottega/storage"
import { Effect, Stream } from "effect"
import type { Context } from "./context.ts"
import { Stopped } from "./failures.ts"
import { orderPages } from "./orders/list.ts"

/** The price of timelines and trackings. */
export interface PullPrice {
  /** The orders that the source lists. */
  readonly orders: number
  /** The calls for what was asked for of each order, beyond the one for its detail. */
  readonly calls: number
  /** The seconds that those calls take, at the rate of the pull and within what it uses of the source's quota. */
  readonly seconds: number
  /** The calls of the key set in a day, if the source says it. */
  readonly quota: number | null
}

/** Asks whether a price is accepted; false ends the pull before it has brought anything. */
export type AskPrice = (price: PullPrice) => Promise<boolean>

/** The most orders that are counted; a list of more is not counted to its end. */
const maxCounted = 2_000_000

/** Names the price, if extras are asked for, and stops the pull if it is not accepted. */
export const agreed = Effect.fnUntraced(function* (context: Context, rate: number, ask: AskPrice | undefined) {
  if (ask === undefined || context.extras.size === 0) return
  const price = yield* Effect.catchTag(priceOf(context, rate), "NotGiven", () => Effect.undefined)
  if (price === undefined || (yield* Effect.promise(() => ask(price)))) return
  return yield* new Stopped({ message: "The price of --with was not accepted; nothing was pulled." })
})

const priceOf = Effect.fnUntraced(function* (context: Context, rate: number) {
  const { extras, shop, source, storage, storedExtras } = context
  const known = new Set<string>()
  // One page at a time: a shop's orders do not fit into memory.
  const rows = allRows((of, query) => storage.find(shop.id, of, query), collections.orders)
  yield* Stream.runForEach(rows, ({ key }) => Effect.sync(() => known.add(String(key))))
  const listed = new Set<string>()
  let added = 0
  yield* orderPages(source, undefined, (page) =>
    Effect.sync(() => {
      const before = listed.size
      for (const id of page.flatMap(idsOf)) {
        if (listed.has(id)) continue
        listed.add(id)
        if (!known.has(id)) added++
      }
      return listed.size > before && listed.size < maxCounted
    })
  )
  const orders = listed.size
  const calls = [...extras].reduce((sum, extra) => sum + (storedExtras.has(extra) ? added : orders), 0)
  const { quota } = source
  return { orders, calls, seconds: secondsFor(calls, rate, quota), quota: quota?.quota ?? null } satisfies PullPrice
})

/** The id of a listed order; none if it is not an order, which is refused when it is brought. */
const idsOf = (one: unknown): ReadonlyArray<string> => {
  const { orderID } = Object(one)
  return typeof orderID === "string" ? [orderID] : []
}

const daySeconds = 86_400

/** The seconds of calls: what is left of today's quota first, then a day for each further quota. */
export const secondsFor = (
  calls: number,
  rate: number,
  quota: { readonly usable: number; readonly usableDaily: number } | undefined
): number => {
  const atRate = Math.ceil(calls / rate)
  if (quota === undefined || calls <= quota.usable) return atRate
  return Math.max(atRate, Math.ceil((calls - quota.usable) / quota.usableDaily) * daySeconds)
}
