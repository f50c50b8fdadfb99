/** Builds the request of a call: parameters go in the query of a GET, and otherwise in a form body. */
import type { TransportRequest } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import type { Route } from "./routes.ts"

/** Parameters by the names they have in a request. */
export type Parameters = Readonly<Record<string, unknown>>

interface Credentials {
  readonly key?: string
  readonly exchange?: string
  readonly token?: string
}

/** The request of a call; a change has the given idempotency key or a new one. */
export const requestOf = (
  route: Route,
  parameters: Parameters,
  credentials: Credentials,
  idempotencyKey?: string
): TransportRequest => {
  const base = { method: route.method, path: route.path, query: "", headers: credentialHeaders(route, credentials) }
  if (route.answer === "bytes") return { ...base, path: filledPath(route.path, parameters) }
  const form = () => new URLSearchParams(format(parameters)).toString()
  if (route.method === "GET") return { ...base, query: form() }
  // A form cannot tell null from an empty text.
  const [type, body] = hasNull(parameters)
    ? ["application/json", JSON.stringify(parameters, asJson)]
    : ["application/x-www-form-urlencoded", form()]
  return {
    ...base,
    headers: { ...base.headers, "idempotency-key": idempotencyKey ?? newKey(), "content-type": type },
    body
  }
}

const hasNull = (value: unknown): boolean =>
  value === null || (typeof value === "object" && Object.values(value).some(hasNull))

/** Numbers that JSON does not have stay texts: NaN would become null, which unsets a value. */
const asJson = (_name: string, value: unknown): unknown =>
  typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value)) ? String(value) : value

/** A path with its parameters in their places. */
const filledPath = (path: string, parameters: Parameters): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parameters[name] ?? "")))

/** The query of the next page in a `Link` header. */
export const nextQueryOf = (link: string | undefined): string | undefined =>
  /<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1]

/** Sends each surface only its own credentials. */
const credentialHeaders = ({ surface }: Route, { exchange, key, token }: Credentials): Record<string, string> => {
  if (surface === "public") return {}
  if (surface === "control") return token === undefined ? {} : { authorization: `Bearer ${token}` }
  return { ...(key === undefined ? {} : { key }), ...(exchange === undefined ? {} : { exchange }) }
}

/** `crypto.randomUUID` does not exist on pages served without https; these 128 bits are as unlikely to repeat. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
