/**
 * Products of the catalogue and their variants. What of them is in stock is kept by the inventory; that a SKU is of one
 * product or variant only is guarded there too.
 */
import { Schema } from "effect"
import { collection, number, numbers, texts } from "./collection.ts"
import { cursor } from "./cursor.ts"
import { withDefault } from "./defaults.ts"
import { del, type Finding, get, page, post, put, stream } from "./endpoint.ts"
import type { InventoryItem } from "./inventory.ts"
import { Conflict, Duplicate, NotFound } from "./refusals.ts"
import {
  Amount,
  Bool,
  Commas,
  clearable,
  Decimal,
  Flag,
  Instant,
  Int,
  intBetween,
  intFrom,
  nodes,
  ServiceID,
  Text,
  Uid,
  Unix,
  Word
} from "./values.ts"

/** A variant; superkey names it within its product, and `price` is null where it is the product's. */
export const Variant = Schema.Struct({
  sku: Text,
  superkey: Text,
  price: Schema.NullOr(Decimal),
  attributes: Schema.Record(Schema.String, Text),
  gallery: Schema.Array(ServiceID)
})
export type Variant = typeof Variant.Type

const Seo = Schema.Struct({ title: Text, description: Text, keywords: Text })

/** A product as stored, without its stock. `final_price` is null where none was given; times are unix seconds. */
export const Product = Schema.Struct({
  uid: Uid,
  code: Text,
  title: Text,
  price: Decimal,
  final_price: Schema.NullOr(Decimal),
  status: Flag,
  description: Text,
  brandUID: Schema.NullOr(Uid),
  categories: Schema.Array(Uid),
  tags: Schema.Array(Text),
  tax_profile: Schema.NullOr(ServiceID),
  image_id: Schema.NullOr(ServiceID),
  attributes: Schema.Record(Schema.String, Text),
  variants: Schema.Array(Variant),
  gallery: Schema.Array(ServiceID),
  seo: Seo,
  created: Unix,
  updated: Unix
})
export type Product = typeof Product.Type

export const collections = {
  products: collection("products", Product, {
    key: ({ uid }) => uid,
    lookups: {
      sku: texts(({ code, variants }) => [code, ...variants.map(({ sku }) => sku)]),
      brand: number(({ brandUID }) => brandUID ?? undefined),
      category: numbers(({ categories }) => categories)
    },
    orders: [
      ["brand", "key"],
      ["category", "key"],
      ["brand", "category", "key"]
    ]
  })
}

/** What a SKU stands for in the catalogue; `superkey` is empty for a product itself. Prices are the variant's own, if any. */
export interface CatalogueEntry extends Pick<Product, "uid" | "title" | "price" | "tags" | "brandUID" | "categories"> {
  readonly sku: string
  readonly final_price: number
  readonly superkey: string
}

/** The entries of a product: its own and one for each variant. */
export const catalogueEntries = (product: Product): ReadonlyArray<CatalogueEntry> => {
  const { brandUID, categories, code, price, tags, title, uid, variants } = product
  const own = {
    uid,
    title,
    tags,
    brandUID,
    categories,
    sku: code,
    superkey: "",
    price,
    final_price: finalPrice(product)
  }
  return [
    own,
    ...variants.map(({ price, sku, superkey }) => ({
      ...own,
      sku,
      superkey,
      ...(price === null ? {} : { price, final_price: price })
    }))
  ]
}

/** What a product costs after a reduction; its price where none was given. */
export const finalPrice = ({ final_price, price }: Product): number => final_price ?? price

/** The pieces in stock: of the variants where there are any. */
export const stockCount = ({ childs, quantity }: InventoryItem): number =>
  childs === undefined ? (quantity ?? 0) : childs.reduce((sum, child) => sum + child.quantity, 0)

const summary = { uid: Uid, code: Text, price: Decimal, final_price: Decimal, status: Flag }
const nodeFields = {
  title: Text,
  image_id: Schema.NullOr(ServiceID),
  description: Text,
  brandUID: Schema.NullOr(Uid),
  brand_name: Schema.NullOr(Text),
  categories: Schema.Array(Uid),
  tags: Schema.Array(Text),
  unlimited: Bool,
  tax_profile: Schema.NullOr(ServiceID),
  create_at: Instant,
  update_at: Instant
}
/** The names that `nodes` of a list of products knows. */
export const productNodes = Object.keys(nodeFields) as ReadonlyArray<keyof typeof nodeFields>

const Image = Schema.Struct({ id: ServiceID, thumbnail: Text, original: Text })
const optionally = <Fields extends Record<string, Schema.Top>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([key, schema]) => [key, Schema.optionalKey(schema)])) as {
    readonly [K in keyof Fields]: Schema.optionalKey<Fields[K]>
  }
