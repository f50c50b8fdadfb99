/** The types of handlers, of their stages, and of the values that handlers answer with. */

import type * as Endpoint from "@bottega/domain/contract"
import type { Invalid, Overloaded, Place, Unauthenticated } from "@bottega/domain/contract"
import type { Storage, Unavailable } from "@bottega/storage"
import { Data, type Effect, type Scope, type Stream } from "effect"
import type { Encoded } from "../answer/answer.ts"
import type { Endless } from "../answer/endless.ts"
import type { Named } from "../answer/file-answer.ts"
import type { Streamed } from "../answer/streamed.ts"
import type { Change } from "./change.ts"
import type { Operator, Session, Visitor } from "./session.ts"
import type { Slow } from "./slow.ts"

/** A page of a list, and the cursor of the next one, if there may be one. */
export interface Page<Out> {
  readonly items: Out | Encoded<Out> | Streamed<Out>
  readonly next: Place | undefined
}

type Item<Out> = Out extends ReadonlyArray<infer One> ? One : never

/** The result of a handler, by the kind of answer of its endpoint. */
type Handled<E> = {
  readonly read: Endpoint.Output<E> | Encoded<Endpoint.Output<E>> | Streamed<Endpoint.Output<E>>
  readonly page: Page<Endpoint.Output<E>>
  readonly stream:
    | Stream.Stream<Item<Endpoint.Output<E>> | Encoded<Item<Endpoint.Output<E>>>, Unavailable>
    | Endless<Item<Endpoint.Output<E>>>
  readonly change: Change<Endpoint.Output<E>>
  readonly bytes: Named
}[Endpoint.AnswerOf<E>]

type Refusals<E> = Endpoint.RefusalOf<E> | Invalid | Overloaded | Unauthenticated | Unavailable

/**
 * A function that decides. It may refuse with `Invalid`, with what the declaration names, with `Unauthenticated` if the
 * key set ended after the call was admitted, and with `Overloaded`.
 */
type Decide<E> = (input: Endpoint.Input<E>) => Effect.Effect<Handled<E>, Refusals<E>, Session | Operator | Visitor>

/** The stages of a handler that needs slow work first: `decide` gets the result of `prepare`. */
export interface Stages<E, Prepared> {
  /** The time limit of `prepare`. After it, `prepare` is interrupted and the call is refused with `Overloaded`. */
  readonly deadlineMs: number
  /**
   * Does the slow work: outbound calls, pictures, archives, bytes for the store. It runs once per call, outside every retry and
   * with no document locked, and does not run for a repeated answer. It refuses only work for which there is no room: its value
   * carries the problems that it finds, for `decide` to raise. It reads durable documents only, and those may have changed by the
   * time of the decision. Its scope closes with the call, whether that was answered or refused.
   */
  readonly prepare: (
    input: Endpoint.Input<E>
  ) => Effect.Effect<Prepared, Unavailable | Overloaded, Session | Operator | Storage | Slow | Scope.Scope>
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

/** Ends a decision that needs an answer from outside. It carries what is to be asked; the decision runs again with the answer. */
export class Unasked<Question> extends Data.TaggedError("Unasked")<{ readonly question: Question }> {}

/** The stages of a handler that asks other servers, but only if what it reads calls for it. */
export interface Inquiry<E, Question, Answer> {
  /** The time limit of `ask`. After it, `ask` is interrupted, and the decision gets `late`. */
  readonly deadlineMs: number
  /** Asks. It runs at most once per call, outside every retry and with no document locked, and never fails the call. */
  readonly ask: (question: Question) => Effect.Effect<Answer, never, Session | Storage>
  /** The answer if none came in time. */
  readonly late: (question: Question) => NoInfer<Answer>
  /** Decides, first without an answer. It fails with {@link Unasked} to get one, but not if it has one. */
  readonly decide: (
    input: Endpoint.Input<E>,
    answer: NoInfer<Answer> | undefined
  ) => Effect.Effect<Handled<E>, Refusals<E> | Unasked<Question>, Session | Operator>
}

/** A handler that asks, which {@link asking} makes. */
export class Asking<in out E> {
  readonly inquiry: Inquiry<E, unknown, unknown>
  /** @internal */
  constructor(inquiry: Inquiry<E, unknown, unknown>) {
    this.inquiry = inquiry
  }
}

/** A handler that decides, and asks other servers if the decision needs it. A call that asks nobody pays nothing for this. */
export const asking = <E, Question, Answer>(inquiry: Inquiry<E, Question, Answer>): Asking<E> =>
  new Asking(inquiry as unknown as Inquiry<E, unknown, unknown>)

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
export type Handler<E> =
  | Decide<E>
  | ("change" extends Endpoint.AnswerOf<E> ? Staged<E> | Asking<E> | Stepped<E> : never)

/** A handler for each endpoint of an area. */
export type Handlers<A extends Endpoint.Area> = {
  readonly [Name in keyof A["endpoints"]]: Handler<A["endpoints"][Name]>
}
