/**
 * How a call of each endpoint is made valid. Every area declares it beside its suite, and what holds for all operations is
 * tested by these calls; an endpoint without a declaration does not compile.
 */
import type { areas } from "@bottega/domain/areas"
import type * as Contract from "@bottega/domain/contract"
import type { Relation } from "./relations/relation.ts"
import type { Store, Suite } from "./surface.ts"

/** How one endpoint is called so that it answers 200. */
export interface Subject<in out Given> {
  /** Makes what has to exist in the shop, and gives the parameters of a call. Each time it is asked, another call is valid. */
  readonly given: (store: Store) => Promise<Given> | Given
  /** The same call of a resource that no shop has. Required where an operation of a shop may answer `NotFound`. */
  readonly absent?: (given: Given) => Given
  /** Why no call can answer 200 yet: nothing makes the resource. */
  readonly unmade?: string
}

/** A subject for each endpoint of an area. */
export type Subjects<Name extends keyof typeof areas> = {
  readonly [Endpoint in keyof (typeof areas)[Name]["endpoints"]]: Subject<
    Contract.Arguments<(typeof areas)[Name]["endpoints"][Endpoint]>
  >
}

/** What an area promises, and how its endpoints are called. */
export interface Covered<Name extends keyof typeof areas> {
  readonly suite: Suite
  readonly subjects: Subjects<Name>
  /** What its documents refer to; each is raced for on every store. */
  readonly relations?: ReadonlyArray<Relation<unknown>>
}

let numbers = 0
/** A number that no other subject has. */
export const unique = (): number => ++numbers
/** Begins the numbers again, for a store that no other subject has called. */
export const restartNumbers = (): void => {
  numbers = 0
}
/** A ServiceID that nothing has. */
export const noId = "0".repeat(24)
