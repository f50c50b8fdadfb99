/**
 * Removes secrets from log lines. Anything that a client sends may be a secret, by mistake or on purpose: a key in a
 * path, a token as a request id. Keys and exchanges, webhook secrets, the text after `Bearer` and `Basic`, and the
 * login of a URI are recognised by their form. A secret that somebody chose can have any form, so each has to be named.
 */

/** The redaction of one log. */
export interface Redaction {
  /** Redacts this text too from now on, unless it is shorter than six characters: redacting it would make logs unreadable. */
  readonly conceal: (secret: string) => void
  /** The text without secrets, in whichever case and percent-encoding they are written. */
  readonly redacted: (text: string) => string
}

/** A redaction without chosen secrets. */
export const makeRedaction = (): Redaction => {
  const known = new Set<string>()
  let pattern = patternOf(known)
  return {
    conceal: (secret) => {
      if (secret.length < 6 || known.has(secret)) return
      known.add(secret)
      pattern = patternOf(known)
    },
    redacted: (text) => text.replaceAll(pattern, "[redacted]")
  }
}

/** The secrets of a connection string, encoded and decoded. */
export const secretsIn = (uri: string): ReadonlyArray<string> => {
  const [, login = ""] = /:\/\/(.*)@/s.exec(uri) ?? []
  const [, password = ""] = /:(.*)/s.exec(login) ?? []
  const options = [...uri.matchAll(/[?&](?:[a-z]*password|authMechanismProperties)=([^&]*)/gi)].map(
    ([, value]) => value!
  )
  return [password, ...options].flatMap((written) => [written, decoded(written)]).filter((secret) => secret !== "")
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A percent sign, encoded any number of times. */
const percent = "%(?:25){0,4}"

/** A run of sixty-four or more hex digits, from its start: a secret may be anywhere in it. */
const hex = `(?<![0-9a-f])(?:[0-9a-f]|${percent}(?:3\\d|[46][1-6])){64,}`
const webhook = `whsec(?:_|${percent}5f)(?:[\\w+/=-]|%[0-9a-f]{2})+`
const authorization = `(?<=\\b(?:Bearer|Basic)(?:\\s|\\+|${percent}20){1,8})[^\\s"\\\\]+`
const login = `(?<=(?::|${percent}3a)(?:/|${percent}2f){2})[^\\s"\\\\/?#]{1,512}(?=@|${percent}40)`

const patternOf = (known: ReadonlySet<string>): RegExp => {
  // The longest first: one secret may begin with another.
  const chosen = [...known].sort((a, b) => b.length - a.length).map((secret) => [...secret].map(written).join(""))
  return new RegExp([...chosen, hex, webhook, authorization, login].join("|"), "gi")
}

/** A character as it is, percent-encoded, or escaped within a text in quotes. */
const written = (character: string): string => {
  const bytes = [...new TextEncoder().encode(character)].map((byte) => percent + byte.toString(16).padStart(2, "0"))
  const own = [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
    .join("")
  return `(?:${/["'\\]/.test(character) ? `\\\\{0,3}${own}` : own}|${bytes.join("")})`
}
