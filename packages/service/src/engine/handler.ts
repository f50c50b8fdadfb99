/** The types of handlers, of their stages, and of the values that handlers answer with. */

import type * as Endpoint from "@bottega/domain/contract"
import type { Invalid, Place, Unauthenticated } from "@bottega/domain/contract"
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

type Refusals<E> = Endpoint.RefusalOf<E> | Invalid | Unauthenticated | Unavailable

/**
 * A function that decides. It may refuse with `Invalid`, with what the declaration names, and with `Unauthenticated` if the
 * key set ended after the call was admitted.
 */
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

/** A step of a change that is not its last: a commit of its own, and the state from which the next step begins. */
export interface Onward<State> extends Omit<Change<never>, "answer" | "after"> {
  readonly next: State
}

/** A change of any number of documents, as steps of a bounded size. */
export interface Steps<E, State> {
  /** The state from which the first step begins. */
  readonly begin: State
  /**
   * Decides one step, and runs again with the same state after a conflict. Only the first step may refuse, because the
   * writes of earlier steps stay. The last step answers, and its commit keeps the answer for the call's idempotency key.
   */
  readonly step: (
    input: Endpoint.Input<E>,
    from: NoInfer<State>
  ) => Effect.Effect<Change<Endpoint.Output<E>> | Onward<State>, Refusals<E>, Session | Operator>
}

/** A handler in steps, which {@link inSteps} makes. */
export class Stepped<in out E> {
  readonly steps: Steps<E, unknown>
  /** @internal */
  constructor(steps: Steps<E, unknown>) {
    this.steps = steps
  }
}

/** A handler whose change is too large for one commit: it commits step by step, and other calls run in between. */
export const inSteps = <E, State>(steps: Steps<E, State>): Stepped<E> =>
  new Stepped(steps as unknown as Steps<E, unknown>)

/**
 * The code behind an endpoint: a function that decides, or stages, or steps. Only a change has stages or steps: a read is
 * decided once, with no document locked, so it needs none.
 */
export type Handler<E> = Decide<E> | ("change" extends Endpoint.AnswerOf<E> ? Staged<E> | Stepped<E> : never)

/** A handler for each endpoint of an area. */
export type Handlers<A extends Endpoint.Area> = {
  readonly [Name in keyof A["endpoints"]]: Handler<A["endpoints"][Name]>
}
