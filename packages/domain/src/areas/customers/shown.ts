/** What a reader sees of a customer. */
import { Schema } from "effect"
import { optional } from "../../contract/defaults.ts"
import { Bool, Email, Instant, Int, names, ServiceID, Text, Uid } from "../../contract/values.ts"
import { customerStyle } from "../../contract/zones.ts"
import { AccountType, type Customer, CustomerDetail } from "./document.ts"

/** The part of a customer that the detail shows, which is also the payload of events. */
export const detailOf = (customer: CustomerDetail): CustomerDetail =>
  Object.fromEntries(
    Object.keys(CustomerDetail.fields).map((field) => [field, customer[field as keyof CustomerDetail]])
  ) as unknown as CustomerDetail

const summaryFields = {
  id: names("customers", ServiceID),
  fullname: Text,
  last_name: Text,
  first_name: Text,
  email: Email,
  created_at: Instant,
  updated_at: Schema.NullOr(Instant).annotate({ description: "Null until the customer is changed." }),
  userUID: names("users", Int).annotate({ description: "0 for guests." }),
  accept_marketing: Bool,
  accountType: AccountType
}
const nodeFields = {
  custom_fields: Schema.Record(Schema.String, Text),
  group: Schema.NullOr(Schema.Struct({ id: names("customerGroups", ServiceID), name: Text }))
}
const Account = Schema.Struct({
  userUID: names("users", Uid),
  registered_at: Schema.NullOr(Instant),
  last_login: Schema.NullOr(Instant)
})

/** The names that `nodes` of the list of customers accepts; a name that is always shown changes nothing. */
export const listNodes = ["custom_fields", "fullname", "accountType", "group"] as const
/** The names that `nodes` of the paginated list of customers accepts. */
export const pageNodes = ["custom_fields", "accountType", "group", "account"] as const

/** A customer in a list, with the requested nodes. */
export const CustomerSummary = Schema.Struct({ ...summaryFields, ...optional(nodeFields) })
/** A customer in a page of a list, which can also show the user's account; it is null for guests. */
export const PagedCustomer = Schema.Struct({
  ...summaryFields,
  ...optional({ ...nodeFields, account: Schema.NullOr(Account) })
})
export type PagedCustomer = typeof PagedCustomer.Type

/** The list form of a customer, with dates in the shop's time zone and without nodes. */
export const summaryOf = (customer: Customer, zone: string): PagedCustomer => ({
  id: customer.id,
  fullname: customer.fullname,
  last_name: customer.last_name,
  first_name: customer.first_name,
  email: customer.email,
  created_at: customerStyle(customer.created, zone),
  updated_at: dateOf(customer.updated, zone),
  userUID: customer.userUID,
  accept_marketing: customer.accept_marketing,
  accountType: customer.accountType
})

/** The user account of a customer; null for a guest. */
export const accountOf = (
  { last_login, registered, userUID }: Customer,
  zone: string
): NonNullable<PagedCustomer["account"]> | null =>
  userUID === 0 ? null : { userUID, registered_at: dateOf(registered, zone), last_login: dateOf(last_login, zone) }

const dateOf = (seconds: number | null, zone: string): string | null =>
  seconds === null ? null : customerStyle(seconds, zone)
