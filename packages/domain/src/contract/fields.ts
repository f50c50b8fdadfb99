/**
 * Finds the fields of parameters, answers and documents in their schemas. Nothing else walks the AST of a schema for its
 * fields: flags, OpenAPI, the reader, the fuzzer, defaults and bounds are made from what this module finds.
 */
import { SchemaAST } from "effect"
import { descriptions, titles } from "../data/parameters.ts"
import { boundOf } from "./bounded.ts"
import { defaultOf } from "./defaults.ts"
import { oncePer } from "./once.ts"
import type { Bounds, Choice, Field, Shape, ValueKind } from "./shape.ts"
import { aliasesOf } from "./spellings.ts"
import { jsonOf, nodeNamesOf, sentenceOf, wireOf } from "./values.ts"

/** A schema, of which only its AST is read. */
interface Read {
  readonly ast: SchemaAST.AST
}

/** The parameters of an endpoint. */
export const fieldsOf = ({ input }: { readonly input: Read }): ReadonlyArray<Field> => parametersOf(input.ast)

/** The parameters that a struct declares. */
export const parametersOf = oncePer((ast: SchemaAST.AST): ReadonlyArray<Field> => walk(ast, descriptions).inner ?? [])

/** What an endpoint answers. */
export const answerOf = ({ output }: { readonly output: Read }): Shape => shapeOf(output.ast)

/** What the values of a schema are. */
export const shapeOf = oncePer((ast: SchemaAST.AST): Shape => walk(ast, {}))

/** What the rules of a shape are run with, since functions are not data. */
export interface Rules {
  readonly ast: SchemaAST.AST
  /** Converts a sent text to the one spelling that is checked and kept. */
  readonly spelling: ((text: string) => string) | undefined
}

/** The rules of a shape that was found in a schema; a copy of a shape has none. */
export const rulesOf = (shape: Shape): Rules => {
  const rules = rulesByShape.get(shape)
  if (rules === undefined) throw new TypeError("This shape was not found in a schema.")
  return rules
}
const rulesByShape = new WeakMap<Shape, Rules>()

/** What the names of fields say of them. */
type Help = Readonly<Record<string, string>>

const walk = (ast: SchemaAST.AST, help: Help): Shape => {
  const nonNull = nonNullOf(ast)
  if (nonNull === undefined) {
    const shape = { ...partsOf(ast, help), bounds: boundsOf(ast), sentences: sentencesOf(ast), ...saidOf(ast) }
    return withRules(shape, { ast, spelling: wireOf(ast).spelling })
  }
  const shape = walk(nonNull, help)
  return withRules({ ...shape, ...saidOf(ast), nullable: true }, rulesOf(shape))
}

const withRules = <S extends Shape>(shape: S, rules: Rules): S => {
  rulesByShape.set(shape, rules)
  return shape
}

type Parts = Pick<Shape, "kind"> & Partial<Shape>

/** The parts of a value, and its kind as far as they say it. */
const partsOf = (ast: SchemaAST.AST, help: Help): Parts => {
  const choices = literalsOf(ast)
  if (choices !== undefined) return { kind: "choice", choices }
  if (SchemaAST.isArrays(ast)) return listOf(ast, help)
  if (SchemaAST.isObjects(ast)) return objectOf(ast, help)
  if (SchemaAST.isUnion(ast)) return { kind: "either", either: ast.types.map((type) => walk(type, help)) }
  const kind = kinds[ast._tag]
  if (kind === undefined) throw new TypeError(`A schema of ${ast._tag} has no kind.`)
  return { kind }
}

const kinds: Readonly<Record<string, ValueKind>> = {
  String: "text",
  Number: "number",
  Boolean: "boolean",
  Null: "null",
  Unknown: "any",
  // The bytes of a file.
  Declaration: "any",
  Never: "never"
}

/** The values of a literal or of a union of literals; `undefined` for any other schema. */
const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<Choice> | undefined => {
  const types = SchemaAST.isUnion(ast) ? ast.types : [ast]
  return types.every(SchemaAST.isLiteral) ? types.map(({ literal }) => literal as Choice) : undefined
}

/** The schema beside null in a union of the two; `undefined` for any other schema. */
const nonNullOf = (ast: SchemaAST.AST): SchemaAST.AST | undefined => {
  if (!SchemaAST.isUnion(ast) || ast.types.length !== 2 || !ast.types.some(SchemaAST.isNull)) return undefined
  return ast.types.find((type) => !SchemaAST.isNull(type))
}

const listOf = (ast: SchemaAST.Arrays, help: Help): Parts => ({
  kind: "list",
  item: walk(ast.rest[0] ?? SchemaAST.never, help),
  ...present({ choices: nodeNamesOf(ast) })
})

const objectOf = ({ indexSignatures: [index], propertySignatures }: SchemaAST.Objects, help: Help): Parts => ({
  kind: index === undefined ? "object" : "record",
  ...(index !== undefined && propertySignatures.length === 0
    ? {}
    : { inner: propertySignatures.map((property) => fieldOf(property, help)) }),
  ...(index === undefined
    ? {}
    : { member: walk(index.type, help), key: SchemaAST.resolveTitle(index.parameter) ?? "key" })
})

const fieldOf = ({ name: key, type }: SchemaAST.PropertySignature, help: Help): Field => {
  const name = String(key)
  const shape = walk(type, help)
  const given = defaultOf(type)
  const aliases = aliasesOf(type)
  const field = {
    ...{ name, required: !SchemaAST.isOptional(type) && given === undefined },
    ...shape,
    ...present({
      ...{ aliases: aliases.length === 0 ? undefined : aliases, title: titles[name] },
      help: SchemaAST.resolveDescription(type) ?? help[name]
    }),
    ...(given === undefined ? {} : { default: given.value })
  }
  return withRules(field, rulesOf(shape))
}

const boundsOf = (ast: SchemaAST.AST): Bounds => {
  const { type: _, ...bounds } = jsonOf(ast) as Bounds & { readonly type?: string }
  return bounds
}

const sentencesOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  (ast.checks ?? []).map((check) => sentenceOf(check as SchemaAST.Check<never>))

/** What a schema says of its values beside their parts and their checks. */
const saidOf = (ast: SchemaAST.AST): Partial<Shape> => {
  const { body, bytes, keepsEmpty, kind, labels, maxNumber, names } = wireOf(ast)
  return present({
    kind: kind ?? kindsByFormat[boundsOf(ast).format ?? ""],
    keepsEmpty: keepsEmpty === true ? (true as const) : undefined,
    labels,
    names,
    maxNumber,
    maxBytes: bytes,
    maxBodyBytes: body,
    bound: boundOf(ast),
    identifier: SchemaAST.resolveIdentifier(ast),
    description: SchemaAST.resolveDescription(ast)
  })
}

const kindsByFormat: Readonly<Record<string, ValueKind>> = {
  date: "day",
  "date-time": "instant",
  email: "email",
  uri: "url",
  "uri-template": "url"
}

type Present<A> = { readonly [Name in keyof A]?: Exclude<A[Name], undefined> }

/** An object without the members that are undefined, which JSON cannot have. */
const present = <A extends object>(all: A): Present<A> =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Present<A>
