/** The addresses of a registered user, as one document for each user that has any; see docs/decisions/0355. */
import { Schema } from "effect"
import { bounded } from "../../contract/bounded.ts"
import { collection } from "../../contract/collection.ts"
import { texts } from "../../contract/lookup.ts"
import { walksBy } from "../../contract/personal.ts"
import { part } from "../../contract/reference.ts"
import { Email, names, ServiceID, Text, Uid } from "../../contract/values.ts"
import { customers } from "../customers.ts"

/** The maximum size of a book and of its addresses, so that a book is one document of a bounded size. */
export const addressBounds = {
  addresses: { max: 100, noun: "addresses", of: "user", at: "uid" },
  /** The length of each text of an address, in characters. */
  textCharacters: 255,
  metadata: { max: 10, noun: "entries", of: "address" },
  /** The length of a name of its metadata. */
  nameCharacters: 100
}

/** The fields of an address that are stored and shown alike. Unset texts are empty. */
export const addressFields = {
  id: names("addresses", ServiceID),
  fullname: Text,
  email: Email,
  phone: Text,
  tax_code: Text,
  address: Text,
  city: Text,
  postal_code: Text,
  state: Text.annotate({ description: "The state's uid, or its name if the country has no states." }),
  country: Text.annotate({ description: "The country's uid; see GET /countries/list.json." })
}

/** An address as stored. */
export const UserAddress = Schema.Struct({
  ...addressFields,
  metadata: bounded(Schema.Record(Schema.String, Text), addressBounds.metadata)
})
export type UserAddress = typeof UserAddress.Type

/** The addresses of a user, the oldest first; there is at least one. `primary` is the id of the primary one. */
export const AddressBook = Schema.Struct({
  userUID: Uid,
  primary: ServiceID,
  addresses: bounded(Schema.Array(UserAddress), addressBounds.addresses)
})
export type AddressBook = typeof AddressBook.Type

/** The book without an address; `undefined` if it was the only one. */
export const withoutAddress = (book: AddressBook, id: string): AddressBook | undefined => {
  const primary = primaryWithout(book, id)
  return primary === undefined
    ? undefined
    : { ...book, primary, addresses: book.addresses.filter((one) => one.id !== id) }
}

/** The primary address if this one is not: as it is, else the oldest other one. */
export const primaryWithout = ({ addresses, primary }: AddressBook, id: string): string | undefined =>
  primary === id ? addresses.find((one) => one.id !== id)?.id : primary

export const collections = {
  addressBooks: collection("addressbooks", AddressBook, {
    noun: "address",
    key: ({ userUID }) => userUID,
    lookups: { email: texts(({ addresses }) => [...new Set(addresses.map(({ email }) => email.toLowerCase()))]) },
    references: [{ to: () => customers.collections.customers, by: "userUID", on: "key", whenRemoved: part }],
    personal: {
      as: "addresses",
      where: ({ email, userUIDs }) => [...walksBy("key", userUIDs), ...walksBy("email", [email])],
      shown: ({ addresses }) => addresses,
      // An address of the person may also be in the book of another user.
      erased: (book, { email, userUIDs }) =>
        userUIDs.includes(book.userUID)
          ? undefined
          : book.addresses
              .filter((one) => one.email.toLowerCase() === email)
              .reduce((left: AddressBook | undefined, { id }) => left && withoutAddress(left, id), book)
    }
  })
}
