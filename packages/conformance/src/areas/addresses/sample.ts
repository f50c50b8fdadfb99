/** Shared parts of the suites of users: a registered user, the smallest valid address, and what the list shows. */
import type { Store } from "../../surface.ts"
import { made } from "../customers/sample.ts"

type NewAddress = Parameters<Store["api"]["addresses"]["create"]>[0]

/** Registers a customer and returns its id and the uid of its user. */
export const registered = async (store: Pick<Store, "api">) => {
  const id = await made(store, { register: 1 })
  return { id, uid: (await store.api.customers.read({ id })).userUID }
}

/** The parameters of a new address of a user. */
export const newAddress = (uid: number, given: Partial<NewAddress> = {}): NewAddress => ({
  uid,
  fullname: "Anna Rossi",
  email: "anna@example.com",
  address: "Via Dante 1",
  postal_code: "20121",
  city: "Milano",
  state: "MI",
  country: "IT",
  ...given
})

/** Adds an address to a user and returns its id. */
export const added = async ({ api }: Pick<Store, "api">, uid: number, given: Partial<NewAddress> = {}) =>
  (await api.addresses.create(newAddress(uid, given))).id

/** The addresses of a user, as the list shows them. */
export const addressesOf = async ({ reader }: Pick<Store, "reader">, uid: number) =>
  (await reader.addresses.list({ uid })).addresses

/** The ids of a user's primary addresses. */
export const primariesOf = async (store: Pick<Store, "reader">, uid: number) =>
  (await addressesOf(store, uid)).flatMap(({ id, principalAddress }) => (principalAddress ? [id] : []))
