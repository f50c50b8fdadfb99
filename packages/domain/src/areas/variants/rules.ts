/** How translations of an attribute are replaced. All functions are pure. */
import { type Input, withUnderscore } from "../../contract.ts"
import type { Translations, VariantTranslation } from "./document.ts"
import type { endpoints } from "./endpoints.ts"

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
