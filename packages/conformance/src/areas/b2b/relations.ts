/** Races for a B2B account: with the removal of its customer, and with that of the listing of its group. */
import { collections } from "@bottega/domain/areas"
import { all } from "@bottega/storage"
import { Effect } from "effect"
import { relation, succeeds } from "../../relations/relation.ts"
import { unique } from "../../subjects.ts"
import { newCustomer } from "../customers/sample.ts"
import { listingMade, newUser, tracesOf } from "./sample.ts"

/** No account is made for a customer that is gone; a further call makes a new customer. */
export const accountOfCustomer = relation({
  name: "a B2B account and its customer",
  // The account changes nothing of this customer, so only a guard can notice that it is gone.
  target: async ({ api }) => {
    const given = newCustomer({ email: `raced${unique()}@example.com`, register: 1 })
    const { id } = (await api.customers.create(given)).client
    const user = await newUser({ api }, { email: given.email, fullname: "Anna Rossi" })
    await api.customers.setGroup({ id, group_id: user.customer_group_id })
    return { id, user }
  },
  make: async ({ api }, { id, user }) => {
    await api.b2b.createUser(user)
    // A new customer has a later id; a removed one may be gone by now, after its account was made.
    const now = (await api.customers.list()).find(({ email }) => email === user.email)
    return now === undefined || now.id === id
  },
  remove: ({ api }, { id }) => succeeds(api.customers.remove({ id })),
  references: (shop, { id }) =>
    Effect.map(
      all(shop, collections.accounts, { where: [{ on: "key", eq: id }], latest: true }),
      ({ length }) => length
    )
})

/** An account that is made while the listing of its group goes is in the group, which stays. */
export const accountOfListing = relation({
  name: "a B2B account and the listing of its group",
  target: ({ api }) => listingMade({ api }),
  make: async ({ api }, listing) => {
    const user = await newUser({ api }, { customer_group_id: listing.customers_group })
    await api.b2b.createUser(user)
    return (await tracesOf({ api }, listing)).attribute
  },
  remove: async ({ api }, listing) => {
    const isRemoved = await succeeds(api.b2b.removeListing({ id: listing.id }))
    const traces = JSON.stringify(await tracesOf({ api }, listing))
    if (traces !== JSON.stringify({ metadata: [], attribute: false })) throw new Error(`The listing left ${traces}.`)
    return isRemoved
  },
  // Nothing may name the listing after its removal; the group that a member names always stays.
  references: (shop, { customers_group, id }) =>
    Effect.map(
      all(shop, collections.customerGroups, { where: [{ on: "key", eq: customers_group }], latest: true }),
      (groups) =>
        groups.filter(({ doc: { metadata } }) => "listing_id" in metadata && metadata.listing_id === id).length
    ),
  withoutGuards: "the removal writes the group, and the account does not"
})
