/** Builds the request of a call: parameters go in the query of a GET, and otherwise in a body: a form, JSON or multipart data. */
import type { TransportRequest } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import type { Route } from "./routes.ts"

/** Parameters by the names they have in a request. */
export type Parameters = Readonly<Record<string, unknown>>

interface Credentials {
  readonly key?: string
  readonly exchange?: string
  readonly token?: string
  readonly shop?: string
}

/** The request of a call; a change has the given idempotency key or a new one. */
export const requestOf = (
  route: Route,
  parameters: Parameters,
  credentials: Credentials,
  idempotencyKey?: string
): TransportRequest => {
  requireParameters(parameters)
  const request = requestWith(route, parameters, credentials, idempotencyKey)
  requireHeaders(request.headers)
  return request
}

const requestWith = (
  route: Route,
  parameters: Parameters,
  credentials: Credentials,
  idempotencyKey?: string
): TransportRequest => {
  for (const [name, value] of Object.entries(parameters))
    if (route.method === "GET" || !(value instanceof Blob)) requireSendable(value, name)
  const { path, surface } = placeOf(route, credentials)
  const base = { method: route.method, path, query: "", headers: credentialHeaders(surface, credentials) }
  if (route.answer === "bytes") return { ...base, path: filledPath(route.path, parameters) }
  const form = () => new URLSearchParams(format(parameters)).toString()
  if (route.method === "GET") return { ...base, query: form() }
  const headers = { ...base.headers, "idempotency-key": idempotencyKey ?? newKey() }
  // Its transport gives multipart data a type with the boundary.
  if (hasFile(parameters)) return { ...base, headers, body: multipartOf(parameters) }
  // A form cannot tell null from an empty text.
  const [type, body] = hasNull(parameters)
    ? ["application/json", JSON.stringify(parameters, asJson)]
    : ["application/x-www-form-urlencoded", form()]
  return { ...base, headers: { ...headers, "content-type": type }, body }
}

/** Whether one of the parameters is a file. */
export const hasFile = (parameters: object): boolean => Object.values(parameters).some((value) => value instanceof Blob)

/** Parameters with files as multipart data; a file without a name has that of its parameter. */
export const multipartOf = (parameters: object): FormData => {
  const data = new FormData()
  const files = Object.entries(parameters).filter(([, value]) => value instanceof Blob)
  const others = Object.entries(parameters).filter(([, value]) => !(value instanceof Blob))
  for (const [name, value] of format(Object.fromEntries(others))) data.append(name, value)
  for (const [name, file] of files) data.append(name, file, file instanceof File ? file.name : name)
  return data
}

/** Code without types may pass an id alone, whose characters would be parameters. */
const requireParameters = (parameters: unknown): void => {
  if (typeof parameters !== "object" || parameters === null || tagOf(parameters) !== "Object")
    throw new TypeError("The parameters must be an object of them by their names, such as { limit: 10 }.")
}

/**
 * A transport would report such a header as a failure of the network, which is worth a retry. It leaves out line breaks around a
 * value, such as that of a file. The value may be a secret.
 */
const requireHeaders = (headers: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(headers))
    if (!/^[\r\n]*[\t\x20-\x7e\x80-\xff]*[\r\n]*$/.test(value))
      throw new TypeError(`The header ${name} would have a line break, or another character that no header can have.`)
}

const tagOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1)

/** Throws for a value that a form or JSON would lose, such as a `Date` or a `Map`; the server refuses any other wrong one. */
const requireSendable = (value: unknown, name: string): void => {
  if (["function", "symbol"].includes(typeof value)) throw notSent(name, typeof value)
  if (typeof value !== "object" || value === null) return
  const tag = tagOf(value)
  if (!["Object", "Array"].includes(tag) || "toJSON" in value) throw notSent(name, value.constructor?.name ?? tag)
  const isList = Array.isArray(value)
  for (const [key, inner] of Object.entries(isList ? [...value] : value)) {
    if (isList && inner === undefined) throw notSent(`${name}[${key}]`, "undefined")
    requireSendable(inner, `${name}[${key}]`)
  }
}

const notSent = (name: string, type: string): TypeError =>
  new TypeError(
    `${name} is of the type ${type}, which cannot be sent: give texts, numbers, booleans, or lists or objects of them.`
  )

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

/** A client of a shop without a key set calls the shop's operations through the control surface. */
const placeOf = ({ path, surface }: Route, { key, shop }: Credentials): Pick<Route, "path" | "surface"> =>
  surface === "shop" && shop !== undefined && key === undefined
    ? { path: path.replace(/^\/[^/]+/, `/control/v1/shop/${encodeURIComponent(shop)}`), surface: "control" }
    : { path, surface }

/** Sends each surface only its own credentials. Without a token, the control surface is called with a browser's session. */
const credentialHeaders = (
  surface: Route["surface"],
  { exchange, key, token }: Credentials
): Record<string, string> => {
  if (surface === "public") return {}
  if (surface === "control")
    return token === undefined ? { "bottega-console": "1" } : { authorization: `Bearer ${token}` }
  return { ...(key === undefined ? {} : { key }), ...(exchange === undefined ? {} : { exchange }) }
}

/** `crypto.randomUUID` does not exist on pages served without https; these 128 bits are as unlikely to repeat. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
