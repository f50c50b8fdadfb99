/** The rules of a user's addresses: which one is the primary, and what an address may be. All functions are pure. */
import type { Finding, PartialInput } from "../../contract/endpoint.ts"
import { type Country, countryByCode, countryByUid, stateOf } from "../countries/rules.ts"
import { type AddressBook, addressBounds, primaryWithout, type UserAddress } from "./document.ts"

/** The book with one more address. The first one is the primary, and a later one only if it is marked. */
export const withAddress = (
  book: AddressBook | undefined,
  { added, marked, userUID }: { readonly added: UserAddress; readonly marked: boolean; readonly userUID: number }
): AddressBook => ({
  userUID,
  primary: book === undefined || marked ? added.id : book.primary,
  addresses: [...(book?.addresses ?? []), added]
})

/**
 * The book with a changed address. A mark of 1 makes it the primary one. A mark of 0 takes that from it, and the oldest
 * other one becomes the primary, if there is another. Returns the same object if nothing changes.
 */
export const withChanged = (book: AddressBook, changed: UserAddress, mark: 0 | 1 | undefined): AddressBook => {
  const marks = { 0: primaryWithout(book, changed.id) ?? changed.id, 1: changed.id }
  const after = {
    ...book,
    primary: mark === undefined ? book.primary : marks[mark],
    addresses: book.addresses.map((one) => (one.id === changed.id ? changed : one))
  }
  // Both sides have their fields in the same order, so equal values have equal texts.
  return JSON.stringify(after) === JSON.stringify(book) ? book : after
}

/** What callers send of an address. */
export interface AddressInput extends Omit<UserAddress, "id" | "phone" | "tax_code" | "metadata"> {
  readonly phone?: string
  readonly tax_code?: string
  readonly metadata?: Readonly<Record<string, string>>
}

/** The address that parameters without findings describe; optional parameters that were not sent keep their stored values. */
export const addressFrom = (given: AddressInput, id: string, before?: UserAddress): UserAddress => ({
  id,
  fullname: given.fullname,
  email: given.email,
  phone: given.phone ?? before?.phone ?? "",
  tax_code: given.tax_code ?? before?.tax_code ?? "",
  address: given.address,
  city: given.city,
  postal_code: given.postal_code,
  ...placeOf(given),
  metadata: metadataAfter(before?.metadata ?? {}, given.metadata ?? {})
})

const placeOf = ({ country, state }: AddressInput): Pick<UserAddress, "state" | "country"> => {
  const found = countryNamed(country)!
  const within = stateOf(found, state)!
  return { state: typeof within === "object" ? String(within.uid) : within, country: String(found.uid) }
}

/** A country by its ISO 3166-1 code, or by its uid, which is what reading the address shows. */
const countryNamed = (text: string): Country | undefined =>
  countryByCode(text) ?? (/^\d{1,3}$/.test(text.trim()) ? countryByUid(Number(text)) : undefined)

type Metadata = UserAddress["metadata"]

/** Merges entries; an empty one is removed. */
const metadataAfter = (before: Metadata, given: NonNullable<AddressInput["metadata"]>): Metadata =>
  Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== ""))

/** Finds what is wrong with parameters of an address, some of which may be missing. */
export const addressFindings = (given: PartialInput<AddressInput>): ReadonlyArray<Finding> => [
  ...placeFindings(given),
  ...Object.entries(given.metadata ?? {}).flatMap(([name, value]) => metadataFindings(name, value ?? ""))
]

const placeFindings = ({ country, state }: PartialInput<AddressInput>): ReadonlyArray<Finding> => {
  if (country === undefined) return []
  const found = countryNamed(country)
  if (found === undefined)
    return [{ at: ["country"], message: "is not a country's ISO 3166-1 code of two letters, or its uid" }]
  return state === undefined || stateOf(found, state) !== undefined
    ? []
    : [{ at: ["state"], message: `is not a state of ${found.name}` }]
}

const metadataFindings = (name: string, value: string): ReadonlyArray<Finding> => {
  const { nameCharacters, textCharacters } = addressBounds
  const at = ["metadata", name]
  // An empty `metadata[]` is how a form sends an empty list.
  if (name === "") return value === "" ? [] : [{ at, message: "has no name" }]
  if (name.length > nameCharacters) return [{ at, message: `has a name of more than ${nameCharacters} characters` }]
  return value.length > textCharacters ? [{ at, message: `is longer than ${textCharacters} characters` }] : []
}
