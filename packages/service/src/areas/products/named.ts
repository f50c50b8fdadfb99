/** What the parameters of a product name: brand, categories, tax profile, image and attributes. */
import { type areas, collections } from "@bottega/domain/areas"
import { attributeBound, categoryBound, typedValues } from "@bottega/domain/areas/products"
import type { Finding, Input, Key } from "@bottega/domain/contract"
import { docOf } from "@bottega/storage"
import { Effect } from "effect"
import { type Named, naming } from "../../engine/decide/references.ts"

/** The parameters that create or change a product. */
export type ProductInput = Input<typeof areas.products.endpoints.create> | Input<typeof areas.products.endpoints.update>

/**
 * Findings for what the parameters name and does not exist, guards by which the rest still exists at the commit, and
 * the attributes with their stored values.
 */
export const namedBy = Effect.fnUntraced(function* (given: ProductInput) {
  const attributes = yield* naming(collections.attributes, attributesSet(given))
  const found = [...attributes.rows.values()].map((row) => docOf(collections.attributes, row))
  const typed = typedValues(found, given.attributes)
  const all = [
    yield* naming(collections.brands, named(given.brandUID, ["brandUID"])),
    yield* naming(collections.categories, categoriesSet(given)),
    yield* naming(collections.taxes, named(given.tax_profile, ["tax_profile"])),
    yield* naming(collections.images, [...named(given.image_id, ["image_id"]), ...gallerySet(given)]),
    attributes
  ]
  return {
    findings: [...all.flatMap(({ findings }) => findings), ...typed.findings],
    guards: all.flatMap(({ guards }) => guards),
    values: given.attributes === undefined ? {} : { attributes: typed.values }
  }
})

/** The categories that the parameters name. More than a product may be in are refused anyway, so they are not looked up. */
const categoriesSet = ({ categories = [] }: ProductInput): ReadonlyArray<Named> =>
  new Set(categories).size > categoryBound.max
    ? []
    : categories.map((key, index) => ({ key, at: ["categories", index] }))

/** The images that the parameters put into the gallery. The parameter's bound is lower than what is looked up at once. */
const gallerySet = ({ gallery = [] }: ProductInput): ReadonlyArray<Named> =>
  gallery.map((key, index) => ({ key, at: ["gallery", index] }))

/** What a parameter names, if it is sent; null and an empty text name nothing, and 0 is a uid that nothing has. */
const named = (key: Key | null | undefined, at: Finding["at"]): ReadonlyArray<Named> =>
  key === undefined || key === null || key === "" ? [] : [{ key, at }]

/**
 * The attributes to which the parameters give a value; an empty value removes one. More than a product may have are
 * refused whether they exist or not, so they are not looked up.
 */
const attributesSet = ({ attributes = {} }: ProductInput): ReadonlyArray<Named> => {
  const set = Object.entries(attributes).filter(([, value]) => value !== "")
  return set.length > attributeBound.max ? [] : set.map(([key]) => ({ key, at: ["attributes", key] }))
}
