/** Compares the contract with the specification's table: every difference is one sentence. */
import { type Any, type Contract, entries, pathOf, rulesOf, version } from "@bottega/domain/contract"
import { Schema } from "effect"
import {
  additions,
  type Companion,
  companions,
  type Operation,
  type Parameter,
  specification
} from "./specification.ts"
import { type Declared, parametersOf, type Shown, shownOf } from "./tabled.ts"

/** `GET /v1.1/orders/list.json`. */
type Name = string

/** The result of a comparison. */
export interface Comparison {
  /** Operations of the table that are not in the contract. */
  readonly missing: ReadonlyArray<Name>
  /** Operations of the contract that are not in the table. */
  readonly unknown: ReadonlyArray<Name>
  /** The differences from the table, by operation. */
  readonly differences: Readonly<Record<Name, ReadonlyArray<string>>>
}

/** Compares a contract with the whole table. */
export const compare = (contract: Contract): Comparison => {
  const built = new Map(
    entries(contract)
      // A file has no table: the specification has no operation with its path.
      .filter(({ endpoint }) => endpoint.answer !== "bytes")
      .map(({ endpoint }) => [`${endpoint.method} ${pathOf(endpoint)}`, endpoint])
  )
  const wanted = new Map([...specification, ...companions].map((operation) => [nameOf(operation), operation]))
  const differences: Record<Name, ReadonlyArray<string>> = {}
  for (const [name, operation] of wanted) {
    const endpoint = built.get(name)
    const found = endpoint === undefined ? [] : differ(operation, endpoint)
    if (found.length > 0) differences[name] = found
  }
  return {
    missing: [...wanted.keys()].filter((name) => !built.has(name)),
    unknown: [...built.keys()].filter((name) => !wanted.has(name)),
    differences
  }
}

const nameOf = ({ method, path }: Pick<Operation, "method" | "path">): Name =>
  `${method} ${path.startsWith("/control/") ? path : `/${version}${path}`}`

const differ = (operation: Operation | Companion, endpoint: Any): ReadonlyArray<string> => {
  const stability = "surface" in operation && operation.surface === "shop" ? "companion" : operation.stability
  const added = additions.filter(({ method, path }) => method === operation.method && path === operation.path)
  return [
    ...unlike("stability", endpoint.stability, stability),
    ...unlike("throttle", endpoint.throttle, operation.throttle),
    ...unlike("requires", endpoint.requires, operation.requires),
    ...parametersDiffer(parametersOf(endpoint), [
      ...operation.parameters,
      ...added.flatMap(({ parameters }) => parameters)
    ]),
    ...answersDiffer(shownOf(endpoint), operation.response)
  ]
}

const unlike = (what: string, is: unknown, wanted: unknown): ReadonlyArray<string> =>
  is === wanted ? [] : [`${what} is ${spelt(is)}, not ${spelt(wanted)}`]
const spelt = (value: unknown): string => (value === undefined ? "none" : String(value))

/** A key that the sender chooses has a name for readers only, which is removed here. */
const bare = (name: string): string => name.replaceAll(/<[^>]*>/g, "<>")

const parametersDiffer = (
  declared: ReadonlyArray<Declared>,
  wanted: ReadonlyArray<Parameter>
): ReadonlyArray<string> => {
  const byName = new Map(declared.map((one) => [one.name, one]))
  const known = new Set(wanted.map(({ name }) => bare(name)))
  return [
    ...declared.filter(({ name }) => !known.has(name)).map(({ name }) => `${name} is a parameter of its own`),
    ...wanted.flatMap((parameter) => {
      const one = byName.get(bare(parameter.name))
      return one === undefined ? [`${parameter.name} is missing`] : parameterDiffers(one, parameter)
    })
  ]
}

const parameterDiffers = (one: Declared, wanted: Parameter): ReadonlyArray<string> => {
  const { name } = wanted
  // Words such as "now" are not values that a declaration could contain.
  const value = typeof wanted.default === "string" && wanted.type !== "enum" ? one.default : wanted.default
  return [
    ...(typeFits(one, wanted) ? [] : [`${name} is ${one.type}, not ${wanted.type}`]),
    ...unlike(`${name} required`, one.required, wanted.required === true),
    ...unlike(`${name} default`, one.default, value),
    ...(wanted.values === undefined ? [] : unlike(`${name} values`, listed(one.values), listed(wanted.values)))
  ]
}

/**
 * A set of allowed numbers is an enum in one notation and an integer in the other; a flag and a boolean are read alike.
 */
const typeFits = ({ type, values }: Declared, wanted: Parameter): boolean =>
  type === wanted.type ||
  (type === "enum" && listed(values) === listed(wanted.values)) ||
  (isTruth(type) && isTruth(wanted.type))

const isTruth = (type: Parameter["type"]): boolean => type === "flag" || type === "boolean"

const listed = (values: ReadonlyArray<string | number> = []): string => [...values].map(String).sort().join(" ")

const answersDiffer = ({ keys, shape }: Shown, response: Operation["response"]): ReadonlyArray<string> => {
  const { literals, optional = [], settled } = response
  const always = innermost([...response.keys, ...(settled?.keys ?? [])], [...optional, ...(settled?.optional ?? [])])
  const sometimes = innermost([...optional, ...(settled?.optional ?? [])], [])
  return [
    ...unlike("the answer", shape, response.shape),
    ...always.flatMap((key) =>
      keys.get(key)?.always === true ? [] : [`answers ${keys.has(key) ? "sometimes" : "no"} ${key}`]
    ),
    ...sometimes.flatMap((key) =>
      keys.get(key)?.always === false ? [] : [`answers ${keys.has(key) ? "always" : "no"} ${key}`]
    ),
    ...[...keys.keys()]
      .filter((key) => !always.includes(key) && !sometimes.includes(key))
      .map((key) => `answers ${key} too`),
    ...Object.entries({ ...literals, ...settled?.literals }).flatMap(([key, value]) => {
      const found = keys.get(key)
      return found === undefined || Schema.is(Schema.make(rulesOf(found.shape).ast))(value)
        ? []
        : [`answers no ${key} of ${value}`]
    })
  ]
}

/** Keys that contain no other key, among themselves or among `others`. */
const innermost = (keys: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> => {
  const all = [...keys, ...others]
  return [...new Set(keys)].filter((key) => !all.some((other) => other !== key && isWithin(other, key)))
}

const isWithin = (inner: string, outer: string): boolean =>
  inner.startsWith(`${outer}.`) || inner === `${outer}[]` || inner.startsWith(`${outer}[].`)
