/**
 * What a client needs of the contract when it runs; its types are erased. Where the client is packed, this module is
 * replaced by the values it has (see `tools/routes.ts`), so that nobody downloads schemas that no client reads.
 */
import { contract } from "@bottega/domain/areas"
import { type Answer, entries, type Method, pathOf, refusals, type Surface } from "@bottega/domain/contract"
import { type Policies, policies } from "@bottega/domain/throttle"

/** Where a call goes and how it is answered. */
export interface Route {
  readonly area: string
  readonly name: string
  readonly surface: Surface
  readonly method: Method
  /** The whole path. */
  readonly path: string
  readonly answer: Answer
  /** The calls that one limit counts together have one name here. */
  readonly limit: string
}

/** Every endpoint of the contract. */
export const routes: ReadonlyArray<Route> = entries(contract).map(({ area, endpoint, id, name }) => {
  const { answer, method, surface, throttle } = endpoint
  const together = throttle !== undefined && (policies as Policies)[throttle].per === "key set"
  return { area, name, surface, method, path: pathOf(endpoint), answer, limit: together ? throttle : id }
})

/** The names of refusals by their types: `not_found` is `NotFound`. */
export const tags: Readonly<Record<string, string>> = Object.fromEntries(
  refusals.map((Refusal) => [Refusal.kind.type, new Refusal({ message: "" })._tag])
)
