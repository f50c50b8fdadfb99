/** How parameters create or change a product and its stock. All functions are pure. */
import { Result } from "effect"
import type { Finding, Input } from "../../contract/endpoint.ts"
import { type Attribute, attributeValue } from "../attributes.ts"
import type { InventoryItem } from "../inventory.ts"
import { type Product, type Variant, variantValuesOf } from "./document.ts"
import type { endpoints } from "./endpoints.ts"

type Creation = Input<typeof endpoints.create>
type Edit = Input<typeof endpoints.update>
type GivenVariant = NonNullable<Edit["variants"]>[number]

/** Makes a new product, without its stock; `now` in unix seconds. */
export const productFrom = (uid: number, given: Creation, now: number): Product => ({
  uid,
  code: given.code,
  title: given.title,
  price: given.price,
  final_price: given.final_price ?? null,
  status: given.status,
  description: given.description ?? "",
  brandUID: given.brandUID ?? null,
  categories: unique(given.categories ?? []),
  tags: unique(given.tags ?? []),
  tax_profile: given.tax_profile || null,
  image_id: given.image_id || null,
  attributes: attributesOf({}, given.attributes),
  variants: variantsOf([], given.variants),
  gallery: unique(given.gallery ?? []),
  seo: seoAfter({ title: "", description: "", keywords: "" }, given),
  created: now,
  updated: now
})

/** Returns the changed product, or the same object if nothing changed. `now` in unix seconds. */
export const productAfter = (product: Product, given: Edit, now: number): Product => {
  const { code, description, price, status, title } = given
  const final_price = finalPriceAfter(product, given)
  const after: Product = {
    ...product,
    ...present({ code, description, final_price, price, status, title, brandUID: given.brandUID }),
    ...(given.categories && { categories: unique(given.categories) }),
    ...(given.tags && { tags: unique(given.tags) }),
    ...(given.tax_profile === undefined ? {} : { tax_profile: given.tax_profile || null }),
    ...(given.image_id === undefined ? {} : { image_id: given.image_id || null }),
    ...(given.gallery && { gallery: unique(given.gallery) }),
    seo: seoAfter(product.seo, given),
    attributes: attributesOf(product.attributes, given.attributes),
    variants: variantsOf(product.variants, given.variants)
  }
  return same(product, after) ? product : { ...after, updated: now }
}

/** What readers see of a product without a final price is its price; sent back, that gives it none. */
const finalPriceAfter = (
  before: Product,
  { final_price, price = before.price }: Pick<Edit, "final_price" | "price">
) => (before.final_price === null && final_price === price ? null : final_price)

const seoAfter = (before: Product["seo"], { seo_description, seo_keywords, seo_title }: Edit | Creation) => ({
  ...before,
  ...present({ title: seo_title, description: seo_description, keywords: seo_keywords })
})

/**
 * Returns a product's stock after a change of the product and of these quantities; `before` is the stock before it. A
 * product that loses its last variant has no quantity.
 */
export const stockAfter = (
  { code, uid, variants }: Product,
  before: InventoryItem | undefined,
  given: Pick<Edit, "quantity" | "unlimited" | "variants">
): InventoryItem => {
  const unlimited = given.unlimited ?? before?.unlimited ?? false
  const own = before === undefined || before.has_child ? null : before.quantity
  if (variants.length === 0)
    return kept(before, { sku: code, uid, quantity: given.quantity ?? own, unlimited, has_child: false })
  const quantityBySku = new Map((before?.childs ?? []).map(({ quantity, sku }) => [sku, quantity]))
  for (const { quantity, sku } of given.variants ?? []) if (quantity !== undefined) quantityBySku.set(sku, quantity)
  const childs = variants.map(({ sku, superkey }) => ({ sku, quantity: quantityBySku.get(sku) ?? 0, superkey }))
  return kept(before, { sku: code, uid, quantity: 0, unlimited, has_child: true, childs })
}

/** Finds variants to remove that the product does not have. */
export const absentVariants = (product: Product, { variants = [] }: Edit): ReadonlyArray<Finding> => {
  const there = new Set(product.variants.map(({ sku }) => sku))
  return variants.flatMap(
    (variant, index): ReadonlyArray<Finding> =>
      variant.delete === true && !there.has(variant.sku)
        ? [{ at: ["variants", index, "sku"], message: "is not a variant of the product" }]
        : []
  )
}

/** Finds quantities below 0. */
export const negativeQuantities = ({ quantity, variants = [] }: Quantities): ReadonlyArray<Finding> => [
  ...negative(quantity, ["quantity"]),
  ...variants.flatMap((variant, index) => negative(variant.quantity, ["variants", index, "quantity"]))
]

