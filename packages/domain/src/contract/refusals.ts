/**
 * The catalogue of refusals: code, type, status and meaning of each. All of them have the same body on every surface.
 */
import { type Cause, Data } from "effect"
import { maxDetails, maxRepeated, type Problem, truncated } from "./problems.ts"

/** What a refusal reports in addition to its kind. */
export interface RefusalFields {
  /** One sentence for a person. */
  readonly message: string
  /** The wrong parameters, by their names on the wire. */
  readonly details?: ReadonlyArray<Problem>
  /** The number of wrong parameters, if `details` does not list them all. */
  readonly wrong?: number
  /** Whole seconds after which a retry may succeed. */
  readonly retryAfter?: number
}

/** An entry of the catalogue. Codes and types never change. */
export interface Kind {
  readonly type: string
  readonly code: number
  readonly status: number
  readonly meaning: string
}

/** The failure that handlers use for a refusal. */
export interface Refusal extends RefusalFields, Error {
  readonly _tag: string
  readonly message: string
  readonly kind: Kind
}

/** A class of refusals; an endpoint declares those that it can answer with. */
export interface RefusalClass<out R extends Refusal = Refusal> {
  new (said: RefusalFields): R
  readonly kind: Kind
}

/** A refusal that an Effect can yield, identified by its tag. */
type Tagged<Tag extends string> = Refusal & Cause.YieldableError & { readonly _tag: Tag }

const refusal = <const Tag extends string, const Type extends string>(tag: Tag, kind: Kind & { readonly type: Type }) =>
  class extends Data.TaggedError(tag)<RefusalFields> {
    static readonly kind: Kind = kind
    readonly kind: Kind = kind
    declare readonly message: string
  } as unknown as RefusalClass<Tagged<Tag>> & { readonly kind: { readonly type: Type } }

