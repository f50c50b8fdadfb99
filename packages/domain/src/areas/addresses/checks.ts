/** What doctor checks of users' addresses. */
import { type Check, documentCheck } from "../../contract/check.ts"
import { collections } from "./document.ts"

const { addressBooks } = collections

export const checks: ReadonlyArray<Check> = [
  documentCheck("A user with addresses has exactly one primary address", addressBooks, (book) => {
    const primaries = book.addresses.filter(({ id }) => id === book.primary).length
    return primaries === 1 ? undefined : `the user ${book.userUID} has ${primaries} primary addresses`
  })
]
