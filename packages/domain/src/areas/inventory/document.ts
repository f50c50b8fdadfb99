/** One document per product says what is in stock, of the product itself or of each of its variants. */
import { Schema } from "effect"
import { collection, texts } from "../../contract/collection.ts"
import { duplicate } from "../../contract/unique.ts"
import { Bool, Int, Text, Uid } from "../../contract/values.ts"

/** The stock of a variant; superkey names the variant within its product. */
export const ChildStock = Schema.Struct({ sku: Text, quantity: Int, superkey: Text })
export type ChildStock = typeof ChildStock.Type

/**
 * A product's stock, as stored and as shown. `quantity` is null where none was ever set, and 0 where there are
 * variants: those hold the stock then, in `childs`, which is there when `has_child` is true.
 */
export const InventoryItem = Schema.Struct({
  sku: Text,
  uid: Uid,
  quantity: Schema.NullOr(Int),
  unlimited: Bool.annotate({ description: "Sold without end, the variants included; the quantity is kept." }),
  has_child: Bool,
  childs: Schema.optionalKey(Schema.Array(ChildStock))
})
export type InventoryItem = typeof InventoryItem.Type

export const collections = {
  inventory: collection("inventory", InventoryItem, {
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
