/**
 * Makes the data files of packages/domain/src/data from the libraries: `node tools/data/make-countries.ts`.
 * Running it again changes nothing; after an upgrade of a library, uids already given stay and new states come last.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as dinero from "dinero.js/currencies"
import { iso31661 } from "iso-3166"
import { foldedName } from "../../packages/domain/src/areas/countries/names.ts"
import { stateLinesByCountry } from "../../packages/domain/src/data/countries.ts"
import { languages, otherPostalCodes, shownNameByCountry } from "./choices.ts"
import { byText, kept, stateLines } from "./states.ts"

const require = createRequire(import.meta.url)

const libraryNames = require("i18n-iso-countries/langs/en.json").countries as Record<string, string | Array<string>>
const { territoryInfo } = require("cldr-core/supplemental/territoryInfo.json").supplemental as {
  territoryInfo: Record<string, { languagePopulation?: Record<string, { _officialStatus?: string }> }>
}
const { POSTCODE_REGEXES: postcodes } = require("postcode-validator/lib/cjs/postcode-regexes.js") as {
  POSTCODE_REGEXES: ReadonlyMap<string, RegExp>
}
const assigned = iso31661.filter((country) => country.state === "assigned").sort((a, b) => byText(a.alpha2, b.alpha2))

/** The text of every data file by its name, keeping the uids of the states in `before`. */
export const dataFiles = (before: Readonly<Record<string, string>> = stateLinesByCountry): Record<string, string> => ({
  "countries.ts": countriesFile(before),
  "postal.ts": postalFile(),
  "currencies.ts": currenciesFile()
})

/** A country's English names, the shown one first. */
const englishNamesOf = ({ alpha2, name }: (typeof assigned)[number]): ReadonlyArray<string> => {
  const known = [libraryNames[alpha2] ?? [], name].flat()
  const shown = shownNameByCountry[alpha2] ?? known[0]!
  if (!known.includes(shown)) throw new Error(`No library calls ${alpha2} ${shown}`)
  return [shown, ...known]
}

/** Its names in the languages of the built-in texts, and in its official ones. */
const furtherNamesOf = ({ alpha2 }: (typeof assigned)[number]): ReadonlyArray<string> => {
  const spoken = Object.entries(territoryInfo[alpha2]?.languagePopulation ?? {})
  const own = spoken.filter(
    ([, { _officialStatus: status }]) => status === "official" || status === "de_facto_official"
  )
  const all = new Set([...languages, ...own.map(([language]) => language.split("_")[0]!)])
  return [...all].flatMap((language) => namesIn(language)[alpha2] ?? [])
}

const namesIn = (language: string): Record<string, string | Array<string>> => {
  try {
    return require(`i18n-iso-countries/langs/${language}.json`).countries
  } catch {
    return {}
  }
}

/** The names of every country. One that two countries share in other languages finds neither, and none takes an English one. */
const namesByCountry = (): ReadonlyMap<string, ReadonlyArray<string>> => {
  const english = assigned.map((country) => [country.alpha2, englishNamesOf(country)] as const)
  const further = assigned.map((country) => [country.alpha2, furtherNamesOf(country)] as const)
  const ownersOf = (all: typeof english) =>
    Map.groupBy(
      all.flatMap(([code, names]) => [...new Set(names.map(foldedName))].map((key) => ({ key, code }))),
      ({ key }) => key
    )
  const [englishOwners, furtherOwners] = [ownersOf(english), ownersOf(further)]
  const isWorth = (name: string) =>
    !englishOwners.has(foldedName(name)) && furtherOwners.get(foldedName(name))!.length === 1
  return new Map(
    english.map(([code, names], index) => {
      const all = [...names, ...further[index]![1].filter(isWorth)]
      const byKey = new Map<string, string>()
      for (const name of all) if (!byKey.has(foldedName(name))) byKey.set(foldedName(name), name)
      return [code, [...byKey.values()]]
    })
  )
}

