/**
 * Removes a customer with everything that goes with it, in one commit. Each area that keeps something of a customer adds a
 * function to `parts`, from a file that imports neither this one nor the customers' handlers. So no areas import each
 * other in a circle. See docs/decisions/0342.
 */
import { collections } from "@bottega/domain/areas"
import { type Customer, maxTracedConsents, untraced } from "@bottega/domain/areas/customers"
import { Conflict, merged } from "@bottega/domain/contract"
import type { Stored, Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { type Change, remove, replace } from "../../engine/change.ts"
import { list, type Session } from "../../engine/session.ts"

/** The writes and guards of one area for the removal of a customer. */
export type RemovalPart = Pick<Change<unknown>, "writes" | "guards">

/** What goes with a customer in one area, or why the customer has to stay. */
type Part = (customer: Customer) => Effect.Effect<RemovalPart | Conflict, Unavailable, Session>

/** The consent log keeps its entries, without the addresses that they came from. */
const consentsOf: Part = ({ id }) =>
  Effect.map(list(collections.consents, { where: [{ on: "traced", eq: id }], limit: maxTracedConsents }), (traced) => ({
    writes: traced.map((consent) => replace(collections.consents, consent, untraced(consent.doc)))
  }))

/** What goes with a customer, one function for each area that keeps something of it. */
const parts: ReadonlyArray<Part> = [consentsOf]

/** The writes and guards that remove a customer; refuses with every reason for which it has to stay. */
export const removalOf = Effect.fnUntraced(function* (customer: Stored<Customer>) {
  const found = yield* Effect.forEach(parts, (part) => part(customer.doc))
  const [reason, ...others] = found.filter((one) => one instanceof Conflict)
  if (reason !== undefined) return yield* Effect.fail(merged(reason, ...others) as Conflict)
  const made = found.filter((one): one is RemovalPart => !(one instanceof Conflict))
  return {
    writes: [remove(collections.customers, customer), ...made.flatMap(({ writes }) => writes)],
    guards: made.flatMap(({ guards = [] }) => guards)
  }
})
