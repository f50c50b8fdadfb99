/** The type of what happens behind an endpoint, and the few shapes that handlers answer with. */

import type * as Endpoint from "@bottega/domain/contract"
import type { Invalid, Place } from "@bottega/domain/contract"
import type { Unavailable } from "@bottega/storage"
import type { Effect, Stream } from "effect"
import type { Encoded } from "./answer.ts"
import type { Change } from "./change.ts"
import type { Operator, Session } from "./session.ts"
import type { Streamed } from "./streamed.ts"

/** A page of a list, and where the next begins, if there may be one. */
export interface Page<Out> {
  readonly items: Out | Encoded<Out>
  readonly next: Place | undefined
}

type Item<Out> = Out extends ReadonlyArray<infer One> ? One : never

/** What a handler gives, by how its endpoint answers. */
type Given<E> = {
  readonly read: Endpoint.Output<E> | Encoded<Endpoint.Output<E>> | Streamed<Endpoint.Output<E>>
  readonly page: Page<Endpoint.Output<E>>
  readonly stream: Stream.Stream<Item<Endpoint.Output<E>> | Encoded<Item<Endpoint.Output<E>>>, Unavailable>
  readonly change: Change<Endpoint.Output<E>>
}[Endpoint.AnswerOf<E>]

/** What happens when a caller asks an endpoint. It may refuse with `Invalid` and with what the declaration names. */
export type Handler<E> = (
  input: Endpoint.Input<E>
) => Effect.Effect<Given<E>, Endpoint.Refused<E> | Invalid | Unavailable, Session | Operator>

/** A handler for each endpoint of an area. */
export type Handlers<A extends Endpoint.Area> = {
  readonly [Name in keyof A["endpoints"]]: Handler<A["endpoints"][Name]>
}
