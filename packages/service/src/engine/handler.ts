/** The types of handlers, of their stages, and of the values that handlers answer with. */

import type * as Endpoint from "@bottega/domain/contract"
import type { Invalid, Place } from "@bottega/domain/contract"
import type { Storage, Unavailable } from "@bottega/storage"
import type { Effect, Scope, Stream } from "effect"
import type { Encoded } from "./answer.ts"
import type { Change } from "./change.ts"
import type { Named } from "./file-answer.ts"
import type { Pictures } from "./pictures.ts"
import type { Operator, Session, Visitor } from "./session.ts"
import type { Streamed } from "./streamed.ts"

/** A page of a list, and the cursor of the next one, if there may be one. */
export interface Page<Out> {
  readonly items: Out | Encoded<Out>
  readonly next: Place | undefined
}

type Item<Out> = Out extends ReadonlyArray<infer One> ? One : never

/** The result of a handler, by the kind of answer of its endpoint. */
type Handled<E> = {
  readonly read: Endpoint.Output<E> | Encoded<Endpoint.Output<E>> | Streamed<Endpoint.Output<E>>
  readonly page: Page<Endpoint.Output<E>>
  readonly stream: Stream.Stream<Item<Endpoint.Output<E>> | Encoded<Item<Endpoint.Output<E>>>, Unavailable>
  readonly change: Change<Endpoint.Output<E>>
  readonly bytes: Named
}[Endpoint.AnswerOf<E>]

type Refusals<E> = Endpoint.RefusalOf<E> | Invalid | Unavailable

/** A function that decides. It may refuse with `Invalid` and with what the declaration names. */
type Decide<E> = (input: Endpoint.Input<E>) => Effect.Effect<Handled<E>, Refusals<E>, Session | Operator | Visitor>

/** The stages of a handler that needs slow work first: `decide` gets the result of `prepare`. */
export interface Stages<E, Prepared> {
  /** The time limit of `prepare`. After it, `prepare` is interrupted and the call is refused with `Overloaded`. */
  readonly deadlineMs: number
  /**
   * Does the slow work: outbound calls, pictures, archives, bytes for the store. It runs once per call, outside every
   * retry and with no document locked, and does not run for a repeated answer. It cannot refuse: its value carries the
   * problems that it finds, for `decide` to raise. It reads durable documents only, and those may have changed by the time
   * of the decision. Its scope closes with the call, whether that was answered or refused.
   */
  readonly prepare: (
    input: Endpoint.Input<E>
  ) => Effect.Effect<Prepared, Unavailable, Session | Operator | Storage | Pictures | Scope.Scope>
  /** Decides, and runs again after a conflict, with the same value. */
  readonly decide: (
    input: Endpoint.Input<E>,
    prepared: NoInfer<Prepared>
  ) => Effect.Effect<Handled<E>, Refusals<E>, Session | Operator>
}

/** A handler in stages. {@link staged} makes it, so that `decide` takes exactly the value that `prepare` makes. */
export class Staged<in out E> {
  readonly stages: Stages<E, unknown>
  /** @internal */
  constructor(stages: Stages<E, unknown>) {
    this.stages = stages
  }
}

/** A handler that prepares before it decides. */
export const staged = <E, Prepared>(stages: Stages<E, Prepared>): Staged<E> =>
  new Staged(stages as unknown as Stages<E, unknown>)

/**
 * The code behind an endpoint: a function that decides, or stages. Only a change has stages: a read is decided once, with
 * no document locked, so it needs none.
 */
export type Handler<E> = Decide<E> | ("change" extends Endpoint.AnswerOf<E> ? Staged<E> : never)

/** A handler for each endpoint of an area. */
export type Handlers<A extends Endpoint.Area> = {
  readonly [Name in keyof A["endpoints"]]: Handler<A["endpoints"][Name]>
}
