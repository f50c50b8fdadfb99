/**
 * Converts an endpoint's declaration into the notation of the specification's table, from its schemas: parameters by
 * their bracket names, and the keys of the answer.
 */
import { type Any, defaultOf, jsonOf, literalsOf, nodeNamesOf, nonNullOf, wireOf } from "@bottega/domain/contract"
import { type Schema, SchemaAST } from "effect"
import type { Parameter, ParameterType } from "./specification.ts"

/** What the declaration says about one parameter. */
export interface Declared extends Pick<Parameter, "default" | "values"> {
  readonly name: string
  readonly type: ParameterType
  readonly required: boolean
}

/** The parameters of an endpoint. */
export const parametersOf = ({ input }: Any): ReadonlyArray<Declared> =>
  fields(astOf(input)).flatMap(({ name, type }) => parameters(String(name), type, isRequired(type)))

const astOf = (schema: unknown): SchemaAST.AST => (schema as Schema.Top).ast

const fields = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.PropertySignature> =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures : []

/** Whether a field is required: it is not optional and has no default. */
export const isRequired = (ast: SchemaAST.AST): boolean => !SchemaAST.isOptional(ast) && defaultOf(ast) === undefined

const parameters = (name: string, ast: SchemaAST.AST, must: boolean): ReadonlyArray<Declared> => {
  if (SchemaAST.isArrays(ast)) return ofList(name, ast, must)
  if (SchemaAST.isObjects(ast) && ast.indexSignatures.length > 0)
    return parameters(`${name}[<>]`, ast.indexSignatures[0]!.type, must)
  if (SchemaAST.isObjects(ast))
    return fields(ast).flatMap((field) =>
      parameters(`${name}[${String(field.name)}]`, field.type, must && isRequired(field.type))
    )
  const values = literalsOf(ast)
  const given = defaultOf(ast)
  return [
    {
      name,
      type: leaf(nonNullOf(ast) ?? ast),
      required: must,
      ...(values === undefined
        ? {}
        : { values: values.map((value) => (typeof value === "bigint" ? String(value) : value) as string | number) }),
      ...(given === undefined ? {} : { default: defaulted(given.value) })
    }
  ]
}

/** A boolean is read like a flag. */
const defaulted = (value: unknown): string | number =>
  typeof value === "boolean" ? Number(value) : (value as string | number)

const ofList = (name: string, ast: SchemaAST.Arrays, must: boolean): ReadonlyArray<Declared> => {
  const item = ast.rest[0]!
  if (wireOf(ast).kind === "commas") {
    const values = nodeNamesOf(ast)
    return [{ name, type: "commaList", required: must, ...(values === undefined ? {} : { values }) }]
  }
  return SchemaAST.isObjects(item)
    ? fields(item).flatMap((field) =>
        parameters(`${name}[n][${String(field.name)}]`, field.type, must && isRequired(field.type))
      )
    : parameters(`${name}[]`, item, must)
}

const formats: Readonly<Record<string, ParameterType>> = {
  date: "date",
  email: "email",
  uri: "url",
  "uri-template": "url"
}

const leaf = (ast: SchemaAST.AST): ParameterType => {
  const { kind } = wireOf(ast)
  const { format, maximum } = jsonOf(ast) as { readonly format?: string; readonly maximum?: number }
  if (kind === "flag") return "flag"
  if (kind === "int") return maximum === maxUnixSeconds ? "unix" : "int"
  if (literalsOf(ast) !== undefined) return "enum"
  if (SchemaAST.isBoolean(ast)) return "boolean"
  if (SchemaAST.isNumber(ast)) return "number"
  return formats[format ?? ""] ?? "string"
}

/** The largest number of Unix seconds, which distinguishes these from other integers. */
const maxUnixSeconds = 253402300799

/** The content of an answer: its shape, its innermost keys, and which of them may be missing. */
export interface Shown {
  readonly shape: "object" | "array" | "map"
  /** By key, such as `cart.items.*.sku`: whether it is always present, and its type. */
  readonly keys: ReadonlyMap<string, { readonly always: boolean; readonly ast: SchemaAST.AST }>
}

/** The keys of an endpoint's answer, or of one element if it is a list or a map. */
export const shownOf = ({ output }: Any): Shown => {
  const ast = filled(astOf(output))
  const keys = new Map<string, { always: boolean; ast: SchemaAST.AST }>()
  if (SchemaAST.isArrays(ast)) {
    collect(keys, "", ast.rest[0]!, true)
    return { shape: "array", keys }
  }
  if (SchemaAST.isObjects(ast) && ast.indexSignatures.length > 0) {
    collect(keys, "", ast.indexSignatures[0]!.type, true)
    return { shape: "map", keys }
  }
  collect(keys, "", ast, true)
  return { shape: "object", keys }
}

type Keys = Map<string, { always: boolean; ast: SchemaAST.AST }>

const collect = (keys: Keys, name: string, given: SchemaAST.AST, always: boolean): void => {
  const ast = filled(given)
  if (SchemaAST.isUnion(ast) && ast.types.some((type) => isNested(filled(type)))) {
    either(keys, name, ast, always)
    return
  }
  if (SchemaAST.isArrays(ast) && isNested(ast)) {
    collect(keys, `${name}[]`, ast.rest[0]!, always)
    return
  }
  const below = (key: string) => (name === "" ? key : `${name}.${key}`)
  if (SchemaAST.isObjects(ast) && isNested(ast)) {
    for (const { name: key, type } of ast.propertySignatures)
      collect(keys, below(String(key)), type, always && !SchemaAST.isOptional(type))
    for (const { type } of ast.indexSignatures) collect(keys, below("*"), type, always)
    return
  }
  if (name !== "") keys.set(name, { always, ast })
}

/** A key is always present if each alternative has it. */
const either = (keys: Keys, name: string, ast: SchemaAST.Union, always: boolean): void => {
  const ways = ast.types.map((type) => {
    const way: Keys = new Map()
    collect(way, name, type, always)
    return way
  })
  const nested = ways.filter((way) => !(way.size === 1 && way.has(name)))
  for (const way of nested)
    for (const [key, found] of way)
      keys.set(key, { ...found, always: nested.every((other) => other.get(key)?.always === true) })
}

const isNested = (ast: SchemaAST.AST): boolean =>
  (SchemaAST.isArrays(ast) && ast.rest.length > 0) ||
  (SchemaAST.isObjects(ast) && ast.propertySignatures.length + ast.indexSignatures.length > 0)

/** A nullable value is described by its other type. */
const filled = (ast: SchemaAST.AST): SchemaAST.AST => {
  if (!SchemaAST.isUnion(ast)) return ast
  const rest = ast.types.filter((type) => !SchemaAST.isNull(type))
  return rest.length === 1 ? filled(rest[0]!) : ast
}
