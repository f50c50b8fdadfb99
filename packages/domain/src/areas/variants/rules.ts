/** How translations of an attribute are replaced, and what a variant's gallery may hold. All functions are pure. */
import { type Finding, type Input, withUnderscore } from "../../contract.ts"
import type { Product } from "../products.ts"
import type { Translations, VariantTranslation } from "./document.ts"
import type { endpoints } from "./endpoints.ts"

/** The limits of the pictures of a variant, and of all variants of a product together. */
export const maxPictures = { variant: 100, product: 1000 }

/** The product with other pictures for one variant; the same object if nothing changes. `now` in unix seconds. */
export const withGallery = (product: Product, sku: string, gallery: ReadonlyArray<string>, now: number): Product => {
  const unique = [...new Set(gallery)]
  const before = product.variants.find((variant) => variant.sku === sku)!.gallery
  if (JSON.stringify(before) === JSON.stringify(unique)) return product
  const variants = product.variants.map((variant) => (variant.sku === sku ? { ...variant, gallery: unique } : variant))
  return { ...product, variants, updated: now }
}

/** Finds too many pictures. */
export const tooManyPictures = ({ variants }: Product, sku: string): ReadonlyArray<Finding> => {
  const all = variants.reduce((sum, { gallery }) => sum + gallery.length, 0)
  const own = variants.find((variant) => variant.sku === sku)!.gallery.length
  if (own > maxPictures.variant)
    return [{ at: ["gallery"], message: `has ${own} pictures, and may have ${maxPictures.variant}` }]
  return all > maxPictures.product
    ? [{ at: ["gallery"], message: `makes ${all} for all variants, which may have ${maxPictures.product}` }]
    : []
}

/** The translations that replace all earlier ones. */
export const translationFrom = (given: Input<typeof endpoints.translate>): VariantTranslation => ({
  variant: given.variant,
  translations: translationsOf(given.variantTranslation),
  values: Object.entries(given.variantValueTranslations ?? {})
    .map(([value, { translations }]) => ({ value, translations: translationsOf(translations) }))
    .filter(({ translations }) => Object.keys(translations).length > 0)
    .sort((one, other) => (one.value < other.value ? -1 : 1))
})

const translationsOf = (given: Translations = {}): Translations =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([, text]) => text !== "")
      .map(([locale, text]) => [withUnderscore(locale), text] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1))
  )

/** The values whose translations differ, and whether those of the attribute itself do. */
export const changedBetween = (
  before: VariantTranslation | undefined,
  after: VariantTranslation
): { readonly variant: boolean; readonly values: ReadonlySet<string> } => {
  const [old, now] = [before?.values ?? [], after.values].map((values) => new Map(values.map(entryOf)))
  const all = new Set([...old!.keys(), ...now!.keys()])
  return {
    variant: JSON.stringify(before?.translations ?? {}) !== JSON.stringify(after.translations),
    values: new Set([...all].filter((value) => old!.get(value) !== now!.get(value)))
  }
}

const entryOf = ({ translations, value }: VariantTranslation["values"][number]) =>
  [value, JSON.stringify(translations)] as const

/** The names of languages in English, by locale. */
export const languageNames = (locales: Iterable<string>): Readonly<Record<string, string>> => {
  const names = new Intl.DisplayNames(["en"], { type: "language", languageDisplay: "standard" })
  return Object.fromEntries([...new Set(locales)].sort().map((locale) => [locale, names.of(locale.replace("_", "-"))!]))
}
