/** What a reader sees of B2B listings and accounts. */
import { Schema } from "effect"
import { Email, Instant, Int, names, Uid } from "../../contract/values.ts"
import { customerStyle } from "../../contract/zones.ts"
import { type Account, RegistrationStatus } from "./document.ts"

/** An account in the list. */
export const ShownAccount = Schema.Struct({
  id: names("users", Uid).annotate({
    description: "The customer's userUID; of a removed account, the one that it had."
  }),
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
