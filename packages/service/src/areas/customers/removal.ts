/**
 * Removes a customer with everything that goes with it, in one commit. Each area that keeps something of customers adds a
 * function to `parts`, from a file that imports neither this one nor the customers' handlers. So no areas import each
 * other in a circle. See docs/decisions/0342.
 */
import { collections } from "@bottega/domain/areas"
import { type Customer, maxTracedConsents, untraced } from "@bottega/domain/areas/customers"
import type { Conflict } from "@bottega/domain/contract"
import type { Stored, Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { type Change, remove, replace } from "../../engine/change.ts"
import { list, type Session } from "../../engine/session.ts"
import { together } from "../../engine/together.ts"

/** The writes and guards that remove what one area keeps of a customer; refuses if the customer has to stay. */
export type RemovalPart = (
  customer: Customer
) => Effect.Effect<Pick<Change<unknown>, "writes" | "guards">, Conflict | Unavailable, Session>

/** The consent log keeps its entries, without the addresses that they came from. */
const consents: RemovalPart = ({ id }) =>
  Effect.map(list(collections.consents, { where: [{ on: "traced", eq: id }], limit: maxTracedConsents }), (traced) => ({
    writes: traced.map((consent) => replace(collections.consents, consent, untraced(consent.doc)))
  }))

/** What goes with a customer, by area. */
const parts: Readonly<Record<string, RemovalPart>> = { consents }

/** The writes and guards that remove a customer; refuses with every reason for which it has to stay. */
export const removalOf = Effect.fnUntraced(function* (customer: Stored<Customer>) {
  const gone = yield* together(
    Object.fromEntries(Object.entries(parts).map(([area, part]) => [area, part(customer.doc)]))
  )
  const all = Object.values(gone)
  return {
    writes: [remove(collections.customers, customer), ...all.flatMap(({ writes }) => writes)],
    guards: all.flatMap(({ guards = [] }) => guards)
  }
})
