/** Shared parts of the suites of B2B: a listing, the smallest valid account, and the reads of both. */
import { unique } from "../../subjects.ts"
import type { Store } from "../../surface.ts"

type Callers = Pick<Store, "api">
type NewUser = Parameters<Store["api"]["b2b"]["createUser"]>[0]

/** Creates a listing. */
export const listingMade = ({ api }: Callers, name = `Listing ${unique()}`) => api.b2b.createListing({ name })

/** The parameters of a new account in a group of its own. */
export const newUser = async ({ api }: Callers, given: Partial<NewUser> = {}): Promise<NewUser> => ({
  email: `user${unique()}@example.com`,
  fullname: "Anna Rossi",
  customer_group_id: given.customer_group_id ?? (await api.customergroups.create({ name: `Group ${unique()}` })).id,
  ...given
})

/** Creates an account, and returns its customer. */
export const userMade = async (store: Callers, given: Partial<NewUser> = {}) => {
  const wanted = await newUser(store, given)
  await store.api.b2b.createUser(wanted)
  return store.api.customers.read({ email: wanted.email })
}

/** The accounts with an email address. */
export const accountsOf = async ({ api }: Callers, email: string) =>
  (await api.b2b.users()).users.filter((user) => user.email === email)

/** What is left of a listing: its group's metadata, and whether its price attribute exists. */
export const tracesOf = async (
  { api }: Callers,
  { customers_group, name }: { customers_group: string; name: string }
) => {
  const [group] = await api.customergroups.read({ id: customers_group })
  const labels = (await api.attributes.list()).map(({ label }) => label)
  return { metadata: group?.metadata, attribute: labels.includes(`${name} - price`) }
}
