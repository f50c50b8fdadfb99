/**
 * Streams the points within a radius, nearest first. Only keys and distances of the nearest ones are held; the points
 * themselves are read again when they are sent. See docs/decisions/0403.
 */
import { collections } from "@bottega/domain/areas"
import { covering, distanceKm, type Geo, geoIn, type StorePoint } from "@bottega/domain/areas/storelocator"
import { docOf, nextPage, type Query, type Row, Sorted, type Unavailable } from "@bottega/storage"
import { Effect, Option, Stream } from "effect"
import { Encoded } from "../../engine/answer/answer.ts"
import { type Find, Session } from "../../engine/decide/session.ts"

const { storePoints } = collections

/** The size of a page, so that one page of long texts is small too. */
const maxPage = { limit: 200, characters: 512 * 1024 }

interface Hit {
  readonly km: number
  readonly key: string
  /** The length of its text. */
  readonly characters: number
}

/** How far a point is, in kilometres. */
const distanceOf = (row: Row, text: string, centre: Geo): number =>
  distanceKm(centre, geoIn(text) ?? docOf(storePoints, row).geo)

const inOrder = (one: Hit, other: Hit): number =>
  one.km - other.km || (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)

/** How many hits are held at once: the nearest of those that were not sent yet. */
const maxHits = 10_000
/** The memory of a hit, in bytes. */
const hitBytes = 100

/** The nearest points that were not sent yet. */
interface Batch {
  readonly hits: Sorted<Hit>
  /** Whether there are further hits, for which all points are read again. */
  readonly isCut: boolean
}

interface Place {
  /** The hits that the next page comes from; undefined if they must be read first. */
  readonly batch: Batch | undefined
  readonly last: Hit | undefined
}

/**
 * The points within a radius. A point that moves meanwhile may or may not be among them; a point that kept its place is,
 * once.
 */
export const nearest = Effect.fnUntraced(function* (centre: Geo, radiusKm: number, maxHeld = maxHits) {
  const { find, keep } = yield* Session.useSync((session) => ({
    find: session.find,
    keep: (bytes: number) => session.keep?.(bytes)
  }))
  const batchAfter = (last: Hit | undefined) =>
    Effect.tap(nearestAfter(find, { centre, radiusKm, maxHeld }, last), ({ hits }) =>
      Effect.sync(() => keep(hits.size * hitBytes))
    )
  const begin: Place = { batch: yield* batchAfter(undefined), last: undefined }
  return Stream.paginate<Place, Encoded<StorePoint>, Unavailable>(begin, ({ batch, last }) => {
    if (batch === undefined)
      return Effect.map(batchAfter(last), (batch) => [[], Option.some<Place>({ batch, last })] as const)
    const { isLast, page } = pageAfter(batch.hits, last)
    if (page.length === 0) return Effect.succeed([[], Option.none<Place>()] as const)
    const next = { batch: isLast ? undefined : batch, last: page.at(-1)! }
    return Effect.map(
      find(storePoints, { where: [{ on: "key", in: page.map(({ key }) => key) }], limit: page.length }),
      (found) =>
        [shown(page, found, centre), isLast && !batch.isCut ? Option.none<Place>() : Option.some<Place>(next)] as const
    )
  })
})

interface Circle {
  readonly centre: Geo
  readonly radiusKm: number
  /** How many hits to hold. */
  readonly maxHeld: number
}

/** Reads all points of a circle, and holds the nearest ones beyond a hit. */
const nearestAfter = Effect.fnUntraced(function* (
  find: Find,
  { centre, maxHeld, radiusKm }: Circle,
  after: Hit | undefined
) {
  const hits = new Sorted<Hit>(inOrder)
  let isCut = false
  for (const { below, from } of covering(centre, radiusKm)) {
    let query: Query<"cell"> | undefined = {
      where: [{ on: "cell", gte: from, lt: below }],
      sort: { by: "cell" },
      ...maxPage
    }
    while (query !== undefined) {
      const page: ReadonlyArray<Row> = yield* find(storePoints, query)
      for (const row of page) {
        const { text } = row
        const hit: Hit = { km: distanceOf(row, text, centre), key: String(row.key), characters: text.length }
        if (hit.km > radiusKm || (after !== undefined && inOrder(hit, after) <= 0)) continue
        hits.add(hit)
        if (hits.size <= maxHeld) continue
        hits.remove(hits.last!)
        isCut = true
      }
      query = nextPage(storePoints, query, page)
    }
  }
  return { hits, isCut } satisfies Batch as Batch
})

const pageAfter = (hits: Sorted<Hit>, after: Hit | undefined) => {
  const page: Array<Hit> = []
  let [characters, isLast, last] = [0, true, after]
  const place = (hit: Hit) => (after === undefined || inOrder(hit, after) > 0 ? 0 : -1)
  hits.walk(place, false, (hit) => {
    isLast = page.length < maxPage.limit && characters < maxPage.characters
    // A point that moved to another cell at the same distance was read twice.
    if (isLast && (last === undefined || inOrder(hit, last) > 0)) page.push(hit)
    characters += hit.characters
    last = hit
    return isLast
  })
  return { page, isLast }
}

/** The points of a page in its order, without those that are gone or have moved. */
const shown = (
  page: ReadonlyArray<Hit>,
  found: ReadonlyArray<Row>,
  centre: Geo
): ReadonlyArray<Encoded<StorePoint>> => {
  const byKey = new Map(found.map((row) => [row.key, row]))
  return page.flatMap(({ key, km }) => {
    const row = byKey.get(key)
    if (row === undefined) return []
    const { text } = row
    return distanceOf(row, text, centre) === km ? [new Encoded<StorePoint>(text)] : []
  })
}