export class Invalid extends refusal("Invalid", {
  type: "invalid",
  code: 1000,
  status: 400,
  meaning: "A parameter is missing, malformed, out of range, or names something that does not fit."
}) {}
export class Unauthenticated extends refusal("Unauthenticated", {
  type: "unauthenticated",
  code: 1001,
  status: 401,
  meaning: "The key set, token, session or code is missing, unknown, expired or revoked."
}) {}
export class ReadOnlyKey extends refusal("ReadOnlyKey", {
  type: "read_only_key",
  code: 1002,
  status: 403,
  meaning: "A key set that may only read was used to change something."
}) {}
export class NotPermitted extends refusal("NotPermitted", {
  type: "not_permitted",
  code: 1003,
  status: 403,
  meaning:
    "The shop lacks what the operation requires (the B2B module, partner ownership), or the person may not do this."
}) {}
export class WrongAuthorizationCode extends refusal("WrongAuthorizationCode", {
  type: "wrong_authorization_code",
  code: 1004,
  status: 403,
  meaning: "The authorization code is unknown, already used, or for another order."
}) {}
export class UnknownPath extends refusal("UnknownPath", {
  type: "unknown_path",
  code: 1005,
  status: 404,
  meaning: "No operation has this path, or the operation is not served yet; the supported version is v1.1."
}) {}
export class NotFound extends refusal("NotFound", {
  type: "not_found",
  code: 1006,
  status: 404,
  meaning: "The addressed resource does not exist in this shop."
}) {}
export class MethodNotAllowed extends refusal("MethodNotAllowed", {
  type: "method_not_allowed",
  code: 1007,
  status: 405,
  meaning: "The path exists, but not with this method."
}) {}
export class RequestTimeout extends refusal("RequestTimeout", {
  type: "request_timeout",
  code: 1008,
  status: 408,
  meaning: "The request did not arrive in time."
}) {}
export class Duplicate extends refusal("Duplicate", {
  type: "duplicate",
  code: 1009,
  status: 409,
  meaning: "Something that must be unique in the shop already exists."
}) {}
export class NotEnoughStock extends refusal("NotEnoughStock", {
  type: "not_enough_stock",
  code: 1010,
  status: 409,
  meaning: "The stock of at least one SKU is too short; nothing was changed."
}) {}
export class StockMoved extends refusal("StockMoved", {
  type: "stock_moved",
  code: 1011,
  status: 409,
  meaning: "The stock is not what the request expected."
}) {}
export class TransitionRefused extends refusal("TransitionRefused", {
  type: "transition_refused",
  code: 1012,
  status: 409,
  meaning: "The shop's transition policy does not allow this change of status."
}) {}
export class CouponNotUsable extends refusal("CouponNotUsable", {
  type: "coupon_not_usable",
  code: 1013,
  status: 409,
  meaning: "The coupon cannot be used for this order."
}) {}
export class AuthorizationCodeExpired extends refusal("AuthorizationCodeExpired", {
  type: "authorization_code_expired",
  code: 1014,
  status: 409,
  meaning: "The authorization code is older than 15 minutes."
}) {}
export class Conflict extends refusal("Conflict", {
  type: "conflict",
  code: 1015,
  status: 409,
  meaning: "The resource's current state does not allow the change."
}) {}
export class RequestInFlight extends refusal("RequestInFlight", {
  type: "request_in_flight",
  code: 1016,
  status: 409,
  meaning: "The first request with this idempotency key is not answered yet."
}) {}
export class AlreadyAnswered extends refusal("AlreadyAnswered", {
  type: "already_answered",
  code: 1017,
  status: 409,
  meaning: "The idempotency key's answer held a secret, or personal data that were erased, and is not kept."
}) {}
export class BodyTooLarge extends refusal("BodyTooLarge", {
  type: "body_too_large",
  code: 1018,
  status: 413,
  meaning: "The body is larger than the operation accepts."
}) {}
export class UnsupportedMedia extends refusal("UnsupportedMedia", {
  type: "unsupported_media",
  code: 1019,
  status: 415,
  meaning: "The body is neither a form, nor JSON, nor multipart."
}) {}
export class KeyReused extends refusal("KeyReused", {
  type: "idempotency_key_reused",
  code: 1020,
  status: 422,
  meaning: "The idempotency key was used before with other parameters."
}) {}
export class TooManyRequests extends refusal("TooManyRequests", {
  type: "too_many_requests",
  code: 1021,
  status: 429,
  meaning: "A request limit is reached; Retry-After says when to try again."
}) {}
export class HeadersTooLarge extends refusal("HeadersTooLarge", {
  type: "headers_too_large",
  code: 1022,
  status: 431,
  meaning: "The request's headers are too many or too large."
}) {}
export class DailyQuotaExceeded extends refusal("DailyQuotaExceeded", {
  type: "daily_quota_exceeded",
  code: 1023,
  status: 509,
  meaning: "The key set has used up its daily quota of calls."
}) {}
export class InternalError extends refusal("InternalError", {
  type: "internal_error",
  code: 1024,
  status: 500,
  meaning: "A defect of the service; the operator finds the reason in the log by the request id."
}) {}
export class StorageUnavailable extends refusal("StorageUnavailable", {
  type: "storage_unavailable",
  code: 1025,
  status: 503,
  meaning: "The store cannot be reached; nothing was changed, unless the message says otherwise."
}) {}
export class StorageFull extends refusal("StorageFull", {
  type: "storage_full",
  code: 1026,
  status: 503,
  meaning: "The store has no space left to write; reads still work."
}) {}
export class Overloaded extends refusal("Overloaded", {
  type: "overloaded",
  code: 1027,
  status: 503,
  meaning: "The server is shedding load or shutting down."
}) {}
export class MalformedRequest extends refusal("MalformedRequest", {
  type: "malformed_request",
  code: 1028,
  status: 400,
  meaning: "The request is not well-formed HTTP."
}) {}
export class StorageDamaged extends refusal("StorageDamaged", {
  type: "storage_damaged",
  code: 1029,
  status: 503,
  meaning: "The stored data cannot be read; the operator has to restore a backup or salvage the store."
}) {}

export class RangeNotSatisfiable extends refusal("RangeNotSatisfiable", {
  type: "range_not_satisfiable",
  code: 1030,
  status: 416,
  meaning: "The file has none of the bytes that the header Range asks for."
}) {}
export class PictureNotDecoded extends refusal("PictureNotDecoded", {
  type: "picture_not_decoded",
  code: 1031,
  status: 503,
  meaning: "The picture could not be decoded now, and nothing was changed; it can be sent again."
}) {}

