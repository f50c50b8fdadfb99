/** The types of a client's calls, read off the contract: what is given, what comes back, and in which of three ways. */
import type * as Endpoint from "@bottega/domain/contract"

/** What one call does differently from the others of its client. */
export interface CallOptions {
  /** Ends the call; it then fails with the signal's reason. */
  readonly signal?: AbortSignal
  /** Milliseconds that one try may take. */
  readonly timeout?: number
  /** Tries after the first. */
  readonly retries?: number
  /** For a change: the same key never has an effect twice within 24 hours. A new one for each call where none is given. */
  readonly idempotencyKey?: string
}

/** An answer with what came beside it. */
export interface Answered<Out> {
  readonly data: Out
  readonly status: number
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Finds the request in the server's log. */
  readonly requestId: string | undefined
  /** Of the limit with the smallest share left; none where calls are not counted. */
  readonly limits: { readonly left: number; readonly assigned: number } | undefined
  /** Whether the answer is that of an earlier call with the same idempotency key. */
  readonly replayed: boolean
}

/** A call under way: a promise of what is answered. */
export interface Pending<Out> extends Promise<Out> {
  /** The answer with its status, headers, limits and request id. */
  readonly withResponse: () => Promise<Answered<Out>>
}

/** What a call takes: its parameters, which may be left out where none is required. */
export type Arguments<Given> = {} extends Given
  ? [parameters?: Given, options?: CallOptions]
  : [parameters: Given, options?: CallOptions]

type Item<Out> = Out extends ReadonlyArray<infer One> ? One : never

/** A list that can also be read item by item, to its very end. */
interface Listed<Given, Out> {
  /** Every item, from page to page or as the answer arrives. */
  readonly all: (...args: Arguments<Given>) => AsyncGenerator<Item<Out>, void, undefined>
}

/** One method of a client. */
type Call<E> = ((...args: Arguments<Endpoint.Given<E>>) => Pending<Endpoint.Output<E>>) &
  (Endpoint.AnswerOf<E> extends "page" | "stream" ? Listed<Endpoint.Given<E>, Endpoint.Output<E>> : unknown)

/** The methods of a contract, by area and name. */
export type Calls<C> = { readonly [Area in keyof C]: { readonly [Name in keyof C[Area]]: Call<C[Area][Name]> } }
