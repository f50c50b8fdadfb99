/**
 * Finds the person whose data the operator asks for: by email address, or by the id of a customer who may be removed
 * already. See docs/decisions/0360.
 */
import { collections } from "@bottega/domain/areas"
import type { Customer, Erasure } from "@bottega/domain/areas/customers"
import type { Collection, Person, Value } from "@bottega/domain/contract"
import { docOf, type Stored, stored } from "@bottega/storage"
import { Effect } from "effect"
import type { Find } from "../../engine/decide/session.ts"
import { digest } from "../../engine/ids.ts"

const { customers, erasures, orders } = collections

/** A person, with the customer that the person is, and the erasure that has begun. */
export interface Known {
  readonly person: Person
  readonly customer: Stored<Customer> | undefined
  readonly erasure: Stored<Erasure> | undefined
}

/** How a call names a person. */
export interface Asked {
  readonly id?: string
  readonly email?: string
}

const one = <Doc, Name extends string>(
  find: Find,
  collection: Collection<Doc, Name>,
  on: NoInfer<Name> | "key",
  eq: Value
) => Effect.map(find(collection, { where: [{ on, eq }], limit: 1 }), ([row]) => row && stored(collection, row))

/** The person; `undefined` if an id leads to no email address. The shop may have no document about the address. */
export const personOf = Effect.fnUntraced(function* (find: Find, asked: Asked) {
  const email = asked.id === undefined ? asked.email!.toLowerCase() : yield* emailOf(find, asked.id)
  if (email === undefined) return undefined
  const customer = yield* one(find, customers, "email", email)
  const erasure = yield* one(find, erasures, "key", email)
  const given = asked.id === undefined ? [] : [asked.id]
  const ids = [...given, ...(erasure?.doc.customers ?? []), ...(customer === undefined ? [] : [customer.doc.id])]
  const uids = [...(erasure?.doc.userUIDs ?? []), ...uidsOf(customer)]
  const person = { email, digest: digest(email), customers: [...new Set(ids)], userUIDs: [...new Set(uids)] }
  return { person, customer, erasure } as Known
})

/** The userUID of a registered customer, as a list of one. */
export const uidsOf = (customer: Stored<Customer> | undefined): ReadonlyArray<number> =>
  customer === undefined || customer.doc.userUID === 0 ? [] : [customer.doc.userUID]

/** The email address that belongs to an id, in lower case; that of a removed customer is in its orders. */
const emailOf = Effect.fnUntraced(function* (find: Find, id: string) {
  const customer = yield* one(find, customers, "key", id)
  if (customer !== undefined) return customer.doc.email.toLowerCase()
  const erasure = yield* one(find, erasures, "customer", id)
  if (erasure !== undefined) return erasure.doc.email
  const [row] = yield* find(orders, { where: [{ on: "customer", eq: id }], sort: { by: "placed" }, limit: 1 })
  const email = row === undefined ? "" : docOf(orders, row).billing.email.toLowerCase()
  return email === "" ? undefined : email
})

/** Whether a customer or an order of an email address exists. */
export const isLeft = Effect.fnUntraced(function* (find: Find, email: string) {
  const rows = yield* find(orders, { where: [{ on: "email", eq: email }], limit: 1 })
  return rows.length > 0 || (yield* one(find, customers, "email", email)) !== undefined
})
