/** How an installation sends mail. */
import type { SmtpServer } from "../../outbound/mail/server.ts"

/** The SMTP server, and the address that all mail is from. */
export interface MailSettings {
  readonly server: SmtpServer
  readonly from: string
  /** Attempts that a shop may make in a minute; 60 by default. */
  readonly perMinute?: number
  /** Messages that are sent at the same time, and those of one shop; 8 and 4 by default. */
  readonly atOnce?: number
  readonly atOnceOfShop?: number
}
