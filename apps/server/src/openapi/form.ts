/** The parameters of an operation by the names that a form or a query has for them: `item_id[0][price]`, `tags[]`, `stage[<sku>][quantity]`. */
import { type Any, type Field, fieldsOf, isNested, listIn, type Shape } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import { type JsonSchema, jsonSchemaOf, sayParameter } from "./json-schema.ts"

/** A name in a form. */
export interface Named {
  /** The spelling; a list of objects has the index 0, and a key of the sender's own is in angle brackets. */
  readonly name: string
  readonly required: boolean
  /** The schema of the value as text; a boolean is 1 or 0. */
  readonly schema: JsonSchema
  /** A list in one value, separated by commas. */
  readonly commas: boolean
  /** Matches the name with any index and any key, if it has one of them. */
  readonly pattern: RegExp | undefined
}

/** Every name that an operation reads. */
export const namesOf = (endpoint: Any): ReadonlyArray<Named> =>
  fieldsOf(endpoint).flatMap((field) => ofField(field.name, field, true))

const ofField = (spelt: string, field: Field, required: boolean): ReadonlyArray<Named> =>
  within(spelt, field, required && field.required, sayParameter(field))

/** `said` is what the name of the field says, whose value or part this is. */
const within = (name: string, shape: Shape, required: boolean, said: JsonSchema): ReadonlyArray<Named> => {
  const { inner = [], key, kind, member } = shape
  const commas = kind === "commas"
  const leaf = (spelt: string, schema: JsonSchema): Named => ({
    ...{ name: spelt, required, commas, pattern: patternOf(spelt) },
    schema: onWire({ ...schema, ...said })
  })
  if (kind === "parted") return [leaf(name, { type: "string" })]
  const list = commas ? undefined : listIn(shape)
  if (list?.item !== undefined)
    return isNested(list.item)
      ? within(`${name}[0]`, list.item, required, said)
      : [leaf(`${name}[]`, jsonSchemaOf(list))]
  if (commas || !isNested(shape)) return [leaf(name, jsonSchemaOf(shape))]
  return [
    ...inner.flatMap((field) => ofField(`${name}[${field.name}]`, field, required)),
    ...(member === undefined ? [] : within(`${name}[<${key}>]`, member, required, said))
  ]
}

const patternOf = (name: string): RegExp | undefined => {
  const pattern = name
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll("\\[0\\]", "\\[\\d*\\]")
    .replaceAll(/<\w+>/g, "[^\\]]+")
  return pattern.includes("\\d*") || pattern.includes("[^") ? new RegExp(`^${pattern}$`) : undefined
}

/** The same value as the text of a form: a boolean is 1 or 0, and null is a word. */
const onWire = (schema: JsonSchema): JsonSchema => {
  const { anyOf, default: given, items, type, ...rest } = schema as JsonSchema & { readonly items?: JsonSchema }
  const types = [type].flat().filter((one) => one !== undefined && one !== "null")
  const members = (anyOf as ReadonlyArray<JsonSchema> | undefined)?.filter((one) => one["type"] !== "null").map(onWire)
  if (members?.length === 1) return { ...members[0], ...rest }
  const scalar = {
    ...(types.length === 0 ? {} : types[0] === "boolean" ? { type: "integer", enum: [0, 1] } : { type: types[0] }),
    ...(members === undefined ? {} : { anyOf: members }),
    ...(items === undefined ? {} : { items: onWire(items) }),
    ...rest,
    ...(given === undefined || given === null ? {} : { default: typeof given === "boolean" ? Number(given) : given })
  }
  const isUnset = types[0] !== "string" && types.length > 0 && [type].flat().includes("null")
  return isUnset ? orNull(scalar) : scalar
}

/** A number is unset by the word; a text's schema takes it as it is. */
const orNull = ({ default: given, description, title, ...schema }: JsonSchema): JsonSchema => ({
  ...(title === undefined ? {} : { title }),
  anyOf: [schema, { type: "string", enum: ["null"] }],
  ...(description === undefined ? {} : { description }),
  ...(given === undefined ? {} : { default: given })
})

/** Parameters by the names of a form, each in the form of its schema; a repeated name has all its values. */
export const exampleOf = (
  names: ReadonlyArray<Named>,
  given: object | undefined
): Record<string, unknown> | undefined => {
  if (given === undefined) return undefined
  const values: Record<string, unknown> = {}
  for (const [sent, text] of format(given)) {
    const named = names.find(({ name, pattern }) => name === sent || `${name}[]` === sent || pattern?.test(sent))
    if (named === undefined) throw new Error(`An example has ${sent}, which is not a parameter.`)
    const { schema } = named
    const name = named.name === sent || named.pattern?.test(sent) ? sent : named.name
    if (schema["type"] !== "array") values[name] = typed(schema, text)
    else if (text === "") values[name] = []
    else values[name] = [...((values[name] as []) ?? []), typed(schema["items"] as JsonSchema, text)]
  }
  return values
}

const typed = ({ anyOf: [first] = [], type }: JsonSchema & Either, text: string): unknown => {
  if (first !== undefined) return text === "" ? "null" : typed(first, text)
  return type === "integer" || type === "number" ? Number(text) : text
}

interface Either {
  readonly anyOf?: ReadonlyArray<JsonSchema>
}
