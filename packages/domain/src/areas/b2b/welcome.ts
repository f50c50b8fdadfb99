/** The message that welcomes the holder of a new B2B account. */
import { truncated } from "../../contract/problems.ts"
import { type BuiltInLocale, builtInLocaleFor, escapeHtml, type MessageText } from "../mail.ts"

/** What the message mentions. */
export interface WelcomeInput {
  readonly shop: string
  readonly fullname: string
  readonly email: string
  /** The shop's locale, `it_IT`; other languages than Italian get English. */
  readonly locale: string
}

/** A caller chooses the name, and escaped HTML is up to five times as long. */
const maxNameCharacters = 200

/** Writes the welcome message. Its subject is one line, and its HTML shows every name as text. */
export const welcome = ({ email, fullname, locale, shop }: WelcomeInput): MessageText => {
  const [holder, house] = [oneLine(fullname), oneLine(shop)]
  const { greeting, paragraph, subject } = textsByLocale[builtInLocaleFor(locale)](holder, house, email)
  return {
    subject,
    text: `${greeting}\n\n${paragraph}\n\n${house}\n`,
    html: [greeting, paragraph, house].map((part) => `<p>${escapeHtml(part)}</p>`).join("\n")
  }
}

const english = (holder: string, house: string, email: string) => ({
  subject: `Welcome to ${house}`,
  greeting: `Hello ${holder},`,
  paragraph: `your business account at ${house} is ready. Its email address is ${email}.`
})

const italian = (holder: string, house: string, email: string) => ({
  subject: `Benvenuto da ${house}`,
  greeting: `Gentile ${holder},`,
  paragraph: `il tuo account aziendale da ${house} è attivo. L'indirizzo email è ${email}.`
})

const textsByLocale = { en_US: english, it_IT: italian } satisfies Readonly<Record<BuiltInLocale, typeof english>>

// A line break would begin another header of the message.
const oneLine = (text: string): string =>
  truncated(text.trim(), maxNameCharacters)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
