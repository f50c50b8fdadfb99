/**
 * Creates and removes references: thing 1000 + n has the number of thing n as its tag, as long as that thing exists.
 */
import { Effect, Random } from "effect"
import { retryOnConflict } from "../src/derived.ts"
import { type Adapter, type Guard, Storage, Unavailable } from "../src/storage.ts"
import { adding, removing, shop, things } from "./things.ts"

/** The result of a try: it did its work, or came after the other side. */
export type Side = "made" | "removed" | "late"

const tagOf = (id: number): string => `of ${id}`

const found = (store: Adapter, where: Parameters<Adapter["find"]>[2]["where"]) =>
  Effect.map(store.find(shop, things, { where: where as never, limit: 1, latest: true }), ([row]) => row)

/**
 * In guarded races, a side that has won more often than lost waits longer, so that both sides win sometimes on each
 * store.
 */
export class Runner {
  #lead = 0
  readonly #step: number

  /** Each race that is won makes the next ones wait for this many more milliseconds. */
  constructor(step = 1) {
    this.#step = step
  }

  /** Yields between reading and writing. */
  readonly pause = Effect.suspend(() =>
    Effect.flatMap(Random.nextIntBetween(0, 3), (ms) => Effect.sleep(ms + Math.max(0, this.#lead)))
  )

  run(guarded: boolean, decide: Effect.Effect<Side, unknown, Storage>): Effect.Effect<Side, never, Storage> {
    return retryOnConflict(decide).pipe(
      // A busy machine may keep a store from trying a commit again in its time; nothing of it is applied then.
      Effect.retry({ while: (failure) => failure instanceof Unavailable && failure.reason === "busy" }),
      Effect.orDie,
      Effect.tap((side) => Effect.sync(() => guarded && this.#note(side === "late" ? -1 : 1)))
    ) as Effect.Effect<Side, never, Storage>
  }

  #note(won: 1 | -1): void {
    this.#lead = Math.min(maxDelayMs, Math.max(-maxDelayMs, this.#lead + won * this.#step))
  }
}

/** Milliseconds. */
const maxDelayMs = 500

const makers = new Runner()
const removers = new Runner()

/** Creates a reference to an existing thing; without `guarded` it only reads the thing. */
export const refer = (id: number, guarded = true) =>
  makers.run(
    guarded,
    Effect.gen(function* () {
      const store = yield* Storage
      const row = yield* found(store, [{ on: "key", eq: id }])
      yield* makers.pause
      if (row === undefined) return "late" as Side
      const guards: ReadonlyArray<Guard> = [{ shop, collection: things, row }]
      yield* store.commit([adding(1000 + id, { tags: [tagOf(id)] })], guarded ? guards : [])
      return "made" as Side
    })
  )

/** Removes a thing without references. */
export const removeUnreferred = (id: number, guarded = true) =>
  removers.run(
    guarded,
    Effect.gen(function* () {
      const store = yield* Storage
      const row = yield* found(store, [{ on: "tags", eq: tagOf(id) }])
      yield* removers.pause
      if (row !== undefined) return "late" as Side
      const guards: ReadonlyArray<Guard> = [{ shop, collection: things, on: "tags", eq: tagOf(id) }]
      yield* store.commit([removing(id, 1)], guarded ? guards : [])
      return "removed" as Side
    })
  )

/** The references to things that no longer exist. */
export const dangling = Effect.fnUntraced(function* (store: Adapter) {
  const rows = yield* store.find(shop, things, { limit: 1000 })
  const there = new Set(rows.map(({ key }) => Number(key)))
  return [...there].filter((id) => id > 1000 && !there.has(id - 1000))
})
