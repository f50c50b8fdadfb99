/** Shows requests that are kept, without secrets. */
import { contract } from "@bottega/domain/areas"
import type { ListedRequest } from "@bottega/domain/areas/requests"
import { entries, pathOf } from "@bottega/domain/contract"
import type { Exchanged, Kept } from "../../engine/answer/ring.ts"
import { makeRedaction } from "../../engine/redaction.ts"

/** The key that a request was sent with, or the person who sent it. */
export const keyOf = ({ key, keySet }: Kept["request"]): string | null =>
  keySet?.startsWith("person:") === true ? keySet : (key ?? null)

/** A request as the list shows it. */
export const listed = ({ at, request }: Kept): ListedRequest => {
  const { ip, method, ms, path, requestId, shop, status } = request
  const own = { requestId, shop: shop ?? null, key: keyOf(request), method, path: redacted(path), status }
  return { ts: Math.floor(at / 1000), ...own, ms: Math.round(ms * 100) / 100, ip }
}

const nothing = { query: null, headers: null, body: null, answer: null }

/** What was sent and answered, without secrets. */
export const shown = ({ request: { exchanged, method, path } }: Kept) => {
  if (exchanged === undefined) return nothing
  const { answer, body, headers, url } = exchanged
  const isSecret = secretAnswers.has(`${method} ${path}`)
  return {
    query: textWithout(url.includes("?") ? url.slice(url.indexOf("?") + 1) : ""),
    headers: headersWithout(headers),
    body: textWithout(body),
    answer: isSecret ? struckOut : textWithout(answer)
  }
}

const { redacted } = makeRedaction()
const struckOut = "[redacted]"

/**
 * The operations whose answers are left out whole, because an address in them may hold a secret. Operations of shops answer a
 * secret under its own name, and the id beside it is needed: later calls name it.
 */
const secretAnswers = new Set(
  entries(contract).flatMap(({ endpoint }) =>
    endpoint.secret && endpoint.surface !== "shop" ? [`${endpoint.method} ${pathOf(endpoint)}`] : []
  )
)

/**
 * The value of a parameter whose name says that it is a secret: in a form or a query, and in JSON. Codes of coupons, countries and
 * postal areas are not; that of an authorization is.
 */
const named =
  /((?:^|[&?[])(?:[\w.]*(?:password|secret|token|authorization_code|exchange))(?:%5D|\])?=)[^&]*|("(?:\w*(?:password|secret|token|authorization_code|exchange))"\s*:\s*)"(?:[^"\\]|\\.)*"/gi

/** A text of a request or an answer without secrets. */
export const textWithout = (text: string | null | undefined): string | null =>
  text === undefined || text === null
    ? null
    : redacted(text).replace(named, (_, inForm?: string, inJson?: string) =>
        inForm === undefined ? `${inJson}"${struckOut}"` : inForm + struckOut
      )

const secretHeaders = new Set(["exchange", "authorization", "cookie", "proxy-authorization"])

const headersWithout = (headers: Exchanged["headers"]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      secretHeaders.has(name) ? struckOut : redacted(String(value))
    ])
  )
