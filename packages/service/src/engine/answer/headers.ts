/** The headers of an answer, whatever transport sends it. */
import type { AdmittedCall } from "../admit/admitted.ts"
import { limitHeaders, limitLines } from "../admit/limits.ts"
import type { Answer } from "./answer.ts"

/** The parts of a request that its answer's headers repeat. */
export interface RequestFacts {
  readonly requestId: string
  /** The address without its query, `http://127.0.0.1:3000/v1.1/orders/list.json`, and the query as it was sent. */
  readonly url: string
  readonly query: string
}

/** An answer's headers by name; `also` names further headers that carry the value of `X-Service-Limit`. */
export const headersOf = (
  { after, challenge, headers, next, replayed, retryAfter, status }: Answer,
  { query, requestId, url }: RequestFacts,
  standings: AdmittedCall["standings"],
  also: ReadonlyArray<string> = []
): Record<string, string> => ({
  ...(status === 304 ? {} : { "Content-Type": "application/json; charset=utf-8" }),
  "X-Request-Id": requestId,
  ...limitHeaders(standings, also),
  ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
  ...(challenge === undefined ? {} : { "WWW-Authenticate": challenge }),
  ...(replayed === true ? { "Idempotent-Replayed": "true" } : {}),
  ...(next === undefined ? {} : { Link: linkTo(nextPage(url, query, next)) }),
  ...(after === undefined ? {} : { Link: linkTo(onward(url, query, after)) }),
  ...headers
})

/**
 * The same as lines of HTTP, for a transport that writes them itself: of a whole answer with status 200 and no headers of
 * its own. `undefined` if a value needs the checks that other transports make.
 */
export const headerLinesOf = (
  { after, next, replayed }: Answer,
  { query, requestId, url }: RequestFacts,
  standings: AdmittedCall["standings"],
  also: ReadonlyArray<string> = []
): string | undefined => {
  if (after !== undefined || replayed === true || (next !== undefined && !plain.test(query))) return undefined
  const link = next === undefined ? "" : `link: ${linkTo(`${url}?${query}&cursor=${next}`)}\r\n`
  return `content-type: application/json; charset=utf-8\r\nx-request-id: ${requestId}\r\n${limitLines(standings, also)}${link}`
}

/**
 * The same request from the cursor on. The rest of the query keeps its sender's spelling, except characters that no URL
 * may contain.
 */
const nextPage = (url: string, query: string, next: string): string => {
  if (plain.test(query)) return `${url}?${query}&cursor=${next}`
  return pageWithout(/^(cursor|skip)(=|$)/, url, query, `cursor=${next}`)
}

/** The same endless answer from its place on. */
const onward = (url: string, query: string, after: string): string =>
  pageWithout(/^(after|limit)(=|$)/, url, query, `after=${after}`)

const pageWithout = (names: RegExp, url: string, query: string, added: string): string => {
  const kept = query.split("&").filter((pair) => pair !== "" && !names.test(pair))
  return `${url}?${[...kept, added].join("&").replace(/["<>\\^`{|}]/g, encodeURIComponent)}`
}

const linkTo = (address: string): string => `<${address}>; rel="next"`

/** Queries that the next page's query can begin with unchanged, as nearly all can. */
const plain = /^(?:(?!cursor|skip)[\w.-]+=[\w.%+-]*(?:&(?=.)|$))+$/
