/** The settings for an SMTP server of this machine. */
import type { MailSettings } from "../../src/areas/mail/settings.ts"
import { type SmtpTimes, smtpServerOf } from "../../src/outbound/mail/server.ts"

export const settingsFor = (
  port: number,
  more: Partial<MailSettings> = {},
  query = "?tls=off",
  timesMs: SmtpTimes = patient
): MailSettings => {
  const server = smtpServerOf(`smtp://127.0.0.1:${port}${query}`)
  if (server._tag === "Failure") throw new Error(server.failure)
  return { server: { ...server.success, timesMs }, from: "mail@bottega.it", ...more }
}

/** On a machine that stands still for a minute no attempt fails because of it. */
export const patient: SmtpTimes = { session: 60_000, silence: 60_000, message: 60_000 }

/** For a server that hangs, which a test waits for. */
export const hasty: SmtpTimes = { session: 2000, silence: 1000, message: 2000 }
