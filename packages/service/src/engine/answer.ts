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
  /** Headers of its own, which come before those that a transport adds: of a file, its type and what it is cached by. */
  readonly headers?: Readonly<Record<string, string>>
  /** The cursor of the next page, where there may be one. */
  readonly next?: string | undefined
  /** Whole seconds after which the caller may retry. */
  readonly retryAfter?: number | undefined
  /** True when this repeats the answer of an earlier call with the same idempotency key. */
  readonly replayed?: boolean
}

/** A refusal as an answer, of an endpoint if the request reached one. */
export const answerOf = (refusal: Refusal, requestId: string, endpoint?: Pick<Any, "refusedWith">): Answer => ({
  status: refusal.kind.status,
  body: JSON.stringify(bodyOf(refusal, requestId, endpoint?.refusedWith)),
  ...(refusal.retryAfter === undefined ? {} : { retryAfter: refusal.retryAfter })
})

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
  "What is stored is damaged and cannot be read; nothing was changed. The operator finds the reason in the log."
const replaced = "The store is gone from its place, and nothing was changed. The operator finds the reason in the log."
const uncertain =
  "The store failed while it wrote, and it is not known whether the change was made: look, or try again with the same Idempotency-Key."

const isUnavailable = (failure: Refusal | Unavailable): failure is Unavailable => failure instanceof Unavailable
