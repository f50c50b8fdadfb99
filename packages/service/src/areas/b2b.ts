/** Handles calls on B2B listings. */
import { type areas, collections } from "@bottega/domain/areas"
import { newListing, type ShownListing, withoutListing } from "@bottega/domain/areas/b2b"
import { shownLine } from "@bottega/domain/contract"
import { Effect } from "effect"
import { Encoded } from "../engine/answer/answer.ts"
import { insert, remove, replace } from "../engine/decide/change.ts"
import { listed } from "../engine/decide/everything.ts"
import { existing } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { removing } from "../engine/decide/references.ts"
import { get, Session } from "../engine/decide/session.ts"
import { serviceIdAt } from "../engine/ids.ts"
import { createUser, removeUser, users } from "./b2b/users.ts"

const { attributes, customerGroups, listings } = collections

export const handlers: Handlers<typeof areas.b2b> = {
  listings: () => listed(listings, ({ text }) => new Encoded<ShownListing>(shownLine(text))),

  createListing: Effect.fnUntraced(function* (given) {
    const { now } = yield* Session
    const ids = { listing: serviceIdAt(now), group: serviceIdAt(now), attribute: serviceIdAt(now) }
    const { attribute, group, listing } = newListing(given, ids)
    const { attribute: _, ...answer } = listing
    return {
      answer,
      writes: [insert(listings, listing), insert(customerGroups, group), insert(attributes, attribute)]
    }
  }),

  removeListing: Effect.fnUntraced(function* ({ id }) {
    const listing = yield* existing(listings, id)
    const group = yield* get(customerGroups, listing.doc.customers_group)
    const attribute = listing.doc.attribute === null ? undefined : yield* get(attributes, listing.doc.attribute)
    const removal = attribute === undefined ? undefined : yield* removing(attributes, attribute)
    return {
      answer: {
        customers_group: { id: listing.doc.customers_group, listing: { removed: group !== undefined } },
        listing: { id, attribute: { removed: attribute !== undefined } }
      },
      writes: [
        remove(listings, listing),
        ...(group === undefined ? [] : [replace(customerGroups, group, withoutListing(group.doc))]),
        ...(removal?.writes ?? [])
      ]
    }
  }),

  users,
  createUser,
  removeUser
}
