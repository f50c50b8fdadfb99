/** Everything that the demo shop stores about its customers, by collection. */
import type { Shop } from "@bottega/domain/areas/shops"
import { currencyDigits } from "@bottega/domain/contract"
import { accountOf, listingsOf } from "./business.ts"
import type { Chance } from "./chance.ts"
import { groupsOf } from "./groups.ts"
import { historyOf } from "./history.ts"
import type { Person } from "./people.ts"
import { userHistoryOf } from "./users.ts"

/** What the documents are drawn from; `opened` and `end` are the shop's opening and now, in unix seconds. */
export interface CustomersOptions {
  readonly chance: Chance
  readonly shop: Shop
  readonly opened: number
  readonly end: number
}

/** The groups and listings of the shop, and the documents of each person until now. */
export const customersOf = (people: ReadonlyArray<Person>, { chance, end, opened, shop }: CustomersOptions) => {
  const groups = groupsOf(chance, opened)
  const listings = listingsOf(chance, opened)
  let accounts = 0
  const digits = currencyDigits(shop.currency)!
  const documents = people.map((person) => {
    const { customer } = person
    const history = historyOf(customer, { chance, groups, end })
    const isBusiness = customer.website !== "" && customer.userUID > 0
    const business = isBusiness
      ? accountOf(history.customer, accounts++, { chance, end, listings })
      : { customer: history.customer, accounts: [], mail: [] }
    return { ...history, ...business, ...userHistoryOf(person, business.customer, { chance, people, digits, end }) }
  })
  return {
    customerGroups: [...groups, ...listings.map(({ group }) => group)],
    attributes: listings.map(({ attribute }) => attribute),
    listings: listings.map(({ listing }) => listing),
    documents
  }
}
