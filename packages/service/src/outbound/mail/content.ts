/** Makes the bytes of a message: its headers, and what it says as text and as HTML. */
import type { MessageText } from "@bottega/domain/areas/mail"

/** What a message is made of. */
export interface Content extends MessageText {
  /** The shop's name, at the address that all mail is from. */
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly replyTo: string | undefined
  readonly messageId: string
  readonly date: Date
}

/**
 * The bytes of a message. Names and addresses are given apart from each other, so that no text of a caller is parsed as an
 * address or becomes a header.
 */
export const contentOf = async ({
  date,
  from,
  html,
  messageId,
  replyTo,
  subject,
  text,
  to
}: Content): Promise<Buffer> => {
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer")
  const composer = new MailComposer({
    from: { name: oneLine(from.name), address: from.address },
    to: { name: "", address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
    subject: oneLine(subject),
    text,
    html,
    messageId,
    date,
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true
  })
  return composer.compile().build()
}

/** A line break would begin another header. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, maxHeaderCharacters)
const maxHeaderCharacters = 500
