/**
 * Removes a customer, or the user that a customer is, with everything that goes with it, in one commit. Each area that keeps
 * something of customers or users adds a function to `parts`, from a file that imports neither this one nor the customers'
 * handlers. So no areas import each other in a circle. See docs/decisions/0342 and 0352.
 */
import { collections } from "@bottega/domain/areas"
import { asGuest, type Customer, maxTracedConsents, untraced } from "@bottega/domain/areas/customers"
import type { Conflict } from "@bottega/domain/contract"
import type { Stored, Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { type Change, remove, replace } from "../../engine/change.ts"
import { list, Session } from "../../engine/session.ts"
import { together } from "../../engine/together.ts"
import { addressesOf } from "../addresses/removal.ts"
import { accountGone } from "../b2b/removal.ts"
import { giftCardOf } from "../giftcards/removal.ts"
import { replaced } from "./replaced.ts"

/**
 * The writes and guards that remove what one area keeps of a customer; refuses if the customer has to stay. If the customer
 * becomes a guest, only what belongs to its user goes.
 */
type RemovalPart = (
  customer: Customer,
  isGuest: boolean
) => Effect.Effect<Pick<Change<unknown>, "writes" | "guards">, Conflict | Unavailable, Session>

/** The consent log keeps its entries, without the addresses that they came from. */
const consents: RemovalPart = ({ id }, isGuest) =>
  isGuest
    ? Effect.succeed({ writes: [] })
    : Effect.map(
        list(collections.consents, { where: [{ on: "traced", eq: id }], limit: maxTracedConsents }),
        (traced) => ({ writes: traced.map((consent) => replace(collections.consents, consent, untraced(consent.doc))) })
      )

/** What goes with a customer or its user, by area. */
const parts: Readonly<Record<string, RemovalPart>> = {
  consents,
  addresses: addressesOf,
  b2b: accountGone,
  giftcards: giftCardOf
}

const goneWith = Effect.fnUntraced(function* (customer: Customer, isGuest: boolean) {
  const gone = yield* together(
    Object.fromEntries(Object.entries(parts).map(([area, part]) => [area, part(customer, isGuest)]))
  )
  const all = Object.values(gone)
  return { writes: all.flatMap(({ writes }) => writes), guards: all.flatMap(({ guards = [] }) => guards) }
})

/** The writes and guards that remove a customer; refuses with every reason for which it has to stay. */
export const removalOf = Effect.fnUntraced(function* (customer: Stored<Customer>) {
  const { guards, writes } = yield* goneWith(customer.doc, false)
  return { writes: [remove(collections.customers, customer), ...writes], guards }
})

/** The change that makes a guest of a registered customer; refuses with every reason for which its user has to stay. */
export const userRemovalOf = Effect.fnUntraced(function* (customer: Stored<Customer>) {
  const { now } = yield* Session
  const { guards, writes } = yield* goneWith(customer.doc, true)
  const { events = [], writes: own } = replaced(customer, asGuest(customer.doc, Math.floor(now / 1000)))
  return { writes: [...own, ...writes], guards, events }
})
