/**
 * Defaults of a field: what a parameter is when it is left out, and what a stored document has where it was
 * written before the field existed. One declaration serves both.
 */
import { Effect, Schema, SchemaAST } from "effect"

/** The annotation under which {@link withDefault} leaves the value. */
const key = "bottega/default"

/** A field that may be left out and then is `value`. Callers may omit it, handlers always find it. */
export const withDefault = <S extends Schema.Top & Schema.WithoutConstructorDefault>(
  schema: S,
  value: S["~type.make.in"]
): Schema.withConstructorDefault<S> =>
  Schema.withConstructorDefault<S>(Effect.succeed(value))(schema.annotateKey({ [key]: value }) as S)

/** The same fields, each of which may be left out. */
export const optional = <Fields extends Record<string, Schema.Top>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Schema.optionalKey(schema)])) as {
    readonly [Name in keyof Fields]: Schema.optionalKey<Fields[Name]>
  }

/** The default declared on a field's schema, in a box, so that `null` and `0` can be told from none. */
export const defaultOf = (ast: SchemaAST.AST): { readonly value: unknown } | undefined => {
  const annotations = ast.context?.annotations as Record<string, unknown> | undefined
  return annotations !== undefined && key in annotations ? { value: annotations[key] } : undefined
}

/** Adds to an object, in place, the defaults of the fields it lacks: in inner structs too, and in those of lists and records. */
export const fill = (ast: SchemaAST.AST): ((doc: unknown) => unknown) => {
  const inner = fillingOf(ast)
  return (doc) => {
    inner?.(doc)
    return doc
  }
}

type Filling = (value: unknown) => void

/** What adds the defaults within a value; none where there are none to add. */
const fillingOf = (ast: SchemaAST.AST): Filling | undefined => {
  if (SchemaAST.isUnion(ast)) {
    const [filling, another] = ast.types.map(fillingOf).filter((one) => one !== undefined)
    if (another !== undefined) throw new TypeError("of a union only one member can have fields with defaults")
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
