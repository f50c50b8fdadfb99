/** A message as stored, the entry of the queue that it waits in, and how both are found. */
import { Schema } from "effect"
import { bounded } from "../../contract/bounded.ts"
import { collection } from "../../contract/collection.ts"
import { withDefault } from "../../contract/defaults.ts"
import { number, text, texts } from "../../contract/lookup.ts"
import { type Person, walksBy } from "../../contract/personal.ts"
import { timeKeyAt } from "../../contract/retention.ts"
import { Decimal, Email, Html, Int, ServiceID, Text, Unix } from "../../contract/values.ts"
import { mailNames } from "../emails/types.ts"
import { collections as ofOrders } from "../orders/collections.ts"
import type { Order } from "../orders/document.ts"
import { collections as ofPeople } from "../people/document.ts"
import { madeAt, withoutMentions } from "./mentions.ts"

/** What a message says. */
export interface MessageText {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** One attempt to send a message. */
const Attempt = Schema.Struct({
  ts: Unix,
  reply: Text.annotate({ description: "What the SMTP server said, or why it was not reached." }),
  ok: Schema.Boolean
}).annotate({ identifier: "MailAttempt" })
export type Attempt = typeof Attempt.Type

/** A message keeps its newest attempts; {@link withAttempt} drops older ones. */
const attemptBound = { max: 20, noun: "attempts", isHistory: true }
/** The most characters of a reply that are kept. */
const maxReplyCharacters = 500

const shown = {
  id: Text,
  to: Email,
  subject: Text,
  text: Text,
  html: Html,
  reason: Schema.Literals([...mailNames, "sign_in_link"]).annotate({
    description: "Which mail it is, by the name of its template. sign_in_link is the program's own, and has none."
  }),
  state: Schema.Literals(["kept", "queued", "sent", "failed"]).annotate({
    description:
      "kept: it is not sent unless the operator sends it. queued: it will be sent. failed: it was given up; its last attempt says why."
  }),
  attempts: withDefault(bounded(Schema.Array(Attempt), attemptBound), []),
  ts: Unix
}

/** What a message is about beside its order, as far as its template mentions it. */
export const About = Schema.Struct({
  customer: Schema.optionalKey(Schema.Struct({ fullname: Text, email: Text })),
  gift_card: Schema.optionalKey(Schema.Struct({ amount: Decimal, balance: Decimal })),
  webhook: Schema.optionalKey(Schema.Struct({ name: Text, url: Text }))
})
export type About = typeof About.Type

/** The digests and ids of a message about an order: its buyer, and the person that it is delivered to. */
const peopleBound = { max: 3, noun: "people", isHistory: true }

/** A message as stored; ids sort by time. */
export const Message = Schema.Struct({
  ...shown,
  /** The order that it is about. */
  order: withDefault(Schema.NullOr(Text), null),
  /** The people whom it mentions beside its recipient: email addresses in lower case, and ids of customers. */
  people: withDefault(bounded(Schema.Array(Text), peopleBound), []),
  about: withDefault(About, {}),
  /** The person whom its link signs in. The stored texts have {@link linkPlace}, which is replaced while they are sent. */
  person: withDefault(Schema.NullOr(ServiceID), null),
  /** Its text is made once, before the first attempt. */
  rendered: withDefault(Schema.Boolean, true),
  /** The Message-ID of all attempts, once there was one. */
  messageId: withDefault(Schema.NullOr(Text), null),
  /** Failed attempts since it was queued. */
  failures: withDefault(Int, 0),
  /** When the next attempt is due, in milliseconds; null unless it is queued. */
  due: withDefault(Schema.NullOr(Int), null)
})
export type Message = typeof Message.Type

/** Where a link is in the texts of a message; at a reserved domain, so that it leads nowhere. */
export const linkPlace = "https://link.invalid/"

/** A queued message: whose it is, and when its next attempt is due, in milliseconds. */
export const Queued = Schema.Struct({ id: Text, shop: Text, due: Int })
export type Queued = typeof Queued.Type

/** The people whom a message about an order mentions, beside its recipient. */
export const peopleOf = (
  { billing, customer, delivery }: Pick<Order, "billing" | "delivery" | "customer">,
  to: string
): ReadonlyArray<string> => {
  const people = [billing.email.toLowerCase(), delivery.email.toLowerCase(), customer.id ?? ""]
  return [...new Set(people)].filter((one) => one !== "" && one !== to.toLowerCase())
}

/** A message after an attempt. */
export const withAttempt = (message: Message, attempt: Attempt): Message => ({
  ...message,
  attempts: [
    ...message.attempts.slice(1 - attemptBound.max),
    { ...attempt, reply: attempt.reply.slice(0, maxReplyCharacters) }
  ]
})

/** A message as the program before stored it, when welcome messages were the only ones. */
const renamed = (stored: Readonly<Record<string, unknown>>) =>
  stored["reason"] === "welcome" ? { ...stored, reason: "b2b_welcome" } : stored

/** What is left of a message without a person: nothing of one to them, and no text that mentions them. */
const erased = (message: Message, { customers, email }: Person): Message | undefined => {
  const isOf = (one: string) => one === email || customers.includes(one)
  if (message.to.toLowerCase() === email) return undefined
  if (!message.people.some(isOf)) return message
  if (message.state !== "queued") return undefined
  // It is written again, of an order that does not show the person any more.
  const blank = { subject: "", text: "", html: "", rendered: false }
  return { ...message, ...blank, attempts: [], people: message.people.filter((one) => !isOf(one)) }
}

export const collections = {
  mail: collection("mail", Message, {
    noun: "message",
    personal: {
      as: "mail",
      where: ({ customers, email }) => [...walksBy("to", [email]), ...walksBy("people", [email, ...customers])],
      shown: ({ attempts, html, id, reason, state, subject, text, to, ts }) => ({
        ...{ id, to, subject, text, html, reason, state, attempts, ts }
      }),
      erased,
      freeTexts: { madeAt, without: withoutMentions }
    },
    key: ({ id }) => id,
    lookups: {
      to: text(({ to }) => to.toLowerCase()),
      state: text(({ state }) => state),
      order: text(({ order }) => order ?? undefined),
      person: text(({ person }) => person ?? undefined),
      people: texts(({ people }) => people),
      /** When it was last tried, in seconds. */
      tried: number(({ attempts }) => attempts.at(-1)?.ts)
    },
    orders: [["to", "key"], ["state", "key"], ["people", "key"], ["tried"]],
    // Messages to all kinds of people are written far more often than they are looked up by them.
    deferred: ["to", "order", "people", "person"],
    references: [
      { to: () => ofOrders.orders, on: "order", whenRemoved: (message) => ({ ...message, order: null }) },
      { to: () => ofPeople.people, on: "person", whenRemoved: "removed" }
    ],
    beside: ["order", "people", "about", "person", "rendered", "messageId", "failures", "due"],
    older: renamed,
    followed: ({ state }) => state,
    // A copy of a shop writes to nobody by itself.
    imported: (message) => (message.state === "queued" ? { ...message, state: "kept" as const, due: null } : message),
    retention: { kind: "removed", by: "key", at: timeKeyAt, keep: ({ mail }) => mail }
  }),
  /** The queue of all shops. It stays behind when a shop moves, so that a copy of a shop writes to nobody. */
  mailQueue: collection("mailqueue", Queued, {
    noun: "queued message",
    personal: "none",
    owner: "installation",
    local: true,
    key: ({ id }) => id,
    lookups: { shop: text(({ shop }) => shop), due: number(({ due }) => due) },
    orders: [["due"], ["shop"], ["shop", "due"]]
  })
}
