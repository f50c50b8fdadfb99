/** What doctor checks of B2B listings and accounts. */
import { belongs, type Check, countCheck } from "../../contract/check.ts"
import { customergroups } from "../customergroups.ts"
import { customers } from "../customers.ts"
import { type Account, collections } from "./document.ts"

const { accounts, listings } = collections
const { customerGroups } = customergroups.collections

export const checks: ReadonlyArray<Check> = [
  countCheck("users", accounts, ({ uid }) => uid),
  belongs(
    "A listing's customer group exists and names the listing",
    listings,
    customerGroups,
    ({ customers_group }) => customers_group,
    ({ customers_group, id }, group) => {
      if (group === undefined)
        return `the listing ${id} has the customer group ${customers_group}, which does not exist`
      return listingOf(group) === id
        ? undefined
        : `the customer group ${customers_group} does not name its listing ${id}`
    }
  ),
  belongs(
    "The listing of a customer group exists",
    customerGroups,
    listings,
    (group) => listingOf(group),
    ({ id, ...group }, listing) => {
      if (listing === undefined)
        return `the customer group ${id} names the listing ${listingOf(group)}, which does not exist`
      return listing.customers_group === id ? undefined : `the listing ${listing.id} has another group than ${id}`
    }
  ),
  belongs(
    "A B2B account belongs to its customer's user, and a removed one to a guest",
    accounts,
    customers.collections.customers,
    ({ customer }) => customer,
    (account, found) =>
      found === undefined || found.userUID === userOf(account)
        ? undefined
        : `the B2B account ${account.uid} is ${account.status}, and its customer ${found.email} has the user uid ${found.userUID}`
  )
]

const listingOf = ({ metadata }: Pick<typeof customerGroups.schema.Type, "metadata">): string | undefined =>
  "listing_id" in metadata ? metadata.listing_id : undefined

const userOf = ({ status, uid }: Account): number => (status === "removed" ? 0 : uid)
