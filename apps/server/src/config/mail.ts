/** The operator's SMTP server, as flags and options name it. */
import { type MailSettings, senderOf, smtpServerOf } from "@bottega/service"
import { Result } from "effect"

/** The settings of a plugin; fails with a `TypeError`. */
export const mailOf = ({ from, smtpUrl }: { readonly smtpUrl: string; readonly from: string }): MailSettings => {
  const [server, address] = [smtpServerOf(smtpUrl), senderOf(from)]
  if (Result.isFailure(server)) throw new TypeError(`mail.smtpUrl ${server.failure}.`)
  if (Result.isFailure(address)) throw new TypeError(`mail.from ${address.failure}.`)
  return { server: server.success, from: address.success }
}
