/** Verifies deliveries with the reference library of the Standard Webhooks, which another author wrote. */
import { Webhook } from "standardwebhooks"
import type { Arrival } from "./behaviour.ts"

/** The payload of a delivery whose signature is right and whose time is the present one; throws otherwise. */
// biome-ignore lint/suspicious/noExplicitAny: the caller checks what it expects of the payload
export const verified = ({ body, headers }: Pick<Arrival, "body" | "headers">, secret: string): any =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

/** Whether the signature is right, whatever the time that it names: the sender's clock may be wrong. */
export const isSigned = ({ body, headers, id }: Arrival, secret: string): boolean => {
  const at = new Date(Number(headers["webhook-timestamp"]) * 1000)
  const expected = new Webhook(secret).sign(id, at, body)
  return String(headers["webhook-signature"]).split(" ").includes(expected)
}
