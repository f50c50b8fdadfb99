/** The operator's SMTP server, as the options of the plugin name it. */
import { type MailSettings, smtpServerOf } from "@bottega/service"
import { Result } from "effect"

/** The settings of a plugin, whose options were checked by the rules of the flags. */
export const mailOf = ({ from, smtpUrl }: { readonly smtpUrl: string; readonly from: string }): MailSettings => ({
  server: Result.getOrThrow(smtpServerOf(smtpUrl)),
  from
})
