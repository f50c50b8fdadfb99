/** A call as the request that is sent: parameters in the query of a GET, in the form body of everything else. */

import type { Sent } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import type { Route } from "./routes.ts"

/** Parameters by their wire names. */
export type Parameters = Readonly<Record<string, unknown>>

interface Credentials {
  readonly key?: string
  readonly exchange?: string
  readonly token?: string
}

/** The request of a call; a change carries an idempotency key, a new one where none is given. */
export const sentOf = (
  route: Route,
  parameters: Parameters,
  credentials: Credentials,
  idempotencyKey?: string
): Sent => {
  const base = { method: route.method, path: route.path, query: "", headers: shown(route, credentials) }
  const form = new URLSearchParams(format(parameters)).toString()
  if (route.method === "GET") return { ...base, query: form }
  const headers = { ...base.headers, "idempotency-key": idempotencyKey ?? unique() }
  return { ...base, headers: { ...headers, "content-type": "application/x-www-form-urlencoded" }, body: form }
}

/** The query of the next page that a `Link` header names. */
export const nextOf = (link: string | undefined): string | undefined =>
  /<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1]

/** What the other surface asks for is never shown to this one. */
const shown = ({ surface }: Route, { exchange, key, token }: Credentials): Record<string, string> => {
  if (surface === "control") return token === undefined ? {} : { authorization: `Bearer ${token}` }
  return { ...(key === undefined ? {} : { key }), ...(exchange === undefined ? {} : { exchange }) }
}

/** `crypto.randomUUID` is missing on pages that are not served over https; this is as unlikely to come twice. */
const unique = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