const countriesFile = (before: Readonly<Record<string, string>>): string => {
  const namesOf = namesByCountry()
  const lines = assigned.map(({ alpha2, numeric }) => [alpha2, Number(numeric), ...namesOf.get(alpha2)!].join("\t"))
  const states = assigned.flatMap(({ alpha2, alpha3 }) => {
    const named = { alpha3, names: namesOf.get(alpha2)! }
    const text = kept(before[alpha2] ?? "", stateLines(alpha2, named))
    return text === "" ? [] : [`  ${alpha2}: \`${quoted(text)}\``]
  })
  return `/**
 * ISO 3166-1 countries and ISO 3166-2 states as text, made by tools/data/make-countries.ts.
 * A state's uid is its country's uid × 1000 + the number of its line, so lines are never moved or removed.
 */

/** One country per line: alpha-2 code, numeric code, English name, then other names in any language, separated by tabs. */
export const countryLines = \`${quoted(lines.join("\n"))}\`

/**
 * One state per line, by country: the second half of its code (then other codes, separated by commas), its name, then
 * other names, separated by tabs. A line that begins with "-" is a retired state, and one that begins with "+" contains
 * states of this list.
 */
export const stateLinesByCountry: Readonly<Record<string, string>> = {
${states.join(",\n")}
}
${licences("cldr-core/package.json", "iso-3166", "i18n-iso-countries")}`
}

const postalFile = (): string => {
  const rules = assigned.flatMap(({ alpha2 }) => {
    const pattern = postcodes.get(alpha2)
    if (pattern === undefined) return []
    // The only unbounded repetition of the library is a Canadian space.
    const body = pattern.source.replace(/^\^/, "").replace(/\$$/, "").replace("\\s*", " ?")
    if (/[*+^$]|,\}|\\[1-9k]/.test(body)) throw new Error(`${alpha2}: ${body} is not bounded`)
    return [{ alpha2, rule: [body, otherPostalCodes[alpha2]].filter((part) => part !== undefined).join("|") }]
  })
  const grouped = [...Map.groupBy(rules, ({ rule }) => rule)].sort(([a], [b]) => byText(a, b))
  const lines = grouped.map(([rule, members]) => `${members.map(({ alpha2 }) => alpha2).join(" ")}\t${rule}`)
  return `/** Postal codes by country as patterns, made by tools/data/make-countries.ts. */

/** One pattern per line, after the countries that use it; it must match the whole text in upper case. */
export const postalLines = String.raw\`${lines.join("\n")}\`
${licences("postcode-validator/package.json")}`
}

const currenciesFile = (): string => {
  const digits = Object.values(dinero).map(({ code, base, exponent }) => ({
    code,
    // Ariary and ouguiya have fifths, not hundredths; ISO 4217 writes them with two digits.
    digits: base === 10 ? exponent : 2
  }))
  const groups = [...Map.groupBy(digits, (currency) => currency.digits)].sort(([a], [b]) => a - b)
  const lines = groups.map(
    ([digit, members]) =>
      `  ${digit}: "${members
        .map(({ code }) => code)
        .sort(byText)
        .join(" ")}"`
  )
  return `/** ISO 4217 currencies by the digits of their minor unit, made by tools/data/make-countries.ts from dinero.js (MIT). */

/** Currency codes separated by spaces, by the number of digits after the decimal point. */
export const currenciesByDigits: Readonly<Record<number, string>> = {
${lines.join(",\n")}
}
`
}

const quoted = (text: string): string => text.replace(/[\\`]|\$\{/g, "\\$&")

/** The licences of the libraries, which must accompany their data. */
const licences = (...entries: ReadonlyArray<string>): string =>
  entries
    .map((entry) => {
      const folder = dirname(require.resolve(entry))
      const file = ["LICENSE", "license"].find((name) => read(join(folder, name)) !== undefined)!
      return `\n/*!\n${entry.split("/")[0]}\n\n${read(join(folder, file))!
        .trim()
        .replace(/[ \t]+$/gm, "")}\n*/\n`
    })
    .join("")

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8").replaceAll("\r\n", "\n")
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  const folder = fileURLToPath(new URL("../../packages/domain/src/data/", import.meta.url))
  for (const [name, text] of Object.entries(dataFiles())) writeFileSync(join(folder, name), text)
}
