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

/** Adds to an object, in place, the defaults of the fields it lacks, inner structs included. */
export const fill = (ast: SchemaAST.AST): ((doc: unknown) => unknown) => {
  if (!SchemaAST.isObjects(ast)) return (doc) => doc
  const steps = ast.propertySignatures.flatMap(({ name, type }) => {
    const given = defaultOf(type)
    if (given !== undefined)
      return [
        (doc: Record<PropertyKey, unknown>) => {
          if (!(name in doc)) doc[name] = given.value
        }
      ]
    if (!hasDefaults(type)) return []
    const inner = fill(type)
    return [
      (doc: Record<PropertyKey, unknown>) => {
        if (typeof doc[name] === "object" && doc[name] !== null) inner(doc[name])
      }
    ]
  })
  return (doc) => {
    for (const step of steps) step(doc as Record<PropertyKey, unknown>)
    return doc
  }
}

const hasDefaults = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isObjects(ast) &&
  ast.propertySignatures.some(({ type }) => defaultOf(type) !== undefined || hasDefaults(type))
