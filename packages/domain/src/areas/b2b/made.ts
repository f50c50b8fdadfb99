/** Makes the documents of listings, and of customers that get a B2B account. All functions are pure. */
import type { Input } from "../../contract/endpoint.ts"
import type { Attribute } from "../attributes.ts"
import type { CustomerGroup } from "../customergroups.ts"
import { type Customer, customerFrom } from "../customers/document.ts"
import { type NewCustomer, touched } from "../customers/made.ts"
import { namesAfter, namesOf } from "../customers/names.ts"
import type { Account, Listing } from "./document.ts"
import type { endpoints } from "./endpoints.ts"

/** The ids of a listing and of what is created with it. */
export interface ListingIds {
  readonly listing: string
  readonly group: string
  readonly attribute: string
}

/** Makes a listing, its customer group, and its price attribute. */
export const newListing = (
  { description = "", name }: Input<typeof endpoints.createListing>,
  ids: ListingIds
): { readonly listing: Listing; readonly group: CustomerGroup; readonly attribute: Attribute } => ({
  listing: { id: ids.listing, customers_group: ids.group, description, name, attribute: ids.attribute },
  group: { id: ids.group, name, label_color: "", description, metadata: { listing_id: ids.listing } },
  attribute: { id: ids.attribute, label: `${name} - price`, type: "number", data: [], read_only: 0 }
})

/** The customer group of a removed listing. */
export const withoutListing = (group: CustomerGroup): CustomerGroup => ({ ...group, metadata: [] })

/**
 * The customer with a B2B account, in its group: a new one, or the known one, which is the same object if nothing changes.
 * The user uid of `made` is the known customer's own, or a new one.
 */
export const accountHolder = (
  known: Customer | undefined,
  { customer_group_id: group_id, email, fullname }: Input<typeof endpoints.createUser>,
  { id, now, userUID }: NewCustomer
): Customer => {
  const account = { group_id, userUID, registered: known?.registered ?? now }
  if (known === undefined) return customerFrom({ id, created: now, email, ...namesOf({ fullname }), ...account })
  return touched(known, { ...namesAfter(known, { fullname }), ...account, accountType: "registered" }, now)
}

/** Whether an account can be used, or waits for someone; a removed one is only a record. */
export const isOpen = (account: Account | undefined): account is Account =>
  account !== undefined && account.status !== "removed"

/** The account after a call that registers its holder; the same object if it was active already. `now` in unix seconds. */
export const activeAccount = (before: Account | undefined, { id, userUID }: Customer, now: number): Account => {
  if (!isOpen(before)) return { customer: id, uid: userUID, registered: now, status: "active" }
  return before.status === "active" ? before : { ...before, status: "active" }
}
