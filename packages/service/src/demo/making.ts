/**
 * Makes the demo shop of a store, once. The process that makes it writes a record with every commit, so of two processes
 * only one succeeds. The other waits for the shop, and takes over when no more commits appear.
 */
import { collections } from "@bottega/domain/areas"
import type { Shop } from "@bottega/domain/areas/shops"
import { all, bytes, get, installation, next, Storage, type Write } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { type DemoProgress, records } from "../engine/records.ts"
import type { DemoPicture } from "./pictures.ts"
import { commitsOf, isDemo } from "./shop.ts"

/** The inputs of a demo shop. */
export interface DemoOptions {
  /** The number of its orders, up to a million. */
  readonly orders: number
  /** The end of its past, in milliseconds. */
  readonly now: number
  readonly seed?: number
  /** False leaves out the pictures, as for a store that is made only to be moved; by default true. */
  readonly pictures?: boolean
  /** Called after each commit with the number of orders stored so far. */
  readonly onProgress?: (done: number, orders: number) => void
}

/**
 * Makes the demo shop, with a new group number; nothing else in the store changes. If another process is making the shop,
 * this waits for it. An abandoned shop is finished, if it was begun with the same number of orders by a program that makes the same.
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

/** Waits for another process: gives the finished shop, or a record that no longer changes, or neither. */
const untilQuiet = Effect.fnUntraced(function* ({ onProgress = () => {} }: DemoOptions) {
  let seen = 0
  for (let waits = 0; ; waits++) {
    const left = yield* get(installation, records.makings, name)
    if (left === undefined) return yield* demoShop
    const { doc: making, version } = left
    if (version !== seen) waits = 0
    if (making.left || waits * pollMs >= takeoverMs) return { making, version }
    seen = version
    onProgress(making.kept, making.orders)
    yield* Effect.sleep(pollMs)
  }
})

const demoShop = Effect.map(all(installation, collections.shops, { sort: { by: "group_number" } }), (shops) =>
  shops.map(({ doc }) => doc).find(isDemo)
)

const begun = Effect.fnUntraced(function* (options: DemoOptions, left?: Left) {
  const { now, orders, pictures = true, seed = 1 } = options
  const wanted = { orders, seed, pictures, recipe }
  const goesOn = left !== undefined && isSame(left.making, wanted)
  // The id of a shop comes from the second in which its past ends.
  const end = Math.max(Math.floor(now / 1000), (left?.making.end ?? 0) + 1)
  const making = goesOn
    ? { ...left.making, left: false }
    : { name, end, group_number: yield* next(installation, "groups"), ...wanted, written: 0, kept: 0, left: false }
  const storage = yield* Storage
  const record = { making, version: left?.version ?? 0 }
  return yield* Effect.onInterrupt(filled(record, options), () =>
    // If the outcome of the last commit is unknown, this fails too, and the next process waits until the record is quiet.
    Effect.ignore(storage.commit([recorded({ ...record.making, left: true }, record.version)]))
  )
})

/** Whether a shop that was begun is the wanted one, so that its commits can be continued. */
const isSame = (begun: DemoProgress, wanted: Pick<DemoProgress, "orders" | "seed" | "pictures" | "recipe">): boolean =>
  Object.entries(wanted).every(([name, value]) => begun[name as keyof typeof wanted] === value)

/** The record as this process last wrote it. */
interface Recorded {
  making: DemoProgress
  version: number
}

/** Makes the remaining commits after a record. It can be interrupted between two commits. */
const filled = Effect.fnUntraced(function* (record: Recorded, { onProgress = () => {}, orders }: DemoOptions) {
  const storage = yield* Storage
  const commit = (making: DemoProgress | undefined, writes: ReadonlyArray<Write>) =>
    Effect.uninterruptible(storage.commit([recorded(making, record.version++), ...writes]))
  yield* commit(record.making, [])
  // A process that has just finished left its shop and no record.
  const made = yield* demoShop
  if (made !== undefined) {
    yield* commit(undefined, [])
    return made
  }
  let number = 0
  for (const { kept, pictures, shop, writes } of commitsOf(record.making)) {
    number++
    // Signals arrive between turns of the event loop, and making a commit can take a whole turn.
    yield* Effect.yieldNow
    const { making } = record
    const missing = number > making.written
    record.making = { ...making, written: Math.max(number, making.written), kept: Math.max(kept, making.kept) }
    // An existing shop is not written again, but the record shows that this process is active.
    const claims = missing ? yield* stored(writes, pictures) : []
    yield* commit(shop === undefined ? record.making : undefined, missing ? [...writes, ...claims] : [])
    onProgress(record.making.kept, orders)
    if (shop !== undefined) return shop
    yield* Effect.yieldNow
  }
  return undefined
})

/** Stores the bytes of pictures; the writes by which the commit that names them takes them over. */
const stored = ([write]: ReadonlyArray<Write>, pictures: ReadonlyArray<DemoPicture>) =>
  Effect.forEach(
    pictures,
    ({ bytes: file }) => {
      const limits = { maxBytes: file.length, chunkBytes: file.length }
      const put = Effect.catchTag(bytes.put(write!.shop, Stream.make(file), limits), "TooLarge", Effect.die)
      return Effect.map(put, (claim): Write => bytes.kept(write!.shop, claim))
    },
    // Each upload waits for the disk three times; those that are made together wait together.
    { concurrency: "unbounded" }
  )

const recorded = (making: DemoProgress | undefined, expect: number): Write => ({
  ...{ shop: installation, collection: records.makings, key: name, expect },
  doc: making
})

const name = "demo"
/** Counts up when the commits of a demo shop change, because an older program may have left some of them. */
const recipe = 7
/** How often another process's record is read, and how long it may stay the same before this process takes over. */
const pollMs = 100
const takeoverMs = 10_000
