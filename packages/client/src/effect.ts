/**
 * The client for Effect programs: each call is an Effect whose error type is the refusals of its endpoint, and each
 * list is also a Stream. Interrupting one aborts its request.
 */

import type { contract } from "@bottega/domain/areas"
import type * as Endpoint from "@bottega/domain/contract"
import type { refusalsOfAnyEndpoint, refusalsOfChanges } from "@bottega/domain/contract"
import { Context, Effect, Layer, Stream } from "effect"
import type { Arguments, CallOptions, Data } from "./calls.ts"
import { Bottega, type Options } from "./client.ts"
import type { BottegaError, NetworkError, TimeoutError } from "./errors.ts"

type TagOf<Refusal> = Refusal extends { readonly _tag: infer Tag } ? Tag : never
type TagsOf<Refusals extends ReadonlyArray<abstract new (...args: never) => unknown>> = TagOf<
  InstanceType<Refusals[number]>
>

type Tagged<Tag> = Tag extends string ? BottegaError<Tag> : never

/** What a call of an endpoint can fail with, distinguished by `_tag`. */
export type Failure<E> =
  | Tagged<
      | TagOf<Endpoint.RefusalOf<E>>
      | TagsOf<typeof refusalsOfAnyEndpoint>
      | (Endpoint.AnswerOf<E> extends "change" ? TagsOf<typeof refusalsOfChanges> : never)
      | "NotPermitted"
      | "RequestTimeout"
      | "Unrecognized"
    >
  | NetworkError
  | TimeoutError

type Item<Out> = Out extends ReadonlyArray<infer One> ? One : never

/** One method; that of a list can also stream all its items. */
export type Call<E> = ((...args: Arguments<Endpoint.Arguments<E>>) => Effect.Effect<Data<E>, Failure<E>>) &
  (Endpoint.AnswerOf<E> extends "page" | "stream"
    ? {
        readonly all: (...args: Arguments<Endpoint.Arguments<E>>) => Stream.Stream<Item<Endpoint.Output<E>>, Failure<E>>
      }
    : unknown)

type Calls<C> = { readonly [Area in keyof C]: { readonly [Name in keyof C[Area]]: Call<C[Area][Name]> } }

/** A store, as a service: `Store.use(({ orders }) => orders.list({ status: 3 }))`. */
export class Store extends Context.Service<Store, Calls<typeof contract>>()("@bottega/client/Store") {
  /** The store that a client with these options calls. */
  static layer(options: Options): Layer.Layer<Store> {
    return Layer.sync(Store, () => make(options))
  }
}

/** Creates a client whose calls are Effects; it sends nothing until one runs. */
export const make = (options: Options): Store["Service"] => {
  const areas = Object.entries(new Bottega(options) as unknown as Record<string, Record<string, Method>>)
  return Object.fromEntries(
    areas.map(([area, methods]) => [
      area,
      Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, effectOf(method)]))
    ])
  ) as unknown as Store["Service"]
}

interface Method {
  (parameters?: unknown, options?: CallOptions): Promise<unknown>
  readonly all?: (parameters?: unknown, options?: CallOptions) => AsyncIterable<unknown>
}

const effectOf = (method: Method) => {
  const call = (parameters?: unknown, options: CallOptions = {}) =>
    Effect.tryPromise({
      try: (signal) => method(parameters, { ...options, signal: either(signal, options.signal) }),
      catch: (failure) => failure as BottegaError
    })
  const { all } = method
  if (all === undefined) return call
  const stream = (parameters?: unknown, options: CallOptions = {}) =>
    Stream.fromAsyncIterable(abortable(all, parameters, options), (failure) => failure as BottegaError)
  return Object.assign(call, { all: stream })
}

/** Lets a reader leave a list while an item is still arriving; an iterator's own `return` would wait for that item. */
const abortable = (
  all: NonNullable<Method["all"]>,
  parameters: unknown,
  options: CallOptions
): AsyncIterable<unknown> => ({
  [Symbol.asyncIterator]: () => {
    const controller = new AbortController()
    const signal = either(controller.signal, options.signal)
    const items = all(parameters, { ...options, signal })[Symbol.asyncIterator]()
    return {
      next: () => items.next(),
      return: async () => {
        controller.abort()
        await items.return?.().catch(() => {})
        return { done: true, value: undefined }
      }
    }
  }
})

const either = (one: AbortSignal, other: AbortSignal | undefined): AbortSignal =>
  other === undefined ? one : AbortSignal.any([one, other])
