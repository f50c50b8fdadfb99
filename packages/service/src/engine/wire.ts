/**
 * Reads and writes the text of the wire for every transport: the credentials in a request's headers, the parameters in its
 * body, and the headers of an answer.
 */

import { type Any, parseJson, pathReader, UnsupportedMedia } from "@bottega/domain/contract"
import { emptyTree, type ParsedForm, parse, put } from "@bottega/domain/form"
import { Result } from "effect"
import type { AdmittedCall } from "./admission.ts"
import type { Answer } from "./answer.ts"
import type { Conditions } from "./file-answer.ts"
import type { Credentials } from "./identity.ts"
import { limitHeaders } from "./limits.ts"

/** Headers by lower-case name; for one that was sent twice, all values or the first. */
export type Headers = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** The credentials in a request's headers. */
export const credentialsOf = (headers: Headers): Credentials => ({
  key: one(headers["key"]),
  exchange: one(headers["exchange"]),
  token: tokenOf(one(headers["authorization"]))
})

/** What a request's headers say of a file that it asks for. */
export const conditionsOf = (headers: Headers): Conditions => ({
  ifNoneMatch: one(headers["if-none-match"]),
  range: one(headers["range"]),
  ifRange: one(headers["if-range"])
})

const tokenOf = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1]

const one = (value: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof value === "string" ? value : value?.[0]

/** The format of a body. */
export type BodyType = "form" | "json" | "multipart"

/** The format of a body by its `Content-Type`; a form by default. */
export const bodyTypeOf = (contentType = ""): Result.Result<BodyType, UnsupportedMedia> => {
  const plain = medias.get(contentType)
  if (plain !== undefined) return Result.succeed(plain)
  const type = contentType.split(";", 1)[0]!.trim().toLowerCase()
  const media = medias.get(type)
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1] ?? "utf-8"
  if (media === undefined)
    return unsupported(`A body of ${type} is not read: send a form, JSON or multipart/form-data.`)
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) return unsupported(`A body in ${charset} is not read: send UTF-8.`)
  return Result.succeed(media)
}

const medias: ReadonlyMap<string, BodyType> = new Map([
  ["", "form"],
  ["application/x-www-form-urlencoded", "form"],
  ["application/json", "json"],
  ["multipart/form-data", "multipart"]
])
const unsupported = (message: string) => Result.fail(new UnsupportedMedia({ message }))

/** Parses the parameters of a body's text, as a form or as JSON. */
export const readBody = (media: BodyType, text: string): ParsedForm =>
  media === "json" ? parseJson(text) : parse(text)

/** The parameters that stand in the path of a request; `undefined` for an endpoint whose path has none. */
export const parsedPath = ({ path }: Any, sent: string): ParsedForm | undefined => {
  if (!path.includes(":")) return undefined
  const parsed = emptyTree()
  for (const [name, value] of pathReader(path)(sent) ?? []) put(parsed, name, value)
  return parsed
}

/** What of a request its answer's headers repeat. */
export interface RequestFacts {
  readonly requestId: string
  /** The address without its query, `http://127.0.0.1:3000/v1.1/orders/list.json`, and the query as it was sent. */
  readonly url: string
  readonly query: string
}

/** An answer's headers by name; `also` names further headers that carry the value of `X-Service-Limit`. */
export const headersOf = (
  { headers, next, replayed, retryAfter, status }: Answer,
  { query, requestId, url }: RequestFacts,
  standings: AdmittedCall["standings"],
  also: ReadonlyArray<string> = []
): Record<string, string> => ({
  ...(status === 304 ? {} : { "Content-Type": "application/json; charset=utf-8" }),
  "X-Request-Id": requestId,
  ...limitHeaders(standings, also),
  ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
  ...(replayed === true ? { "Idempotent-Replayed": "true" } : {}),
  ...(next === undefined ? {} : { Link: `<${nextPage(url, query, next)}>; rel="next"` }),
  ...headers
})

/** The same request from the cursor on. The rest of the query keeps its sender's spelling, except what no URL may hold. */
const nextPage = (url: string, query: string, next: string): string => {
  if (plain.test(query)) return `${url}?${query}&cursor=${next}`
  const kept = query.split("&").filter((pair) => pair !== "" && !/^(cursor|skip)(=|$)/.test(pair))
  return `${url}?${[...kept, `cursor=${next}`].join("&").replace(/["<>\\^`{|}]/g, encodeURIComponent)}`
}

/** Queries that the next page's begins with as they are: what nearly all lists are asked with. */
const plain = /^(?:(?!cursor|skip)[\w.-]+=[\w.%+-]*(?:&(?=.)|$))+$/
