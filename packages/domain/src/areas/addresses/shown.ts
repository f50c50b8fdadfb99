/** What a reader sees of a user's addresses. */
import { Schema } from "effect"
import { Bool, Text } from "../../contract/values.ts"
import { type Country, countryByUid, stateOf } from "../countries/rules.ts"
import { type AddressBook, addressFields, type UserAddress } from "./document.ts"

/** An address in the list. */
export const ShownAddress = Schema.Struct({
  ...addressFields,
  stateName: Text,
  countryName: Text,
  principalAddress: Bool,
  hidden: Bool.annotate({ description: "Always false: no operation hides an address." }),
  metadata: Schema.Record(Schema.String, Schema.NullOr(Text)).annotate({
    description: "address_name is always there, and null if it is unset."
  })
}).annotate({ identifier: "UserAddress" })
export type ShownAddress = typeof ShownAddress.Type

/** The part of an address that a change of it answers with. */
export const PlacedAddress = Schema.Struct({
  id: ShownAddress.fields.id,
  principalAddress: Bool,
  countryName: Text,
  stateName: Text
}).annotate({ identifier: "PlacedAddress" })
export type PlacedAddress = typeof PlacedAddress.Type

/** An address of a book with everything that a reader sees of it. */
export const shownAddress = (book: AddressBook, { metadata, ...address }: UserAddress): ShownAddress => ({
  ...address,
  ...namesOf(address),
  principalAddress: address.id === book.primary,
  hidden: false,
  metadata: { address_name: null, ...metadata }
})

/** The answer to a change of an address, from the book after the change. */
export const placedAddress = (book: AddressBook, address: UserAddress): PlacedAddress => ({
  id: address.id,
  principalAddress: address.id === book.primary,
  ...namesOf(address)
})

const namesOf = ({ country, state }: Pick<UserAddress, "country" | "state">) => {
  const found = countryByUid(Number(country))
  return { stateName: found === undefined ? state : stateName(found, state), countryName: found?.name ?? "" }
}

const stateName = (country: Country, state: string): string => {
  const found = stateOf(country, state)
  return typeof found === "object" ? found.name : state
}
