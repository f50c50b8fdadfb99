/**
 * Defaults of a field: the value of an omitted parameter, and the value in a stored document that was written before
 * the field existed. One declaration serves both.
 */
import { Effect, Schema, type SchemaAST } from "effect"

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
