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
import { otherPostalCodes, shownNameByCountry } from "./choices.ts"
import { byText, kept, stateLines } from "./states.ts"

const require = createRequire(import.meta.url)

const libraryNames = require("i18n-iso-countries/langs/en.json").countries as Record<string, string | Array<string>>
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

const countriesFile = (before: Readonly<Record<string, string>>): string => {
  const lines = assigned.map(({ alpha2, name, numeric }) => {
    const known = [libraryNames[alpha2] ?? [], name].flat()
    const shown = shownNameByCountry[alpha2] ?? known[0]!
    if (!known.includes(shown)) throw new Error(`No library calls ${alpha2} ${shown}`)
    const others = new Map(known.map((other) => [foldedName(other), other]))
    others.delete(foldedName(shown))
    return [alpha2, Number(numeric), shown, ...others.values()].join("\t")
  })
  const states = assigned.flatMap(({ alpha2 }) => {
    const text = kept(before[alpha2] ?? "", stateLines(alpha2))
    return text === "" ? [] : [`  ${alpha2}: \`${quoted(text)}\``]
  })
  return `/**
 * ISO 3166-1 countries and ISO 3166-2 states as text, made by tools/data/make-countries.ts.
 * A state's uid is its country's uid × 1000 + the number of its line, so lines are never moved or removed.
 */

/** One country per line: alpha-2 code, numeric code, English name, then other names, separated by tabs. */
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
