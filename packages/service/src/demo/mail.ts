/**
 * The messages of the demo shop, as the operations leave them: queued, and written out by the worker. None is sent, since its
 * addresses are reserved ones.
 */
import { type MailType, mailOfStatus, mailType } from "@bottega/domain/areas/emails"
import { type Message, peopleOf } from "@bottega/domain/areas/mail"
import { logEntryKind, type Order } from "@bottega/domain/areas/orders"
import type { Shop } from "@bottega/domain/areas/shops"
import { type Chance, hex } from "./chance.ts"

/** What a message is made of. */
type Written = Pick<Message, "to" | "reason" | "ts" | "order" | "people" | "about">

/** A message before its text is made; {@link queueOf} says when it is due. */
export const queuedMessage = (written: Written, chance: Chance): Message => ({
  ...{ id: hex(written.ts * 1_000_000, 14) + chance.hex(1), ...written, subject: "", text: "", html: "" },
  ...{ state: "queued", attempts: [], rendered: false, messageId: null, failures: 0, due: null },
  person: null
})

/** The messages of an order's life: to the shop and to the buyer when it was made, then those of its statuses. */
export const messagesOf = (shop: Shop, order: Order, chance: Chance): ReadonlyArray<Message> =>
  order.log.flatMap(({ eventId, status, ts }) =>
    typesOf(eventId, mailOfStatus(status)).flatMap((reason) => {
      const recipients = mailType(reason).to === "shop" ? shop.emails : [order.billing.email]
      return recipients.map((to) =>
        queuedMessage({ to, reason, ts, order: order.orderID, people: peopleOf(order, to), about: {} }, chance)
      )
    })
  )

const typesOf = (eventId: number, ofStatus: MailType | undefined): ReadonlyArray<MailType> => {
  const own = ofStatus === undefined ? [] : [ofStatus]
  if (eventId === logEntryKind.created) return ["new_order", "order_received", ...own]
  return eventId === logEntryKind.status ? own : []
}

/** Messages that are due since the end of the shop's past, in unix seconds, and their entries of the queue. */
export const queueOf = (shop: Shop, messages: ReadonlyArray<Message>, end: number) => {
  const due = end * 1000
  return {
    messages: messages.map((message) => ({ ...message, due })),
    entries: messages.map(({ id }) => ({ id, shop: shop.id, due }))
  }
}
