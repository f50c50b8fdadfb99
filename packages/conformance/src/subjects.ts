/**
 * How a valid call of each endpoint is made. Every area declares it beside its suite, and the suites for all operations
 * use these calls; an endpoint without a declaration does not compile.
 */
import type { areas } from "@bottega/domain/areas"
import type * as Contract from "@bottega/domain/contract"
import { isServiceId } from "@bottega/domain/contract"
import type { Relation } from "./relations/relation.ts"
import type { Store, Suite } from "./surface.ts"

/** How one endpoint is called so that it answers 200. */
export interface Subject<in out Given> {
  /** Creates what has to exist in the shop, and returns the parameters of a valid call; each time of a different one. */
  readonly given: (store: Store) => Promise<Given> | Given
  /** The same call of a resource that no shop has; by default with another value of its first parameter. */
  readonly absent?: (given: Given) => Given
  /** True if every shop has the resource from the beginning, so that a call never addresses another shop's. */
  readonly isOfEveryShop?: boolean
  /** Why no call can answer 200 yet: nothing makes the resource. */
  readonly unmade?: string
}

/** A subject for each endpoint of an area. */
export type Subjects<Name extends keyof typeof areas> = {
  readonly [Endpoint in keyof (typeof areas)[Name]["endpoints"]]: Subject<
    Contract.Arguments<(typeof areas)[Name]["endpoints"][Endpoint]>
  >
}

/** The suite of an area, and how its endpoints are called. */
export interface Covered<Name extends keyof typeof areas> {
  readonly suite: Suite
  /**
   * Registers promises of the suite to which a database server adds nothing: they depend on the parameters and on single documents,
   * and other tests call the same operations on it.
   */
  readonly decided?: Suite["register"]
  readonly subjects: Subjects<Name>
  /** The relations of its documents; each is raced for on SQLite, and some of all areas' on the other stores. */
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
/** An order's number that nothing has. */
export const noOrder = "1_0000000000000"

/** A value of the same kind that no resource has. */
export const otherThan = (value: unknown): unknown => {
  if (typeof value === "number") return 999_999_999
  if (isServiceId(String(value))) return noId
  return /^\d+_[0-9a-f]{13}$/.test(String(value)) ? noOrder : "none"
}

/** Calls that address a new resource by one parameter, with what else they are given. */
export const addressed =
  <By extends string, Value>(by: By, made: (store: Store) => Promise<Value>) =>
  <Given extends Readonly<Record<By, Value>>>(
    ...[more]: object extends Omit<Given, By> ? [more?: Omit<Given, By>] : [more: Omit<Given, By>]
  ): Subject<Given> => ({
    given: async (store) => ({ [by]: await made(store), ...more }) as unknown as Given
  })

/** A call without parameters, after something was made. */
export const after = (made: (store: Store) => Promise<unknown>) => ({
  given: (store: Store) => made(store).then(() => ({}))
})
