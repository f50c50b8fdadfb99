/**
 * Removes the values that no product has any more: all of them once a day, and those with an image before the image goes. See
 * docs/decisions/0394.
 */
import { collections } from "@bottega/domain/areas"
import type { Collection, Key } from "@bottega/domain/contract"
import { type Query, type Row, retryOnConflict, Storage, stored } from "@bottega/storage"
import { Effect } from "effect"
import type { Step } from "../../engine/background/worker.ts"
import { absent, guardOf, remove, writeOf } from "../../engine/decide/change.ts"
import type { Find } from "../../engine/decide/session.ts"
import { isUsed } from "./used.ts"

const { products, variantValues } = collections

/** The limits of a step. */
const stepSize = { limit: 64, characters: 256 * 1024 }

/** Gives each page of these documents to a step, until the last one. */
export const walked = Effect.fnUntraced(function* <E>(
  shop: string,
  collection: Collection,
  of: NonNullable<Query["where"]>,
  step: Step,
  change: (shop: string, rows: ReadonlyArray<Row>) => Effect.Effect<void, E, Storage>
) {
  let after: Key | undefined
  do {
    const from = after
    const one = Effect.gen(function* () {
      const storage = yield* Storage
      const where = from === undefined ? of : [...of, { on: "key", gt: from }]
      const rows = yield* latestIn(storage, shop)(collection, { where, sort: { by: "key" }, ...stepSize })
      yield* change(shop, rows)
      return rows.at(-1)?.key
    })
    after = (yield* step(one)) as Key | undefined
  } while (after !== undefined)
})

/** Removes those of some values that no product has. */
export const pruned = Effect.fnUntraced(function* (shop: string, rows: ReadonlyArray<Row>) {
  const storage = yield* Storage
  const unused: Array<Row> = []
  for (const row of rows) if (!(yield* isUsed(latestIn(storage, shop), row.key))) unused.push(row)
  if (unused.length === 0) return
  yield* storage.commit(
    unused.map((row) => writeOf(shop, remove(variantValues, stored(variantValues, row)))),
    unused.map(({ key }) => guardOf(shop, absent(products, "value", key)))
  )
})

/** Removes the values with an image that no product has, so that they do not keep it. */
export const prunedOf = (shop: string, image: string) =>
  walked(shop, variantValues, [{ on: "image", eq: image }], retryOnConflict, pruned)

/** Reads what is committed last. */
export const latestIn =
  ({ find }: Storage["Service"], shop: string): Find =>
  (collection, query) =>
    find(shop, collection, { ...query, latest: true })
