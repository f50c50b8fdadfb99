/**
 * Compares the values of variants with the products once a day. It adds the values that products of an older version or of
 * an import have, and removes those that no product has any more.
 */
import { collections } from "@bottega/domain/areas"
import { variantValuesOf } from "@bottega/domain/areas/products"
import { dayMs } from "@bottega/domain/contract"
import { docOf, type Row, Storage } from "@bottega/storage"
import { Effect } from "effect"
import type { Worker } from "../../engine/background/worker.ts"
import { insert, writeOf } from "../../engine/decide/change.ts"
import { madeHaving } from "../../engine/decide/session.ts"
import { shops } from "../../engine/trusted.ts"
import { latestIn, pruned, walked } from "./unused.ts"

const { products, variantValues } = collections

/** Compares the values of every shop. */
export const variantsWorker = (): Worker => ({
  name: "variants",
  paceMs: dayMs,
  run: (step) =>
    Effect.gen(function* () {
      for (const { id } of yield* shops) {
        yield* walked(id, products, [], step, added)
        yield* walked(id, variantValues, [], step, pruned)
      }
    })
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
