/**
 * Converts an endpoint's declaration into the notation of the specification's table, from its schemas: parameters by
 * their bracket names, and the keys of the answer.
 */
import { type Any, answerOf, defaultIn, type Field, fieldsOf, isNested, type Shape } from "@bottega/domain/contract"
import type { Parameter, ParameterType } from "./specification.ts"

/** What the declaration says about one parameter. */
export interface Declared extends Pick<Parameter, "default" | "values"> {
  readonly name: string
  readonly type: ParameterType
  readonly required: boolean
}

/** The parameters of an endpoint. */
export const parametersOf = (endpoint: Any): ReadonlyArray<Declared> =>
  fieldsOf(endpoint).flatMap((field) => parameters(field.name, field, field.required))

const parameters = (name: string, shape: Shape | Field, must: boolean): ReadonlyArray<Declared> => {
  const { choices, inner, item, kind, member } = shape
  if (kind === "commas") return [{ name, type: "commaList", required: must, ...valuesOf(choices) }]
  if (item !== undefined)
    return item.inner === undefined ? parameters(`${name}[]`, item, must) : within(`${name}[n]`, item.inner, must)
  if (member !== undefined) return parameters(`${name}[<>]`, member, must)
  if (inner !== undefined) return within(name, inner, must)
  const given = "name" in shape ? defaultIn(shape) : undefined
  const byDefault = given === undefined ? {} : { default: defaulted(given.value) }
  return [{ name, type: types[kind] ?? "string", required: must, ...valuesOf(choices), ...byDefault }]
}

const within = (name: string, fields: ReadonlyArray<Field>, must: boolean): ReadonlyArray<Declared> =>
  fields.flatMap((field) => parameters(`${name}[${field.name}]`, field, must && field.required))

const valuesOf = (choices: Shape["choices"]): Pick<Declared, "values"> =>
  choices === undefined ? {} : { values: choices as ReadonlyArray<string | number> }

/** A boolean is read like a flag. */
const defaulted = (value: unknown): string | number =>
  typeof value === "boolean" ? Number(value) : (value as string | number)

const types: { readonly [Name in Shape["kind"]]?: ParameterType } = {
  ...{ day: "date", email: "email", url: "url", flag: "flag", boolean: "boolean", choice: "enum" },
  ...{ int: "int", unix: "unix", number: "number", money: "number", percent: "number", file: "file" }
}

/** The content of an answer: its shape, its innermost keys, and which of them may be missing. */
export interface Shown {
  readonly shape: "object" | "array" | "map"
  /** By key, such as `cart.items.*.sku`: whether it is always present, and its type. */
  readonly keys: ReadonlyMap<string, { readonly always: boolean; readonly shape: Shape }>
}

/** The keys of an endpoint's answer, or of one element if it is a list or a map. */
export const shownOf = (endpoint: Any): Shown => {
  const answer = answerOf(endpoint)
  const keys: Keys = new Map()
  collect(keys, "", answer.item ?? answer.member ?? answer, true)
  return { shape: answer.item !== undefined ? "array" : answer.member !== undefined ? "map" : "object", keys }
}

type Keys = Map<string, { readonly always: boolean; readonly shape: Shape }>

const collect = (keys: Keys, name: string, shape: Shape, always: boolean): void => {
  const { either, inner, item, member } = shape
  const below = (key: string) => (name === "" ? key : `${name}.${key}`)
  if (either?.some(isNested)) oneOf(keys, name, either, always)
  else if (item !== undefined) collect(keys, `${name}[]`, item, always)
  else if (inner !== undefined || member !== undefined) {
    for (const field of inner ?? [])
      collect(keys, below(field.name), field, always && (field.required || defaultIn(field) !== undefined))
    if (member !== undefined) collect(keys, below("*"), member, always)
  } else if (name !== "") keys.set(name, { always, shape })
}

/** A key is always present if each alternative has it. */
const oneOf = (keys: Keys, name: string, either: ReadonlyArray<Shape>, always: boolean): void => {
  const ways = either.map((one) => {
    const way: Keys = new Map()
    collect(way, name, one, always)
    return way
  })
  const nested = ways.filter((way) => !(way.size === 1 && way.has(name)))
  for (const way of nested)
    for (const [key, found] of way)
      keys.set(key, { ...found, always: nested.every((other) => other.get(key)?.always === true) })
}
