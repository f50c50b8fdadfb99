/** The texts that a shop has written for its mails; a mail without one has the built-in text. */
import { Schema } from "effect"
import { collection } from "../../contract/collection.ts"
import { text } from "../../contract/lookup.ts"
import { Int, Text } from "../../contract/values.ts"
import { languageOf } from "./rules.ts"

/** A text in Liquid, as stored. */
export const EmailTemplate = Schema.Struct({
  /** The number of the mail. */
  id: Int,
  locale: Text,
  subject: Text,
  message: Text
})
export type EmailTemplate = typeof EmailTemplate.Type

/** The key of the text of a mail in a locale. */
export const templateKey = ({ id, locale }: Pick<EmailTemplate, "id" | "locale">): string => `${id}_${locale}`

/** The value by which the texts of a mail in a language are found. */
export const templateLanguage = ({ id, locale }: Pick<EmailTemplate, "id" | "locale">): string =>
  `${id}_${languageOf(locale)}`

export const collections = {
  emailTemplates: collection("emailtemplates", EmailTemplate, {
    noun: "email template",
    personal: "none",
    key: templateKey,
    lookups: { language: text(templateLanguage) },
    orders: [["language", "key"]],
    maxDocuments: 450
  })
}
