/** The flags of an operation, read off the schema of its parameters: the names are the wire's, the values are texts. */
import { type Any, defaultOf, literalsOf, nodeNamesOf, nonNullOf, sentenceOf, wireOf } from "@bottega/domain/contract"
import { type Schema, SchemaAST } from "effect"

/**
 * How a parameter is given: `switch` needs no value, `list` and `commas` may be repeated, `nested` goes through
 * `--set name[key]=value`.
 */
type Shape = "switch" | "value" | "list" | "commas" | "nested"

/** A parameter of an operation as a flag. */
export interface Flag {
  readonly name: string
  readonly shape: Shape
  readonly required: boolean
  /** The values it takes, where they can be listed; those of a comma list each. */
  readonly values: ReadonlyArray<string>
  /** What stands for its value in help: `<int>`, `<any|guarded>`. */
  readonly placeholder: string
  readonly description: string
  readonly default: string | undefined
  /** True when a value may be larger than a command line takes: `@file` and `-` are read then. */
  readonly large: boolean
  /** How the bytes of a file become its value. */
  readonly encoding: "utf8" | "base64"
  /** The values within a nested parameter. */
  readonly inner: ReadonlyArray<Inner>
}

/** A value within a nested parameter, by the way to it: `item_id[0][sku]`. */
export interface Inner {
  readonly path: string
  readonly required: boolean
  readonly placeholder: string
  readonly description: string
}

/** The flags of an operation, in the order of their declaration. */
export const flagsOf = ({ input }: Any): ReadonlyArray<Flag> => fieldsOf(input).map(flagOf)

/** The parameter that may be given without its name: the only one that is required. */
export const positionalOf = (flags: ReadonlyArray<Flag>): Flag | undefined => {
  const [only, ...more] = flags.filter(({ required }) => required)
  return more.length === 0 && only?.shape === "value" ? only : undefined
}

/** A value within a nested parameter as it is typed: `--set 'item_id[0][sku]=<text>'`. */
export const nestedOf = ({ path, placeholder }: Inner): string => `--set '${path}=${placeholder}'`

/** Whether a parameter has a place of this name in it: `["item_id", "0", "sku"]`. */
export const hasPlace = ({ input }: Any, [head, ...rest]: ReadonlyArray<string>): boolean => {
  let ast = fieldsOf(input).find(({ name }) => name === head)?.type
  for (const step of rest) ast = ast && within(ast, step)
  return ast !== undefined
}

type Property = SchemaAST.PropertySignature
const fieldsOf = (input: Any["input"]): ReadonlyArray<Property> => {
  const { ast } = input as Schema.Top
  return SchemaAST.isObjects(ast) ? ast.propertySignatures : []
}

const within = (ast: SchemaAST.AST, step: string): SchemaAST.AST | undefined => {
  const list = listOf(ast)
  if (list !== undefined) return /^\d*$/.test(step) ? list.rest[0] : undefined
  if (!SchemaAST.isObjects(ast)) return undefined
  return ast.propertySignatures.find(({ name }) => name === step)?.type ?? ast.indexSignatures[0]?.type
}

const flagOf = ({ name, type }: Property): Flag => {
  const given = defaultOf(type)
  const shape = shapeOf(type)
  const leaf = leafOf(type)
  return {
    name: String(name),
    shape,
    required: !SchemaAST.isOptional(type) && given === undefined,
    values: nodeNamesOf(type) ?? valuesOf(leaf),
    placeholder: shape === "nested" ? "" : `<${placeholderOf(leaf, type)}>`,
    description: descriptionOf(type, leaf),
    default: given === undefined || isNothing(given.value) ? undefined : textOf(given.value),
    large: wireOf(type).bytes !== undefined,
    encoding: wireOf(type).kind === "base64" ? "base64" : "utf8",
    inner: shape === "nested" ? placesOf(type, String(name)) : []
  }
}

const textOf = (value: unknown): string => String(typeof value === "boolean" ? Number(value) : value)
const isNothing = (value: unknown): boolean => value === "" || (Array.isArray(value) && value.length === 0)

const listOf = (ast: SchemaAST.AST): SchemaAST.Arrays | undefined =>
  SchemaAST.isArrays(ast) ? ast : SchemaAST.isUnion(ast) ? ast.types.find(SchemaAST.isArrays) : undefined

const shapeOf = (ast: SchemaAST.AST): Shape => {
  if (SchemaAST.isObjects(ast)) return "nested"
  const list = listOf(ast)
  if (list !== undefined) {
    if (wireOf(ast).kind === "commas") return "commas"
    const [item] = list.rest
    return item !== undefined && (SchemaAST.isObjects(item) || SchemaAST.isArrays(item)) ? "nested" : "list"
  }
  return isSwitch(ast) ? "switch" : "value"
}

const isSwitch = (ast: SchemaAST.AST): boolean => wireOf(ast).kind === "flag" || SchemaAST.isBoolean(ast)

/** The schema of one value: of a list's items, or the parameter itself. */
const leafOf = (ast: SchemaAST.AST): SchemaAST.AST => listOf(ast)?.rest[0] ?? nonNullOf(ast) ?? ast

const valuesOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  isSwitch(ast) ? ["1", "0"] : (literalsOf(ast) ?? []).map(String)

const placeholderOf = (leaf: SchemaAST.AST, whole: SchemaAST.AST): string => {
  const values = valuesOf(leaf)
  const one = values.length > 0 && values.length < 12 ? values.join("|") : wordOf(leaf)
  return wireOf(whole).kind === "commas" ? `${nodeNamesOf(whole) === undefined ? one : "names"},...` : one
}

const wordOf = (ast: SchemaAST.AST): string =>
  words[wireOf(ast).kind ?? ""] ?? (SchemaAST.isNumber(ast) ? "number" : "text")
const words: Readonly<Record<string, string>> = { int: "int", base64: "@file" }

const descriptionOf = (ast: SchemaAST.AST, leaf: SchemaAST.AST): string => {
  const described = SchemaAST.resolveDescription(ast)
  if (described !== undefined) return described
  // A whole number says so in its placeholder already.
  const rules = (leaf.checks ?? []).map((check) => sentenceOf(check as SchemaAST.Check<never>))
  const sentence = rules.filter((rule) => rule !== "must be a whole number").join(", ")
  return sentence === "" ? "" : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

const placesOf = (ast: SchemaAST.AST, path: string, required = !SchemaAST.isOptional(ast)): ReadonlyArray<Inner> => {
  const list = listOf(ast)
  if (list !== undefined) return placesOf(leafOf(ast), isFlat(list) ? `${path}[]` : `${path}[0]`, required)
  if (!SchemaAST.isObjects(ast)) {
    const leaf = leafOf(ast)
    const placeholder = `<${placeholderOf(leaf, ast)}>`
    return [{ path, required, placeholder, description: descriptionOf(ast, leaf) }]
  }
  const [index] = ast.indexSignatures
  if (index !== undefined) return placesOf(index.type, `${path}[<key>]`, required)
  return ast.propertySignatures.flatMap(({ name, type }) => placesOf(type, `${path}[${String(name)}]`))
}

const isFlat = ({ rest: [item] }: SchemaAST.Arrays): boolean =>
  item !== undefined && !SchemaAST.isObjects(item) && !SchemaAST.isArrays(item)
