/** Handles calls on users' addresses. All addresses of a user are one document; see docs/decisions/0355. */
import { type areas, collections } from "@bottega/domain/areas"
import {
  addressFrom,
  placedAddress,
  shownAddress,
  withAddress,
  withChanged,
  withoutAddress
} from "@bottega/domain/areas/addresses"
import { absence } from "@bottega/domain/contract"
import { Effect } from "effect"
import { guard, remove, replace, upsert } from "../engine/decide/change.ts"
import { existing } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { get, Session } from "../engine/decide/session.ts"
import { serviceIdAt } from "../engine/ids.ts"

const { addressBooks, customers } = collections

/** A user, and its addresses if it has any. */
const userOf = Effect.fnUntraced(function* (uid: number) {
  return { user: yield* existing(customers, uid, "userUID"), book: yield* get(addressBooks, uid) }
})

/** An address of a user, and the address book that contains it. */
const addressOf = Effect.fnUntraced(function* (uid: number, id: string) {
  const { book } = yield* userOf(uid)
  const address = book?.doc.addresses.find((one) => one.id === id)
  return book === undefined || address === undefined ? yield* Effect.fail(absence(addressBooks)) : { book, address }
})

export const handlers: Handlers<typeof areas.addresses> = {
  list: Effect.fnUntraced(function* ({ uid }) {
    const { book } = yield* userOf(uid)
    const addresses = book?.doc.addresses.map((one) => shownAddress(book.doc, one)) ?? []
    return { count: addresses.length, addresses }
  }),

  create: Effect.fnUntraced(function* (given) {
    const session = yield* Session
    const { book, user } = yield* userOf(given.uid)
    const added = addressFrom(given, serviceIdAt(session.now))
    const after = withAddress(book?.doc, { added, marked: given.default === 1, userUID: given.uid })
    return {
      answer: placedAddress(after, added),
      writes: [upsert(addressBooks, book, after)],
      guards: [guard(customers, user)]
    }
  }),

  // The removal of a user writes its book, so a change of the book needs no guard.
  update: Effect.fnUntraced(function* (given) {
    const { address, book } = yield* addressOf(given.uid, given.address_id)
    const changed = addressFrom(given, address.id, address)
    const after = withChanged(book.doc, changed, given.default)
    return {
      answer: placedAddress(after, changed),
      writes: after === book.doc ? [] : [replace(addressBooks, book, after)]
    }
  }),

  remove: Effect.fnUntraced(function* ({ address_id, uid }) {
    const { book } = yield* addressOf(uid, address_id)
    const after = withoutAddress(book.doc, address_id)
    return {
      answer: { success: true, error_message: null, data: { id: address_id, action: "DELETE" } },
      writes: [after === undefined ? remove(addressBooks, book) : replace(addressBooks, book, after)]
    }
  })
}
