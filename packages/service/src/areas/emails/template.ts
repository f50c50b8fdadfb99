/** Which text a mail has: what the shop has written for a locale or its language, else the built-in text. */
import { collections } from "@bottega/domain/areas"
import {
  type BuiltInLocale,
  builtInLocaleOf,
  builtInLocales,
  localesOfText,
  type MailType,
  type MessageType,
  mailType,
  templateKey,
  templateLanguage
} from "@bottega/domain/areas/emails"
import { docOf, type Find, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { builtInText } from "./texts/built-in.ts"

const { emailTemplates } = collections

/** A text in Liquid; only a built-in one has a text part of its own. */
export interface Template {
  readonly subject: string
  readonly message: string
  readonly text?: string
  readonly isBuiltIn: boolean
  /** The locale that it was written for. */
  readonly locale: string
}

/**
 * The text of a mail in a locale: the shop's own in it, a built-in one in it, the shop's own in its language, a built-in one in that; then the
 * same for the shop's locale, and for English.
 */
export const templateOf = Effect.fnUntraced(function* (
  find: Find<Unavailable>,
  type: MessageType,
  locale: string | undefined,
  shop: { readonly locale: string }
) {
  if (type === "sign_in_link") return builtIn(type, builtInLocaleOf(locale ?? shop.locale) ?? "en_US")
  for (const one of localesOfText(locale, shop)) {
    const found = yield* templateIn(find, type, one)
    if (found !== undefined) return found
  }
  return builtIn(type, "en_US")
})

const templateIn = Effect.fnUntraced(function* (find: Find<Unavailable>, type: MailType, locale: string) {
  const of = { id: mailType(type).id, locale }
  const [exact] = yield* find(emailTemplates, { where: [{ on: "key", eq: templateKey(of) }], limit: 1 })
  if (exact !== undefined) return own(docOf(emailTemplates, exact))
  if (isBuiltInLocale(locale)) return builtIn(type, locale)
  const similar = yield* find(emailTemplates, {
    where: [{ on: "language", eq: templateLanguage(of) }],
    sort: { by: "key" },
    limit: 1
  })
  if (similar[0] !== undefined) return own(docOf(emailTemplates, similar[0]))
  const inLanguage = builtInLocaleOf(locale)
  return inLanguage && builtIn(type, inLanguage)
})

const own = ({ locale, message, subject }: { locale: string; message: string; subject: string }): Template => ({
  subject,
  message,
  locale,
  isBuiltIn: false
})

/** The built-in text of a mail. */
const builtIn = (type: MessageType, locale: BuiltInLocale): Template => ({
  ...builtInText(type, locale),
  locale,
  isBuiltIn: true
})

const isBuiltInLocale = (locale: string): locale is BuiltInLocale => builtInLocales.some((one) => one === locale)
