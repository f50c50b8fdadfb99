/**
 * Removes a customer, or the user that a customer is, with everything that goes with it, in one commit. The parts declare
 * that they go. See docs/decisions/0342.
 */
import { collections, events } from "@bottega/domain/areas"
import { asGuest, type Customer, maxTracedConsents, untraced } from "@bottega/domain/areas/customers"
import { Conflict, happened } from "@bottega/domain/contract"
import type { Stored } from "@bottega/storage"
import { Effect } from "effect"
import { remove, replace } from "../../engine/decide/change.ts"
import { removingParts } from "../../engine/decide/parts.ts"
import { list, Session } from "../../engine/decide/session.ts"
import { accountClosed } from "./b2b-account.ts"
import { replaced } from "./replaced.ts"

const { consents, customers } = collections

/** The consent log keeps its entries, without the addresses that they came from. */
const consentsUntraced = ({ id }: Customer) =>
  Effect.map(list(consents, { where: [{ on: "traced", eq: id }], limit: maxTracedConsents }), (traced) =>
    traced.map((consent) => replace(consents, consent, untraced(consent.doc)))
  )

/** What goes with a user: nothing for a guest. Refuses with every reason for which the user has to stay. */
const userParts = Effect.fnUntraced(function* ({ userUID }: Customer) {
  if (userUID === 0) return { writes: [], guards: [] }
  const { find } = yield* Session
  const { reasons, ...parts } = yield* removingParts(find, customers, userUID, { by: "userUID" })
  return reasons.length === 0 ? parts : yield* new Conflict({ message: reasons.join(" ") })
})

/** The writes, guards and event that remove a customer; refuses with every reason for which it has to stay. */
export const removalOf = Effect.fnUntraced(function* (customer: Stored<Customer>) {
  const { find } = yield* Session
  const user = yield* userParts(customer.doc)
  const own = yield* removingParts(find, customers, customer.doc.id)
  return {
    writes: [remove(customers, customer), ...(yield* consentsUntraced(customer.doc)), ...user.writes, ...own.writes],
    guards: [...user.guards, ...own.guards],
    events: [happened(events.customerRemoved, { id: customer.doc.id, userUID: customer.doc.userUID })]
  }
})

/** The change that makes a guest of a registered customer; refuses with every reason for which its user has to stay. */
export const userRemovalOf = Effect.fnUntraced(function* (customer: Stored<Customer>) {
  const { now } = yield* Session
  const { guards, writes } = yield* userParts(customer.doc)
  const { events = [], writes: own } = replaced(customer, asGuest(customer.doc, Math.floor(now / 1000)))
  return { writes: [...own, ...writes, ...(yield* accountClosed(customer.doc))], guards, events }
})
