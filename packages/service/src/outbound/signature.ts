/**
 * Signs calls to other servers by Standard Webhooks 1.0.0 (https://www.standardwebhooks.com), so that receivers can check
 * them with any of its libraries.
 */
import { createHmac, createSecretKey, type KeyObject } from "node:crypto"
import { machineClock } from "../machine-clock.ts"

/** What is signed. `id` is the same at each attempt and has no full stop; the secrets are the valid ones, newest first. */
export interface Signing {
  readonly id: string
  readonly body: string
  readonly secrets: ReadonlyArray<string>
}

/** The headers of a call that is signed now, with a signature for each secret. */
export const signed = ({ body, id, secrets }: Signing): Readonly<Record<string, string>> => {
  const timestamp = Math.floor(machineClock.currentTimeMillisUnsafe() / 1000)
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": secrets.map((secret) => signature(secret, `${id}.${timestamp}.${body}`)).join(" ")
  }
}

const prefix = "whsec_"
const signature = (secret: string, content: string): string =>
  `v1,${createHmac("sha256", keyOf(secret)).update(content).digest("base64")}`

/** The secrets whose keys are remembered. */
const maxKeys = 1000
const keys = new Map<string, KeyObject>()

/** The key of a secret, which is decoded and imported once: a receiver gets thousands of calls with the same. */
const keyOf = (secret: string): KeyObject => {
  const known = keys.get(secret)
  if (known !== undefined) return known
  if (keys.size >= maxKeys) keys.clear()
  const key = createSecretKey(Buffer.from(secret.slice(prefix.length), "base64"))
  keys.set(secret, key)
  return key
}
