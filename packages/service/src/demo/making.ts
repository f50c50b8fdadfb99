/**
 * Makes the demo shop of a store, once. Whoever makes it writes a record with every commit, so of two only one goes on;
 * the other waits for the shop, and goes on in its place where no commit comes any more.
 */
import { collections } from "@bottega/domain/areas"
import type { Shop } from "@bottega/domain/areas/shops"
import { all, get, installation, next, Storage, type Write } from "@bottega/storage"
import { Effect } from "effect"
import { type DemoProgress, records } from "../engine/records.ts"
import { commitsOf, isDemo } from "./shop.ts"

/** What a demo shop is made from. */
export interface DemoOptions {
  /** How many orders it has had, up to a million. */
  readonly orders: number
  /** Where its past ends, in milliseconds. */
  readonly now: number
  readonly seed?: number
  /** Told with each commit how many of the orders are kept. */
  readonly onProgress?: (done: number, orders: number) => void
}

/**
 * Makes the demo shop, with a group number of its own; what a store with it holds besides is not touched. A shop that is
 * being made already is waited for; one that was left half made is finished, if it has as many orders.
 */
export const makeDemo = Effect.fnUntraced(function* (options: DemoOptions) {
  for (;;) {
    const before = yield* untilQuiet(options)
    if (isShop(before)) return before
    const shop = yield* begun(options, before).pipe(
      Effect.catchTag("Stale", (stale) =>
        stale.collection === records.makings.name ? Effect.succeed(undefined) : Effect.fail(stale)
      )
    )
    if (shop !== undefined) return shop
  }
})

interface Left {
  readonly making: DemoProgress
  readonly version: number
}

const isShop = (found: Shop | Left | undefined): found is Shop => found !== undefined && "id" in found

/** The shop, or a making that stands still, or neither. */
const untilQuiet = Effect.fnUntraced(function* ({ onProgress = () => {} }: DemoOptions) {
  let seen = 0
  for (let waits = 0; ; waits++) {
    const left = yield* get(installation, records.makings, name)
    if (left === undefined) return yield* demoShop
    const { doc: making, version } = left
    if (version !== seen) waits = 0
    if (making.left || waits * pause >= patience) return { making, version }
    seen = version
    onProgress(making.kept, making.orders)
    yield* Effect.sleep(pause)
  }
})

const demoShop = Effect.map(all(installation, collections.shops, { sort: { by: "group_number" } }), (shops) =>
  shops.map(({ doc }) => doc).find(isDemo)
)

const begun = Effect.fnUntraced(function* (options: DemoOptions, left?: Left) {
  const { now, orders, seed = 1 } = options
  const goesOn = left?.making.orders === orders && left.making.seed === seed
  // The id of a shop comes from the second that its past ends in.
  const end = Math.max(Math.floor(now / 1000), (left?.making.end ?? 0) + 1)
  const making = goesOn
    ? { ...left.making, left: false }
    : { name, end, group_number: yield* next(installation, "groups"), orders, seed, written: 0, kept: 0, left: false }
  const storage = yield* Storage
  const record = { making, version: left?.version ?? 0 }
  return yield* Effect.onInterrupt(filled(record, options), () =>
    // Where the last commit's end is not known, whoever comes next waits until it is sure.
    Effect.ignore(storage.commit([recorded({ ...record.making, left: true }, record.version)]))
  )
})

/** The record as this process wrote it last. */
interface Recorded {
  making: DemoProgress
  version: number
}

/** Fills the store from a record on. Between two commits it can be interrupted. */
const filled = Effect.fnUntraced(function* (record: Recorded, { onProgress = () => {}, orders }: DemoOptions) {
  const storage = yield* Storage
  const commit = (making: DemoProgress | undefined, writes: ReadonlyArray<Write>) =>
    Effect.uninterruptible(storage.commit([recorded(making, record.version++), ...writes]))
  yield* commit(record.making, [])
  // One that ended just before has left its shop and no record.
  const made = yield* demoShop
  if (made !== undefined) {
    yield* commit(undefined, [])
    return made
  }
  let number = 0
  for (const { kept, shop, writes } of commitsOf(record.making)) {
    number++
    // A signal is heard between turns of the event loop; a commit takes one, and so does what was made for it.
    yield* Effect.yieldNow
    const { making } = record
    const missing = number > making.written
    record.making = { ...making, written: Math.max(number, making.written), kept: Math.max(kept, making.kept) }
    // What is there already is not written again, but that somebody goes on shows.
    yield* commit(shop === undefined ? record.making : undefined, missing ? writes : [])
    onProgress(record.making.kept, orders)
    if (shop !== undefined) return shop
    yield* Effect.yieldNow
  }
  return undefined
})

const recorded = (making: DemoProgress | undefined, expect: number): Write => ({
  ...{ shop: installation, collection: records.makings, key: name, expect },
  doc: making
})

const name = "demo"
/** Milliseconds between two looks at what another one makes, and without a commit until it is given up. */
const pause = 100
const patience = 10_000
