/**
 * Compares the values of variants with the products once a day. It adds the values that products of an older version or of
 * an import have, and removes those that no product has any more.
 */
import { collections } from "@bottega/domain/areas"
import { variantValuesOf } from "@bottega/domain/areas/products"
import { type Collection, dayMs, type Key } from "@bottega/domain/contract"
import { docOf, type Row, Storage, stored } from "@bottega/storage"
import { Effect } from "effect"
import type { Step, Worker } from "../../engine/background/worker.ts"
import { absent, guardOf, insert, remove, writeOf } from "../../engine/decide/change.ts"
import { type Find, madeHaving } from "../../engine/decide/session.ts"
import { shops } from "../../engine/trusted.ts"

const { products, variantValues } = collections

/** Compares the values of every shop. */
export const variantsWorker = (): Worker => ({
  name: "variants",
  paceMs: dayMs,
  run: (step) =>
    Effect.gen(function* () {
      for (const { id } of yield* shops) {
        yield* walked(id, products, step, added)
        yield* walked(id, variantValues, step, pruned)
      }
    })
})

/** The limits of a step. */
const stepSize = { limit: 64, characters: 256 * 1024 }

/** Gives each page of a collection to a step, until the last one. */
const walked = Effect.fnUntraced(function* <E>(
  shop: string,
  collection: Collection,
  step: Step,
  change: (shop: string, rows: ReadonlyArray<Row>) => Effect.Effect<void, E, Storage>
) {
  let after: Key | undefined
  do {
    const from = after
    const one = Effect.gen(function* () {
      const { find } = yield* Storage
      const where = from === undefined ? [] : [{ on: "key", gt: from }]
      const rows = yield* find(shop, collection, { where, sort: { by: "key" }, ...stepSize, latest: true })
      yield* change(shop, rows)
      return rows.at(-1)?.key
    })
    after = (yield* step(one)) as Key | undefined
  } while (after !== undefined)
})

/** Adds the values of some products. A value that a product loses meanwhile is removed by the next run. */
const added = Effect.fnUntraced(function* (shop: string, rows: ReadonlyArray<Row>) {
  const storage = yield* Storage
  const values = new Map(rows.flatMap((row) => [...variantValuesOf(docOf(products, row))]))
  const known = yield* madeHaving(latestIn(storage, shop), variantValues, "key", values.keys(), ({ key }) => key)
  for (const key of known) values.delete(key as string)
  const writes = [...values.values()].map((value) => writeOf(shop, insert(variantValues, value)))
  if (writes.length > 0) yield* storage.commit(writes)
})

/** Removes those of some values that no product has. */
const pruned = Effect.fnUntraced(function* (shop: string, rows: ReadonlyArray<Row>) {
  const storage = yield* Storage
  const unused: Array<Row> = []
  for (const row of rows) {
    const users = yield* latestIn(storage, shop)(products, { where: [{ on: "value", eq: row.key }], limit: 1 })
    if (users.length === 0) unused.push(row)
  }
  if (unused.length === 0) return
  yield* storage.commit(
    unused.map((row) => writeOf(shop, remove(variantValues, stored(variantValues, row)))),
    unused.map(({ key }) => guardOf(shop, absent(products, "value", key)))
  )
})

const latestIn =
  ({ find }: Storage["Service"], shop: string): Find =>
  (collection, query) =>
    find(shop, collection, { ...query, latest: true })
