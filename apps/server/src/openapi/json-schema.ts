/** The JSON Schema (draft 2020-12) of a shape of the domain. */
import { type Choice, defaultIn, type Field, type Shape, type ValueKind } from "@bottega/domain/contract"

/** A JSON Schema. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** Stores a schema under a name, and returns the reference to it. */
export type Refer = (name: string, schema: JsonSchema) => JsonSchema

/** The keywords for a field that its shape does not give; the shape's own keywords win. */
export type Say = (field: Field) => JsonSchema

/** A parameter's title and description. */
export const sayParameter: Say = ({ help, title }) => ({
  ...(title === undefined ? {} : { title }),
  ...(help === undefined ? {} : { description: help })
})

/** The schema of a shape's JSON. A shape with an identifier goes through `refer`, which by default leaves it in place. */
export const jsonSchemaOf = (
  shape: Shape | Field,
  refer: Refer = (_name, schema) => schema,
  say: Say = () => ({})
): JsonSchema => {
  const { bounds, description, identifier, nullable } = shape
  const given = "name" in shape ? defaultIn(shape) : undefined
  const value = {
    ...plainOf(shape, refer, say),
    ...bounds,
    ...(description === undefined ? {} : { description })
  }
  const schema = identifier === undefined ? value : refer(identifier, value)
  return { ...(nullable === true ? orNull(schema) : schema), ...(given === undefined ? {} : { default: given.value }) }
}

/** A schema of one type can have null as another; any other schema is one of two. */
const orNull = ({ description, ...schema }: JsonSchema): JsonSchema => ({
  ...(typeof schema["type"] === "string" && !("enum" in schema)
    ? { ...schema, type: [schema["type"], "null"] }
    : { anyOf: [schema, { type: "null" }] }),
  ...(description === undefined ? {} : { description })
})

const plainOf = (shape: Shape, refer: Refer, say: Say): JsonSchema => {
  const { choices, either, inner, item, kind, labels, member } = shape
  if (item !== undefined) return arrayOf(item, choices, refer, say)
  if (inner !== undefined || member !== undefined) return objectOf(shape, refer, say)
  if (either !== undefined) return { anyOf: either.map((one) => jsonSchemaOf(one, refer, say)) }
  if (choices === undefined) return { ...typesByKind[kind] }
  // API pages read what each value means under this keyword.
  return { type: typeOf(choices), enum: choices, ...(labels === undefined ? {} : { "x-enumDescriptions": labels }) }
}

const text = { type: "string" }
const number = { type: "number" }
const integer = { type: "integer" }
const typesByKind: { readonly [Name in ValueKind]?: JsonSchema } = {
  ...{ text, html: text, email: text, url: text, color: text, day: text, instant: text, parted: text },
  ...{ file: { ...text, format: "binary" }, base64: { ...text, contentEncoding: "base64" } },
  ...{ number, money: number, percent: number, int: integer, unix: integer },
  // The API page refuses a schema that says nothing.
  any: { type: ["object", "array", "string", "number", "boolean", "null"], items: {} },
  ...{ boolean: { type: "boolean" }, null: { type: "null" }, never: { not: {} } }
}

const typeOf = (choices: ReadonlyArray<Choice>): string | ReadonlyArray<string> => {
  const types = [...new Set(choices.map((choice) => (typeof choice === "number" ? "integer" : typeof choice)))]
  return types.length === 1 ? types[0]! : types
}

const arrayOf = (item: Shape, choices: Shape["choices"], refer: Refer, say: Say): JsonSchema => {
  if (choices !== undefined) return { type: "array", items: { type: typeOf(choices), enum: choices } }
  return item.kind === "never"
    ? { type: "array", items: {}, maxItems: 0 }
    : { type: "array", items: jsonSchemaOf(item, refer, say) }
}

const objectOf = ({ inner = [], member }: Shape, refer: Refer, say: Say): JsonSchema => {
  const required = inner.flatMap((field) => (field.required ? [field.name] : []))
  const properties = inner.map((field) => [field.name, { ...say(field), ...jsonSchemaOf(field, refer, say) }])
  return {
    type: "object",
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.length === 0 ? {} : { required }),
    ...(member === undefined ? {} : { additionalProperties: jsonSchemaOf(member, refer, say) })
  }
}
