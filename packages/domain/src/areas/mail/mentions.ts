/** A message without the mentions of an email address, which somebody wrote into its order. */
import { withoutAddress } from "../../contract/personal.ts"
import { escapeHtml } from "./escape.ts"

/** When a message was made, which its id tells, in unix microseconds. */
export const madeAt = ({ id }: { readonly id: string }): number => Number.parseInt(id.slice(0, 14), 16)

interface Texts {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attempts: ReadonlyArray<{ readonly ts: number; readonly reply: string; readonly ok: boolean }>
}

/** A message whose texts and replies lose an address, which is in lower case; the same object if it has none. */
export const withoutMentions = <Message extends Texts>(message: Message, email: string): Message => {
  const spellings = [...new Set([email, escapeHtml(email)])]
  const clean = (text: string) => spellings.reduce(withoutAddress, text)
  const [subject, text, html] = [clean(message.subject), clean(message.text), clean(message.html)]
  const attempts = message.attempts.map((attempt) => ({ ...attempt, reply: clean(attempt.reply) }))
  const isChanged =
    subject !== message.subject ||
    text !== message.text ||
    html !== message.html ||
    attempts.some(({ reply }, at) => reply !== message.attempts[at]!.reply)
  return isChanged ? { ...message, subject, text, html, attempts } : message
}
