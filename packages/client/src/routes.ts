/**
 * What a client needs from the contract at run time; types are erased. When the client is packed, the values computed
 * here replace this module (see `tools/routes.ts`), so nobody downloads schemas that no client reads.
 */
import { contract } from "@bottega/domain/areas"
import {
  type AnswerKind,
  answerOf,
  entries,
  type Method,
  pathOf,
  refusals,
  type Shape,
  type Surface,
  type ValueKind
} from "@bottega/domain/contract"
import { type Policies, policies } from "@bottega/domain/throttle"

/** The path of a call, and how it is answered. */
export interface Route {
  readonly area: string
  readonly name: string
  readonly surface: Surface
  readonly method: Method
  /** The full path. */
  readonly path: string
  readonly answer: AnswerKind
  /** What its answer is: a list, an object, or a record, whose names are not known. */
  readonly kind: ValueKind
  /** Whether the items of that list, or the values of that record, are objects. */
  readonly ofObjects: boolean
  /** Calls with the same name here count against the same limit. */
  readonly limit: string
}

const isObject = ({ either, kind, nullable }: Shape): boolean =>
  nullable !== true && (kind === "object" || either?.every(isObject) === true)

/** Every endpoint of the contract. */
export const routes: ReadonlyArray<Route> = entries(contract).map(({ area, endpoint, id, name }) => {
  const { answer, method, surface, throttle } = endpoint
  const { item, kind, member = item } = answerOf(endpoint)
  const ofObjects = member !== undefined && isObject(member)
  const together = throttle !== undefined && (policies as Policies)[throttle].per === "key set"
  return {
    area,
    name,
    surface,
    method,
    path: pathOf(endpoint),
    answer,
    kind,
    ofObjects,
    limit: together ? throttle : id
  }
})

/** The names of refusals by their types: `not_found` has the name `NotFound`. */
export const tags: Readonly<Record<string, string>> = Object.fromEntries(
  refusals.map((Refusal) => [Refusal.kind.type, new Refusal({ message: "" })._tag])
)
