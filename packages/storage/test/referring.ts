/** Makers and removers of references: thing 1000 + n is tagged with the number of thing n, as long as that is there. */
import { Effect, Random } from "effect"
import { contended } from "../src/derived.ts"
import { type Adapter, type Guard, Storage } from "../src/storage.ts"
import { adding, removing, shop, things } from "./things.ts"

/** How a try ended: whether it did what it was for, or came after the other side. */
export type Side = "made" | "removed" | "late"

const tagOf = (id: number): string => `of ${id}`

const found = (store: Adapter, where: Parameters<Adapter["find"]>[2]["where"]) =>
  Effect.map(store.find(shop, things, { where: where as never, limit: 1, latest: true }), ([row]) => row)

/** A side of guarded races that has won more often than lost waits longer, so that each store lets both sides win. */
class Runner {
  #lead = 0

  /** Lets others in between reading and writing. */
  readonly pause = Effect.suspend(() =>
    Effect.flatMap(Random.nextIntBetween(0, 3), (ms) => Effect.sleep(ms + Math.max(0, this.#lead)))
  )

  run(guarded: boolean, decide: Effect.Effect<Side, unknown, Storage>): Effect.Effect<Side, never, Storage> {
    return contended(decide).pipe(
      Effect.orDie,
      Effect.tap((side) => Effect.sync(() => guarded && this.#note(side === "late" ? -1 : 1)))
    ) as Effect.Effect<Side, never, Storage>
  }

  #note(won: 1 | -1): void {
    this.#lead = Math.min(most, Math.max(-most, this.#lead + won))
  }
}

/** Milliseconds. */
const most = 500

const makers = new Runner()
const removers = new Runner()

/** Makes a reference to a thing that is there. Without `guarded` it only looks. */
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

/** Removes a thing that nothing refers to. */
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

/** The references to things that are not there any more. */
export const dangling = Effect.fnUntraced(function* (store: Adapter) {
  const rows = yield* store.find(shop, things, { limit: 1000 })
  const there = new Set(rows.map(({ key }) => Number(key)))
  return [...there].filter((id) => id > 1000 && !there.has(id - 1000))
})
