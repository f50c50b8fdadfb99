/** Handles calls on external payments. An authorization is made only while its key set is valid, and is removed with it. */
import { type areas, collections } from "@bottega/domain/areas"
import { isOver } from "@bottega/domain/areas/keys"
import { authorizationOf, configuredOf, newPaymentOf, redirectUrl } from "@bottega/domain/areas/payments"
import { Conflict, NotFound, Unauthenticated } from "@bottega/domain/contract"
import { Effect } from "effect"
import { guard, insert, installation, remove } from "../engine/decide/change.ts"
import { existing } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { list, Session } from "../engine/decide/session.ts"
import { serviceIdAt } from "../engine/ids.ts"
import { openPayment, openPayments } from "./payments/open.ts"

const { keySets, orders, payments } = collections

/** The authorization of the key set that calls. */
const own = Session.use(({ keySet }) => list(payments, { where: [{ on: "keySet", eq: keySet.id }], limit: 1 }))

export const handlers: Handlers<typeof areas.payments> = {
  list: () => Effect.map(openPayments, (open) => open.map(({ id, label }) => ({ id, label }))),

  read: Effect.fnUntraced(function* () {
    const { shop } = yield* Session
    const [found] = yield* own
    if (found === undefined) return yield* new NotFound({ message: "The key set has no payment authorization." })
    return authorizationOf(found.doc, shop.group_number)
  }),

  create: Effect.fnUntraced(function* ({ callback_url, get_more = "", label }) {
    const { now, ownKeySet } = yield* Session
    const keySet = yield* ownKeySet
    if (keySet === undefined || isOver(keySet.doc, Math.floor(now / 1000)))
      return yield* new Unauthenticated({ message: "Only a valid key set can have a payment authorization." })
    const [before] = yield* own
    if (before !== undefined)
      return yield* new Conflict({ message: `The key set has a payment authorization already: ${before.doc.id}.` })
    const { expires, id: key_set, instance } = keySet.doc
    const payment = { id: serviceIdAt(now), label, callback_url, get_more, key_set, instance, expires }
    return {
      answer: newPaymentOf(payment),
      writes: [insert(payments, payment)],
      guards: [guard(keySets, keySet, installation)]
    }
  }),

  remove: Effect.fnUntraced(function* ({ payment_id }) {
    const payment = yield* existing(payments, payment_id)
    return { answer: { n: 1, err: null }, writes: [remove(payments, payment)] }
  }),

  configured: Effect.fnUntraced(function* () {
    const { shop } = yield* Session
    return configuredOf(shop.payments, yield* openPayments)
  }),

  redirect: Effect.fnUntraced(function* ({ orderID }) {
    const { payment } = (yield* existing(orders, orderID)).doc
    const open = yield* openPayment(payment)
    if (open === undefined)
      return yield* new Conflict({ message: "The order's payment method is not an external payment of the shop." })
    return { redirect_url: redirectUrl(open, orderID) }
  })
}
