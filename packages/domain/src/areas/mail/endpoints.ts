/** Declares how the operator reads the messages of a shop and sends them again. */
import { Schema } from "effect"
import { Done } from "../../contract/answers.ts"
import { cursor } from "../../contract/cursor.ts"
import { optional, withDefault } from "../../contract/defaults.ts"
import { control } from "../../contract/endpoint.ts"
import { NotFound } from "../../contract/refusals.ts"
import { Email, Instant, intBetween, NonEmptyText, names, OrderID, ServiceID } from "../../contract/values.ts"
import { Message } from "./document.ts"

const { attempts, html, id, reason, state, subject, text, to, ts } = Message.fields

/** A message as the operator sees it. */
export const ShownMessage = Schema.Struct({
  ...{ id, to, subject, text, html, reason, state, attempts },
  next_at: Schema.NullOr(Instant).annotate({
    description: "When the next attempt is due; null if the message is not queued."
  }),
  ts
}).annotate({ identifier: "Message" })
export type ShownMessage = typeof ShownMessage.Type

/** Shows a message. */
export const messageShown = (message: Message): ShownMessage => {
  const { attempts, due, html, id, reason, state, subject, text, to, ts } = message
  const next_at = due === null ? null : new Date(due).toISOString()
  return { id, to, subject, text, html, reason, state, attempts, next_at, ts }
}

const shop = names("shops", ServiceID).annotate({ description: "The shop that wrote the messages." })
const one = { shop, id: names("mail", NonEmptyText).annotate({ description: "The message's id, from the list." }) }

export const endpoints = {
  list: control.page("/mail/list.json", {
    audience: "shop",
    summary: "List the messages of a shop, newest first, with what became of them.",
    columns: ["ts", "to", "subject", "reason", "state", "id"],
    input: {
      shop,
      ...optional({
        state: state.annotate({ description: "Only messages in this state." }),
        to: Email.annotate({ description: "Only messages to this address." }),
        orderID: OrderID.annotate({ description: "Only messages about this order." })
      }),
      limit: withDefault(intBetween(1, 1000), 100),
      cursor
    },
    output: Schema.Array(ShownMessage),
    refusals: [NotFound]
  }),
  message: control.get("/mail/message.json", {
    audience: "shop",
    summary: "Read one message, with its attempts.",
    input: one,
    output: ShownMessage,
    refusals: [NotFound]
  }),
  resend: control.post("/mail/resend.json", {
    audience: "shop",
    summary: "Send a message again, whatever its state; it is queued at once.",
    description:
      "A kept message is sent for the first time. One that was sent gets another Message-ID, because many mail programs drop a second message with the same one.",
    input: one,
    output: Done,
    refusals: [NotFound],
    example: { shop: "5f0c3a2b9e1d4c6a8b7f0123", id: "06423e0c5d1a8e4f1c2b3a" }
  })
}