/** A product with one more image: in its gallery if `related`, otherwise as its main image. `now` in unix seconds. */
export const withImage = (product: Product, id: string, related: boolean, now: number): Product => ({
  ...product,
  ...(related ? { gallery: [...product.gallery, id] } : { image_id: id }),
  updated: now
})

/** The values of a product's attributes as they are kept, and those that do not fit their attribute. */
export const typedValues = (
  attributes: ReadonlyArray<Attribute>,
  given: Product["attributes"] = {}
): { readonly values: Product["attributes"]; readonly findings: ReadonlyArray<Finding> } => {
  const values = { ...given }
  const findings: Array<Finding> = []
  for (const attribute of attributes) {
    const { id } = attribute
    const value = attributeValue(attribute, given[id] ?? "")
    if (Result.isSuccess(value)) values[id] = value.success
    else findings.push({ at: ["attributes", id], message: value.failure })
  }
  return { values, findings }
}

/** The limits of what variants have for their attributes, which are found by it. */
const maxVariantValues = { different: 1000, keyCharacters: 100, valueCharacters: 250 }

/** Finds attributes of variants that are too long, and a product with too many different ones. */
export const longVariantValues = (
  product: Product,
  { variants = [] }: Pick<Edit, "variants">,
  before?: Product
): ReadonlyArray<Finding> => {
  const { different, keyCharacters, valueCharacters } = maxVariantValues
  const long = variants.flatMap(({ attributes = {} }, index) =>
    Object.entries(attributes).flatMap(([key, value]): ReadonlyArray<Finding> => {
      const at = ["variants", index, "attributes", key]
      if (key.length > keyCharacters) return [{ at, message: `has a name of more than ${keyCharacters} characters` }]
      return value.length > valueCharacters ? [{ at, message: `is longer than ${valueCharacters} characters` }] : []
    })
  )
  const { size } = variantValuesOf(product)
  return size > different && (before === undefined || size > variantValuesOf(before).size)
    ? [
        ...long,
        { at: ["variants"], message: `would have ${size} different attributes, and may have at most ${different}` }
      ]
    : long
}

/** Finds a quantity that was sent for a product whose variants hold the stock. */
export const misplacedQuantity = (after: Product, { quantity }: Quantities): ReadonlyArray<Finding> =>
  quantity !== undefined && after.variants.length > 0
    ? [{ at: ["quantity"], message: "is held by the product's variants" }]
    : []

/** Finds a SKU that both a product and one of its variants have; names the parameter that sets it. */
export const duplicateSkus = ({ code, variants }: Product, given: Quantities): ReadonlyArray<Finding> => {
  if (!variants.some(({ sku }) => sku === code)) return []
  const index = given.variants?.findIndex(({ sku }) => sku === code) ?? -1
  const at = index < 0 ? ["code"] : ["variants", index, "sku"]
  return [{ at, message: "is the SKU of the product and of a variant" }]
}

interface Quantities {
  readonly quantity?: number
  readonly variants?: ReadonlyArray<{ readonly sku: string; readonly quantity?: number }>
}

const negative = (quantity: number | undefined, at: Finding["at"]): ReadonlyArray<Finding> =>
  quantity !== undefined && quantity < 0 ? [{ at, message: "must be 0 or more" }] : []

const variantsOf = (
  before: ReadonlyArray<Variant>,
  given: ReadonlyArray<GivenVariant> = []
): ReadonlyArray<Variant> => {
  const variantsBySku = new Map(before.map((variant) => [variant.sku, variant]))
  for (const variant of given) {
    if (variant.delete === true) variantsBySku.delete(variant.sku)
    else variantsBySku.set(variant.sku, variantOf(variantsBySku.get(variant.sku), variant))
  }
  return [...variantsBySku.values()]
}

const variantOf = (before: Variant | undefined, given: GivenVariant): Variant => ({
  sku: given.sku,
  superkey: given.superkey ?? before?.superkey ?? "",
  price: given.price === undefined ? (before?.price ?? null) : given.price,
  attributes: attributesOf(before?.attributes ?? {}, given.attributes),
  gallery: before?.gallery ?? []
})

/** Merges attributes; an empty value removes one. */
const attributesOf = (before: Readonly<Record<string, string>>, given: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== ""))

const present = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof Fields]?: Exclude<Fields[K], undefined>
  }

const unique = <Part>(parts: ReadonlyArray<Part>): ReadonlyArray<Part> => [...new Set(parts)]

// Both sides have their fields in the same order, so equal values have equal texts.
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const kept = <Doc>(before: Doc | undefined, after: Doc): Doc =>
  before !== undefined && same(before, after) ? before : after
