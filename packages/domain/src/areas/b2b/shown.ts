/** What a reader sees of B2B listings and accounts. */
import { Schema } from "effect"
import { Email, Instant, Int, ServiceID, Text, Uid } from "../../contract/values.ts"
import { customerStyle } from "../../contract/zones.ts"
import type { Account } from "./document.ts"

/** The states of an account. `pending` and `ask-for-removal` come from imports only. */
export const RegistrationStatus = Schema.Literals(["pending", "active", "ask-for-removal", "removed"])

/** A listing as it is shown; `customers_group` is the id of its customer group. */
export const ShownListing = Schema.Struct({
  id: ServiceID,
  customers_group: ServiceID.annotate({ description: "The customer group that was created with the listing." }),
  description: Text,
  name: Text
}).annotate({ identifier: "Listing" })
export type ShownListing = typeof ShownListing.Type

/** An account in the list. */
export const ShownAccount = Schema.Struct({
  id: Uid.annotate({ description: "The customer's userUID; of a removed account, the one that it had." }),
  email: Email,
  registration_date: Instant,
  registration_status: RegistrationStatus
})
export type ShownAccount = typeof ShownAccount.Type

/** All accounts of a shop. */
export const AccountList = Schema.Struct({ count: Int, users: Schema.Array(ShownAccount) })
export type AccountList = typeof AccountList.Type

/** The list form of an account, with its date in the shop's time zone. */
export const accountShown = ({ registered, status, uid }: Account, email: string, zone: string): ShownAccount => ({
  id: uid,
  email,
  registration_date: customerStyle(registered, zone),
  registration_status: status
})
