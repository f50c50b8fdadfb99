/**
 * What a failed call throws: a `BottegaError` for every refusal of the store, or its subclasses `NetworkError` and
 * `TimeoutError` if there was no answer. An aborted call fails with its signal's reason.
 */
import type { Problem, TransportResponse } from "@bottega/domain/contract"
import { whyNoAnswer } from "@bottega/domain/no-answer"
import { tags } from "./routes.ts"

/** The types of refusals, as the catalogue and the answers name them: `not_found`, `duplicate`. */
export type RefusalType = {
  [Name in keyof Catalogue]: Catalogue[Name] extends { readonly kind: { readonly type: infer Type } } ? Type : never
}[keyof Catalogue]
type Catalogue = typeof import("@bottega/domain/contract")

/** A failed call. */
export class BottegaError<Tag extends string = string> extends Error {
  /** The name of the refusal, `NotFound`, for `Effect.catchTag`. */
  readonly _tag: Tag
  /** The number of the refusal, which never changes; 0 if the answer does not come from the store. */
  readonly code: number
  /** The type of the refusal in snake case: `not_found`. */
  readonly type: string
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined
  /** Each wrong parameter by its wire name, `item_id[0][price]`. */
  readonly details: ReadonlyArray<Problem>
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined
  /** The answer's headers; keys are in lower case. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    tag: Tag,
    message: string,
    said: Partial<Omit<BottegaError, keyof Error | "_tag" | "is">> = {},
    cause?: unknown
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = "BottegaError"
    this._tag = tag
    this.code = said.code ?? 0
    this.type = said.type ?? "unrecognized"
    this.status = said.status ?? 0
    this.requestId = said.requestId
    this.details = said.details ?? []
    this.retryAfter = said.retryAfter
    this.headers = said.headers ?? {}
  }

  /** Whether the refusal has this type: `error.is("not_found")`. */
  is(type: RefusalType): boolean {
    return this.type === type
  }
}

/** There was no answer: the server cannot be reached, or the connection broke. */
export class NetworkError extends BottegaError<"NetworkError"> {
  constructor(cause: unknown) {
    super("NetworkError", `The server gave no answer: ${whyNoAnswer(cause)}.`, { type: "network_error" }, cause)
    this.name = "NetworkError"
  }
}

/** There was no answer within the timeout of a try, or nothing more of one within the time that it may be silent. */
export class TimeoutError extends BottegaError<"TimeoutError"> {
  constructor(ms: number, what = "no answer") {
    super("TimeoutError", `The server gave ${what} within ${ms} ms.`, { type: "timeout" })
    this.name = "TimeoutError"
  }
}

/** The error for what a try, or the reading of a body, failed with. */
export const failureOf = (cause: unknown): BottegaError =>
  cause instanceof BottegaError ? cause : new NetworkError(cause)

/** The error for an answer that does not come from this API, but from a proxy or another server at its address. */
export const unrecognized = (
  { headers, status }: Pick<TransportResponse, "headers" | "status">,
  place: string,
  cause?: unknown
): BottegaError<"Unrecognized"> => {
  const [type = "no content type"] = /^[\w.+-]+\/[\w.+-]+/.exec(headers["content-type"] ?? "") ?? []
  const { location } = headers
  const why = location === undefined ? type : `a redirect to ${location}, which is not followed`
  const message = `${place} does not answer as this API does: status ${status}, ${why}.`
  return new BottegaError("Unrecognized", message, { status, headers, retryAfter: retryAfterOf(headers) }, cause)
}

/** The error for a refusal's answer. */
export const errorOf = async (received: TransportResponse, place: string): Promise<BottegaError> => {
  const { headers, status } = received
  const error = errorIn(await received.text())
  if (error === undefined) return unrecognized(received, place)
  const { code, details, message, requestId, type } = error
  const retryAfter = retryAfterOf(headers)
  // A newer server may send a type that this version of the client does not know.
  return new BottegaError(tags[type] ?? "Unrecognized", message, {
    code,
    type,
    status,
    requestId,
    details,
    retryAfter,
    headers
  })
}

/** Proxies may send a date. */
const retryAfterOf = ({ "retry-after": value }: TransportResponse["headers"]): number | undefined => {
  if (value === undefined) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

const errorIn = (
  text: string
): Pick<BottegaError, "code" | "type" | "requestId" | "details" | "message"> | undefined => {
  try {
    const error = JSON.parse(text)?.error
    return typeof error?.type === "string" ? error : undefined
  } catch {
    return undefined
  }
}
