/**
 * The types of a client's calls, derived from the contract: parameters, answers, and the three ways to read an answer.
 */
import type * as Endpoint from "@bottega/domain/contract"

/** The options of a single call, which override those of its client. */
export interface CallOptions {
  /** Aborts the call, which then fails with the signal's reason. */
  readonly signal?: AbortSignal
  /** Milliseconds that one try may take. */
  readonly timeoutMs?: number
  /** Milliseconds for which nothing may arrive of a file, or of a list that is read while it arrives. */
  readonly silenceMs?: number
  /** Tries after the first. */
  readonly retries?: number
  /** For a change: two calls with one key take effect once within 24 hours. Each call has a new key by default. */
  readonly idempotencyKey?: string
}

/** An answer with its status, headers and limits. */
export interface CallResponse<Out> {
  readonly data: Out
  readonly status: number
  /** Keys are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined
  /** The limit with the smallest share left; undefined if the call was not counted. */
  readonly limits: { readonly left: number; readonly assigned: number } | undefined
  /** Whether the answer is that of an earlier call with the same idempotency key. */
  readonly replayed: boolean
}

/** A call in progress: a promise of its answer's data. */
export interface PendingCall<Out> extends Promise<Out> {
  /** The answer with its status, headers, limits and request id. */
  readonly withResponse: () => Promise<CallResponse<Out>>
}

/** What a call takes: its parameters, which may be omitted if none is required. */
export type Arguments<Parameters> = {} extends Parameters
  ? [parameters?: Parameters, options?: CallOptions]
  : [parameters: Parameters, options?: CallOptions]

type Item<Out> = Out extends ReadonlyArray<infer One> ? One : never

/** A list that can also be read item by item, to its end. */
interface ListCall<Parameters, Out> {
  /** Yields every item, page by page or while the answer arrives. */
  readonly all: (...args: Arguments<Parameters>) => AsyncGenerator<Item<Out>, void, undefined>
}

/** A file of an answer, read once, whole or chunk by chunk. */
export interface File {
  /** Its content type. */
  readonly type: string
  /** Its bytes; undefined if a proxy left out how many. */
  readonly size: number | undefined
  readonly bytes: () => Promise<Uint8Array>
  readonly chunks: () => AsyncIterable<Uint8Array>
}

/** The answer of a call. */
export type Data<E> = Endpoint.AnswerOf<E> extends "bytes" ? File : Endpoint.Output<E>

/** One method of a client. */
type Call<E> = ((...args: Arguments<Endpoint.Arguments<E>>) => PendingCall<Data<E>>) &
  (Endpoint.AnswerOf<E> extends "page" | "stream" ? ListCall<Endpoint.Arguments<E>, Endpoint.Output<E>> : unknown)

/** The methods of a contract, by area and name. */
export type Calls<C> = { readonly [Area in keyof C]: { readonly [Name in keyof C[Area]]: Call<C[Area][Name]> } }
