/**
 * Countries, their states and their postal codes, as pure functions over the frozen data files. The states of a country
 * are parsed when they are first needed.
 */
import { countryLines, stateLinesByCountry } from "../../data/countries.ts"
import { postalLines } from "../../data/postal.ts"
import { foldedName } from "./names.ts"

/** A subdivision of ISO 3166-2, with a code such as `IT-MI`. Its uid never changes; no other state or country has it. */
export interface State {
  readonly uid: number
  readonly code: string
  readonly name: string
}

/** A country of ISO 3166-1: uid is its numeric code, code its alpha-2 code, name English; states may be empty. */
export interface Country {
  readonly uid: number
  readonly code: string
  readonly name: string
  readonly states: ReadonlyArray<State>
}

/** Caches the value of `make`, which runs on the first call. */
const once = <A extends {}>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Caches the value of `make` for each country, on the first call with that country. */
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
  () => new Map(rows.flatMap(({ country, names }) => names.map((name) => [foldedName(name), country] as const)))
)

/** The country of an alpha-2 code in any case; `undefined` if there is none. */
export const countryByCode = (alpha2: string): Country | undefined =>
  countriesByCode.get(alpha2) ?? countriesByCode.get(alpha2.trim().toUpperCase())

/** The country of an ISO 3166-1 numeric code; `undefined` if there is none. */
export const countryByUid = (uid: number): Country | undefined => countriesByUid.get(uid)

/**
 * The country of a name in English (short, official, or common such as `UK`), Italian, German, French, Spanish or one of its
 * own languages, ignoring case and accents; or `undefined`.
 */
export const countryByName = (name: string): Country | undefined => countriesByName().get(foldedName(name))

/**
 * The state of a country by its uid, code (`IT-MI` or `MI`) or name, ignoring case and accents; `undefined` if the country
 * has no such state. If the country has no states at all, any text is accepted and returned trimmed. Not listed, but
 * found as well, are regions that contain several states (Île-de-France), the country itself where people write it as the
 * state (Singapore); and by uid and code retired states, so that old
 * orders can still be read.
 */
export const stateOf = (country: Country, given: string | number): State | string | undefined =>
  Object.hasOwn(stateLinesByCountry, country.code)
    ? statesByKey(country).get(foldedName(String(given)))
    : String(given).trim()

/** Whether a text is a postal code of the country, ignoring case and outer spaces; true if the country has no rule. */
export const postalCodeFits = (country: Country, text: string): boolean =>
  postalRuleOf(country)?.test(text.trim().toUpperCase()) ?? true

const linesOf = (country: Country): ReadonlyArray<string> => stateLinesByCountry[country.code]?.split("\n") ?? []

const isListed = (line: string): boolean => !/^[-+]/.test(line)
const isRetired = (line: string): boolean => line.startsWith("-")
const isRegion = (line: string): boolean => line.startsWith("+")

const codesOf = (line: string): ReadonlyArray<string> => line.replace(/^[-+]/, "").split("\t", 1)[0]!.split(",")

/** The state of each line, unlisted ones included. */
const statesByLine = perCountry((country) =>
  linesOf(country).map((line, index): State => {
    const code = `${country.code}-${codesOf(line)[0]}`
    return Object.freeze({ uid: country.uid * 1000 + index + 1, code, name: line.split("\t", 2)[1]! })
  })
)

const statesOf = perCountry((country) => {
  const lines = linesOf(country)
  return Object.freeze(statesByLine(country).filter((_, index) => isListed(lines[index]!)))
})

type Row = { readonly line: string; readonly state: State }

/** The names of states, first the other names and then the shown ones. */
const namesOf = (rows: ReadonlyArray<Row>): ReadonlyArray<readonly [string, State]> => [
  ...rows.flatMap(({ line, state }) =>
    line
      .split("\t")
      .slice(2)
      .map((name) => [name, state] as const)
  ),
  ...rows.map(({ state }) => [state.name, state] as const)
]

const statesByKey = perCountry((country) => {
  const rows = linesOf(country).map((line, index) => ({ line, state: statesByLine(country)[index]! }))
  const listed = rows.filter(({ line }) => isListed(line))
  const regions = rows.filter(({ line }) => isRegion(line))
  const retired = rows.filter(({ line }) => isRetired(line))
  // The last pair of a key wins, so the pairs are ordered from the weakest match to the strongest.
  const pairs = [
    ...[regions, listed].flatMap(namesOf),
    ...[...retired, ...regions, ...listed].flatMap(({ line, state }) =>
      codesOf(line).flatMap((code) => [[code, state] as const, [`${country.code}-${code}`, state] as const])
    ),
    ...rows.map(({ state }) => [String(state.uid), state] as const)
  ]
  return new Map(pairs.map(([key, state]) => [foldedName(key), state]))
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
