/** What doctor checks of customers. */
import { belongs, type Check, countCheck, crossCheck, documentCheck, related } from "../../contract/check.ts"
import { type Consent, type Customer, collections } from "./document.ts"

const { consents, customers, erasures } = collections

export const checks: ReadonlyArray<Check> = [
  countCheck("users", customers, ({ userUID }) => Math.max(0, userUID)),
  documentCheck("A customer is registered if it has a user uid", customers, ({ accountType, email, userUID }) =>
    (accountType === "registered") === userUID > 0
      ? undefined
      : `the customer ${email} has the account type ${accountType} and the user uid ${userUID}`
  ),
  crossCheck<Customer, Consent | undefined>("The consent log ends with a customer's consent", customers, {
    related: [
      related(
        consents,
        "customer",
        ({ id }) => [id],
        (last, consent) => (last === undefined || consent.id > last.id ? consent : last)
      )
    ],
    begin: () => undefined,
    wrong: ({ accept_marketing, email }, last) =>
      last === undefined || last.accept_marketing === accept_marketing
        ? []
        : [`the log of the customer ${email} ends with another consent than the customer has`]
  }),
  belongs(
    "The consent log of a removed customer names no address",
    consents,
    customers,
    ({ customer, ip }) => (ip === null ? undefined : customer),
    ({ customer }, found) =>
      found === undefined ? `a consent names an address, and its customer ${customer} does not exist` : undefined
  ),
  documentCheck(
    "No erasure of a person's data is incomplete",
    erasures,
    ({ since }) =>
      `an erasure of a person's data began at ${new Date(since * 1000).toISOString()} and is not complete; send its call again`
  )
]
