/** A request that was answered, as an entry of a recording, without secrets. */
import { STATUS_CODES } from "node:http"
import { shown } from "../areas/requests/shown.ts"
import { headersOf } from "../engine/answer/headers.ts"
import type { Kept } from "../engine/answer/ring.ts"
import type { HarEntry, HarPair } from "./har.ts"

/** The entry of a request; `undefined` if what was sent is not kept, as of a caller of no shop. */
export const entryOf = (kept: Kept, origin: string): HarEntry | undefined => {
  const { at, request } = kept
  const { exchanged, keySet, method, ms } = request
  if (exchanged === undefined) return undefined
  const [path = ""] = exchanged.url.split("?", 1)
  const { answer, body, headers, query } = shown(kept)
  const hadBody = exchanged.body !== undefined
  return {
    startedDateTime: new Date(at - ms).toISOString(),
    time: ms,
    _caller: keySet ?? "",
    request: {
      method,
      url: `${origin}${path}${query ? `?${query}` : ""}`,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: Object.entries(headers ?? {}).map(([name, value]) => ({ name, value })),
      queryString: [...new URLSearchParams(query ?? "")].map(([name, value]) => ({ name, value })),
      ...(hadBody ? { postData: postData(headers?.["content-type"] ?? "", body) } : {}),
      headersSize: -1,
      bodySize: body === null ? (hadBody ? -1 : 0) : Buffer.byteLength(body)
    },
    response: responseOf(kept, answer, `${origin}${path}`),
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 }
  }
}

const postData = (mimeType: string, text: string | null) =>
  text === null ? { mimeType, comment: "The body was not kept: it is long, or has a file." } : { mimeType, text }

const responseOf = ({ request }: Kept, answer: string | null, url: string): HarEntry["response"] => {
  // 444 and 499 are the log's names of calls that got no answer.
  const status = request.status === 444 || request.status === 499 ? 0 : request.status
  const type = "application/json; charset=utf-8"
  const size = answer === null ? 0 : Buffer.byteLength(answer)
  return {
    status,
    statusText: STATUS_CODES[status] ?? "",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: status === 0 ? [] : headersOfAnswer(request, url),
    content: {
      size,
      mimeType: type,
      ...(answer === null ? { comment: "The answer was not kept: it is long, or there was none." } : { text: answer })
    },
    redirectURL: "",
    headersSize: -1,
    bodySize: answer === null ? -1 : size
  }
}

const headersOfAnswer = ({ exchanged, requestId, status }: Kept["request"], url: string): ReadonlyArray<HarPair> => {
  const [, query = ""] = (exchanged?.url ?? "").split(/\?(.*)/s)
  const headers = headersOf({ status, body: "", next: exchanged?.next }, { requestId, url, query }, [])
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}
