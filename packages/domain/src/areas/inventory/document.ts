/** The stock of a product, or of each of its variants, in one document per product. */
import { Schema } from "effect"
import { collection } from "../../contract/collection.ts"
import { texts } from "../../contract/lookup.ts"
import { duplicate } from "../../contract/unique.ts"
import { Bool, Int, Text, Uid } from "../../contract/values.ts"

/** The stock of a variant; `superkey` identifies the variant within its product. */
export const ChildStock = Schema.Struct({ sku: Text, quantity: Int, superkey: Text })
export type ChildStock = typeof ChildStock.Type

/**
 * A product's stock, as stored and as shown. `quantity` is null if it was never set. If `has_child` is true, the variants
 * in `childs` hold the stock, and `quantity` is 0.
 */
export const InventoryItem = Schema.Struct({
  sku: Text,
  uid: Uid,
  quantity: Schema.NullOr(Int),
  unlimited: Bool.annotate({ description: "True if the stock is unlimited, for all variants; the quantity is kept." }),
  has_child: Bool,
  childs: Schema.optionalKey(Schema.Array(ChildStock))
}).annotate({ identifier: "InventoryItem" })
export type InventoryItem = typeof InventoryItem.Type

export const collections = {
  inventory: collection("inventory", InventoryItem, {
    personal: "none",
    key: ({ uid }) => uid,
    lookups: { sku: texts(({ childs = [], sku }) => [sku, ...childs.map((child) => child.sku)]) },
    unique: {
      sku: duplicate(
        "sku",
        () => "A SKU belongs to one product or variant of the shop.",
        "is the SKU of another product or variant"
      )
    }
  })
}
