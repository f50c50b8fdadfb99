/** What a search of the store locator reads, and how large its pages are. */
import { collections } from "@bottega/domain/areas"
import { distanceKm, type Geo, pointFrom } from "@bottega/domain/areas/storelocator"
import { type Adapter, type Query, Storage } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Effect, Stream } from "effect"
import { assert, it } from "vitest"
import { nearest } from "../src/areas/storelocator/nearest.ts"
import { Session } from "../src/engine/decide/session.ts"

const { storePoints } = collections
const shop = "0123456789abcdef01234567"

/** A query of the search, and the length of the texts that it found. */
interface Asked {
  readonly query: Query
  readonly rows: number
  readonly characters: number
}

/** Runs a search in a shop with these points; gives the coordinates that it found, and what it asked. */
const searched = (places: ReadonlyArray<Geo>, centre: Geo, radiusKm: number, textCharacters = 1, maxHeld?: number) =>
  Effect.gen(function* () {
    const storage: Adapter = yield* Storage
    const docs = places.map((geo, n) =>
      pointFrom(n.toString(16).padStart(24, "0"), { name: "x".repeat(textCharacters), address: "y", geo, disabled: 0 })
    )
    yield* storage.commit(docs.map((doc) => ({ shop, collection: storePoints, key: doc.id, expect: 0, doc })))
    const asked: Array<Asked> = []
    const kept: Array<number> = []
    const find = (_: unknown, query: Query) =>
      Effect.tap(storage.find(shop, storePoints, query), (rows) =>
        Effect.sync(() => {
          asked.push({ query, rows: rows.length, characters: rows.reduce((sum, { text }) => sum + text.length, 0) })
        })
      )
    const hits = yield* Effect.provideService(nearest(centre, radiusKm, maxHeld), Session, {
      find,
      keep: (bytes: number) => kept.push(bytes)
    } as never)
    const found = yield* Stream.runCollect(hits)
    return { asked, kept, found: found.map(({ text }): Geo => JSON.parse(text).geo) }
  }).pipe(Effect.provide(adapters[0]!.open("", [storePoints])), Effect.runPromise)

/** Places at even distances over a third of the earth. */
const spread = Array.from({ length: 20_000 }, (_, n): Geo => {
  const [one, other] = [(n * 0.754877666) % 1, (n * 0.569840291) % 1]
  return { lat: 120 * one - 60, long: 120 * other - 60 }
})

it.each([
  { lat: 10, long: 20 },
  { lat: 45, long: -45 },
  { lat: -35.2, long: 45 },
  { lat: 0, long: 0 }
])("reads few points beyond those within the radius, around $lat, $long", async (centre) => {
  const distances = spread.map((geo) => distanceKm(centre, geo)).sort((one, other) => one - other)
  const { asked, found } = await searched(spread, centre, distances[9]!)
  assert.deepStrictEqual(
    found.map((geo) => distanceKm(centre, geo)),
    distances.slice(0, 10)
  )
  assert.isAtMost(
    asked.reduce((sum, { rows }) => sum + rows, 0),
    100
  )
  assert.isAtMost(asked.length, 9)
})

it("reads and answers in pages of 200 points", async () => {
  const { asked, found } = await searched(
    spread.slice(0, 1000).map(({ lat, long }) => ({ lat: lat / 60, long: long / 60 })),
    { lat: 0, long: 0 },
    1000
  )
  assert.strictEqual(found.length, 1000)
  assert.isAtMost(Math.max(...asked.map(({ rows }) => rows)), 200)
  assert.isTrue(asked.every(({ query }) => query.limit <= 200))
})

it("reads and answers shorter pages of long texts", async () => {
  const centre = { lat: 0, long: 0 }
  const { asked, found } = await searched(
    spread.slice(0, 60).map(() => centre),
    centre,
    1,
    50_000
  )
  assert.strictEqual(found.length, 60)
  assert.isAtMost(Math.max(...asked.map(({ characters }) => characters)), 512 * 1024 + 51_000)
})

it("holds the nearest points alone, and reads all again for the next ones", async () => {
  const centre = { lat: 10, long: 20 }
  const distances = spread.map((geo) => distanceKm(centre, geo)).sort((one, other) => one - other)
  const within = distances.filter((km) => km <= 1000)
  const { asked, found, kept } = await searched(spread, centre, 1000, 1, 100)
  assert.deepStrictEqual(
    found.map((geo) => distanceKm(centre, geo)),
    within
  )
  const passes = Math.ceil(within.length / 100)
  assert.isAbove(passes, 3)
  assert.strictEqual(kept.length, passes)
  assert.strictEqual(Math.max(...kept), 100 * 100)
  const searches = asked.filter(({ query: { sort } }) => sort !== undefined)
  assert.strictEqual(searches.length % passes, 0)
})
