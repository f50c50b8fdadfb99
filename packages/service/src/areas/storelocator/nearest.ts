/**
 * Streams the points within a radius, nearest first. What is held of all of them are their keys and distances, about 100
 * bytes each; the points themselves are read again when they are sent. See docs/decisions/0405.
 */
import { collections } from "@bottega/domain/areas"
import { covering, distanceKm, type Geo, geoIn, type StorePoint } from "@bottega/domain/areas/storelocator"
import { docOf, nextPage, type Query, type Row, Sorted, type Unavailable } from "@bottega/storage"
import { Effect, Option, Stream } from "effect"
import { Encoded } from "../../engine/answer.ts"
import { rows, Session } from "../../engine/session.ts"

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

/**
 * The points within a radius. A point that moves meanwhile may or may not be among them; a point that kept its place is,
 * once.
 */
export const nearest = Effect.fnUntraced(function* (centre: Geo, radiusKm: number) {
  const { find } = yield* Session
  const hits = new Sorted<Hit>(inOrder)
  for (const { below, from } of covering(centre, radiusKm)) {
    let query: Query | undefined = { where: [{ on: "cell", gte: from, lt: below }], sort: { by: "cell" }, ...maxPage }
    while (query !== undefined) {
      const page: ReadonlyArray<Row> = yield* rows(storePoints, query)
      for (const row of page) {
        const { text } = row
        const km = distanceOf(row, text, centre)
        if (km <= radiusKm) hits.add({ km, key: String(row.key), characters: text.length })
      }
      query = nextPage(storePoints, query, page)
    }
  }
  return Stream.paginate<Hit | undefined, Encoded<StorePoint>, Unavailable>(undefined, (last) => {
    const { isLast, page } = pageAfter(hits, last)
    if (page.length === 0) return Effect.succeed([[], Option.none()])
    return Effect.map(
      find(storePoints, { where: [{ on: "key", in: page.map(({ key }) => key) }], limit: page.length }),
      (found) => [shown(page, found, centre), isLast ? Option.none() : Option.fromNullishOr(page.at(-1))]
    )
  })
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
