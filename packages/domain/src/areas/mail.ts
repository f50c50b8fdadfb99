/** Mail: the messages that a shop writes to its customers, as the operator sees them. */
import { Schema } from "effect"
import { area } from "../contract/area.ts"
import { collection } from "../contract/collection.ts"
import { cursor } from "../contract/cursor.ts"
import { withDefault } from "../contract/defaults.ts"
import { control } from "../contract/endpoint.ts"
import { text } from "../contract/lookup.ts"
import { walksBy } from "../contract/personal.ts"
import { NotFound } from "../contract/refusals.ts"
import { timeKeyAt } from "../contract/retention.ts"
import { Email, intBetween, ServiceID, Text, Unix } from "../contract/values.ts"

/** What a message says. */
export interface MessageText {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A message as stored and as shown; ids sort by time. */
export const Message = Schema.Struct({
  id: Text,
  to: Email,
  subject: Text,
  text: Text,
  html: Text,
  reason: Schema.Literals(["welcome"]).annotate({ description: "Why it was written; welcome: a new B2B account." }),
  state: Schema.Literals(["kept", "sent", "failed"]),
  ts: Unix
}).annotate({ identifier: "Message" })
export type Message = typeof Message.Type

/** The locales that built-in texts exist for. */
export const builtInLocales = ["en_US", "it_IT"] as const
export type BuiltInLocale = (typeof builtInLocales)[number]

/** The locale of the built-in texts for a shop's locale: the one of its language, otherwise `en_US`. */
export const builtInLocaleFor = (locale: string): BuiltInLocale =>
  builtInLocales.find((one) => one.slice(0, 3) === locale.slice(0, 3)) ?? "en_US"

export const collections = {
  mail: collection("mail", Message, {
    noun: "message",
    personal: { as: "mail", where: ({ email }) => walksBy("to", [email]), erased: () => undefined },
    key: ({ id }) => id,
    lookups: { to: text(({ to }) => to.toLowerCase()) },
    orders: [["to", "key"]],
    retention: { kind: "removed", by: "key", at: timeKeyAt, keep: ({ mail }) => mail }
  })
}

const endpoints = {
  list: control.page("/mail/list.json", {
    summary: "List the messages of a shop, newest first.",
    input: { shop: ServiceID, limit: withDefault(intBetween(1, 1000), 100), cursor },
    output: Schema.Array(Message),
    refusals: [NotFound]
  })
}

export const mail = area({ endpoints, collections, checks: [], events: {} })

/** A text as HTML shows it, also within a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
