/**
 * Every operation of the contract. The build replaces this module by its value, so that no browser loads a schema; see
 * `build/frozen.ts`.
 */
import { contract } from "@bottega/domain/areas"
import { answerOf, entries, type Field, fieldsOf, pathOf, type Shape } from "@bottega/domain/contract"
import { type Policies, policies } from "@bottega/domain/throttle"
import type { Named, Operation, Part } from "./operation.ts"

type Written<A> = { -readonly [Name in keyof A]: A[Name] }

const partOf = (shape: Shape): Part => {
  const { bounds, choices, either, inner, item, key, kind, labels, member, names, nullable } = shape
  return some({
    ...{ kind, nullable, choices, labels, names, key },
    bounds: Object.keys(bounds).length > 0 ? bounds : undefined,
    item: item && partOf(item),
    member: member && partOf(member),
    inner: inner?.map(fieldOf),
    either: either?.map(partOf)
  }) as Part
}

const fieldOf = (field: Field): Named => {
  const { default: given, help, name, required, title } = field
  return { name, ...partOf(field), ...some({ title, help, default: given, required: required || undefined }) } as Named
}

/** Without what is undefined, which JSON does not have. */
const some = <A extends object>(all: A): Partial<A> =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Partial<A>

/** Every operation of the contract, in its order. */
export const operations: ReadonlyArray<Operation> = entries(contract).map(({ area, endpoint, id, name }) => {
  const {
    answer,
    audience,
    columns,
    description,
    endless,
    method,
    requires,
    secret,
    summary,
    surface,
    throttle,
    workbench
  } = endpoint
  const together = throttle !== undefined && (policies as Policies)[throttle].per === "key set"
  const optional: Partial<Written<Operation>> = {}
  if (description !== undefined) optional.description = description
  if (columns !== undefined) optional.columns = columns
  if (secret) optional.secret = true
  if (workbench) optional.workbench = true
  if (requires !== undefined) optional.requires = requires
  if (endless) optional.endless = true
  return {
    ...{ id, area, name, surface, method, path: pathOf(endpoint), answer, limit: together ? throttle : id },
    ...{ audience, summary, ...optional },
    input: fieldsOf(endpoint).map(fieldOf),
    output: partOf(answerOf(endpoint))
  }
})
