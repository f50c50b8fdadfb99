/** The operations on products, and the forms in which they are listed and shown. */
import { Schema } from "effect"
import { Removal, Update } from "../../contract/answers.ts"
import { atMost, Tags } from "../../contract/bounded.ts"
import { cursor } from "../../contract/cursor.ts"
import { optional, withDefault } from "../../contract/defaults.ts"
import { del, type Finding, get, page, post, put, stream } from "../../contract/endpoint.ts"
import { Conflict, Duplicate, NotFound } from "../../contract/refusals.ts"
import { type UniqueValue, uniqueValue } from "../../contract/unique-value.ts"
import {
  Amount,
  Bool,
  clearable,
  Flag,
  Html,
  Instant,
  Int,
  intBetween,
  intFrom,
  Money,
  NonEmptyText,
  names,
  nodes,
  ServiceID,
  Text,
  TextUpTo,
  Uid
} from "../../contract/values.ts"
import { ShownImage } from "../gallery.ts"
import { inventory, variantBound } from "../inventory.ts"
import { imageBound, Seo, Variant } from "./document.ts"
import { imageEndpoints } from "./image-endpoints.ts"

const summary = { uid: names("products", Uid), code: Text, price: Money, final_price: Money, status: Flag }
const nodeFields = {
  title: Text,
  image_id: Schema.NullOr(names("images", ServiceID)),
  description: Html,
  brandUID: Schema.NullOr(names("brands", Uid)),
  brand_name: Schema.NullOr(Text),
  categories: Schema.Array(names("categories", Uid)),
  tags: Schema.Array(Text),
  unlimited: Bool,
  tax_profile: Schema.NullOr(names("taxes", ServiceID)),
  create_at: Instant,
  update_at: Instant
}
/** The names that `nodes` of a list of products accepts. */
export const productNodes = Object.keys(nodeFields) as ReadonlyArray<keyof typeof nodeFields>

/** A product in a list, with the requested nodes. Existing clients fail on an `image_id` of null, so it is left out then. */
export const ProductSummary = Schema.Struct({
  ...summary,
  ...optional({ ...nodeFields, image_id: names("images", ServiceID) })
}).annotate({
  identifier: "ProductSummary"
})
export type ProductSummary = typeof ProductSummary.Type
/** A product with all its fields. */
export const ProductDetail = Schema.Struct({
  ...summary,
  ...nodeFields,
  sku: Text,
  attributes: Schema.Record(Schema.String, Text).annotate({
    description: "The values of custom attributes, by their ids."
  }),
  stock_count: Int.annotate({ description: "Pieces in stock; the sum over the variants, if there are any." }),
  variants: Schema.Array(Schema.Struct({ ...Variant.fields, quantity: Int })),
  gallery: Schema.Array(ShownImage),
  seo: Seo
}).annotate({ identifier: "Product" })
export type ProductDetail = typeof ProductDetail.Type

/** Attributes are merged by their key. */
const attributes = Schema.optionalKey(
  clearable(Schema.Record(Schema.String, Text)).annotate({ description: "An empty value removes its key." })
)
const variantFields = {
  sku: NonEmptyText.annotate({ description: "The SKU of the variant, unique in the shop." }),
  quantity: Schema.optionalKey(Int.annotate({ description: "The stock of the variant, in pieces." })),
  superkey: Schema.optionalKey(clearable(Text)),
  price: Schema.optionalKey(
    Schema.NullOr(Amount).annotate({ description: "The variant's own price; null for the product's." })
  ),
  attributes
}
const unset = <S extends Schema.Top>(schema: S) => schema.annotate({ description: "Null unsets it." }) as S["Rebuild"]
const seoText = clearable(TextUpTo(2000))
const fields = {
  final_price: Schema.optionalKey(
    Schema.NullOr(Amount).annotate({ description: "The price after a reduction; by default, or if null, price." })
  ),
  quantity: Schema.optionalKey(Int.annotate({ description: "The stock of a product without variants." })),
  brandUID: Schema.optionalKey(unset(Schema.NullOr(names("brands", Uid)))),
  attributes: attributes.annotate({
    description: "Values of custom attributes, by their ids; an empty value removes one."
  }),
  description: Schema.optionalKey(clearable(Html).annotate({ description: "What buyers read of it, as HTML." })),
  categories: Schema.optionalKey(
    clearable(Schema.Array(names("categories", Uid))).annotate({
      description: "The uids of the categories that it is in; they replace those it had."
    })
  ),
  tags: Schema.optionalKey(clearable(Tags)),
  tax_profile: Schema.optionalKey(unset(clearable(Schema.NullOr(names("taxes", ServiceID))))),
  image_id: Schema.optionalKey(unset(clearable(Schema.NullOr(names("images", ServiceID))))),
  gallery: Schema.optionalKey(
    clearable(Schema.Array(names("images", ServiceID)).check(atMost(imageBound))).annotate({
      description:
        "Its further images in the order in which they are shown, by id or as the detail shows them; they replace those it had."
    })
  ),
  ...optional({ seo_title: seoText, seo_description: seoText, seo_keywords: seoText })
}

