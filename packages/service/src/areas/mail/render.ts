/** Makes the text of a message, once, of what it is about. */
import { collections } from "@bottega/domain/areas"
import { mailType } from "@bottega/domain/areas/emails"
import type { Message } from "@bottega/domain/areas/mail"
import type { Shop } from "@bottega/domain/areas/shops"
import { get } from "@bottega/storage"
import { Effect } from "effect"
import { textOf } from "../emails/text.ts"

/** Gives a message its text; a sentence if that is impossible. */
export const rendered = Effect.fnUntraced(function* (shop: Shop, message: Message) {
  const { about, order: orderID, reason: type, to } = message
  const order = orderID === null ? undefined : (yield* get(shop.id, collections.orders, orderID, { latest: true }))?.doc
  const isOfOrder = mailType(type).variables.includes("order")
  if (isOfOrder && order === undefined) return "The order that the message is about was removed."
  // What a shop reads is in its own language, whatever the buyer's.
  const locale = mailType(type).to === "customer" ? order?.locale : undefined
  return yield* textOf(shop, {
    type,
    ...(locale === undefined ? {} : { locale }),
    about: { ...about, ...(order === undefined ? {} : { order }), email: to }
  }).pipe(
    Effect.map((text): Message => ({ ...message, ...text, rendered: true })),
    Effect.catchTag("Unfillable", ({ message: why }) => Effect.succeed(`The template cannot be filled: ${why}`))
  )
})
