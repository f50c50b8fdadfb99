/** What the galleries of a product's variants may hold. All functions are pure. */
import type { Finding } from "../../contract/endpoint.ts"
import type { Product } from "./document.ts"

/** The limit of the pictures of all variants of a product together. */
const maxPictures = 1000

/** The product with other pictures for one variant; the same object if nothing changes. `now` in unix seconds. */
export const withGallery = (product: Product, sku: string, gallery: ReadonlyArray<string>, now: number): Product => {
  const unique = [...new Set(gallery)]
  const before = product.variants.find((variant) => variant.sku === sku)!.gallery
  if (JSON.stringify(before) === JSON.stringify(unique)) return product
  const variants = product.variants.map((variant) => (variant.sku === sku ? { ...variant, gallery: unique } : variant))
  return { ...product, variants, updated: now }
}

/** Finds more pictures of all variants together than a product may have, and had before. */
export const tooManyPictures = (after: Product, before: Product): ReadonlyArray<Finding> => {
  const all = picturesOf(after)
  return all > maxPictures && all > picturesOf(before)
    ? [{ at: ["gallery"], message: `makes ${all} for all variants, which may have at most ${maxPictures}` }]
    : []
}

const picturesOf = ({ variants }: Product): number => variants.reduce((sum, { gallery }) => sum + gallery.length, 0)
