/**
 * Countries, their states and their postal codes, as pure functions over the frozen data files.
 * The states of a country are read from their text the first time they are asked for.
 */
import { countryLines, stateLinesByCountry } from "../../data/countries.ts"
import { postalLines } from "../../data/postal.ts"
import { folded } from "./names.ts"

/** A subdivision of ISO 3166-2; uid is frozen and unlike that of any other state or country, code is as in `IT-MI`. */
export interface State {
  readonly uid: number
  readonly code: string
  readonly name: string
}

/** A country of ISO 3166-1: uid is its numeric code, code its alpha-2, name English; states is empty where none are known. */
export interface Country {
  readonly uid: number
  readonly code: string
  readonly name: string
  readonly states: ReadonlyArray<State>
}

/** The value of `make`, which runs when it is first asked for. */
const once = <A extends {}>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The value of `make` for a country, which runs when that country's is first asked for. */
const perCountry = <A>(make: (country: Country) => A): ((country: Country) => A) => {
  const madeByCountry = new Map<Country, A>()
  return (country) => {
    if (!madeByCountry.has(country)) madeByCountry.set(country, make(country))
    return madeByCountry.get(country) as A
  }
}

const rows = countryLines.split("\n").map((line) => {
  const [code, uid, ...names] = line.split("\t") as [string, string, string, ...Array<string>]
  const country: Country = Object.freeze({
    uid: Number(uid),
    code,
    name: names[0],
    get states() {
      return statesOf(country)
    }
  })
  return { country, names }
})

/** Every country, by alpha-2 code, in the shape of `GET /countries/list.json`. */
export const allCountries: ReadonlyArray<Country> = Object.freeze(rows.map(({ country }) => country))

const countriesByCode = new Map(allCountries.map((country) => [country.code, country]))
const countriesByUid = new Map(allCountries.map((country) => [country.uid, country]))
const countriesByName = once(
  () => new Map(rows.flatMap(({ country, names }) => names.map((name) => [folded(name), country] as const)))
)

/** The country of an alpha-2 code, whatever its case; undefined where there is none. */
export const countryByCode = (alpha2: string): Country | undefined =>
  countriesByCode.get(alpha2) ?? countriesByCode.get(alpha2.trim().toUpperCase())

/** The country of an ISO 3166-1 numeric code; undefined where there is none. */
export const countryByUid = (uid: number): Country | undefined => countriesByUid.get(uid)

/** The country of an English name (short, official or common, as `UK`), whatever its case and accents; else undefined. */
export const countryByName = (name: string): Country | undefined => countriesByName().get(folded(name))

/**
 * The state of a country for a uid, a code (`IT-MI` or `MI`) or a name, whatever its case and accents; undefined where it
 * is none of this country's. A country without states takes any text: that text, trimmed, comes back as a string.
 * Retired states are found by uid and code, so that old orders still read.
 */
export const stateOf = (country: Country, given: string | number): State | string | undefined =>
  Object.hasOwn(stateLinesByCountry, country.code)
    ? statesByKey(country).get(folded(String(given)))
    : String(given).trim()

/** Whether a text is a postal code of the country, spaces around it and case aside; true where the country has no rule. */
export const postalCodeFits = (country: Country, text: string): boolean =>
  postalRuleOf(country)?.test(text.trim().toUpperCase()) ?? true

const linesOf = (country: Country): ReadonlyArray<string> => stateLinesByCountry[country.code]?.split("\n") ?? []

const isRetired = (line: string): boolean => line.startsWith("-")

const codesOf = (line: string): ReadonlyArray<string> => line.replace(/^-/, "").split("\t", 1)[0]!.split(",")

/** The state of each line, retired ones included. */
const statesByLine = perCountry((country) =>
  linesOf(country).map((line, index): State => {
    const code = `${country.code}-${codesOf(line)[0]}`
    return Object.freeze({ uid: country.uid * 1000 + index + 1, code, name: line.split("\t", 2)[1]! })
  })
)

const statesOf = perCountry((country) => {
  const lines = linesOf(country)
  return Object.freeze(statesByLine(country).filter((_, index) => !isRetired(lines[index]!)))
})

const statesByKey = perCountry((country) => {
  const rows = linesOf(country).map((line, index) => ({ line, state: statesByLine(country)[index]! }))
  const current = rows.filter(({ line }) => !isRetired(line))
  const retired = rows.filter(({ line }) => isRetired(line))
  // The last pair of a key wins, so these stand from the weakest claim to the strongest.
  const pairs = [
    ...current.flatMap(({ line, state }) =>
      line
        .split("\t")
        .slice(2)
        .map((name) => [name, state] as const)
    ),
    ...current.map(({ state }) => [state.name, state] as const),
    ...[...retired, ...current].flatMap(({ line, state }) =>
      codesOf(line).flatMap((code) => [[code, state] as const, [`${country.code}-${code}`, state] as const])
    ),
    ...rows.map(({ state }) => [String(state.uid), state] as const)
  ]
  return new Map(pairs.map(([key, state]) => [folded(key), state]))
})

const patternsByCode = once(() => {
  const pairs = postalLines.split("\n").flatMap((line) => {
    const [members, pattern] = line.split("\t") as [string, string]
    return members.split(" ").map((code) => [code, pattern] as const)
  })
  return new Map(pairs)
})

const postalRuleOf = perCountry((country) => {
  const pattern = patternsByCode().get(country.code)
  return pattern === undefined ? undefined : new RegExp(`^(?:${pattern})$`)
})
