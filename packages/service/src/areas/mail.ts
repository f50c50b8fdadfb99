/** Shows the operator the messages of a shop, and sends one again. */
import { type areas, collections } from "@bottega/domain/areas"
import { messageShown } from "@bottega/domain/areas/mail"
import { done } from "@bottega/domain/contract"
import { docOf, stored, type Test } from "@bottega/storage"
import { Effect } from "effect"
import { installation, replace, upsert } from "../engine/decide/change.ts"
import { existingIn } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { each, pagedIn } from "../engine/decide/paged.ts"
import { Operator } from "../engine/decide/session.ts"
import { shopOf } from "./shops.ts"

const { mail, mailQueue } = collections

export const handlers: Handlers<typeof areas.mail> = {
  list: Effect.fnUntraced(function* ({ cursor, limit, orderID, shop, state, to }) {
    const { within } = yield* Operator
    yield* shopOf(shop)
    const where: Array<Test<"to" | "state" | "order">> = []
    if (state !== undefined) where.push({ on: "state", eq: state })
    if (to !== undefined) where.push({ on: "to", eq: to.toLowerCase() })
    if (orderID !== undefined) where.push({ on: "order", eq: orderID })
    const sort = { by: "key", descending: true } as const
    const messages = each((row) => messageShown(docOf(mail, row)))
    return yield* pagedIn(within(shop), mail, { where, cursor, limit, sort }, messages)
  }),

  message: Effect.fnUntraced(function* ({ id, shop }) {
    const { doc } = yield* messageOf(shop, id)
    return messageShown(doc)
  }),

  resend: Effect.fnUntraced(function* ({ id, shop }) {
    const { now, within } = yield* Operator
    const message = yield* messageOf(shop, id)
    const [row] = yield* within(installation)(mailQueue, { where: [{ on: "key", eq: id }], limit: 1 })
    const messageId = message.doc.state === "sent" ? null : message.doc.messageId
    return {
      answer: done,
      eventShop: shop,
      writes: [
        replace(mail, message, { ...message.doc, messageId, state: "queued", failures: 0, due: now }, shop),
        upsert(mailQueue, row && stored(mailQueue, row), { id, shop, due: now }, installation)
      ]
    }
  })
}

/** A message of a shop; refuses if there is none. */
const messageOf = Effect.fnUntraced(function* (shop: string, id: string) {
  const { within } = yield* Operator
  yield* shopOf(shop)
  return yield* existingIn(within(shop), mail, id)
})