/** Finds SKUs that a list of variants contains more than once; variants that could not be read are undefined. */
const repeatedSkus = ({
  variants = []
}: {
  readonly variants?: ReadonlyArray<{ readonly sku?: string } | undefined>
}) => {
  const seen = new Set<string>()
  return variants.flatMap((variant, index): ReadonlyArray<Finding> => {
    if (variant?.sku === undefined) return []
    if (seen.has(variant.sku))
      return [{ at: ["variants", index, "sku"], message: "is already the SKU of another variant" }]
    seen.add(variant.sku)
    return []
  })
}

interface Skus {
  readonly uid?: number
  readonly code?: string
  readonly variants?: ReadonlyArray<{ readonly sku: string; readonly delete?: boolean }>
}

/** The SKUs that a product and its variants will have; the product itself may have them already. */
function skusTaken({ code, uid, variants = [] }: Skus): ReadonlyArray<UniqueValue> {
  const own = uid === undefined ? {} : { own: uid }
  return [
    ...(code === undefined
      ? []
      : [uniqueValue(inventory.collections.inventory, "sku", { sku: code }, { at: ["code"], ...own })]),
    ...variants.flatMap(({ delete: removed, sku }, index) =>
      removed === true
        ? []
        : [uniqueValue(inventory.collections.inventory, "sku", { sku }, { at: ["variants", index, "sku"], ...own })]
    )
  ]
}

const filters = {
  nodes: nodes(...productNodes),
  brandUID: Schema.optionalKey(names("brands", Uid).annotate({ description: "Only products of this brand." })),
  categoryUID: Schema.optionalKey(names("categories", Uid).annotate({ description: "Only products in this category." }))
}
const uid = names("products", Uid).annotate({ description: "The product." })
const price = Amount.annotate({ description: "The price of one piece, in the shop's currency." })
const status = Flag.annotate({ description: "1 shows the product, 0 hides it." })
const unlimited = Bool.annotate({ description: "1 makes the stock unlimited, for all variants." })

export const endpoints = {
  list: stream("/products/list.json", {
    summary: "List all products.",
    columns: ["uid", "code", "title", "price", "final_price", "status"],
    input: filters,
    output: Schema.Array(ProductSummary),
    stability: "companion"
  }),
  page: page("/products/paginated_list.json", {
    summary: "List products by pages.",
    columns: ["uid", "code", "title", "price", "final_price", "status"],
    input: { ...filters, page: Schema.optionalKey(intFrom(1)), limit: withDefault(intBetween(1, 1000), 10), cursor },
    output: Schema.Array(ProductSummary),
    stability: "companion"
  }),
  read: get("/products/product.json", {
    summary: "Read a product with its variants and stock.",
    input: { uid },
    output: ProductDetail,
    refusals: [NotFound],
    stability: "companion",
    example: { uid: 1 }
  }),
  create: post("/products/product.json", {
    summary: "Create a product with its variants and its first stock.",
    input: {
      code: NonEmptyText.annotate({ description: "The SKU, unique in the shop." }),
      title: NonEmptyText.annotate({ description: "What buyers read in lists." }),
      price,
      ...fields,
      status: withDefault(status, 1),
      unlimited: Schema.optionalKey(unlimited),
      variants: Schema.optionalKey(
        Schema.Array(Schema.Struct(variantFields)).check(atMost(variantBound)).annotate({
          description: "The variants of the product, each with a SKU and a stock of its own."
        })
      )
    },
    output: Schema.Struct({ uid }),
    rules: repeatedSkus,
    takes: skusTaken,
    refusals: [Duplicate, Conflict],
    stability: "companion",
    example: { code: "MUG-1", title: "Mug", price: 9.5, quantity: 12 }
  }),
  update: put("/products/product.json", {
    summary: "Change a product; variants are merged by their SKU.",
    input: {
      uid,
      code: Schema.optionalKey(Text.annotate({ description: "The new SKU, unique in the shop." })),
      title: Schema.optionalKey(Text.annotate({ description: "What buyers read in lists." })),
      price: Schema.optionalKey(price),
      ...fields,
      status: Schema.optionalKey(status),
      unlimited: Schema.optionalKey(unlimited),
      variants: Schema.optionalKey(
        Schema.Array(
          Schema.Struct({
            ...variantFields,
            delete: Schema.optionalKey(Bool.annotate({ description: "1 removes the variant." }))
          })
        ).annotate({ description: "The variants that change; those that are not sent stay." })
      )
    },
    output: Update,
    rules: repeatedSkus,
    takes: skusTaken,
    refusals: [NotFound, Duplicate, Conflict],
    stability: "companion",
    example: { uid: 1, price: 8.5 }
  }),
  remove: del("/products/product.json", {
    summary: "Remove a product with its variants and stock.",
    input: { uid },
    output: Removal,
    refusals: [NotFound],
    stability: "companion"
  }),
  ...imageEndpoints
}
