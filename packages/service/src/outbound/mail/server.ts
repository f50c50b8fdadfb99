/** The operator's SMTP server: its address as a url, and how long it may take. */
import { isSendable } from "@bottega/domain/areas/mail"
import { Email } from "@bottega/domain/contract"
import { Result, Schema } from "effect"

/** How the server is reached. It is the operator's own choice, so the rule for outbound urls does not hold for it. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** `implicit`: TLS from the first byte. `required`, `offered`: STARTTLS always, or where the server offers it. `off`: none. */
  readonly tls: "implicit" | "required" | "offered" | "off"
  readonly user: string | undefined
  readonly password: string | undefined
  /** A certificate authority beside those of Node, in PEM. */
  readonly ca?: string
  readonly timesMs?: SmtpTimes
}

/** Limits, in milliseconds. */
export interface SmtpTimes {
  /** For the connection, the name of the server included; and then for a session in which messages are taken. */
  readonly session: number
  /** Without a byte from the server. */
  readonly silence: number
  /** For one message, once the session has begun. */
  readonly message: number
}

/** RFC 5321 recommends five minutes and more for a reply; a server that is slower than this is tried again. */
export const defaultTimes: SmtpTimes = { session: 30_000, silence: 120_000, message: 300_000 }

/** Reads the address that all mail is from; fails with the end of a sentence. */
export const senderOf = (text: string): Result.Result<string, string> =>
  Schema.is(Email)(text) && isSendable(text)
    ? Result.succeed(text)
    : Result.fail("must be one email address without a name")

const choices = ["required", "offered", "off"] as const

/**
 * Reads `smtp://user:password@host:587`, or `smtps://…` for TLS from the first byte; `?tls=required`, `offered` or `off`
 * says what `smtp` does about STARTTLS. A password is not sent without TLS, unless `off` or a loopback host allows it. Fails with
 * the end of a sentence.
 */
export const smtpServerOf = (text: string): Result.Result<SmtpServer, string> => {
  const url = URL.parse(text)
  if (
    url === null ||
    !/^smtps?:$/.test(url.protocol) ||
    url.hostname === "" ||
    url.port === "0" ||
    !/^\/?$/.test(url.pathname) ||
    url.hash !== ""
  )
    return Result.fail("must be an address such as smtp://user:password@host:587, or smtps://…")
  const unknown = [...url.searchParams.keys()].find((name) => name !== "tls")
  if (unknown !== undefined) return Result.fail(`has a parameter ${JSON.stringify(unknown)}; only tls is known`)
  const [asked = null, ...others] = url.searchParams.getAll("tls")
  if (others.length > 0) return Result.fail("has more than one tls")
  const secure = url.protocol === "smtps:"
  const known = choices.find((choice) => choice === asked)
  if (asked !== null && (known === undefined || secure))
    return Result.fail("has a tls other than required, offered and off, or has one with smtps")
  const credentials = decoded([url.username, url.password])
  if (credentials === undefined) return Result.fail("has a user or a password that is not percent-encoded correctly")
  const [user, password] = credentials
  if ((user === "") !== (password === ""))
    return Result.fail("has a user without a password, or a password without a user")
  const host = url.hostname.replace(/^\[|\]$/g, "")
  const otherwise = user === "" || isLoopback(host) ? "offered" : "required"
  if (known === "offered" && otherwise === "required")
    return Result.fail(
      "has a password, so tls must be required, or off to send it without TLS; offered may do so unnoticed"
    )
  return Result.succeed({
    host,
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    tls: secure ? "implicit" : (known ?? otherwise),
    user: user || undefined,
    password: password || undefined
  })
}

const decoded = (texts: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  try {
    return texts.map(decodeURIComponent)
  } catch {
    return undefined
  }
}

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host)
