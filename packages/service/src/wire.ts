/**
 * The wire's text on both sides of a call, for whatever transport carries it: who a request's headers name, what its body
 * holds, and which headers an answer has.
 */
import { fromJson, Node, type Parsed, parse } from "@bottega/domain/form"
import { UnsupportedMedia } from "@bottega/domain/refusals"
import { Result } from "effect"
import type { Admitted, Credentials } from "./admission.ts"
import type { Answer } from "./answer.ts"
import { limitHeaders } from "./limits.ts"

/** Headers by names in lower case; of one that was sent twice, all values or the first. */
export type Headers = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** The credentials that a request's headers show. */
export const credentialsOf = (headers: Headers): Credentials => ({
  key: one(headers["key"]),
  exchange: one(headers["exchange"]),
  token: /^Bearer +(\S+) *$/i.exec(one(headers["authorization"]) ?? "")?.[1]
})

const one = (value: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof value === "string" ? value : value?.[0]

/** The parameters of a body's text by its `Content-Type`: a form where none is named, or JSON. */
export const readBody = (contentType: string | undefined, text: string): Result.Result<Parsed, UnsupportedMedia> => {
  const type = contentType?.split(";", 1)[0]?.trim().toLowerCase() ?? ""
  // Clients say `application/json` on every request, with a body or without.
  if (text === "" || type === "" || type === "application/x-www-form-urlencoded") return Result.succeed(parse(text))
  if (type !== "application/json")
    return Result.fail(
      new UnsupportedMedia({ message: `A body of ${type} is not read: send a form, JSON or multipart/form-data.` })
    )
  try {
    return Result.succeed(fromJson(JSON.parse(text)))
  } catch {
    return Result.succeed({ root: new Node(), problems: [{ path: "", message: "the body is not well-formed JSON" }] })
  }
}

/** What of a request its answer's headers repeat. */
export interface Asked {
  readonly requestId: string
  /** The address without its query, `http://127.0.0.1:3000/v1.1/orders/list.json`, and the query as it was sent. */
  readonly url: string
  readonly query: string
}

/** An answer's headers by their names; `also` names further headers that carry the value of `X-Service-Limit`. */
export const headersOf = (
  { next, replayed, retryAfter }: Answer,
  { query, requestId, url }: Asked,
  standings: Admitted["standings"],
  also: ReadonlyArray<string> = []
): Record<string, string> => ({
  "Content-Type": "application/json; charset=utf-8",
  "X-Request-Id": requestId,
  ...limitHeaders(standings, also),
  ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
  ...(replayed === true ? { "Idempotent-Replayed": "true" } : {}),
  ...(next === undefined ? {} : { Link: `<${nextPage(url, query, next)}>; rel="next"` })
})

/** The same request from the cursor on; the rest of the query stays as its sender spelt it. */
const nextPage = (url: string, query: string, next: string): string => {
  const kept = query.split("&").filter((pair) => pair !== "" && !/^(cursor|skip)(=|$)/.test(pair))
  return `${url}?${[...kept, `cursor=${next}`].join("&")}`
}
