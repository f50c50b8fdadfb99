/**
 * The rules of the place that a customer's parameters name (country, state, postal code), and of its custom fields. All
 * functions are pure.
 */
import type { Finding } from "../../contract/endpoint.ts"
import { type Country, countryByName, countryByUid, postalCodeFits, stateOf } from "../countries/rules.ts"
import { type CustomerDetail, customFieldBounds } from "./document.ts"

/** The country, state and postal code of a customer as a caller sends them; an empty text clears, as null does. */
export interface PlaceInput {
  readonly countryUID?: number | null
  /** The legacy form, which counts only without `countryUID`. */
  readonly country?: string
  readonly stateUID?: number | null
  /** The legacy form, which counts only without `stateUID`. */
  readonly state?: string
  /** The older legacy form, which counts only without `state` too. */
  readonly region?: string
  readonly zip?: string
}

/** Where a customer lives, as stored. */
export type StoredPlace = Pick<CustomerDetail, "country" | "countryUID" | "state" | "stateUID" | "zip">

/** The place of a new customer. */
export const nowhere: StoredPlace = { country: "", countryUID: null, state: "", stateUID: null, zip: "" }

/**
 * Finds a country that does not exist, and a state or postal code that the country does not have. A stored postal code may
 * be sent back whether it fits or not, because an order may have left it. Without the stored place, it checks the other
 * parameters alone.
 */
export const placeFindings = (given: PlaceInput, stored?: StoredPlace): ReadonlyArray<Finding> => {
  const named = countryIn(given)
  if (named !== undefined && named.found === undefined)
    return [{ at: [named.at], without: named.without, message: "is not a country; see GET /countries/list.json" }]
  const country = named === undefined ? stored && countryOf(stored) : (named.found ?? null)
  if (country === undefined) return []
  const moved = stored !== undefined && named !== undefined && country?.uid !== countryOf(stored)?.uid
  const keepsZip = !moved && given.zip?.trim() === stored?.zip.trim()
  const ofZip = stored === undefined ? zipFindings(given, country).map(maybeStored) : zipFindings(given, country)
  const fitting = [...stateFindings(given, country), ...(keepsZip ? [] : ofZip)]
  const unnamed = named?.without ?? [["countryUID"], ["country"]]
  return [
    ...fitting.map(({ without = [], ...finding }) => ({ ...finding, without: [...unnamed, ...without] })),
    ...(moved ? leftBehind(given, stored, country).map((message) => ({ at: [named.at], message })) : [])
  ]
}

/** The place after these parameters, which have no findings; what was not sent stays. */
export const placeAfter = (stored: StoredPlace, given: PlaceInput): StoredPlace => {
  const named = countryIn(given)
  const state = stateIn(given)
  const zip = given.zip?.trim() ?? stored.zip
  if (named === undefined && state === undefined) {
    const { country, countryUID, state, stateUID } = stored
    return { country, countryUID, state, stateUID, zip }
  }
  const country = named === undefined ? countryOf(stored) : (named.found ?? null)
  return { ...placed(country, state === undefined ? storedState(stored) : state.value), zip }
}

/**
 * The country and state fields of a customer, from a country's uid and a state's uid, code or name. Unknown places are
 * left unset; if a country has no states, the state may be any text.
 */
export const locationOf = (countryUID: number | null, state: string): Omit<StoredPlace, "zip"> =>
  placed(countryUID === null ? null : (countryByUid(countryUID) ?? null), state === "" ? null : state)

const placed = (country: Country | null, state: string | number | null): Omit<StoredPlace, "zip"> => {
  const found = country === null || state === null ? "" : (stateWithin(country, state) ?? "")
  return {
    country: country?.name ?? "",
    countryUID: country?.uid ?? null,
    state: typeof found === "string" ? found : found.name,
    stateUID: typeof found === "string" ? null : found.uid
  }
}

/** The country that was sent: null if it is cleared, `undefined` if it does not exist. One of the parameters in `without` would win. */
const countryIn = ({ country, countryUID }: PlaceInput) => {
  if (countryUID !== undefined)
    return { at: "countryUID", without: [], found: countryUID === null ? null : countryByUid(countryUID) }
  if (country === undefined) return undefined
  return { at: "country", without: [["countryUID"]], found: isBlank(country) ? null : countryByName(country) }
}

/** The state that was sent; null if it is cleared. One of the parameters in `without` would win. */
const stateIn = ({ region, state, stateUID }: PlaceInput) => {
  if (stateUID !== undefined) return { at: "stateUID", without: [], value: stateUID }
  const one =
    state === undefined
      ? { at: "region", without: [["stateUID"], ["state"]], name: region }
      : { at: "state", without: [["stateUID"]], name: state }
  return one.name === undefined ? undefined : { ...one, value: isBlank(one.name) ? null : one.name }
}

const isBlank = (text: string): boolean => text.trim() === ""

const countryOf = ({ countryUID }: StoredPlace): Country | null =>
  countryUID === null ? null : (countryByUid(countryUID) ?? null)

const storedState = ({ state, stateUID }: StoredPlace): string | number | null =>
  stateUID ?? (state === "" ? null : state)

/** A number is a state's uid and nothing else, a text whatever names the state. */
const stateWithin = (country: Country, state: string | number) => {
  const found = stateOf(country, state)
  const isOther = typeof state === "number" && (typeof found === "string" || found?.uid !== state)
  return isOther ? undefined : found
}

const stateFindings = (given: PlaceInput, country: Country | null): ReadonlyArray<Finding> => {
  const state = stateIn(given)
  if (state === undefined || state.value === null) return []
  const { without } = state
  if (country === null) return [{ at: [state.at], without, message: "needs countryUID" }]
  return stateWithin(country, state.value) === undefined
    ? [{ at: [state.at], without, message: `is not a state of ${country.name}` }]
    : []
}

const zipFindings = ({ zip = "" }: PlaceInput, country: Country | null): ReadonlyArray<Finding> =>
  country === null || isBlank(zip) || postalCodeFits(country, zip)
    ? []
    : [{ at: ["zip"], message: `is not a postal code of ${country.name}` }]

const maybeStored = (finding: Finding): Finding => ({ ...finding, mayBeStored: true })

/** Finds a stored state or postal code that does not fit a new country that is sent alone. */
const leftBehind = (given: PlaceInput, stored: StoredPlace, country: Country | null): ReadonlyArray<string> => {
  const state = stateIn(given) === undefined ? storedState(stored) : null
  const hasState = state === null || (country !== null && stateWithin(country, state) !== undefined)
  const hasZip =
    given.zip !== undefined || country === null || isBlank(stored.zip) || postalCodeFits(country, stored.zip)
  return [
    ...(hasState ? [] : [`does not have the customer's state ${stored.state}; send a state too, which may be empty`]),
    ...(hasZip ? [] : [`does not have the customer's postal code ${stored.zip}; send zip too, which may be empty`])
  ]
}

/** Finds names and values of custom fields that are too long. */
export const customFieldFindings = (
  given: Readonly<Record<string, string | undefined>> = {}
): ReadonlyArray<Finding> => {
  const { nameCharacters, valueCharacters } = customFieldBounds
  return Object.entries(given).flatMap(([name, value = ""]): ReadonlyArray<Finding> => {
    const at = ["custom_fields", name]
    if (name === "") return [{ at, message: "has no name" }]
    if (name.length > nameCharacters) return [{ at, message: `has a name of more than ${nameCharacters} characters` }]
    return value.length > valueCharacters ? [{ at, message: `is longer than ${valueCharacters} characters` }] : []
  })
}
