/** The built-in text of each mail in each language, as templates like those that shops write. */
import type { BuiltInLocale, MessageType } from "@bottega/domain/areas/emails"
import { english } from "./english.ts"
import { french } from "./french.ts"
import { german } from "./german.ts"
import { htmlOf } from "./html.ts"
import { italian } from "./italian.ts"
import { plainOf } from "./plain.ts"
import { spanish } from "./spanish.ts"
import type { Words } from "./words.ts"

/** A built-in text in Liquid, with a text part of its own. */
export interface BuiltInText {
  readonly subject: string
  readonly message: string
  readonly text: string
}

/** The words of each locale that has built-in texts. */
export const wordsByLocale: Readonly<Record<BuiltInLocale, Words>> = {
  it_IT: italian,
  en_US: english,
  de_DE: german,
  fr_FR: french,
  es_ES: spanish
}

/** The built-in text of a mail. */
export const builtInText = (type: MessageType, locale: BuiltInLocale): BuiltInText => {
  const words = wordsByLocale[locale]
  return { subject: words.mails[type].subject, message: htmlOf(type, words), text: plainOf(type, words) }
}
