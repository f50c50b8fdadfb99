/** What doctor checks of users' addresses. */
import { type Check, crossCheck, documentCheck, related } from "../../contract/check.ts"
import { customers } from "../customers.ts"
import { type AddressBook, collections } from "./document.ts"

const { addressBooks } = collections

export const checks: ReadonlyArray<Check> = [
  documentCheck("A user with addresses has exactly one primary address", addressBooks, (book) => {
    const primaries = book.addresses.filter(({ id }) => id === book.primary).length
    return primaries === 1 ? undefined : `the user ${book.userUID} has ${primaries} primary addresses`
  }),
  crossCheck<AddressBook, boolean>("The user of an address exists", addressBooks, {
    related: [
      related(
        customers.collections.customers,
        "userUID",
        ({ userUID }: AddressBook) => [userUID],
        () => true
      )
    ],
    begin: () => false,
    wrong: ({ userUID }, exists) => (exists ? [] : [`the user ${userUID} has addresses and does not exist`])
  })
]
