/** B2B listings and accounts, as stored. */
import { Schema } from "effect"
import { collection } from "../../contract/collection.ts"
import { number, text } from "../../contract/lookup.ts"
import { walksBy } from "../../contract/personal.ts"
import { part } from "../../contract/reference.ts"
import { internal } from "../../contract/unique.ts"
import { names, ServiceID, Text, Uid, Unix } from "../../contract/values.ts"
import { attributes } from "../attributes.ts"
import { customers } from "../customers.ts"

/** The states of an account. `pending` and `ask-for-removal` come from imports only. */
export const RegistrationStatus = Schema.Literals(["pending", "active", "ask-for-removal", "removed"])

/** A listing as it is shown; `customers_group` is the id of its customer group. */
export const ShownListing = Schema.Struct({
  id: names("listings", ServiceID),
  customers_group: names("customerGroups", ServiceID).annotate({
    description: "The customer group that was created with the listing."
  }),
  description: Text,
  name: Text
}).annotate({ identifier: "Listing" })
export type ShownListing = typeof ShownListing.Type

/** A listing as stored: what is shown comes first, and the id of its price attribute beside it, null once that was
 * removed. */
export const Listing = Schema.Struct({ ...ShownListing.fields, attribute: Schema.NullOr(ServiceID) })
export type Listing = typeof Listing.Type

/** The B2B account of a customer, under the customer's id. The customer has its email address, name and group. */
export const Account = Schema.Struct({
  customer: ServiceID,
  uid: Uid.annotate({ description: "The customer's userUID; of a removed account, the one that it had." }),
  registered: Unix,
  status: RegistrationStatus
})
export type Account = typeof Account.Type

export const collections = {
  listings: collection("listings", Listing, {
    noun: "listing",
    personal: "none",
    key: ({ id }) => id,
    beside: ["attribute"],
    lookups: { attribute: text(({ attribute }) => attribute ?? undefined) },
    references: [
      {
        to: () => attributes.collections.attributes,
        on: "attribute",
        whenRemoved: (listing) => ({ ...listing, attribute: null })
      }
    ]
  }),
  accounts: collection("accounts", Account, {
    noun: "B2B account",
    personal: {
      as: "b2b_accounts",
      where: ({ customers }) => walksBy("key", customers),
      erased: () => undefined
    },
    key: ({ customer }) => customer,
    lookups: { uid: number(({ uid }) => uid) },
    unique: { uid: internal },
    references: [{ to: () => customers.collections.customers, on: "key", whenRemoved: part }],
    orders: [["uid"]]
  })
}
