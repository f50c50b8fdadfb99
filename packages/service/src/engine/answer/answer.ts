/** The result of a call, independent of the transport: a status, a body, and the values that become headers. */
import {
  type Any,
  bodyOf,
  type Refusal,
  StorageDamaged,
  StorageFull,
  StorageUnavailable
} from "@bottega/domain/contract"
import { Unavailable } from "@bottega/storage"
import { Cause } from "effect"

/** An answer that is already JSON text; a reader decodes it as `Out`. */
export class Encoded<out Out> {
  readonly text: string
  /** Never set: carries the type of the encoded value. */
  declare readonly out: Out
  constructor(text: string) {
    this.text = text
  }
}

/** A list of encoded answers as one encoded answer. */
export const listOf = <Out>(items: ReadonlyArray<Encoded<Out>>): Encoded<ReadonlyArray<Out>> =>
  new Encoded(`[${items.map(({ text }) => text).join(",")}]`)

/** An answer as the JSON that is sent. */
export const textOf = (answer: unknown): string => (answer instanceof Encoded ? answer.text : JSON.stringify(answer))

/** The answer that a transport sends. */
export interface Answer {
  readonly status: number
  readonly body: string | AsyncIterable<string | Uint8Array>
  /** The length of a text in bytes, where it is known. */
  readonly bytes?: number
  /** Settles when the call has ended, which may be after its caller has stopped reading; see `blanks.ts`. */
  readonly ended?: Promise<void>
  /** Headers of the answer itself, before those that a transport adds: for a file, its type and its caching. */
  readonly headers?: Readonly<Record<string, string>>
  /** The value of the cookie that a transport sets; null if it removes it. */
  readonly cookie?: string | null
  /** The cursor of the next page, where there may be one. */
  readonly next?: string | undefined
  /** The place where an endless answer begins. */
  readonly after?: string | undefined
  /** Whole seconds after which the caller may retry. */
  readonly retryAfter?: number | undefined
  /** How a caller without valid credentials makes itself known, for a 401. */
  readonly challenge?: string | undefined
  /** True when the connection is closed instead: nothing of the answer is sent. */
  readonly isDropped?: boolean
  /** True when this repeats the answer of an earlier call with the same idempotency key. */
  readonly replayed?: boolean
}

/** A refusal as an answer, of an endpoint if the request reached one. */
export const answerOf = (
  refusal: Refusal,
  requestId: string,
  endpoint?: Pick<Any, "refusedWith" | "surface">
): Answer => ({
  status: refusal.kind.status,
  body: JSON.stringify(bodyOf(refusal, requestId, endpoint?.refusedWith)),
  ...(refusal.retryAfter === undefined ? {} : { retryAfter: refusal.retryAfter }),
  ...(refusal.kind.status === 401
    ? { challenge: challenges[endpoint?.surface === "control" ? "control" : "shop"] }
    : {})
})

/**
 * HTTP requires one of each 401. A key set has no registered scheme, so its own one says which headers carry it. Browsers ask
 * their user for a password at some registered schemes, none of which is here.
 */
const challenges = { shop: 'KeySet headers="key exchange"', control: 'Bearer realm="control"' }

/** The refusal that the caller sees for a failure of its call. */
export const refusalOf = (failure: Refusal | Unavailable): Refusal => {
  if (!isUnavailable(failure)) return failure
  if (failure.reason === "full")
    return new StorageFull({ message: "The store has no room to write; nothing was changed.", retryAfter: 5 })
  if (failure.reason === "damaged") return new StorageDamaged({ message: damaged, retryAfter: 60 })
  if (failure.reason === "replaced") return new StorageUnavailable({ message: replaced, retryAfter: 10 })
  return new StorageUnavailable({ message: failure.reason === "unknown" ? uncertain : unreachable, retryAfter: 2 })
}

/** The failure of the store that ended a call, including one thrown because a stored text could not be read. */
export const unavailableIn = (cause: Cause.Cause<unknown>): Unavailable | undefined => {
  const found = Cause.squash(cause)
  return found instanceof Unavailable ? found : undefined
}

const unreachable = "The store cannot be reached; try again."
const damaged =
  "The stored data are damaged and cannot be read; nothing was changed. The operator finds the reason in the log."
const replaced =
  "The store was moved or replaced, or was upgraded by another version of the program; nothing was changed. The operator finds the reason in the log."
const uncertain =
  "The store failed while writing, and it is not known whether the change was made. Check, or try again with the same Idempotency-Key."

const isUnavailable = (failure: Refusal | Unavailable): failure is Unavailable => failure instanceof Unavailable
