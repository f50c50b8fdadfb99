/** What a reader sees of a customer. */
import { Schema } from "effect"
import { Email, Int, ServiceID, Text, Uid } from "../../contract/values.ts"

/** A customer as the detail shows it; unset texts are empty, and `code` is the tax number. */
export const CustomerDetail = Schema.Struct({
  id: ServiceID,
  fullname: Text,
  email: Email,
  website: Text,
  phone: Text,
  mobile: Text,
  address: Text,
  city: Text,
  zip: Text,
  state: Text.annotate({ description: "The state's name." }),
  stateUID: Schema.NullOr(Uid),
  country: Text.annotate({ description: "The country's name." }),
  countryUID: Schema.NullOr(Uid),
  code: Text.annotate({ description: "The tax number." }),
  userUID: Int.annotate({ description: "0 for guests." }),
  accountType: Schema.Literals(["guest", "registered"])
})
export type CustomerDetail = typeof CustomerDetail.Type

/** The part of a customer that the detail shows, which is also the payload of events. */
export const detailOf = (customer: CustomerDetail): CustomerDetail =>
  Object.fromEntries(
    Object.keys(CustomerDetail.fields).map((field) => [field, customer[field as keyof CustomerDetail]])
  ) as unknown as CustomerDetail
