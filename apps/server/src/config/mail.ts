/** The operator's SMTP server, as flags and options name it. */

import { isSendable } from "@bottega/domain/areas/mail"
import { Email } from "@bottega/domain/contract"
import { type MailSettings, smtpServerOf } from "@bottega/service"
import { Result, Schema } from "effect"

/** Reads an address that mail is from, or says what it must be. */
export const readFrom = (text: string): Result.Result<string, string> =>
  Schema.is(Email)(text) && isSendable(text)
    ? Result.succeed(text)
    : Result.fail("must be one email address without a name")

/** The settings of a plugin; fails with a `TypeError`. */
export const mailOf = ({ from, smtpUrl }: { readonly smtpUrl: string; readonly from: string }): MailSettings => {
  const [server, address] = [smtpServerOf(smtpUrl), readFrom(from)]
  if (Result.isFailure(server)) throw new TypeError(`mail.smtpUrl ${server.failure}.`)
  if (Result.isFailure(address)) throw new TypeError(`mail.from ${address.failure}.`)
  return { server: server.success, from: address.success }
}
