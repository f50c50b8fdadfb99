/** The addresses of a registered user, as one document for each user that has any; see docs/decisions/0355. */
import { Schema } from "effect"
import { collection } from "../../contract/collection.ts"
import { texts } from "../../contract/lookup.ts"
import { walksBy } from "../../contract/personal.ts"
import { Email, ServiceID, Text, Uid } from "../../contract/values.ts"
import { withoutAddress } from "./rules.ts"

/** The fields of an address that are stored and shown alike. Unset texts are empty. */
export const addressFields = {
  id: ServiceID,
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
export const UserAddress = Schema.Struct({ ...addressFields, metadata: Schema.Record(Schema.String, Text) })
export type UserAddress = typeof UserAddress.Type

/** The addresses of a user, the oldest first; there is at least one. `primary` is the id of the primary one. */
export const AddressBook = Schema.Struct({
  userUID: Uid,
  primary: ServiceID,
  addresses: Schema.Array(UserAddress)
})
export type AddressBook = typeof AddressBook.Type

export const collections = {
  addressBooks: collection("addressbooks", AddressBook, {
    noun: "address",
    key: ({ userUID }) => userUID,
    lookups: { email: texts(({ addresses }) => [...new Set(addresses.map(({ email }) => email.toLowerCase()))]) },
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
