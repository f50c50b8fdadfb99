/** Locales of texts: which are known, which have built-in texts, and in which order the text of a message is looked for. */
import { countryByCode } from "../countries/rules.ts"

/** The locales that built-in texts exist for. */
export const builtInLocales = ["it_IT", "en_US", "de_DE", "fr_FR", "es_ES"] as const
export type BuiltInLocale = (typeof builtInLocales)[number]

/** The language of a locale: `it` of `it_IT`. */
export const languageOf = (locale: string): string => locale.split("_")[0]!

/** The locale of the built-in texts in a locale's language; undefined if there are none. */
export const builtInLocaleOf = (locale: string): BuiltInLocale | undefined =>
  builtInLocales.find((one) => languageOf(one) === languageOf(locale))

/** Whether a text is a locale of a language and a country that exist: `it_IT`, and not `xx_YY`. */
export const isKnownLocale = (text: string): boolean => {
  const [, language, country] = /^([a-z]{2,3})_([A-Z]{2})$/.exec(text) ?? []
  return (
    language !== undefined && namesOfLanguages().of(language) !== undefined && countryByCode(country!) !== undefined
  )
}

/** Made at its first use, because it takes several milliseconds. */
let languageNames: Intl.DisplayNames | undefined
const namesOfLanguages = (): Intl.DisplayNames =>
  (languageNames ??= new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }))

/** Where the text of a message is looked for: in its own locale, then in the shop's, then in English. */
export const localesOfText = (
  locale: string | undefined,
  { locale: own }: { readonly locale: string }
): ReadonlyArray<string> => [...new Set([...(locale === undefined || locale === "" ? [] : [locale]), own, "en_US"])]
