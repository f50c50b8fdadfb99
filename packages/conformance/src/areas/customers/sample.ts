/** Shared parts of the suites of customers: the smallest valid customer. */

import { unique } from "../../subjects.ts"
import type { Store } from "../../surface.ts"

type NewCustomer = Parameters<Store["api"]["customers"]["create"]>[0]

/** The parameters of a new customer whose email address nobody else has. */
export const newCustomer = (given: Partial<NewCustomer> = {}): NewCustomer => ({
  fullname: "Anna Rossi",
  email: `buyer${unique()}@example.com`,
  ...given
})

/** Creates a customer and returns its id. */
export const made = async ({ api }: Pick<Store, "api">, given: Partial<NewCustomer> = {}): Promise<string> =>
  (await api.customers.create(newCustomer(given))).client.id

/** Creates a customer and returns its id and email address. */
export const guest = async (store: Pick<Store, "api">) => {
  const { email } = newCustomer()
  return { email, id: await made(store, { email }) }
}

/** A customer in the list, found by id. */
export const listed = async ({ reader }: Pick<Store, "reader">, wanted: string) =>
  (await reader.customers.list({ nodes: ["custom_fields", "group"] })).find(({ id }) => id === wanted)
