/**
 * Checks that an event was sent by a store, and gives it with its type. Signatures are those of Standard Webhooks 1.0.0,
 * computed by WebCrypto, so this runs in Node, browsers and workers.
 */
import type { events } from "@bottega/domain/areas"
import type { Delivered } from "@bottega/domain/contract"

/** Every event that a store sends, by its `type`. */
export type WebhookEvent = { readonly [Name in keyof Events]: Delivered<Events[Name]> }[keyof Events]
type Events = typeof events

/** The headers of a request: those of `fetch`, or those of Node, where names are in lower case. */
export type ReceivedHeaders =
  | { readonly get: (name: string) => string | null }
  | { readonly [name: string]: string | ReadonlyArray<string> | undefined }

/** How far the clocks of the sender and the receiver may be apart, in seconds; an older request may be a copy. */
export const toleranceSeconds = 300

/** Why a request is not an event of the store. `signature`: none of its signatures is made with a secret that was given. */
export class SignatureError extends Error {
  readonly reason: "headers" | "timestamp" | "secret" | "signature" | "body"

  constructor(reason: SignatureError["reason"], message: string) {
    super(message)
    this.name = "SignatureError"
    this.reason = reason
  }
}

/**
 * Checks a request's signature and time, and gives its event; throws a {@link SignatureError} otherwise. `body` is the body as it
 * arrived, before any parser. After a rotation, several secrets can be given. Only a webhook of the format `json` has such events.
 */
export const verify = async (
  body: string | Uint8Array | ArrayBuffer,
  headers: ReceivedHeaders,
  secret: string | ReadonlyArray<string>
): Promise<WebhookEvent> => {
  const id = headerOf(headers, "webhook-id")
  const timestamp = headerOf(headers, "webhook-timestamp")
  const signatures = headerOf(headers, "webhook-signature").split(" ")
  checkTime(timestamp)
  const bytes = bytesOf(body)
  const signed = joined(encoder.encode(`${id}.${timestamp}.`), bytes)
  let isSigned = false
  for (const one of secretsIn(secret)) {
    const expected = `v1,${await signatureOf(one, signed)}`
    for (const signature of signatures) isSigned = isEqual(expected, signature) || isSigned
  }
  if (!isSigned) throw new SignatureError("signature", "No signature of the request is made with this secret.")
  return eventIn(new TextDecoder().decode(bytes))
}

const encoder = new TextEncoder()

/** Code without types may pass what a parser made of the body, or the secret of a setting that is missing. */
const bytesOf = (body: unknown): Uint8Array => {
  if (typeof body === "string") return encoder.encode(body)
  if (body instanceof Uint8Array) return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new SignatureError("body", "The body must be as it arrived, a text or bytes, before any parser.")
}

const secretsIn = (secret: unknown): ReadonlyArray<string> => {
  const all: ReadonlyArray<unknown> = Array.isArray(secret) ? secret : [secret]
  if (all.every((one) => typeof one === "string")) return all
  throw new SignatureError("secret", "A secret is missing: it is not a text.")
}

const headerOf = (headers: ReceivedHeaders, name: string): string => {
  const value = typeof headers["get"] === "function" ? headers["get"](name) : (headers as Plain)[name]
  if (typeof value === "string" && value !== "") return value
  throw new SignatureError("headers", `The request has no header ${name}, or several.`)
}
type Plain = { readonly [name: string]: string | ReadonlyArray<string> | undefined }

const checkTime = (timestamp: string): void => {
  const ageSeconds = Math.floor(Date.now() / 1000) - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN)
  if (!(Math.abs(ageSeconds) <= toleranceSeconds))
    throw new SignatureError("timestamp", `The request was not sent within the last ${toleranceSeconds} seconds.`)
}

const joined = (first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

const signatureOf = async (secret: string, signed: Uint8Array<ArrayBuffer>): Promise<string> => {
  const key = await crypto.subtle.importKey("raw", keyIn(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, signed))
  return btoa(String.fromCharCode(...bytes))
}

const keyIn = (secret: string): Uint8Array<ArrayBuffer> => {
  const base64 = secret.startsWith("whsec_") ? secret.slice("whsec_".length) : secret
  try {
    if (base64 !== "") return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    // Refused below, without the secret.
  }
  throw new SignatureError("secret", "The secret is not whsec_ and base64.")
}

/** Takes the same time wherever the texts differ. */
const isEqual = (expected: string, sent: string): boolean => {
  let difference = expected.length ^ sent.length
  for (let at = 0; at < expected.length; at++) difference |= expected.charCodeAt(at) ^ sent.charCodeAt(at)
  return difference === 0
}

const eventIn = (text: string): WebhookEvent => {
  try {
    const event: unknown = JSON.parse(text)
    if (typeof event === "object" && event !== null && typeof (event as WebhookEvent).type === "number")
      return event as WebhookEvent
  } catch {
    // Refused below.
  }
  throw new SignatureError("body", "The body is signed, but it is not an event as JSON.")
}
