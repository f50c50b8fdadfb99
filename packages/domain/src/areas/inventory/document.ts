/** The stock of a product, or of each of its variants, in one document per product. */
import { Schema } from "effect"
import { bounded } from "../../contract/bounded.ts"
import { collection } from "../../contract/collection.ts"
import { number, texts } from "../../contract/lookup.ts"
import { duplicate } from "../../contract/unique.ts"
import { Bool, Int, names, Text, Uid } from "../../contract/values.ts"

/** The bound of a product's variants. Its stock is one document, which every sale of a variant rewrites. */
export const variantBound = { max: 1000, noun: "variants", of: "product", at: "variants" }

/** The stock of a variant; `superkey` identifies the variant within its product. */
export const ChildStock = Schema.Struct({ sku: Text, quantity: Int, superkey: Text })
export type ChildStock = typeof ChildStock.Type

/**
 * A product's stock, as stored and as shown. `quantity` is null if it was never set. If `has_child` is true, the variants
 * in `childs` hold the stock, and `quantity` is 0.
 */
export const InventoryItem = Schema.Struct({
  sku: names("inventory", Text),
  uid: names("products", Uid),
  quantity: Schema.NullOr(Int),
  unlimited: Bool.annotate({ description: "True if the stock is unlimited, for all variants; the quantity is kept." }),
  has_child: Bool,
  childs: Schema.optionalKey(bounded(Schema.Array(ChildStock), variantBound))
}).annotate({ identifier: "InventoryItem" })
export type InventoryItem = typeof InventoryItem.Type

/** The stock of one SKU. */
export const StockLevel = Schema.Struct({
  sku: names("inventory", Text),
  uid: names("products", Uid),
  title: Text.annotate({ description: "The product's title." }),
  quantity: Schema.NullOr(Int).annotate({ description: "null if it was never set; it counts as 0." }),
  unlimited: Bool
}).annotate({ identifier: "StockLevel" })
export type StockLevel = typeof StockLevel.Type

/** The quantities of a product's SKUs that hold stock; one that was never set counts as 0. */
export const heldStock = ({
  childs = [],
  has_child,
  quantity,
  sku
}: InventoryItem): ReadonlyArray<Pick<InventoryItem, "sku" | "quantity">> => (has_child ? childs : [{ sku, quantity }])

/** The least quantity of a product's SKUs; `undefined` if it cannot run short. */
const least = (item: InventoryItem): number | undefined =>
  item.unlimited
    ? undefined
    : heldStock(item).reduce<number | undefined>(
        (least, { quantity }) => Math.min(least ?? Number.POSITIVE_INFINITY, quantity ?? 0),
        undefined
      )

export const collections = {
  inventory: collection("inventory", InventoryItem, {
    personal: "none",
    key: ({ uid }) => uid,
    lookups: {
      sku: texts(({ childs = [], sku }) => [sku, ...childs.map((child) => child.sku)]),
      least: number(least)
    },
    unique: {
      sku: duplicate(
        "sku",
        () => "A SKU can belong to only one product or variant of the shop.",
        "is the SKU of another product or variant"
      )
    }
  })
}
