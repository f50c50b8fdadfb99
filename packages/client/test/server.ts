/** A fake server that gives prepared answers and records the requests. */

/** A request that a client sent. */
interface ReceivedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: string
  /** The body, if it is multipart data. */
  readonly form: FormData | undefined
  readonly signal: AbortSignal
  readonly redirect: string | undefined
}

/** An answer, or a failure to give one. */
export type Reply = (request: ReceivedRequest) => Response | Promise<Response>

/** A `fetch` that gives these replies in order, and repeats the last one. */
export const server = (...replies: ReadonlyArray<Reply>) => {
  const requests: Array<ReceivedRequest> = []
  const fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { body, method = "GET", signal } = init
    const request: ReceivedRequest = {
      method,
      url: new URL(String(input)),
      headers: new Headers(init.headers),
      body: String(body ?? ""),
      form: body instanceof FormData ? body : undefined,
      signal: signal!,
      redirect: init.redirect
    }
    requests.push(request)
    return replies[Math.min(requests.length, replies.length) - 1]!(request)
  }
  return { requests, fetch: fetch as typeof globalThis.fetch }
}

/** A success. */
export const ok =
  (data: unknown, headers: Record<string, string> = {}): Reply =>
  () =>
    new Response(JSON.stringify(data), { headers })

/** A refusal with the API's body. */
export const refused =
  (status: number, type: string, headers: Record<string, string> = {}): Reply =>
  () => {
    const error = {
      code: 1,
      type,
      message: "No.",
      details: [{ path: "name", message: "is required" }],
      requestId: "r1"
    }
    return new Response(JSON.stringify({ ok: 0, err: "No.", error, message: "No." }), { status, headers })
  }

/** No answer at all. */
export const broken: Reply = () => {
  throw new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") })
}

/** An answer that never comes, until the request is aborted. */
export const silent: Reply = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }))
