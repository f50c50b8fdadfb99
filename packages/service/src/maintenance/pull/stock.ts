/** The stock of a product that is brought, and the values of its variants, in the product's commit. */
import { collections } from "@bottega/domain/areas"
import { type InventoryItem, stockMoves } from "@bottega/domain/areas/inventory"
import { type Product, stockAfter, variantValuesOf } from "@bottega/domain/areas/products"
import type { Write } from "@bottega/storage"
import { Effect } from "effect"
import { timeKey } from "../../engine/ids.ts"
import { type Context, rowsHaving, type stored } from "./context.ts"
import type { Given } from "./given.ts"
import * as read from "./given.ts"

/** The stock of a product: as the inventory gives it, for the SKUs that the product has; else as it is stored. */
export const stockOf = (product: Product, given: Given | undefined, had: InventoryItem | undefined): InventoryItem => {
  if (given === undefined) return stockAfter(product, had, {})
  const childs = read.arrayOrEmpty(given["childs"]).map(read.object)
  const bySku = new Map(childs.map((one) => [read.text(one["sku"]), read.intOr(one["quantity"], 0, "a quantity")]))
  const quantity = read.intOr(given["quantity"], undefined, "a quantity")
  return stockAfter(product, undefined, {
    unlimited: read.truth(given["unlimited"]),
    ...(product.variants.length > 0 || quantity === undefined ? {} : { quantity }),
    variants: product.variants.map(({ sku }) => ({ sku, quantity: bySku.get(sku) ?? 0 }))
  } as Parameters<typeof stockAfter>[2])
}

/** The writes that store a product's stock, with the movement in the ledger that leads to it. */
export const stockWrites = Effect.fnUntraced(function* (
  { now, shop }: Context,
  had: Effect.Success<ReturnType<typeof stored<InventoryItem>>>,
  after: InventoryItem
) {
  const moves = stockMoves(had?.doc, after)
  if (had !== undefined && JSON.stringify(had.doc) === JSON.stringify(after)) return []
  const write = { shop: shop.id, collection: collections.inventory, key: after.uid, doc: after }
  const writes: Array<Write> = [{ ...write, expect: had?.row.version ?? 0, before: had?.row }]
  if (moves.length === 0) return writes
  const id = yield* timeKey
  const doc = { id, reason: had === undefined ? "create" : "set", key: null, orderID: null, ts: now, moves } as const
  return [...writes, { shop: shop.id, collection: collections.ledger, key: id, expect: 0, doc }]
})

/** The writes that store each value of the product's variants that the shop does not have yet. */
export const valueWrites = Effect.fnUntraced(function* (context: Context, product: Product) {
  const values = variantValuesOf(product)
  const rows = yield* rowsHaving(context, collections.variantValues, "key", [...values.keys()])
  const known = new Set(rows.map(({ key }) => key))
  return [...values.values()]
    .filter(({ id }) => !known.has(id))
    .map(
      (doc): Write => ({ shop: context.shop.id, collection: collections.variantValues, key: doc.id, expect: 0, doc })
    )
})