/** Its status is that of the rule, or of the header Prefer, by which a call is refused. */
export class Injected extends refusal("Injected", {
  type: "injected",
  code: 1032,
  status: 503,
  meaning: "The call was refused on purpose, with the status that a fault asks for."
}) {}

/** The catalogue, in the order of its codes. */
export const refusals: ReadonlyArray<RefusalClass> = [
  Invalid,
  Unauthenticated,
  ReadOnlyKey,
  NotPermitted,
  WrongAuthorizationCode,
  UnknownPath,
  NotFound,
  MethodNotAllowed,
  RequestTimeout,
  Duplicate,
  NotEnoughStock,
  StockMoved,
  TransitionRefused,
  CouponNotUsable,
  AuthorizationCodeExpired,
  Conflict,
  RequestInFlight,
  AlreadyAnswered,
  BodyTooLarge,
  UnsupportedMedia,
  KeyReused,
  TooManyRequests,
  HeadersTooLarge,
  DailyQuotaExceeded,
  InternalError,
  StorageUnavailable,
  StorageFull,
  Overloaded,
  MalformedRequest,
  StorageDamaged,
  RangeNotSatisfiable,
  PictureNotDecoded,
  Injected
]

/** Refusals that any operation may answer with; never listed on a declaration. */
export const refusalsOfAnyEndpoint = [
  Invalid,
  Unauthenticated,
  BodyTooLarge,
  UnsupportedMedia,
  TooManyRequests,
  DailyQuotaExceeded,
  InternalError,
  StorageUnavailable,
  StorageFull,
  StorageDamaged,
  Overloaded
] as const satisfies ReadonlyArray<RefusalClass>
/** Further refusals that any operation that changes something may answer with. */
export const refusalsOfChanges = [
  ReadOnlyKey,
  RequestInFlight,
  AlreadyAnswered,
  KeyReused
] as const satisfies ReadonlyArray<RefusalClass>

/** Wrong parameters: those that the details list, and the number of all. */
interface Wrong {
  readonly details: ReadonlyArray<Problem>
  readonly wrong: number
}

/** The refusal of wrong parameters; its message has a sentence on each, as far as there is room. */
export const invalid = (given: ReadonlyArray<Problem> | Wrong): Invalid => {
  const { details, wrong } = "wrong" in given ? given : { details: given, wrong: given.length }
  let message = ""
  for (const problem of details) {
    const next = sentence(problem)
    if (message !== "" && message.length + next.length >= maxMessageChars) break
    message += `${message === "" ? "" : " "}${next}`
  }
  return new Invalid({ message, details, wrong })
}

const sentence = ({ message, path }: Problem): string =>
  path === "" ? `${message.charAt(0).toUpperCase()}${message.slice(1)}.` : `${path} ${message}.`

/** Further fields of the body of each refusal of an endpoint, from its message. */
export type RefusedWith = (message: string) => Readonly<Record<string, unknown>>

/** The body of a refusal, the same on every surface; at most 64 KiB for any request. */
export const bodyOf = (
  { details = [], kind, message, wrong = details.length }: Refusal,
  requestId: string,
  refusedWith: RefusedWith = () => ({})
) => {
  const short = truncated(message, maxMessageChars)
  const listed = fittingDetails(details, maxBodyBytes - sizeOf({ ...refusedWith(short), short: [short, short, short] }))
  const more = wrong > listed.length ? ` ${wrong} parameters are wrong; details names ${listed.length} of them.` : ""
  const text = `${short}${more}`
  return {
    ...refusedWith(text),
    ok: 0,
    err: text,
    error: { code: kind.code, type: kind.type, message: text, details: listed, requestId },
    message: text
  }
}

/** The body contains the message three times, and a character takes up to six bytes in JSON. */
const maxMessageChars = 1200
/** The maximum size of a body, without the fields that all bodies have. */
const maxBodyBytes = 63 * 1024

const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

/** The first details that fit into this many bytes. */
const fittingDetails = (details: ReadonlyArray<Problem>, maxBytes: number): ReadonlyArray<Problem> => {
  const listed: Array<Problem> = []
  let size = 0
  for (const { message, path } of details) {
    const detail = { path: truncated(path), message: truncated(message, 2 * maxRepeated) }
    size += sizeOf(detail) + 1
    if (listed.length === maxDetails || size > maxBytes) break
    listed.push(detail)
  }
  return listed
}
