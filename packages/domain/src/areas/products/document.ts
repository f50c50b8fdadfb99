/**
 * A product of the catalogue and its variants, as stored. The inventory stores their stock, and ensures that a SKU
 * belongs to only one product or variant.
 */
import { Schema } from "effect"
import { bounded, tagBound } from "../../contract/bounded.ts"
import { collection } from "../../contract/collection.ts"
import { type Key, number, numbers, text, texts } from "../../contract/lookup.ts"
import { searched } from "../../contract/search-words.ts"
import { Flag, isServiceId, Money, ServiceID, Text, Uid, Unix } from "../../contract/values.ts"
import { attributes } from "../attributes.ts"
import { brands } from "../brands.ts"
import { categories } from "../categories.ts"
import { gallery } from "../gallery.ts"
import { type InventoryItem, variantBound } from "../inventory.ts"
import { taxes } from "../taxes.ts"
import { type VariantValue, valueId } from "../variants/document.ts"

/** The bounds of a product's lists. Those of attributes and of images hold for each of its variants too. */
export const categoryBound = { max: 100, noun: "categories" }
export const attributeBound = { max: 100, noun: "attributes" }
export const imageBound = { max: 100, noun: "images" }

/** A variant; `superkey` identifies it within its product, and `price` is null if it has the product's price. */
export const Variant = Schema.Struct({
  sku: Text,
  superkey: Text,
  price: Schema.NullOr(Money),
  attributes: bounded(Schema.Record(Schema.String, Text), { ...attributeBound, of: "variant", at: "variants" }),
  gallery: bounded(Schema.Array(Text), { ...imageBound, of: "variant", at: "gallery" }).annotate({
    description: "Addresses or ids of images."
  })
}).annotate({ identifier: "Variant" })
export type Variant = typeof Variant.Type

/** A product's texts for search engines. */
export const Seo = Schema.Struct({ title: Text, description: Text, keywords: Text }).annotate({ identifier: "Seo" })

/** A product as stored, without its stock. `final_price` is null if it was not set; times are unix seconds. */
export const Product = Schema.Struct({
  uid: Uid,
  code: Text,
  title: Text,
  price: Money,
  final_price: Schema.NullOr(Money),
  status: Flag,
  description: Text,
  brandUID: Schema.NullOr(Uid),
  categories: bounded(Schema.Array(Uid), categoryBound),
  tags: bounded(Schema.Array(Text), tagBound),
  tax_profile: Schema.NullOr(ServiceID),
  image_id: Schema.NullOr(ServiceID),
  attributes: bounded(Schema.Record(Schema.String, Text), attributeBound),
  variants: bounded(Schema.Array(Variant), variantBound),
  gallery: bounded(Schema.Array(ServiceID), { ...imageBound, at: "related" }),
  seo: Seo,
  created: Unix,
  updated: Unix
})
export type Product = typeof Product.Type

const withoutCategory = (product: Product, uid: Key): Product => ({
  ...product,
  categories: product.categories.filter((one) => one !== uid)
})

const withoutAttribute = (product: Product, id: Key): Product => ({
  ...product,
  attributes: Object.fromEntries(Object.entries(product.attributes).filter(([one]) => one !== id))
})

/** The ids of a product's own images, the main image first. */
export const ownImages = ({ gallery, image_id }: Product): ReadonlyArray<string> => [
  ...new Set(image_id === null ? gallery : [image_id, ...gallery])
]

/** The ids of the gallery's images that a product or its variants show. A variant's gallery may also hold addresses. */
const imagesOf = (product: Product): ReadonlyArray<string> => {
  const ids = new Set(ownImages(product))
  for (const variant of product.variants) for (const image of variant.gallery) if (isServiceId(image)) ids.add(image)
  return [...ids]
}

export const collections = {
  products: collection("products", Product, {
    noun: "product",
    personal: "none",
    key: ({ uid }) => uid,
    lookups: {
      sku: texts(({ code, variants }) => [code, ...variants.map(({ sku }) => sku)]),
      brand: number(({ brandUID }) => brandUID ?? undefined),
      category: numbers(({ categories }) => categories),
      tax: text(({ tax_profile }) => tax_profile ?? undefined),
      attribute: texts(({ attributes }) => Object.keys(attributes)),
      image: texts((product) => imagesOf(product)),
      value: texts((product) => [...variantValuesOf(product).keys()]),
      token: searched(({ code, title, variants }) => ({
        words: [title],
        skus: [code, ...variants.map(({ sku }) => sku)]
      }))
    },
    // A product has some thirty tokens.
    deferred: ["token"],
    orders: [
      ["brand", "key"],
      ["category", "key"],
      ["brand", "category", "key"]
    ],
    references: [
      { to: () => brands.collections.brands, on: "brand", whenRemoved: (product) => ({ ...product, brandUID: null }) },
      { to: () => categories.collections.categories, on: "category", whenRemoved: withoutCategory },
      { to: () => taxes.collections.taxes, on: "tax", whenRemoved: (product) => ({ ...product, tax_profile: null }) },
      { to: () => attributes.collections.attributes, on: "attribute", whenRemoved: withoutAttribute },
      { to: () => gallery.collections.images, on: "image", whenRemoved: "refused" }
    ]
  })
}

/** What the variants of a product have for their attributes, each once, by the id of the value. */
export const variantValuesOf = ({ variants }: Pick<Product, "variants">): ReadonlyMap<string, VariantValue> => {
  const known = valuesByVariants.get(variants)
  if (known !== undefined) return known
  const values = new Map<string, VariantValue>()
  for (const { attributes } of variants)
    for (const [key, value] of Object.entries(attributes)) {
      const id = valueId(key, value)
      if (!values.has(id)) values.set(id, { id, key, value, image: "" })
    }
  valuesByVariants.set(variants, values)
  return values
}

/** A cache: a change of a product asks for the same values five times, and a thousand variants take milliseconds. */
const valuesByVariants = new WeakMap<Product["variants"], ReadonlyMap<string, VariantValue>>()

/** The product or variant of a SKU; `superkey` is empty for a product. A variant's own prices replace the product's. */
export interface CatalogueEntry extends Pick<Product, "uid" | "title" | "price" | "tags" | "brandUID" | "categories"> {
  readonly sku: string
  readonly final_price: number
  readonly superkey: string
}

/** The catalogue entries of a product: one for the product and one for each variant. */
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

/** A product with no more than what its catalogue entries of these SKUs show; the rest of a product may be long. */
export const onlyEntries = (product: Product, skus: ReadonlySet<string>): Product => ({
  ...product,
  ...{ description: "", seo: { title: "", description: "", keywords: "" }, tax_profile: null },
  ...{ attributes: {}, gallery: [], image_id: null },
  variants: product.variants
    .filter(({ sku }) => skus.has(sku))
    .map((variant) => ({ ...variant, attributes: {}, gallery: [] }))
})

/** A product's price after a reduction; by default, its price. */
export const finalPrice = ({ final_price, price }: Product): number => final_price ?? price

/** The number of pieces in stock: the sum over the variants, if there are any. */
export const stockCount = ({ childs, quantity }: InventoryItem): number =>
  childs === undefined ? (quantity ?? 0) : childs.reduce((sum, child) => sum + child.quantity, 0)
