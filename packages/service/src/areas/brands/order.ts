/** The order of a shop's brands, and the list that is streamed in it. */
import { collections } from "@bottega/domain/areas"
import { type BrandSummary, orderKey, summaryOf } from "@bottega/domain/areas/brands"
import { docOf, lengthOf, type Unavailable } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { type Find, get, Session } from "../../engine/decide/session.ts"

const { brandOrders, brands } = collections

/** The order of the session's shop; `undefined` before its first brand. */
export const orderOf = get(brandOrders, orderKey)

/** All brands of the session's shop, by their positions. */
export const inOrder = Effect.fnUntraced(function* () {
  const { find } = yield* Session
  const uids = (yield* orderOf)?.doc.uids ?? []
  const groups = Array.from({ length: Math.ceil(uids.length / groupSize) }, (_, at) =>
    uids.slice(at * groupSize, (at + 1) * groupSize)
  )
  return Stream.flatMap(Stream.fromIterable(groups), (group) => shownIn(find, group))
})

/** How many brands are read at a time, unless their texts are longer than this together. */
const groupSize = 64
const maxCharacters = 512 * 1024

/** Those brands that still exist, in this order. A query gives them by uid, so long texts are read in smaller groups. */
const shownIn = (find: Find, uids: ReadonlyArray<number>): Stream.Stream<BrandSummary, Unavailable> => {
  const where = [{ on: "key" as const, in: uids }]
  const rows = find(brands, { where, limit: uids.length, characters: maxCharacters })
  const shown = Effect.map(rows, (rows) => {
    const middle = Math.ceil(uids.length / 2)
    const isCut = rows.reduce((sum, row) => sum + lengthOf(row), 0) >= maxCharacters
    if (isCut && uids.length > 1)
      return Stream.concat(shownIn(find, uids.slice(0, middle)), shownIn(find, uids.slice(middle)))
    const known = new Map(rows.map((row) => [row.key, row]))
    return Stream.fromIterable(
      uids.flatMap((uid) => {
        const row = known.get(uid)
        return row === undefined ? [] : [summaryOf(docOf(brands, row))]
      })
    )
  })
  return Stream.unwrap(shown)
}
