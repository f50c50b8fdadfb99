/**
 * Defaults of a field: the value of an omitted parameter, and the value in a stored document that was written before
 * the field existed. One declaration serves both.
 */
import { Effect, Schema, SchemaAST } from "effect"

/** The annotation in which {@link withDefault} stores the value. */
const key = "bottega/default"

/** A field with a default: callers may omit it, and handlers then find `value`. */
export const withDefault = <S extends Schema.Top & Schema.WithoutConstructorDefault>(
  schema: S,
  value: S["~type.make.in"]
): Schema.withConstructorDefault<S> =>
  Schema.withConstructorDefault<S>(Effect.succeed(value))(schema.annotateKey({ [key]: value }) as S)

/** The same fields, each of them optional. */
export const optional = <Fields extends Record<string, Schema.Top>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Schema.optionalKey(schema)])) as {
    readonly [Name in keyof Fields]: Schema.optionalKey<Fields[Name]>
  }

/** The default declared on a field's schema, wrapped in an object so that a default of `null` differs from none. */
export const defaultOf = (ast: SchemaAST.AST): { readonly value: unknown } | undefined => {
  const annotations = ast.context?.annotations as Record<string, unknown> | undefined
  return annotations !== undefined && key in annotations ? { value: annotations[key] } : undefined
}

/** Makes a function that adds missing defaults to an object in place, including those of nested structs, lists and records. */
export const addDefaults = (ast: SchemaAST.AST): ((doc: unknown) => unknown) => {
  const inner = fillingOf(ast)
  return (doc) => {
    inner?.(doc)
    return doc
  }
}

type Filling = (value: unknown) => void

/** Makes a function that adds the defaults within a value; `undefined` if the schema declares none. */
const fillingOf = (ast: SchemaAST.AST): Filling | undefined => {
  if (SchemaAST.isUnion(ast)) {
    const [filling, another] = ast.types.map(fillingOf).filter((one) => one !== undefined)
    if (another !== undefined) throw new TypeError("only one member of a union can have fields with defaults")
    return filling
  }
  if (SchemaAST.isArrays(ast)) {
    const inner = ast.rest[0] && fillingOf(ast.rest[0])
    return inner && ((list) => Array.isArray(list) && list.forEach(inner))
  }
  if (!SchemaAST.isObjects(ast)) return undefined
  const steps = [...ast.propertySignatures.flatMap(fieldFilling), ...ast.indexSignatures.flatMap(recordFilling)]
  if (steps.length === 0) return undefined
  return (doc) => {
    if (typeof doc === "object" && doc !== null && !Array.isArray(doc)) for (const step of steps) step(doc as Fields)
  }
}

type Fields = Record<PropertyKey, unknown>
type Step = (doc: Fields) => void

const fieldFilling = ({ name, type }: SchemaAST.PropertySignature): ReadonlyArray<Step> => {
  const given = defaultOf(type)
  const inner = fillingOf(type)
  if (given === undefined) return inner === undefined ? [] : [(doc) => inner(doc[name])]
  return [
    (doc) => {
      if (!(name in doc)) doc[name] = given.value
      else inner?.(doc[name])
    }
  ]
}

const recordFilling = ({ type }: SchemaAST.IndexSignature): ReadonlyArray<Step> => {
  const inner = fillingOf(type)
  return inner === undefined ? [] : [(doc) => Object.values(doc).forEach(inner)]
}