/** A product of a list, with the nodes that were asked for. */
export const ProductSummary = Schema.Struct({ ...summary, ...optionally(nodeFields) })
export type ProductSummary = typeof ProductSummary.Type
/** A product with everything. */
export const ProductDetail = Schema.Struct({
  ...summary,
  ...nodeFields,
  sku: Text,
  stock_count: Int.annotate({ description: "Pieces in stock, of the variants where there are any." }),
  variants: Schema.Array(Schema.Struct({ ...Variant.fields, quantity: Int, gallery: Schema.Array(Image) })),
  gallery: Schema.Array(Image),
  seo: Seo
})
export type ProductDetail = typeof ProductDetail.Type

const variantFields = {
  sku: Word,
  quantity: Schema.optionalKey(Int),
  superkey: Schema.optionalKey(Text),
  price: Schema.optionalKey(Amount),
  attributes: Schema.optionalKey(Schema.Record(Schema.String, Text))
}
const fields = {
  final_price: Schema.optionalKey(Amount.annotate({ description: "The price after a reduction; else it is price." })),
  quantity: Schema.optionalKey(Int.annotate({ description: "The stock of a product without variants." })),
  brandUID: Schema.optionalKey(Uid),
  attributes: Schema.optionalKey(Schema.Record(Schema.String, Text)),
  description: Schema.optionalKey(clearable(Text)),
  categories: Schema.optionalKey(clearable(Schema.Array(Uid))),
  tags: Schema.optionalKey(clearable(Commas)),
  tax_profile: Schema.optionalKey(clearable(ServiceID)),
  image_id: Schema.optionalKey(clearable(ServiceID))
}

/** The SKUs that a list of variants names more than once. */
const twice = ({ variants = [] }: { readonly variants?: ReadonlyArray<{ readonly sku?: string }> }) =>
  variants.flatMap(
    ({ sku }, index): ReadonlyArray<Finding> =>
      sku !== undefined && variants.findIndex((other) => other.sku === sku) < index
        ? [{ at: ["variants", index, "sku"], message: "is given for another variant already" }]
        : []
  )

const filters = {
  nodes: nodes(...productNodes),
  brandUID: Schema.optionalKey(Uid),
  categoryUID: Schema.optionalKey(Uid)
}
const uid = Uid.annotate({ description: "The product." })

export const products = {
  list: stream("/products/list.json", {
    summary: "List all products.",
    input: filters,
    output: Schema.Array(ProductSummary),
    stability: "companion"
  }),
  page: page("/products/paginated_list.json", {
    summary: "List products a page at a time.",
    input: { ...filters, page: withDefault(intFrom(1), 1), limit: withDefault(intBetween(1, 1000), 10), cursor },
    output: Schema.Array(ProductSummary),
    stability: "companion"
  }),
  read: get("/products/product.json", {
    summary: "Read a product with its variants and stock.",
    input: { uid },
    output: ProductDetail,
    refusals: [NotFound],
    stability: "companion"
  }),
  create: post("/products/product.json", {
    summary: "Add a product, with its variants and first stock.",
    input: {
      code: Word.annotate({ description: "The SKU, unique in the shop." }),
      title: Word,
      price: Amount,
      ...fields,
      status: withDefault(Flag, 1),
      unlimited: withDefault(Bool, false),
      variants: Schema.optionalKey(Schema.Array(Schema.Struct(variantFields)))
    },
    output: Schema.Struct({ uid }),
    rules: twice,
    refusals: [Duplicate, Conflict],
    stability: "companion",
    example: { code: "MUG-1", title: "Mug", price: 9.5, quantity: 12 }
  }),
  update: put("/products/product.json", {
    summary: "Change a product; variants are merged by their SKU.",
    input: {
      uid,
      code: Schema.optionalKey(Text),
      title: Schema.optionalKey(Text),
      price: Schema.optionalKey(Amount),
      ...fields,
      status: Schema.optionalKey(Flag),
      unlimited: Schema.optionalKey(Bool),
      variants: Schema.optionalKey(
        Schema.Array(
          Schema.Struct({
            ...variantFields,
            delete: withDefault(Bool.annotate({ description: "1 removes the variant." }), false)
          })
        )
      )
    },
    output: Schema.Struct({
      ok: Int,
      n: Int,
      nModified: Int,
      err: Schema.Null,
      errmsg: Schema.Null,
      updatedExisting: Bool
    }),
    rules: twice,
    refusals: [NotFound, Duplicate, Conflict],
    stability: "companion",
    example: { uid: 1, price: 8.5 }
  }),
  remove: del("/products/product.json", {
    summary: "Remove a product with its variants and stock.",
    input: { uid },
    output: Schema.Struct({ ok: Int, n: Int, err: Schema.Null, errmsg: Schema.Null }),
    refusals: [NotFound],
    stability: "companion"
  })
}
