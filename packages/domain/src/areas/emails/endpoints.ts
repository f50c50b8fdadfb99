/** The operations on email templates. */
import { Schema } from "effect"
import { Done, doneWith } from "../../contract/answers.ts"
import { control, del, get, put } from "../../contract/endpoint.ts"
import { Conflict, NotFound } from "../../contract/refusals.ts"
import {
  Bool,
  Email,
  Html,
  Int,
  intFrom,
  NonEmptyText,
  names,
  OrderID,
  rule,
  ServiceID,
  spelt,
  Text,
  withUnderscore
} from "../../contract/values.ts"
import { isKnownLocale } from "./rules.ts"
import { MailName, mailNames, mailTypes } from "./types.ts"

/** A template in UTF-8 has at most this many bytes. */
const maxTemplateBytes = 256 * 1024

const encoder = new TextEncoder()
const fits = (text: string) => text.length <= maxTemplateBytes && encoder.encode(text).length <= maxTemplateBytes
const bounded = rule(`must have at most ${maxTemplateBytes} bytes`, fits, { maxLength: maxTemplateBytes })

const numbered = mailNames.map((name) => `${mailTypes[name].id} ${name}`).join(", ")
const id = names("emailTemplates", intFrom(1)).annotate({ description: `The mail: ${numbered}.` })
const locale = spelt(
  Schema.String.check(rule("must be a locale such as it_IT", isKnownLocale)),
  withUnderscore
).annotate({ description: "The language and the country of the text, such as it_IT." })

const shown = {
  subject: Text.annotate({ description: "Liquid; one line once it is filled." }),
  message: Text.annotate({ description: "HTML in Liquid." })
}

export const endpoints = {
  list: get("/emails/list_templates.json", {
    summary: "List the mails that the shop sends.",
    columns: ["id", "type"],
    output: Schema.Struct({ templates: Schema.Array(Schema.Struct({ id: Int, type: MailName })) })
  }),
  recipients: get("/emails/recipients.json", {
    summary: "List the shop's notification addresses, which get the mails that are for the shop itself.",
    input: { id },
    output: Schema.Struct({ recipients: Schema.Struct({ count: Int, emails: Schema.Array(Email) }) }),
    refusals: [NotFound],
    example: { id: 1 }
  }),
  read: get("/emails/template.json", {
    summary: "Read the text that a mail in a locale has, and the variables that it can use.",
    input: { id, locale },
    output: Schema.Struct({
      id: Int,
      type: MailName,
      locale: Text,
      ...shown,
      built_in: Bool.annotate({ description: "False if the shop has written the text." }),
      variables: Schema.Array(Text.annotate({ description: "Such as shop.name, or order.items[].title." }))
    }).annotate({ identifier: "EmailTemplate" }),
    refusals: [NotFound],
    stability: "companion",
    example: { id: 2, locale: "it_IT" }
  }),
  update: put("/emails/template.json", {
    summary: "Replace the text of a mail in one locale.",
    description:
      "Subject and message are Liquid with some of its tags and filters, which are tried on a sample: what cannot be filled is refused with the number of its line. " +
      "Values in the message are escaped. The filters money and date show amounts and times as the locale does.",
    input: {
      id,
      locale,
      subject: NonEmptyText.check(bounded).annotate({ description: "One line, in Liquid." }),
      message: Html.check(
        rule("must not be empty", (text: string) => text !== "", { minLength: 1 }),
        bounded
      ).annotate({ description: "HTML, in Liquid; its text part is made from it." })
    },
    output: doneWith({ nModified: Int.annotate({ description: "0 if the shop had this text already." }) }),
    refusals: [NotFound, Conflict],
    example: {
      id: 2,
      locale: "it_IT",
      subject: "Ordine {{ order.number }} ricevuto",
      message: "<p>Ciao {{ customer.fullname }}, il totale è {{ order.total | money }}.</p>"
    }
  }),
  restore: del("/emails/template.json", {
    summary: "Give a mail in one locale the built-in text again.",
    input: { id, locale },
    output: Done,
    refusals: [NotFound],
    stability: "companion",
    example: { id: 2, locale: "it_IT" }
  }),
  preview: control.post("/mail/preview.json", {
    audience: "shop",
    summary: "Show a mail as the shop would send it, about an order or a sample.",
    input: {
      shop: names("shops", ServiceID),
      id,
      locale: Schema.optionalKey(locale),
      orderID: Schema.optionalKey(OrderID.annotate({ description: "The order that it is about; a sample by default." }))
    },
    output: Schema.Struct({ subject: Text, text: Text, html: Text }).annotate({ identifier: "MessageText" }),
    refusals: [NotFound, Conflict]
  })
}
